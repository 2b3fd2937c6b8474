/// Bytes in memory that are not owned.
@usableFromInline
package typealias Bytes = UnsafeBufferPointer<UInt8>

/// A growing byte buffer that keeps its memory when it is emptied.
@usableFromInline
package struct ByteBuffer: ~Copyable {
  @usableFromInline
  package var start: UnsafeMutablePointer<UInt8>
  @usableFromInline
  package var count = 0
  @usableFromInline
  package var capacity: Int

  package init(capacity: Int = 1024) {
    self.capacity = capacity
    start = .allocate(capacity: capacity)
  }

  deinit { start.deallocate() }

  /// The contents, valid until the next change.
  @inlinable
  package var bytes: Bytes { Bytes(start: start, count: count) }

  @inlinable
  package mutating func removeAll() { count = 0 }

  @inlinable
  @inline(__always)
  package mutating func append(_ byte: UInt8) {
    reserve(1)
    start[count] = byte
    count &+= 1
  }

  @inlinable
  @inline(__always)
  package mutating func append(_ bytes: Bytes) {
    guard let source = bytes.baseAddress else { return }
    reserve(bytes.count)
    (start + count).update(from: source, count: bytes.count)
    count &+= bytes.count
  }

  /// Appends the lowest `size` bytes of a number, the highest of them first.
  @inlinable
  @inline(__always)
  package mutating func append(bigEndian number: UInt64, size: Int = 8) {
    reserve(8)
    let shifted = (number << (64 &- 8 &* UInt64(size))).bigEndian
    UnsafeMutableRawPointer(start + count).storeBytes(of: shifted, as: UInt64.self)
    count &+= size
  }

  /// Appends a number as SQLite's variable-length integer.
  @inline(__always)
  package mutating func append(varint number: UInt64) {
    reserve(9)
    count &+= Varint.write(number, to: start + count)
  }

  package mutating func removeFirst(_ size: Int) {
    count -= size
    start.update(from: start + size, count: count)
  }

  /// Inverts the bytes from an index on, which reverses their order.
  package mutating func invert(from start: Int) {
    for index in start..<count { self.start[index] = ~self.start[index] }
  }

  @inlinable
  @inline(__always)
  package mutating func reserve(_ size: Int) {
    if count &+ size > capacity { grow(size) }
  }

  @usableFromInline
  package mutating func grow(_ size: Int) {
    capacity = max(capacity * 2, count + size)
    let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: capacity)
    larger.update(from: start, count: count)
    start.deallocate()
    start = larger
  }
}
