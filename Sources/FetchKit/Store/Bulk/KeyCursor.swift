internal import Foundation

/// Goes through a sorted run of a file.
final class KeyCursor {
  private static let bufferSize = 128 << 10

  private let file: SpillFile
  /// What is not in the buffer yet.
  private var rest: Range<Int>
  private var buffer: UnsafeMutablePointer<UInt8>
  private var capacity = bufferSize
  private var position = 0
  private var end = 0
  private var prefix: UInt128 = 0
  /// The string that the cursor is at.
  private(set) var key = TextBytes(start: nil, count: 0)

  /// A cursor at the first string; there is at least one.
  init(_ file: SpillFile, _ run: Range<Int>) throws {
    self.file = file
    rest = run
    buffer = .allocate(capacity: capacity)
    _ = try advance()
  }

  deinit { buffer.deallocate() }

  /// The first sixteen bytes, and zeros where there are fewer, as a number that has their order.
  @inline(__always)
  static func prefix(_ key: TextBytes) -> UInt128 {
    guard let start = key.baseAddress, key.count >= 16 else {
      return (0..<16).reduce(0) { $0 << 8 | UInt128($1 < key.count ? key[$1] : 0) }
    }
    return UInt128(bigEndian: UnsafeRawPointer(start).loadUnaligned(as: UInt128.self))
  }

  /// Goes to the next string; false after the last one.
  func advance() throws -> Bool {
    if end - position < 4 { try fill(4) }
    guard end - position >= 4 else { return false }
    let length = UInt32(
      bigEndian: UnsafeRawPointer(buffer + position).loadUnaligned(as: UInt32.self))
    if end - position < 4 + Int(length) { try fill(4 + Int(length)) }
    key = TextBytes(start: buffer + position + 4, count: Int(length))
    position += 4 + Int(length)
    prefix = Self.prefix(key)
    return true
  }

  /// Whether the string here comes before that of another cursor.
  func precedes(_ other: KeyCursor) -> Bool {
    if prefix != other.prefix { return prefix < other.prefix }
    guard let left = key.baseAddress, let right = other.key.baseAddress else { return false }
    let order = memcmp(left, right, min(key.count, other.key.count))
    return order != 0 ? order < 0 : key.count < other.key.count
  }

  /// Reads on, so that `size` bytes are there if the run has them.
  private func fill(_ size: Int) throws {
    if size > capacity {
      let larger = UnsafeMutablePointer<UInt8>.allocate(capacity: size)
      larger.update(from: buffer + position, count: end - position)
      buffer.deallocate()
      (buffer, capacity) = (larger, size)
    } else {
      buffer.update(from: buffer + position, count: end - position)
    }
    (position, end) = (0, end - position)
    let count = min(capacity - end, rest.count)
    try file.read(rest.lowerBound..<rest.lowerBound + count, to: buffer + end)
    rest = rest.lowerBound + count..<rest.upperBound
    end += count
  }
}
