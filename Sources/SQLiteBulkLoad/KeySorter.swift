internal import CBytes
internal import Dispatch

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

  /// How many keys ahead bytes are prefetched.
  private static let prefetchDistance = 16

  private let bytesPerRun: Int
  private let folder: String
  /// The strings; the next one is appended and then ended.
  var bytes: ByteBuffer
  /// The start of the next string.
  private var start = 0
  private var entries: [Entry] = []
  private var spill: SpillFile?
  /// The merge of the runs, once it has started; nil when all strings are in memory.
  private var merger: RunMerger?

  /// Creates a sorter that spills its runs to an unnamed file in a folder.
  init(folder: String, bytesPerRun: Int = 4 << 20) {
    self.folder = folder
    self.bytesPerRun = bytesPerRun
    bytes = ByteBuffer()
  }

  /// Ends the string that was appended to `bytes`.
  mutating func endKey() throws {
    let key = Bytes(start: bytes.start + start, count: bytes.count - start)
    entries.append(
      Entry(
        prefix: RunCursor.prefix(key), offset: UInt32(start), length: UInt32(key.count)))
    start = bytes.count
    if bytes.count >= bytesPerRun { try writeRun() }
  }

  /// Sorts the last strings and starts to merge the runs on another thread; none may be appended afterwards.
  mutating func startMerge() throws {
    guard let spill, merger == nil else { return }
    try writeRun()
    entries = []
    bytes = ByteBuffer()
    try spill.finish()
    merger = RunMerger(
      try RunTournament(spill, capacity: Self.capacity(spill.runs.count)))
  }

  /// Calls `body` with all strings in order, once; they are valid until it returns.
  mutating func forEach(_ body: (Bytes) throws -> Void) throws {
    try startMerge()
    defer {
      // The system needs tenths of a second to remove a large file.
      DispatchQueue.global().async { [file = spill?.file] in withExtendedLifetime(file) {} }
      spill = nil
    }
    guard let merger = merger.take() else {
      sort()
      for entry in entries { try body(entry.key(bytes.start)) }
      return
    }
    try merger.forEach(body)
  }

  /// The bytes to read of each run at once.
  private static func capacity(_ runs: Int) -> Int {
    let share = (16 << 20) / runs / Block.alignment * Block.alignment
    return min(max(share, 32 << 10), 256 << 10)
  }

  private mutating func writeRun() throws {
    guard !entries.isEmpty else { return }
    sort()
    let file = try spill ?? SpillFile(folder: folder)
    spill = file
    file.beginRun()
    for (index, entry) in entries.enumerated() {
      // In key order, the bytes of the next key can be anywhere in memory.
      let ahead = entries[min(index + Self.prefetchDistance, entries.count - 1)]
      cbytes_prefetch(bytes.start + Int(ahead.offset))
      try file.append(entry.key(bytes.start))
    }
    file.endRun()
    entries.removeAll(keepingCapacity: true)
    bytes.removeAll()
    start = 0
  }

  private mutating func sort() {
    let start = bytes.start
    withUnsafeTemporaryAllocation(of: Entry.self, capacity: entries.count) { spare in
      entries.withUnsafeMutableBufferPointer { entries in
        Self.sort(entries, spare) { left, right in
          if left.prefix != right.prefix { return left.prefix < right.prefix }
          return left.key(start).precedes(right.key(start))
        }
      }
    }
  }
}

// MARK: - Radix sort

extension KeySorter {
  private typealias Entries = UnsafeMutableBufferPointer<Entry>

  /// Groups of up to this many entries are sorted by comparison.
  private static let smallCount = 48
  private static let digitBits = 8

  /// Sorts entries by the first bits in which their prefixes differ, then those that share them, and small groups by
  /// comparison; `spare` is memory for as many entries.
  private static func sort(
    _ entries: Entries, _ spare: Entries, by precedes: (Entry, Entry) -> Bool
  ) {
    var entries = entries
    guard entries.count > smallCount, let shift = digitShift(entries) else {
      return entries.sort(by: precedes)
    }
    var start = 0
    for end in distribute(entries, spare, shift: shift) {
      if end - start > 1 {
        sort(
          Entries(rebasing: entries[start..<end]), Entries(rebasing: spare[start..<end]),
          by: precedes)
      }
      start = end
    }
  }

  /// How far to shift prefixes for the first digit in which they differ; nil when they are equal.
  private static func digitShift(_ entries: Entries) -> Int? {
    let first = entries[0].prefix
    let different = entries.reduce(UInt128(0)) { $0 | ($1.prefix ^ first) }
    guard different != 0 else { return nil }
    return max(0, different.bitWidth - different.leadingZeroBitCount - digitBits)
  }

  /// Puts entries in the order of their digits, and returns where the entries with each digit end.
  private static func distribute(_ entries: Entries, _ spare: Entries, shift: Int) -> [Int] {
    func digit(_ entry: Entry) -> Int {
      Int(truncatingIfNeeded: entry.prefix >> shift) & (1 << digitBits - 1)
    }
    var ends = [Int](repeating: 0, count: 1 << digitBits)
    for entry in entries { ends[digit(entry)] += 1 }
    var place = 0
    for index in ends.indices { (ends[index], place) = (place, place + ends[index]) }
    _ = spare.initialize(fromContentsOf: entries)
    for entry in spare {
      let digit = digit(entry)
      entries[ends[digit]] = entry
      ends[digit] += 1
    }
    return ends
  }
}
