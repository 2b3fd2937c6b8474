/// A value of a record, whose bytes are not owned.
@usableFromInline
package struct RecordValue {
  @usableFromInline
  package enum Kind: UInt8 { case null, integer, double, text, blob }

  @usableFromInline
  package var kind: Kind
  /// The integer, or the bit pattern of the double.
  @usableFromInline
  package var bits: Int64 = 0
  /// The bytes of a text in UTF-8, or of a blob.
  @usableFromInline
  package var bytes = Bytes(start: nil, count: 0)

  @inlinable
  package init() { kind = .null }

  @inlinable
  package init(integer: Int64) { (kind, bits) = (.integer, integer) }

  @inlinable
  package init(double: Double) { (kind, bits) = (.double, Int64(bitPattern: double.bitPattern)) }

  @inlinable
  package init(text: Bytes) { (kind, bytes) = (.text, text) }

  @inlinable
  package init(blob: Bytes) { (kind, bytes) = (.blob, blob) }

  @inlinable
  package var integer: Int64 { bits }

  @inlinable
  package var double: Double { Double(bitPattern: UInt64(bitPattern: bits)) }
}

/// Builds a record from values, https://www.sqlite.org/fileformat2.html#record_format
struct RecordBuilder: ~Copyable {
  private var types = ByteBuffer()
  private var body = ByteBuffer()
  private var record = ByteBuffer()

  mutating func removeAll() {
    types.removeAll()
    body.removeAll()
  }

  mutating func appendNull() { types.append(0) }

  @inline(__always)
  mutating func append(_ number: Int64) {
    if number == 0 || number == 1 { return types.append(8 + UInt8(number)) }
    let magnitude = number < 0 ? ~number : number
    let (type, size) = Self.integerType(bits: 65 - magnitude.leadingZeroBitCount)
    types.append(type)
    body.append(bigEndian: UInt64(bitPattern: number), size: size)
  }

  /// Appends a number of a REAL column; integral ones are stored as integers, as SQLite does.
  @inline(__always)
  mutating func append(_ number: Double) {
    if let whole = Int64(exactly: number), abs(whole) < 1 << 47, number.bitPattern != 1 << 63 {
      return append(whole)
    }
    types.append(7)
    body.append(bigEndian: number.bitPattern)
  }

  @inline(__always)
  mutating func append(_ text: Bytes) {
    types.append(varint: UInt64(2 * text.count + 13))
    body.append(text)
  }

  /// Returns the record of the appended values, valid until the next change.
  mutating func finish() -> Bytes {
    record.removeAll()
    // The length of the header counts itself.
    let size = types.count + (types.count < 127 ? 1 : types.count < 16_382 ? 2 : 3)
    record.append(varint: UInt64(size))
    record.append(types.bytes)
    record.append(body.bytes)
    return record.bytes
  }

  @inline(__always)
  mutating func append(_ value: RecordValue) {
    switch value.kind {
    case .null: appendNull()
    case .integer: append(value.integer)
    case .double: append(value.double)
    case .text: append(value.bytes)
    case .blob:
      types.append(varint: UInt64(2 * value.bytes.count + 12))
      body.append(value.bytes)
    }
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
