/// An external merge sort of byte strings: sorted runs are spilled to a file and merged.
struct KeySorter: ~Copyable {
  private struct Entry {
    /// The first sixteen bytes as a number, see `RunCursor.prefix`.
    let prefix: UInt128
    let offset: UInt32
    let length: UInt32

    /// The string, in the buffer that begins at an address.
    func key(_ start: UnsafeMutablePointer<UInt8>) -> Bytes {
      Bytes(start: start + Int(offset), count: Int(length))
    }
  }

  private let bytesPerRun: Int
  private let folder: String
  private var bytes: ByteBuffer
  private var entries: [Entry] = []
  private var spill: SpillFile?

  /// Creates a sorter that spills its runs to an unnamed file in a folder.
  init(folder: String, bytesPerRun: Int = 4 << 20) {
    self.folder = folder
    self.bytesPerRun = bytesPerRun
    bytes = ByteBuffer()
  }

  mutating func append(_ write: (inout ByteBuffer) -> Void) throws {
    let start = bytes.count
    write(&bytes)
    let key = Bytes(start: bytes.start + start, count: bytes.count - start)
    entries.append(
      Entry(
        prefix: RunCursor.prefix(key), offset: UInt32(start), length: UInt32(key.count)))
    if bytes.count >= bytesPerRun { try writeRun() }
  }

  /// Calls `body` with all strings in order, once; they are valid until it returns.
  mutating func forEach(_ body: (Bytes) throws -> Void) throws {
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

  private func merge(_ body: (Bytes) throws -> Void) throws {
    guard let spill else { return }
    try spill.finish()
    let capacity = Self.capacity(spill.runs.count)
    var keys = RunMerger(try RunHeap(spill, capacity: capacity))
    try keys.forEach(body)
  }

  /// The bytes to read of each run at once.
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
      return left.key(start).precedes(right.key(start))
    }
  }
}
