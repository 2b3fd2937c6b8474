internal import Foundation

/// Sorts any number of byte strings in bounded memory: sorted runs go to a file and are merged.
struct KeySorter: ~Copyable {
  private struct Entry {
    /// The first sixteen bytes as a number, `KeyCursor.prefix`.
    let prefix: UInt128
    let offset: UInt32
    let length: UInt32
  }

  private let bytesPerRun: Int
  private let folder: String
  private var bytes: ByteBuffer
  private var entries: [Entry] = []
  private var spill: SpillFile?

  /// A sorter that keeps its runs in a nameless file of a folder.
  init(folder: String, bytesPerRun: Int = 4 << 20) {
    self.folder = folder
    self.bytesPerRun = bytesPerRun
    bytes = ByteBuffer()
  }

  /// Adds a string.
  mutating func append(_ key: TextBytes) throws {
    if bytes.count + key.count > bytesPerRun { try writeRun() }
    entries.append(
      Entry(
        prefix: KeyCursor.prefix(key), offset: UInt32(bytes.count), length: UInt32(key.count)))
    bytes.append(key)
  }

  /// Calls `body` with all strings in their order, once; they live until it returns.
  mutating func forEach(_ body: (TextBytes) throws -> Void) throws {
    guard spill != nil else {
      sort()
      for entry in entries { try body(key(entry)) }
      return
    }
    try writeRun()
    entries = []
    bytes = ByteBuffer()
    try merge(body)
  }

  private func merge(_ body: (TextBytes) throws -> Void) throws {
    guard let spill else { return }
    var cursors = KeyCursors(try spill.runs.map { try KeyCursor(spill, $0) })
    while let first = cursors.first {
      try body(first.key)
      try cursors.advanceFirst()
    }
  }

  private mutating func writeRun() throws {
    guard !entries.isEmpty else { return }
    sort()
    let file = try spill ?? SpillFile(folder: folder)
    spill = file
    try file.beginRun()
    for entry in entries { try file.append(key(entry)) }
    try file.endRun()
    entries.removeAll(keepingCapacity: true)
    bytes.removeAll()
  }

  private func key(_ entry: Entry) -> TextBytes {
    TextBytes(start: bytes.start + Int(entry.offset), count: Int(entry.length))
  }

  private mutating func sort() {
    let start = bytes.start
    entries.sort { left, right in
      if left.prefix != right.prefix { return left.prefix < right.prefix }
      let count = Int(min(left.length, right.length))
      let order = memcmp(start + Int(left.offset), start + Int(right.offset), count)
      return order != 0 ? order < 0 : left.length < right.length
    }
  }
}
