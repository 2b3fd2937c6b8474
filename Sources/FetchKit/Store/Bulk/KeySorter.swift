internal import Collation
internal import Foundation

/// Sorts any number of byte strings in bounded memory: sorted runs go to a file and are merged.
struct KeySorter: ~Copyable {
  private struct Entry {
    /// The first sixteen bytes as a number, `KeyCursor.prefix`.
    let prefix: UInt128
    let offset: UInt32
    let length: UInt32

    /// The string, in bytes that begin at a place.
    func key(_ start: UnsafeMutablePointer<UInt8>) -> TextBytes {
      TextBytes(start: start + Int(offset), count: Int(length))
    }
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

  /// Adds the string that `write` appends.
  mutating func append(_ write: (inout ByteBuffer) -> Void) throws {
    let start = bytes.count
    write(&bytes)
    let key = TextBytes(start: bytes.start + start, count: bytes.count - start)
    entries.append(
      Entry(
        prefix: KeyCursor.prefix(key), offset: UInt32(start), length: UInt32(key.count)))
    if bytes.count >= bytesPerRun { try writeRun() }
  }

  /// Calls `body` with all strings in their order, once; they live until it returns.
  mutating func forEach(_ body: (TextBytes) throws -> Void) throws {
    guard spill != nil else {
      sort()
      for entry in entries { try body(entry.key(bytes.start)) }
      return
    }
    try writeRun()
    entries = []
    bytes = ByteBuffer()
    try merge(body)
  }

  private func merge(_ body: (TextBytes) throws -> Void) throws {
    guard let spill else { return }
    try spill.finish()
    let capacity = Self.capacity(spill.runs.count)
    var keys = MergedKeys(try KeyCursors(spill, capacity: capacity))
    try keys.forEach(body)
  }

  /// How many bytes are read of each run at once: few of many.
  private static func capacity(_ runs: Int) -> Int {
    let share = (24 << 20) / runs / Block.alignment * Block.alignment
    return min(max(share, 32 << 10), 512 << 10)
  }

  private mutating func writeRun() throws {
    guard !entries.isEmpty else { return }
    sort()
    let file = try spill ?? SpillFile(folder: folder)
    spill = file
    file.beginRun()
    for entry in entries { try file.append(entry.key(bytes.start)) }
    file.endRun()
    entries.removeAll(keepingCapacity: true)
    bytes.removeAll()
  }

  private mutating func sort() {
    let start = bytes.start
    entries.sort { left, right in
      if left.prefix != right.prefix { return left.prefix < right.prefix }
      return left.key(start).compare(to: right.key(start)) < 0
    }
  }
}
