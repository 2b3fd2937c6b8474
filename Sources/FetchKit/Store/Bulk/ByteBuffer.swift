internal import Collation

/// Bytes that grow at their end; the memory is kept when they are forgotten.
struct ByteBuffer: ~Copyable {
  private(set) var start: UnsafeMutablePointer<UInt8>
  private(set) var count = 0
  private var capacity: Int

  init(capacity: Int = 1024) {
    self.capacity = capacity
    start = .allocate(capacity: capacity)
  }

  deinit { start.deallocate() }

  /// What is there, until the next change.
  var bytes: TextBytes { TextBytes(start: start, count: count) }

  mutating func removeAll() { count = 0 }

  @inline(__always)
  mutating func append(_ byte: UInt8) {
    reserve(1)
    start[count] = byte
    count &+= 1
  }

  @inline(__always)
  mutating func append(_ bytes: TextBytes) {
    guard let source = bytes.baseAddress else { return }
    reserve(bytes.count)
    (start + count).update(from: source, count: bytes.count)
    count &+= bytes.count
  }

  /// Appends the lowest `size` bytes of a number, the highest of them first.
  @inline(__always)
  mutating func append(bigEndian number: UInt64, size: Int = 8) {
    reserve(8)
    let shifted = (number << (64 &- 8 &* UInt64(size))).bigEndian
    UnsafeMutableRawPointer(start + count).storeBytes(of: shifted, as: UInt64.self)
    count &+= size
  }

  /// Appends a number as SQLite's variable-length integer.
  @inline(__always)
  mutating func append(varint number: UInt64) {
    if number < 0x80 { return append(UInt8(truncatingIfNeeded: number)) }
    reserve(9)
    count &+= Varint.write(number, to: start + count)
  }

  /// Forgets the last bytes.
  mutating func removeLast(_ size: Int) { count -= size }

  /// Forgets the first bytes.
  mutating func removeFirst(_ size: Int) {
    count -= size
    start.update(from: start + size, count: count)
  }

  /// Turns the order of the bytes from a place on around.
  mutating func invert(from start: Int) {
    for index in start..<count { self.start[index] = ~self.start[index] }
  }

  /// Makes room for `size` more bytes.
  @inline(__always)
  mutating func reserve(_ size: Int) {
    if count &+ size > capacity { grow(size) }
  }

  private mutating func grow(_ size: Int) {
    capacity = max(capacity * 2, count + size)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.update(from: start, count: count)
    start.deallocate()
    start = larger
  }
}
