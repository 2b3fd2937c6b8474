import FetchKit

/// Values of attributes as messages tell of them.
enum AttributeText {
  /// What values of a type are, for messages.
  static func words(_ type: AttributeType) -> String {
    switch type {
    case .string: "a text"
    case .integer: "a whole number"
    case .double: "a number"
    case .boolean: "true or false"
    case .date: "a time such as 2026-01-31T12:00:00Z"
    case .data: "data"
    }
  }
}
