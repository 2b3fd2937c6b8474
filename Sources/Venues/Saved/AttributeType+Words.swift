public import FetchKit

extension AttributeType {
  /// What values of the type are, in English words for messages.
  public var words: String {
    switch self {
    case .string: "a text"
    case .integer: "a whole number"
    case .double: "a number"
    case .boolean: "true or false"
    case .date: "a time such as 2026-01-31T12:00:00Z"
    case .data: "data"
    }
  }
}
