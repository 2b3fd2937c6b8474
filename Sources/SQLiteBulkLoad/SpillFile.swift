internal import Foundation

/// An unnamed file of sorted runs of byte strings, each preceded by its length.
final class SpillFile {
  let file: BlockFile
  private let writer: BlockWriter
  private(set) var runs: [Range<Int>] = []
  private var runStart = 0

  /// Creates a file in a folder that disappears when it is closed.
  init(folder: String) throws(BulkLoadError) {
    var template = Array("\(folder)/.sort-XXXXXX".utf8CString)
    let descriptor = mkstemp(&template)
    guard descriptor >= 0 else { throw .system(.create, file: "\(folder)/.sort-…", code: errno) }
    let path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    defer {
      close(descriptor)
      unlink(path)
    }
    file = try BlockFile(path: path, name: "a temporary file")
    writer = BlockWriter(file)
  }

  func beginRun() { runStart = writer.size }

  func append(_ key: Bytes) throws {
    var length = UInt32(key.count).bigEndian
    try writer.append(&length, 4)
    if let start = key.baseAddress { try writer.append(start, key.count) }
  }

  func endRun() { runs.append(runStart..<writer.size) }

  /// Waits until all runs can be read.
  func finish() throws { try writer.finish() }
}

struct RunCursor: ~Copyable {
  private let file: BlockFile
  /// What has not been read of the run.
  private var rest: Range<Int>
  /// Twice the capacity: the rest moves before the middle, and the next bytes are read after it.
  private var memory: UnsafeMutableRawPointer
  private var capacity: Int
  /// The bytes to read next, unless one string needs more.
  private var readSize: Int
  private var position: Int
  private var end: Int
  private(set) var prefix: UInt128 = 0
  private(set) var key = Bytes(start: nil, count: 0)

  /// Creates a cursor before the first string that reads `firstRead` and then `capacity` bytes at once.
  init(_ file: BlockFile, _ run: Range<Int>, capacity: Int, firstRead: Int) {
    self.file = file
    self.capacity = capacity
    readSize = firstRead
    memory = Self.memory(capacity)
    rest = run
    position = capacity
    end = capacity
    file.willRead(rest.prefix(firstRead))
  }

  deinit { memory.deallocate() }

  private static func memory(_ capacity: Int) -> UnsafeMutableRawPointer {
    .allocate(byteCount: 2 * capacity, alignment: 16)
  }

  /// Returns the first sixteen bytes, padded with zeros, as a number in their order.
  @inline(__always)
  static func prefix(_ key: Bytes) -> UInt128 {
    guard let start = key.baseAddress, key.count >= 16 else {
      return (0..<16).reduce(0) { $0 << 8 | UInt128($1 < key.count ? key[$1] : 0) }
    }
    return UInt128(bigEndian: UnsafeRawPointer(start).loadUnaligned(as: UInt128.self))
  }

  /// Moves to the next string; false after the last one.
  mutating func advance() throws -> Bool {
    if end - position < 4 { try fill(4) }
    guard end - position >= 4 else { return false }
    let length = Int(UInt32(bigEndian: (memory + position).loadUnaligned(as: UInt32.self)))
    if end - position < 4 + length { try fill(4 + length) }
    key = Bytes(start: (memory + position + 4).assumingMemoryBound(to: UInt8.self), count: length)
    position += 4 + length
    prefix = Self.prefix(key)
    return true
  }

  /// Reads until `size` bytes are available, if the run has them, and has the system read what comes next.
  private mutating func fill(_ size: Int) throws {
    guard !rest.isEmpty else { return }
    makeRoom(size)
    let next = rest.prefix(max(readSize, size))
    try file.read(next, to: memory + capacity)
    end = capacity + next.count
    rest = next.upperBound..<rest.upperBound
    readSize = capacity
    file.willRead(rest.prefix(capacity))
  }

  /// Moves what is left before the middle of memory for `size` bytes.
  private mutating func makeRoom(_ size: Int) {
    let left = end - position
    let larger = max(capacity, size)
    let target = larger == capacity ? memory : Self.memory(larger)
    (target + larger - left).copyMemory(from: memory + position, byteCount: left)
    if target != memory { memory.deallocate() }
    (memory, capacity, position, end) = (target, larger, larger - left, larger)
  }
}
