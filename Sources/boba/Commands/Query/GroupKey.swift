import FetchKit
import Foundation
import Venues

/// A key of `--group-by`: a key path, or an expression such as `bin(rating, 0.5)` or `year(createdAt)`.
struct GroupKey {
  /// The name in the output: the key path, or the text of the expression.
  let name: String
  /// The attribute that is grouped by; computed for an expression.
  let attribute: AttributeDescription
  /// The width of the intervals of `bin`; nil for other keys.
  private(set) var binWidth: Double?

  init(_ text: String) throws {
    let key = text.trimmingCharacters(in: .whitespaces)
    guard let call = FunctionCall(key) else {
      name = KeyList.field(key)?.keyPath ?? key
      attribute = try Self.attribute(name, key)
      return
    }
    name = key
    let definition = try Self.definition(call)
    attribute = AttributeDescription(key, Self.type(definition), computed: definition)
    if case .function(.bin, let arguments) = definition {
      binWidth = arguments.last?.constantValue?.doubleValue
      guard binWidth.map({ $0 > 0 }) != false else {
        throw Failure.usage("bin takes a key and a width above 0, found '\(key)'")
      }
    }
  }

  /// The attribute of a key path, also of one through a to-many.
  private static func attribute(_ keyPath: String, _ key: String) throws -> AttributeDescription {
    if let attribute = Venue.entity.attribute(forKeyPath: keyPath) { return attribute }
    guard Venue.entity.keyPaths.contains(keyPath),
      let type = Venue.entity.elementAttribute(forKeyPath: keyPath)?.attribute.type
    else {
      guard let part = Venue.entity.keyPaths.first(where: { $0.hasPrefix(key + ".") }) else {
        throw KeyList.error(for: key, "unknown key '\(key)'")
      }
      throw Failure.usage("'\(key)' has several keys; group by one of them, such as \(part)")
    }
    return AttributeDescription(keyPath, type)
  }

  private static func type(_ expression: FetchExpression) -> AttributeType {
    switch expression {
    case .function(.year, _), .function(.month, _), .function(.day, _), .function(.weekday, _):
      .integer
    case .function(.lowercase, _), .function(.uppercase, _): .string
    default: .double
    }
  }

  /// The expression of a key that is a call; bands without bounds are those of the finder's sections by distance.
  private static func definition(_ call: FunctionCall) throws -> FetchExpression {
    guard call.name == "bands", call.arguments.count == 1 else {
      return try VenueExpression.read(call.text)
    }
    return .bands(
      of: try VenueExpression.read(call.arguments[0]), bounds: VenueSectioning.distanceBounds)
  }
}

/// A call in an option: `NAME(ARGUMENT, …)`.
struct FunctionCall {
  let text: String
  let name: String
  let arguments: [String]

  /// Fails for other text, such as a quotient of two calls.
  init?(_ text: String) {
    guard let open = text.firstIndex(of: "("), text.hasSuffix(")"), Self.isOne(text[open...]) else {
      return nil
    }
    self.text = text
    name = text[..<open].trimmingCharacters(in: .whitespaces).lowercased()
    let inner = String(text[text.index(after: open)...].dropLast())
    arguments = KeyList.keys(inner).map { $0.trimmingCharacters(in: .whitespaces) }
  }

  /// Whether the first parenthesis is closed by the last one.
  private static func isOne(_ text: Substring) -> Bool {
    var depth = 0
    return text.dropLast().allSatisfy { character in
      depth += character == "(" ? 1 : character == ")" ? -1 : 0
      return depth > 0
    }
  }
}

/// Expressions over venues in options, which may use the short keys of venues.
enum VenueExpression {
  static func read(_ format: String) throws -> FetchExpression {
    do {
      let expression = try FetchExpression(format: format).expandingShortNames()
      // Refuses unknown keys and types before anything runs.
      try FetchPredicate.comparison(expression, .notEqual, .constant(.null))
        .check(for: Venue.entity)
      return expression
    } catch {
      var error = error
      error.format = format
      throw error
    }
  }
}
