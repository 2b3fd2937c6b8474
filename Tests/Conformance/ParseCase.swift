import FetchKit
import Foundation

/// A format string and its expected syntax tree.
struct ParseCase {
  private let json: JSON
  private let written: CasePredicate

  init(_ json: JSON) throws(CaseError) {
    self.json = json
    written = try CasePredicate(json)
  }

  func outcome() throws -> Outcome {
    let parsed: FetchPredicate
    do {
      parsed = try written.bound()
    } catch {
      return json["error"] != nil && json["error"] != .bool(false)
        ? .passed : .failed(got: "error: \(error.message)", expected: "a predicate")
    }
    if let error = json["error"], error != .bool(false) {
      return .failed(got: parsed.predicateFormat, expected: "an error")
    }
    for check in [tree, printed, sameAs, equality, count, reading] {
      let outcome = try check(parsed)
      if outcome != .passed { return outcome }
    }
    return .passed
  }

  private func tree(_ parsed: FetchPredicate) -> Outcome {
    guard let expected = json["tree"] else { return .passed }
    let got = TreeForm.json(parsed)
    return TreeForm.isSame(got, expected)
      ? .passed : .failed(got: "\(got)", expected: "\(expected)")
  }

  private func printed(_ parsed: FetchPredicate) -> Outcome {
    guard let expected = json["printed"]?.text else { return .passed }
    return .comparing(parsed.predicateFormat, expected)
  }

  private func sameAs(_ parsed: FetchPredicate) throws -> Outcome {
    guard let other = json["same_as"]?.text else { return .passed }
    return .comparing(
      "\(parsed == (try FetchPredicate(format: other, arguments: written.arguments)))", "true")
  }

  private func equality(_ parsed: FetchPredicate) throws -> Outcome {
    guard json["compare_with"] != nil || json["equal"] != nil else { return .passed }
    guard let other = json["compare_with"]?.text, let expected = json["equal"]?.flag else {
      throw CaseError("compare_with needs a format, and equal true or false")
    }
    let isEqual = parsed == (try FetchPredicate(format: other, arguments: written.arguments))
    return .comparing("\(isEqual)", "\(expected)")
  }

  private func count(_ parsed: FetchPredicate) -> Outcome {
    guard let expected = json["expression_count"]?.integer else { return .passed }
    return .comparing("\(PredicateNode.predicate(parsed).expressionCount)", "\(expected)")
  }

  /// Checks that parsing the printed predicate gives an equal one.
  private func reading(_ parsed: FetchPredicate) throws -> Outcome {
    let again = try FetchPredicate(format: parsed.predicateFormat)
    return .comparing(again.predicateFormat, parsed.predicateFormat)
  }
}

/// Syntax trees in the notation of the cases.
enum TreeForm {
  static func json(_ predicate: FetchPredicate) -> JSON {
    switch predicate {
    case .constant(let value): .list([.string(value ? "TRUEPREDICATE" : "FALSEPREDICATE")])
    case .comparison(let comparison): json(comparison)
    case .and(let parts): .list([.string("AND")] + parts.map(json))
    case .or(let parts): .list([.string("OR")] + parts.map(json))
    case .not(let inner): .list([.string("NOT"), json(inner.predicate)])
    }
  }

  private static func json(_ comparison: ComparisonPredicate) -> JSON {
    var details: [String: JSON] = [:]
    if comparison.modifier != .direct {
      details["modifier"] = .string(comparison.modifier.rawValue)
    }
    let options = comparison.options.text
    if !options.isEmpty { details["options"] = .string(options) }
    let sides = [
      .string(comparison.comparison.rawValue), json(comparison.left), json(comparison.right),
    ]
    return .list(sides + (details.isEmpty ? [] : [.object(details)]))
  }

  private static func json(_ expression: FetchExpression) -> JSON {
    switch expression {
    case .constant(.list(let values)):
      ["agg": .list(values.map { json(FetchExpression.constant($0)) })]
    case .constant(let value): ["c": json(value)]
    case .evaluatedObject: "SELF"
    case .anyKey: "ANYKEY"
    case .keyPath(let path, _): ["k": .string(path)]
    case .variable(let name): ["v": .string(name)]
    case .function(let function, let arguments): json(function.rawValue, Array(arguments))
    case .aggregate(let elements): ["agg": .list(elements.map(json))]
    case .subquery(let collection, let variable, let predicate):
      [
        "subquery": .list([
          json(collection.expression), .string(variable), json(predicate.predicate),
        ])
      ]
    case .conditional(let condition, let first, let second):
      [
        "tern": .list([
          json(condition.predicate), json(first.expression), json(second.expression),
        ])
      ]
    case .setOperation(let operation, let left, let right):
      json(operation.rawValue, [left.expression, right.expression])
    case .step(let base, let path):
      ["f": .list([.string("valueForKeyPath:"), json(base.expression), ["k": .string(path)]])]
    case .element(let collection, let index):
      ["f": .list([.string("objectFrom:withIndex:"), json(collection.expression), json(index)])]
    case .assignment(let name, let inner):
      ["assign": .list([.string(name), json(inner.expression)])]
    }
  }

