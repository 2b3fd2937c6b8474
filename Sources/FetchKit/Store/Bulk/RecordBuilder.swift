internal import Collation

/// Puts values together to a record of SQLite, https://www.sqlite.org/fileformat2.html#record_format
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

  /// Appends a number of a column of reals; whole ones are kept as integers, as SQLite does.
  @inline(__always)
  mutating func append(_ number: Double) {
    if let whole = Int64(exactly: number), abs(whole) < 1 << 47, number.bitPattern != 1 << 63 {
      return append(whole)
    }
    types.append(7)
    body.append(bigEndian: number.bitPattern)
  }

  @inline(__always)
  mutating func append(_ text: TextBytes) {
    types.append(varint: UInt64(2 * text.count + 13))
    body.append(text)
  }

  mutating func append(blob: TextBytes) {
    types.append(varint: UInt64(2 * blob.count + 12))
    body.append(blob)
  }

  /// The record of all that was appended, until the next change.
  mutating func finish() -> TextBytes {
    record.removeAll()
    // The length of the header counts itself.
    let size = types.count + (types.count < 127 ? 1 : types.count < 16_382 ? 2 : 3)
    record.append(varint: UInt64(size))
    record.append(types.bytes)
    record.append(body.bytes)
    return record.bytes
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
