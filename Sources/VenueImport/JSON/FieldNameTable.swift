/// Finds the `FieldName` of a key by its bytes: a hash table made once, probed without allocation.
struct FieldNameTable: ~Copyable {
  private struct Entry {
    var words = KeyWords()
    var name = FieldName.unknown
  }

  private static let size = 1024
  /// For each hash the place of its entry, or of the next free hash: one byte each, so that all of
  /// them stay near the processor.
  private let slots: UnsafeMutablePointer<UInt8>
  /// The first one is that of no key.
  private let entries: UnsafeMutablePointer<Entry>

  /// A table of at most 255 spellings.
  init(_ spellings: [(String, FieldName)] = FieldName.spellings) {
    slots = .allocate(capacity: Self.size)
    slots.initialize(repeating: 0, count: Self.size)
    entries = .allocate(capacity: spellings.count + 1)
    entries.initialize(repeating: Entry(), count: spellings.count + 1)
    for (index, (spelling, name)) in spellings.enumerated() {
      insert(spelling, name, at: index + 1)
    }
  }

  deinit {
    slots.deallocate()
    entries.deallocate()
  }

  /// The field a key names; `key` must be readable for 7 bytes past its end.
  @inline(__always)
  func name(_ key: UnsafePointer<UInt8>, _ length: Int) -> FieldName {
    guard length > 0, length <= KeyWords.maximumLength else { return .unknown }
    let words = KeyWords(key, length)
    var slot = words.hash & (Self.size - 1)
    while slots[slot] != 0 {
      let entry = Int(slots[slot])
      if entries[entry].words == words { return entries[entry].name }
      slot = (slot &+ 1) & (Self.size - 1)
    }
    return .unknown
  }

  private func insert(_ spelling: String, _ name: FieldName, at entry: Int) {
    let padded = Array(spelling.utf8) + [UInt8](repeating: 0, count: 8)
    padded.withUnsafeBufferPointer { bytes in
      guard let start = bytes.baseAddress else { return }
      let words = KeyWords(start, padded.count - 8)
      var slot = words.hash & (Self.size - 1)
      while slots[slot] != 0 { slot = (slot + 1) & (Self.size - 1) }
      slots[slot] = UInt8(entry)
      entries[entry] = Entry(words: words, name: name)
    }
  }
}
