internal import Collation
internal import Foundation

/// The entries of an index as bytes that have its order when they are compared as bytes.
///
/// Each value is a byte for its kind and, for a number, eight bytes in ascending order, or a text
/// with its end: two NULs; a NUL of its own is followed by 0xFF. The key of the row comes last, in
/// eight bytes, then eight bytes that are no part of the order.
enum SortKey {
  private static let null: UInt8 = 0
  private static let integer: UInt8 = 1
  private static let double: UInt8 = 2
  private static let text: UInt8 = 3
  private static let data: UInt8 = 4
  private static let lastNull: UInt8 = 0xFF
  /// The bytes after the values.
  static let tailSize = 16

  static func appendNull(to key: inout ByteBuffer) { key.append(null) }

  static func append(_ number: Int64, to key: inout ByteBuffer) {
    key.append(integer)
    key.append(bigEndian: UInt64(bitPattern: number) ^ (1 << 63))
  }

  static func append(_ number: Double, to key: inout ByteBuffer) {
    key.append(double)
    let bits = (number == 0 ? 0 : number).bitPattern
    key.append(bigEndian: bits >> 63 == 1 ? ~bits : bits | 1 << 63)
  }

  static func append(_ bytes: TextBytes, to key: inout ByteBuffer) {
    append(bytes, kind: text, to: &key)
  }

  private static func append(_ bytes: TextBytes, kind: UInt8, to key: inout ByteBuffer) {
    key.append(kind)
    if place(ofNULIn: bytes, from: 0) < bytes.count {
      for byte in bytes {
        key.append(byte)
        if byte == 0 { key.append(0xFF) }
      }
    } else {
      key.append(bytes)
    }
    key.append(0)
    key.append(0)
  }

  static func appendTail(row: Int64, note: Int, to key: inout ByteBuffer) {
    key.append(bigEndian: UInt64(bitPattern: row))
    key.append(bigEndian: UInt64(bitPattern: Int64(note)))
  }

  /// The two numbers at the end of a key.
  static func tail(_ key: TextBytes) -> (row: Int64, note: Int) {
    (
      Int64(bitPattern: number(key, at: key.count - 16)),
      Int(truncatingIfNeeded: Int64(bitPattern: number(key, at: key.count - 8)))
    )
  }

  /// Whether two keys are of rows with the same values.
  static func haveSameValues(_ left: TextBytes, _ right: TextBytes) -> Bool {
    guard left.count == right.count, let first = left.baseAddress, let second = right.baseAddress
    else { return false }
    return memcmp(first, second, left.count - tailSize) == 0
  }

  /// The values and the row of a key as a record of the index.
  static func decode(_ key: TextBytes, into record: inout RecordBuilder) {
    record.removeAll()
    var index = 0
    while index < key.count - tailSize { index = decodeValue(key, at: index, into: &record) }
    record.append(tail(key).row)
  }

  private static func decodeValue(
    _ key: TextBytes, at index: Int, into record: inout RecordBuilder
  ) -> Int {
    switch key[index] {
    case integer:
      record.append(Int64(bitPattern: number(key, at: index + 1) ^ (1 << 63)))
      return index + 9
    case double:
      let bits = number(key, at: index + 1)
      record.append(Double(bitPattern: bits >> 63 == 1 ? bits & ~(1 << 63) : ~bits))
      return index + 9
    case text: return decodeText(key, at: index + 1, into: &record)
    default:
      record.appendNull()
      return index + 1
    }
  }

  private static func decodeText(
    _ key: TextBytes, at start: Int, into record: inout RecordBuilder
  ) -> Int {
    var end = place(ofNULIn: key, from: start)
    var escapes = 0
    while key[end + 1] != 0 {
      escapes += 1
      end = place(ofNULIn: key, from: end + 2)
    }
    let text = TextBytes(rebasing: key[start..<end])
    if escapes == 0 { record.append(text) } else { appendUnescaped(text, to: &record) }
    return end + 2
  }

  /// The place of the first NUL from a place on; the end when there is none.
  @inline(__always)
  private static func place(ofNULIn bytes: TextBytes, from start: Int) -> Int {
    guard let base = bytes.baseAddress, start < bytes.count,
      let found = memchr(base + start, 0, bytes.count - start)
    else { return bytes.count }
    return UnsafeRawPointer(base).distance(to: found)
  }

  private static func appendUnescaped(_ text: TextBytes, to record: inout RecordBuilder) {
    var plain: [UInt8] = []
    var index = 0
    while index < text.count {
      plain.append(text[index])
      index += text[index] == 0 ? 2 : 1
    }
    plain.withUnsafeBufferPointer { record.append($0) }
  }

  private static func number(_ key: TextBytes, at index: Int) -> UInt64 {
    guard let start = key.baseAddress else { return 0 }
    return UInt64(
      bigEndian: UnsafeRawPointer(start + index).loadUnaligned(as: UInt64.self))
  }
}

// MARK: - Columns of several kinds

extension SortKey {
  /// Appends that there is no value, before all others or after them.
  static func appendNull(to key: inout ByteBuffer, isFirst: Bool) {
    key.append(isFirst ? null : lastNull)
  }

  /// Appends a whole number that is compared with fractions too: the nearest of those, and what it is off.
  static func append(exactly number: Int64, to key: inout ByteBuffer) {
    let nearest = Double(number)
    append(nearest, to: &key)
    let offset = Int64(exactly: nearest).map { number - $0 } ?? number &- .max &- 1
    key.append(bigEndian: UInt64(offset + 0x8000), size: 2)
  }

  /// Appends a fraction that is compared with whole numbers too.
  static func append(exactly number: Double, to key: inout ByteBuffer) {
    append(number, to: &key)
    key.append(bigEndian: 0x8000, size: 2)
  }

  static func append(data bytes: UnsafeRawBufferPointer, to key: inout ByteBuffer) {
    bytes.withMemoryRebound(to: UInt8.self) { append($0, kind: data, to: &key) }
  }
}
