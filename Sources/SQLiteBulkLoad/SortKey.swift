internal import Foundation

/// An encoding of index entries whose byte order is the order of the index.
///
/// Each value is a byte for its kind followed by a number in eight bytes or by a text that ends with two NULs, in
/// which a NUL is followed by 0xFF. The rowid comes last, in eight bytes, then a note of eight bytes that is not
/// part of the order.
package enum SortKey {
  private static let null: UInt8 = 0
  private static let integer: UInt8 = 1
  private static let double: UInt8 = 2
  private static let text: UInt8 = 3
  private static let data: UInt8 = 4
  private static let lastNull: UInt8 = 0xFF
  /// The bytes after the values.
  static let tailSize = 16

  package static func appendNull(to key: inout ByteBuffer) { key.append(null) }

  package static func append(_ number: Int64, to key: inout ByteBuffer) {
    key.append(integer)
    key.append(bigEndian: UInt64(bitPattern: number) ^ (1 << 63))
  }

  package static func append(_ number: Double, to key: inout ByteBuffer) {
    key.append(double)
    let bits = (number == 0 ? 0 : number).bitPattern
    key.append(bigEndian: bits >> 63 == 1 ? ~bits : bits | 1 << 63)
  }

  package static func append(_ bytes: Bytes, to key: inout ByteBuffer) {
    append(bytes, kind: text, to: &key)
  }

  @inline(__always)
  static func append(_ value: RecordValue, to key: inout ByteBuffer) {
    switch value.kind {
    case .null: appendNull(to: &key)
    case .integer: append(value.integer, to: &key)
    case .double: append(value.double, to: &key)
    case .text: append(value.bytes, to: &key)
    case .blob: append(value.bytes, kind: data, to: &key)
    }
  }

  private static func append(_ bytes: Bytes, kind: UInt8, to key: inout ByteBuffer) {
    key.append(kind)
    if index(ofNULIn: bytes, from: 0) < bytes.count {
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

  /// The rowid and the note at the end of a key.
  static func tail(_ key: Bytes) -> (row: Int64, note: Int) {
    (
      Int64(bitPattern: number(key, at: key.count - 16)),
      Int(truncatingIfNeeded: Int64(bitPattern: number(key, at: key.count - 8)))
    )
  }

  /// Whether two keys have the same values.
  static func haveSameValues(_ left: Bytes, _ right: Bytes) -> Bool {
    guard left.count == right.count, let first = left.baseAddress, let second = right.baseAddress
    else { return false }
    return memcmp(first, second, left.count - tailSize) == 0
  }

  /// Returns the record of the index with the values and the rowid of a key, valid until `builder` is used again.
  static func record(_ key: Bytes, _ builder: inout RecordBuilder) -> Bytes {
    // A value takes at least one byte of the key.
    var record = builder.begin(values: key.count - tailSize + 1, bytes: key.count)
    var index = 0
    while index < key.count - tailSize { index = decodeValue(key, at: index, into: &record) }
    record.append(tail(key).row)
    return builder.finish(record)
  }

  private static func decodeValue(
    _ key: Bytes, at index: Int, into record: inout RecordCursor
  ) -> Int {
    switch key[index] {
    case integer:
      record.append(Int64(bitPattern: number(key, at: index + 1) ^ (1 << 63)))
      return index + 9
    case double:
      let bits = number(key, at: index + 1)
      record.append(Double(bitPattern: bits >> 63 == 1 ? bits & ~(1 << 63) : ~bits))
      return index + 9
    case text, data:
      return decodeBytes(key, at: index + 1, isText: key[index] == text, into: &record)
    default:
      record.appendNull()
      return index + 1
    }
  }

  private static func decodeBytes(
    _ key: Bytes, at start: Int, isText: Bool, into record: inout RecordCursor
  ) -> Int {
    var end = index(ofNULIn: key, from: start)
    var escapes = 0
    while key[end + 1] != 0 {
      escapes += 1
      end = index(ofNULIn: key, from: end + 2)
    }
    let bytes = Bytes(rebasing: key[start..<end])
    func append(_ bytes: Bytes) {
      record.append(isText ? RecordValue(text: bytes) : RecordValue(blob: bytes))
    }
    if escapes == 0 { append(bytes) } else { unescaped(bytes).withUnsafeBufferPointer(append) }
    return end + 2
  }

  /// The index of the first NUL from an index on; the end when there is none.
  @inline(__always)
  private static func index(ofNULIn bytes: Bytes, from start: Int) -> Int {
    guard let base = bytes.baseAddress, start < bytes.count,
      let found = memchr(base + start, 0, bytes.count - start)
    else { return bytes.count }
    return UnsafeRawPointer(base).distance(to: found)
  }

  private static func unescaped(_ text: Bytes) -> [UInt8] {
    var plain: [UInt8] = []
    var index = 0
    while index < text.count {
      plain.append(text[index])
      index += text[index] == 0 ? 2 : 1
    }
    return plain
  }

  private static func number(_ key: Bytes, at index: Int) -> UInt64 {
    guard let start = key.baseAddress else { return 0 }
    return UInt64(bigEndian: UnsafeRawPointer(start + index).loadUnaligned(as: UInt64.self))
  }
}

// MARK: - Columns of any type

extension SortKey {
  /// Appends a missing value that comes before all others or after them.
  package static func appendNull(to key: inout ByteBuffer, isFirst: Bool) {
    key.append(isFirst ? null : lastNull)
  }

  /// Appends an integer that is compared with doubles, too: the nearest double and the difference.
  package static func append(exactly number: Int64, to key: inout ByteBuffer) {
    let nearest = Double(number)
    append(nearest, to: &key)
    let offset = Int64(exactly: nearest).map { number - $0 } ?? number &- .max &- 1
    key.append(bigEndian: UInt64(offset + 0x8000), size: 2)
  }

  /// Appends a double that is compared with integers, too.
  package static func append(exactly number: Double, to key: inout ByteBuffer) {
    append(number, to: &key)
    key.append(bigEndian: 0x8000, size: 2)
  }

  package static func append(data bytes: UnsafeRawBufferPointer, to key: inout ByteBuffer) {
    bytes.withMemoryRebound(to: UInt8.self) { append($0, kind: data, to: &key) }
  }
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether these bytes come before others.
  func precedes(_ other: Self) -> Bool {
    guard let left = baseAddress, let right = other.baseAddress else {
      return isEmpty && !other.isEmpty
    }
    let order = memcmp(left, right, Swift.min(count, other.count))
    return order == 0 ? count < other.count : order < 0
  }
}
