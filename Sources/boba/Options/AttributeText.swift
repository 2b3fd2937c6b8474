import FetchKit
import Foundation

/// Values of attributes as people write them in options.
enum AttributeText {
  /// The value of a text; nil when it is none of the type.
  static func value(_ text: String, _ type: AttributeType) -> Value? {
    switch type {
    case .string: .string(text)
    case .integer: Int64(text).map(Value.integer)
    case .double: Double(text).flatMap { $0.isFinite ? .double($0) : nil }
    case .boolean: boolean(text)
    case .date: (try? Date(text, strategy: .iso8601)).map(Value.date)
    case .data: nil
    }
  }

  private static func boolean(_ text: String) -> Value? {
    switch text.lowercased() {
    case "true", "yes", "1", "on": .bool(true)
    case "false", "no", "0", "off": .bool(false)
    default: nil
    }
  }

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