  private static func json(_ name: String, _ arguments: [FetchExpression]) -> JSON {
    ["f": .list([.string(name)] + arguments.map(json))]
  }

  private static func json(_ index: ExpressionIndex) -> JSON {
    switch index {
    case .first: "FIRST"
    case .last: "LAST"
    case .size: "SIZE"
    case .at(let place): json(place.expression)
    }
  }

  private static func json(_ value: FetchValue) -> JSON {
    switch value {
    case .null: .null
    case .bool(let flag): .integer(flag ? 1 : 0)
    case .integer(let number): .integer(number)
    case .double(let number): .double(number)
    case .string(let text): .string(text)
    case .date(let date): ["$date": .string(date.formatted(.iso8601))]
    case .data(let data): ["$data": .string(hex(data))]
    case .list(let elements): .list(elements.map(json))
    case .object(let members): .object(members.mapValues(json))
    }
  }

  private static func hex(_ data: Data) -> String {
    data.map { ($0 < 16 ? "0" : "") + String($0, radix: 16) }.joined()
  }

  /// Returns whether two trees are equal; 1, 1.0 and true are, and so are an aggregate and a constant list.
  static func isSame(_ tree: JSON, _ expected: JSON) -> Bool {
    isEqual(plain(tree), plain(expected))
  }

  /// Returns a normalized tree: lists are aggregates, NONE is NOT ANY, SOME is ANY, values have one
  /// notation.
  private static func plain(_ json: JSON) -> JSON {
    switch json {
    case .object(let members):
      if members.count == 1, members.keys.first?.hasPrefix("$") ?? false,
        let value = try? TypedValue.value(json)
      {
        return self.json(value)
      }
      if members.count == 1, case .list(let elements) = members["c"] {
        return ["agg": .list(elements.map { plain(["c": $0]) })]
      }
      if members["modifier"] == "SOME" {
        return .object(members.merging(["modifier": "ANY"]) { $1 })
      }
      return .object(members.mapValues(plain))
    case .list(var parts):
      guard parts.last?["modifier"] == "NONE", case .object(let details) = parts.removeLast() else {
        return .list(json.elements?.map(plain) ?? [])
      }
      let any = JSON.object(details.merging(["modifier": "ANY"]) { $1 })
      return ["NOT", .list((parts + [any]).map(plain))]
    case .string(let text) where text.hasPrefix("$") && text.count > 1:
      return .string(String(text.dropFirst()))
    case .null, .bool, .integer, .double, .string: return json
    }
  }

  private static func isEqual(_ left: JSON, _ right: JSON) -> Bool {
    switch (left, right) {
    case (.list(let first), .list(let second)):
      first.count == second.count && zip(first, second).allSatisfy(isEqual)
    case (.object(let first), .object(let second)):
      first.keys == second.keys
        && first.allSatisfy { key, value in second[key].map { isEqual(value, $0) } ?? false }
    default: number(left).map { $0 == number(right) } ?? (left == right)
    }
  }

  private static func number(_ json: JSON) -> Double? {
    switch json {
    case .bool(let flag): flag ? 1 : 0
    case .integer(let number): Double(number)
    case .double(let number): number
    case .null, .string, .list, .object: nil
    }
  }
}

extension TextOptions {
  /// The letters of the options.
  fileprivate var text: String {
    let letters: [(TextOptions, String)] = [
      (.caseInsensitive, "c"), (.diacriticInsensitive, "d"), (.localeAware, "l"),
      (.normalized, "n"),
    ]
    return letters.filter { contains($0.0) }.map(\.1).joined()
  }
}

extension JSON: ExpressibleByStringLiteral, ExpressibleByArrayLiteral,
  ExpressibleByDictionaryLiteral
{
  init(arrayLiteral elements: JSON...) { self = .list(elements) }
  init(stringLiteral text: String) { self = .string(text) }

  init(dictionaryLiteral elements: (String, JSON)...) {
    self = .object(Dictionary(elements) { _, last in last })
  }
}

extension PredicateNode {
  /// The number of expressions; a key after another expression counts as one, and so does an index.
  fileprivate var expressionCount: Int {
    let own =
      switch self {
      case .predicate: 0
      case .expression(.constant(.list(let values))): 1 + values.count
      case .expression(.step), .expression(.element(_, .first)), .expression(.element(_, .last)),
        .expression(.element(_, .size)):
        2
      case .expression: 1
      }
    return children.reduce(own) { $0 + $1.expressionCount }
  }
}
