internal import Collation
internal import Foundation

/// Goes through a sorted run of a file.
struct KeyCursor: ~Copyable {
  private let file: SpillFile
  /// Where the file is read on: a multiple of `Block.alignment`.
  private var next: Int
  private let runEnd: Int
  /// Bytes before the run that are read with its first ones.
  private var before: Int
  /// Twice the capacity: what is left moves before the middle, and what is read comes behind it.
  private var memory: UnsafeMutableRawPointer
  private var capacity: Int
  private var position: Int
  private var end: Int
  /// That of the string.
  private(set) var prefix: UInt128 = 0
  /// The string that the cursor is at.
  private(set) var key = TextBytes(start: nil, count: 0)

  /// A cursor before the first string. It reads `capacity` bytes at once, a multiple of `Block.alignment`.
  init(_ file: SpillFile, _ run: Range<Int>, capacity: Int) {
    self.file = file
    self.capacity = capacity
    memory = Self.memory(capacity)
    before = run.lowerBound % Block.alignment
    next = run.lowerBound - before
    runEnd = run.upperBound
    position = capacity
    end = capacity
  }

  deinit { memory.deallocate() }

  private static func memory(_ capacity: Int) -> UnsafeMutableRawPointer {
    .allocate(byteCount: 2 * capacity, alignment: Block.alignment)
  }

  /// The first sixteen bytes, and zeros where there are fewer, as a number that has their order.
  @inline(__always)
  static func prefix(_ key: TextBytes) -> UInt128 {
    guard let start = key.baseAddress, key.count >= 16 else {
      return (0..<16).reduce(0) { $0 << 8 | UInt128($1 < key.count ? key[$1] : 0) }
    }
    return UInt128(bigEndian: UnsafeRawPointer(start).loadUnaligned(as: UInt128.self))
  }

  /// Goes to the next string; false after the last one.
  mutating func advance() throws -> Bool {
    if end - position < 4 { try fill(4) }
    guard end - position >= 4 else { return false }
    let length = Int(UInt32(bigEndian: (memory + position).loadUnaligned(as: UInt32.self)))
    if end - position < 4 + length { try fill(4 + length) }
    key = TextBytes(
      start: (memory + position + 4).assumingMemoryBound(to: UInt8.self), count: length)
    position += 4 + length
    prefix = Self.prefix(key)
    return true
  }

  /// Reads on, so that `size` bytes are there if the run has them.
  private mutating func fill(_ size: Int) throws {
    makeRoom(size)
    guard next < runEnd else { return }
    let count = try file.read(capacity, from: next, to: memory + capacity)
    end = capacity + min(count, runEnd - next)
    next += capacity
    position += before
    before = 0
  }

  /// Moves what is left before the middle of memory for `size` bytes.
  private mutating func makeRoom(_ size: Int) {
    let rest = end - position
    let larger = max(capacity, (size + Block.alignment - 1) / Block.alignment * Block.alignment)
    let target = larger == capacity ? memory : Self.memory(larger)
    (target + larger - rest).copyMemory(from: memory + position, byteCount: rest)
    if target != memory { memory.deallocate() }
    (memory, capacity, position, end) = (target, larger, larger - rest, larger)
  }
}
