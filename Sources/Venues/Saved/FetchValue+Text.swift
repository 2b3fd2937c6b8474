public import FetchKit
import Foundation

extension FetchValue {
  /// The value of a text as a type; nil if invalid.
  public init?(text: String, type: AttributeType) {
    switch type {
    case .string: self = .string(text)
    case .integer:
      guard let number = Int64(text) else { return nil }
      self = .integer(number)
    case .double:
      guard let number = Double(text), number.isFinite else { return nil }
      self = .double(number)
    case .boolean:
      guard let isTrue = Self.boolean(text) else { return nil }
      self = .bool(isTrue)
    case .date:
      guard let seconds = ISO8601Date.seconds(text) else { return nil }
      self = .date(Date(timeIntervalSince1970: seconds))
    case .data: return nil
    }
  }

  private static func boolean(_ text: String) -> Bool? {
    switch text.lowercased() {
    case "true", "yes", "1", "on": true
    case "false", "no", "0", "off": false
    default: nil
    }
  }
}

extension VariableUse {
  /// The value of a text for the variable, with commas between the values of a list; nil if invalid or an empty list.
  public func value(of text: String) -> FetchValue? {
    guard isList else { return FetchValue(text: text, type: attribute.type) }
    let texts = Self.elements(of: text)
    let values = texts.compactMap { FetchValue(text: $0, type: attribute.type) }
    return !texts.isEmpty && values.count == texts.count ? .list(values) : nil
  }

  /// The texts between the commas of a list, without white space around them and without blank ones.
  package static func elements(of text: String) -> [String] {
    text.split(separator: ",").map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
      .filter { !$0.isEmpty }
  }
}

extension AttributeType {
  /// The kind of value that the type takes, as part of an error.
  package var errorMessage: ErrorMessage {
    switch self {
    case .string: ErrorMessage("value.string", "text")
    case .integer: ErrorMessage("value.integer", "a whole number")
    case .double: ErrorMessage("value.double", "a number")
    case .boolean: ErrorMessage("value.boolean", "true or false")
    case .date:
      ErrorMessage("value.date", "a date such as 2026-01-31 or a time such as 2026-01-31T12:00:00Z")
    case .data: ErrorMessage("value.data", "data")
    }
  }
}
