/// A value of a record, whose bytes are not owned.
@usableFromInline
package struct RecordValue {
  @usableFromInline
  package enum Kind: UInt8 { case null, integer, double, text, blob }

  @usableFromInline
  package let kind: Kind
  /// The number of bytes.
  @usableFromInline
  let count: UInt32
  /// The integer, the bit pattern of the double, or the address of the bytes.
  @usableFromInline
  let bits: Int64

  @inlinable
  init(_ kind: Kind, bits: Int64 = 0, count: UInt32 = 0) {
    self.kind = kind
    self.bits = bits
    self.count = count
  }

  @inlinable
  init(_ kind: Kind, _ bytes: Bytes) {
    self.init(kind, bits: Int64(Int(bitPattern: bytes.baseAddress)), count: UInt32(bytes.count))
  }

  /// NULL.
  @inlinable
  package init() { self.init(.null) }

  @inlinable
  package init(integer: Int64) { self.init(.integer, bits: integer) }

  @inlinable
  package init(double: Double) { self.init(.double, bits: Int64(bitPattern: double.bitPattern)) }

  @inlinable
  package init(text: Bytes) { self.init(.text, text) }

  @inlinable
  package init(blob: Bytes) { self.init(.blob, blob) }

  @inlinable
  package var integer: Int64 { bits }

  @inlinable
  package var double: Double { Double(bitPattern: UInt64(bitPattern: bits)) }

  /// The bytes of a text in UTF-8, or of a blob.
  @inlinable
  package var bytes: Bytes {
    Bytes(start: UnsafePointer(bitPattern: Int(bits)), count: Int(count))
  }
}

/// Builds records from values, https://www.sqlite.org/fileformat2.html#record_format
struct RecordBuilder: ~Copyable {
  private var types = ByteBuffer()
  /// The header, at the end of the room for the largest one, and the values.
  private var record = ByteBuffer()
  private var headerLimit = 0

  /// The bytes of a number, or of a type.
  private static let numberSize = 9

  /// Returns the record of some values, valid until the next change; it begins with NULL for the primary key of a
  /// rowid table, which is the rowid.
  @inline(__always)
  mutating func record(_ values: UnsafeBufferPointer<RecordValue>, hasRowid: Bool) -> Bytes {
    var size = 0
    for index in 0..<values.count { size &+= Int(values[index].count) }
    var cursor = begin(values: values.count + 1, bytes: size)
    if hasRowid { cursor.appendNull() }
    for index in 0..<values.count { cursor.append(values[index]) }
    return finish(cursor)
  }

  /// Makes room for a number of values with a number of bytes, and begins a record.
  @inline(__always)
  mutating func begin(values: Int, bytes: Int) -> RecordCursor {
    headerLimit = Self.numberSize &* (values &+ 1)
    types.reserve(headerLimit)
    record.reserve(headerLimit &+ bytes &+ Self.numberSize &* values)
    return RecordCursor(type: types.start, value: record.start + headerLimit)
  }

  /// Returns the record with what a cursor has appended, valid until the next change.
  @inline(__always)
  mutating func finish(_ cursor: RecordCursor) -> Bytes {
    let count = cursor.type - types.start
    // The length of the header counts itself.
    let size = count + (count < 127 ? 1 : count < 16_382 ? 2 : 3)
    let start = record.start + headerLimit - size
    let length = Varint.write(UInt64(size), to: start)
    (start + length).update(from: types.start, count: count)
    return Bytes(start: start, count: cursor.value - start)
  }
}

/// The places of the next type and of the next value of a record, in memory that has room for them.
struct RecordCursor {
  fileprivate var type: UnsafeMutablePointer<UInt8>
  fileprivate var value: UnsafeMutablePointer<UInt8>

  @inline(__always)
  mutating func appendNull() { append(type: 0) }

  @inline(__always)
  mutating func append(_ number: Int64) {
    if number == 0 || number == 1 {
      return append(type: 8 | UInt8(truncatingIfNeeded: number))
    }
    let magnitude = number < 0 ? ~number : number
    let (type, size) = Self.integerType(bits: 65 - magnitude.leadingZeroBitCount)
    append(type: type)
    let shifted = UInt64(bitPattern: number) &<< (64 &- 8 &* UInt64(size))
    UnsafeMutableRawPointer(value).storeBytes(of: shifted.bigEndian, as: UInt64.self)
    value += size
  }

  /// Appends a number of a REAL column; integral ones are stored as integers, as SQLite does.
  @inline(__always)
  mutating func append(_ number: Double) {
    if let whole = Int64(exactly: number), abs(whole) < 1 << 47, number.bitPattern != 1 << 63 {
      return append(whole)
    }
    append(type: 7)
    UnsafeMutableRawPointer(value).storeBytes(of: number.bitPattern.bigEndian, as: UInt64.self)
    value += 8
  }

  @inline(__always)
  mutating func append(_ record: RecordValue) {
    switch record.kind {
    case .null: appendNull()
    case .integer: append(record.integer)
    case .double: append(record.double)
    case .text: append(record.bytes, type: 13)
    case .blob: append(record.bytes, type: 12)
    }
  }

  @inline(__always)
  private mutating func append(_ bytes: Bytes, type base: UInt64) {
    type += Varint.write(2 &* UInt64(truncatingIfNeeded: bytes.count) &+ base, to: type)
    guard let source = bytes.baseAddress else { return }
    value.update(from: source, count: bytes.count)
    value += bytes.count
  }

  @inline(__always)
  private mutating func append(type number: UInt8) {
    type.pointee = number
    type += 1
  }

  @inline(__always)
  private static func integerType(bits: Int) -> (type: UInt8, size: Int) {
    switch bits {
    case ...8: (1, 1)
    case ...16: (2, 2)
    case ...24: (3, 3)
    case ...32: (4, 4)
    case ...48: (5, 6)
    default: (6, 8)
    }
  }
}
