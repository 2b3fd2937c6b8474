import FetchKit
import Foundation
import Venues

/// An aggregate of each group: `NAME=FUNC(EXPRESSION)`.
struct Aggregate {
  let name: String
  private let function: ExpressionFunction
  private let operand: FetchExpression
  private let percentile: FetchExpression?

  private static let functions: [(name: String, function: ExpressionFunction)] = [
    ("sum", .sum), ("average", .average), ("min", .min), ("max", .max), ("count", .count),
    ("median", .median), ("percentile", .percentile), ("stddev", .standardDeviation),
    ("distinct", .countDistinct),
  ]

  /// Whether the values are ratings.
  var isRating: Bool {
    [.average, .min, .max, .median, .percentile].contains(function) && operand == .keyPath("rating")
  }

  /// The names of the functions, for help and errors.
  static let names = functions.map(\.name)

  init(_ text: String) throws {
    let parts = text.split(separator: "=", maxSplits: 1).map(String.init)
    guard parts.count == 2, let call = FunctionCall(parts[1].trimmingCharacters(in: .whitespaces))
    else { throw Failure.usage("--aggregate takes NAME=FUNC(KEY), found '\(text)'") }
    name = parts[0]
    function = try Self.function(call.name)
    var arguments = call.arguments
    percentile = function == .percentile ? try Self.percentile(&arguments, text) : nil
    let operand = arguments.joined(separator: ", ")
    self.operand = try Self.operand(operand)
    try checkType(call.name)
  }

  private static func function(_ name: String) throws -> ExpressionFunction {
    if name == "avg" { return .average }
    guard let known = functions.first(where: { $0.name == name }) else {
      throw Failure.usage(
        "unknown function '\(name)'; valid: \(names.joined(separator: ", "))")
    }
    return known.function
  }

  /// The last argument, a number from 0 to 100.
  private static func percentile(_ arguments: inout [String], _ text: String) throws
    -> FetchExpression
  {
    guard arguments.count > 1, let place = arguments.popLast().flatMap(Double.init),
      (0...100).contains(place)
    else {
      throw Failure.usage("percentile takes a key and a number from 0 to 100, found '\(text)'")
    }
    return .constant(.double(place))
  }

  private static func operand(_ text: String) throws -> FetchExpression {
    let keyPath = VenueField(word: text)?.keyPath ?? text
    if Venue.entity.attribute(forKeyPath: keyPath) != nil { return .keyPath(keyPath) }
    if !text.isEmpty, text.allSatisfy({ $0.isLetter || $0 == "." }) {
      throw KeyList.error(for: text, "unknown key '\(text)'")
    }
    return try VenueExpression.read(text)
  }

  private func checkType(_ name: String) throws {
    guard case .keyPath(let keyPath, _) = operand, let type = operandType, !type.isNumeric else {
      return
    }
    switch function {
    case .count, .countDistinct, .min, .max: break
    default: throw Failure.usage("\(name) takes a numeric key, \(keyPath) is not")
    }
  }

  /// The type of a key path; nil for another expression, which is a number.
  private var operandType: AttributeType? {
    guard case .keyPath(let keyPath, _) = operand else { return nil }
    return Venue.entity.attribute(forKeyPath: keyPath)?.type
  }

  /// The type of the result.
  var type: AttributeType {
    switch function {
    case .count, .countDistinct: .integer
    case .min, .max: operandType ?? .double
    default: .double
    }
  }

  /// The key paths that it reads.
  var keyPaths: Set<String> { operand.keyPaths }

  var description: ExpressionDescription {
    ExpressionDescription(
      name: name,
      expression: .function(function, [operand, percentile].compactMap(\.self)))
  }
}
