/// The type of an attribute, of an expression's result and of the column behind it.
public enum AttributeType: String, Hashable, Sendable, CaseIterable {
  /// A whole number of 64 bits.
  case integer
  /// A number with a fraction.
  case double
  /// A truth value, stored as 0 or 1.
  case boolean
  /// A text, stored as UTF-8.
  case string
  /// Seconds since 1970-01-01 UTC in the store.
  case date
  /// Bytes.
  case data

  /// The type's name in SQLite's `CREATE TABLE`.
  var sqlType: String {
    switch self {
    case .integer, .boolean: "INTEGER"
    case .double, .date: "REAL"
    case .string: "TEXT"
    case .data: "BLOB"
    }
  }

  /// Whether values of this type compare as numbers.
  public var isNumeric: Bool {
    switch self {
    case .integer, .double, .boolean: true
    case .string, .date, .data: false
    }
  }
}
