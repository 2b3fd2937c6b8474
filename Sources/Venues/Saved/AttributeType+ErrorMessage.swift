package import FetchKit

extension AttributeType {
  /// The kind of value that the type takes, as part of an error.
  package var errorMessage: ErrorMessage {
    switch self {
    case .string: ErrorMessage("value.string", "text")
    case .integer: ErrorMessage("value.integer", "a whole number")
    case .double: ErrorMessage("value.double", "a number")
    case .boolean: ErrorMessage("value.boolean", "true or false")
    case .date: ErrorMessage("value.date", "a time such as 2026-01-31T12:00:00Z")
    case .data: ErrorMessage("value.data", "data")
    }
  }
}
