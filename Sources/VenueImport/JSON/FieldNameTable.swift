/// Finds the `FieldName` of a key by its bytes: a hash table made once, probed without allocation.
struct FieldNameTable: ~Copyable {
  private struct Entry {
    var words = KeyWords()
    var name = FieldName.unknown
  }

  private static let size = 1024
  private let entries: UnsafeMutablePointer<Entry>

  init(_ spellings: [(String, FieldName)] = FieldName.spellings) {
    entries = .allocate(capacity: Self.size)
    entries.initialize(repeating: Entry(), count: Self.size)
    for (spelling, name) in spellings { insert(spelling, name) }
  }

  deinit { entries.deallocate() }

  /// The field a key names; `key` must be readable for 7 bytes past its end.
  @inline(__always)
  func name(_ key: UnsafePointer<UInt8>, _ length: Int) -> FieldName {
    guard length > 0, length <= KeyWords.maximumLength else { return .unknown }
    let words = KeyWords(key, length)
    var slot = words.hash & (Self.size - 1)
    while entries[slot].words.length != 0 {
      if entries[slot].words == words { return entries[slot].name }
      slot = (slot &+ 1) & (Self.size - 1)
    }
    return .unknown
  }

  private func insert(_ spelling: String, _ name: FieldName) {
    let padded = Array(spelling.utf8) + [UInt8](repeating: 0, count: 8)
    padded.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return }
      let words = KeyWords(start, padded.count - 8)
      var slot = words.hash & (Self.size - 1)
      while entries[slot].words.length != 0 { slot = (slot + 1) & (Self.size - 1) }
      entries[slot] = Entry(words: words, name: name)
    }
  }
}
