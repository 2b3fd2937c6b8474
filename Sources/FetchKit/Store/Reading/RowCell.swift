/// A value of a fetched row in SQLite's memory, valid until the next row.
package enum RowCell {
  /// No value.
  case null
  /// A flag.
  case bool(Bool)
  case integer(Int64)
  case double(Double)
  /// Seconds since 1970-01-01 UTC.
  case date(Double)
  /// UTF-8, which SQLite does not guarantee to be valid.
  case text(UnsafeBufferPointer<UInt8>)
  /// Bytes.
  case data(UnsafeRawBufferPointer)
  /// The values of a to-many in their order.
  case list(UnsafeBufferPointer<RowCell>)

  /// Whether there is no value.
  package var isNull: Bool { if case .null = self { true } else { false } }

  package var doubleValue: Double? {
    switch self {
    case .bool(let flag): flag ? 1 : 0
    case .integer(let number): Double(number)
    case .double(let number), .date(let number): number
    case .null, .text, .data, .list: nil
    }
  }
}
