internal import Collation
import Foundation

/// Prints predicates and expressions in the format language; parsing the result gives the same tree.
struct PredicatePrinter {
  /// Whether dates are literals such as `2014-05-01` instead of casts, as Core Data prints them.
  var writesDateLiterals = false

  func text(_ node: PredicateNode) -> String { text([.node(node)]) }

  private func text(_ pieces: [Piece]) -> String {
    var text = ""
    var rest = pieces
    while let next = rest.popLast() {
      switch next {
      case .text(let piece): text += piece
      case .node(let node): rest += self.pieces(node).reversed()
      case .value(let value): rest += self.pieces(value).reversed()
      case .literal(let value): rest += literalPieces(value).reversed()
      }
    }
    return text
  }

  /// What is left to print: a tree of any depth is printed without recursion.
  private enum Piece: ExpressibleByStringLiteral {
    case text(String)
    case node(PredicateNode)
    case value(FetchValue)
    case literal(FetchValue)

    init(stringLiteral text: String) { self = .text(text) }
  }

  private func pieces(_ node: PredicateNode) -> [Piece] {
    switch node {
    case .predicate(let predicate): pieces(predicate)
    case .expression(let expression): pieces(expression)
    }
  }

  private func pieces(_ predicate: FetchPredicate) -> [Piece] {
    switch predicate {
    case .constant(let value): [value ? "TRUEPREDICATE" : "FALSEPREDICATE"]
    case .comparison(let comparison): pieces(comparison)
    case .and(let parts):
      parts.isEmpty ? ["TRUEPREDICATE"] : joined(parts.map(grouped), by: " AND ")
    case .or(let parts): parts.isEmpty ? ["FALSEPREDICATE"] : joined(parts.map(grouped), by: " OR ")
    case .not(let inner): ["NOT "] + grouped(inner.predicate)
    }
  }

  private func joined(_ parts: [[Piece]], by separator: Piece) -> [Piece] {
    Array(parts.joined(separator: [separator]))
  }

  /// The predicate, in parentheses if it is a compound.
  private func grouped(_ predicate: FetchPredicate) -> [Piece] {
    switch predicate {
    case .and, .or: ["(", .node(.predicate(predicate)), ")"]
    case .constant, .comparison, .not: [.node(.predicate(predicate))]
    }
  }

  private func pieces(_ comparison: ComparisonPredicate) -> [Piece] {
    let modifier = comparison.modifier == .direct ? "" : comparison.modifier.rawValue + " "
    let sign = " \(comparison.comparison.rawValue)\(comparison.options.suffix) "
    return [.text(modifier)] + grouped(comparison.left, level: 1) + [.text(sign)]
      + grouped(comparison.right, level: 1)
  }

  /// The expression, in parentheses if its precedence is lower than `level`.
  private func grouped(_ expression: FetchExpression, level: Int) -> [Piece] {
    let piece = Piece.node(.expression(expression))
    return self.level(of: expression) < level ? ["(", piece, ")"] : [piece]
  }

  private func grouped(_ nested: FetchExpression.Nested, level: Int) -> [Piece] {
    grouped(nested.expression, level: level)
  }

  private static let atomLevel = 7

  private func level(of expression: FetchExpression) -> Int {
    switch expression {
    case .constant(let value): value.isNegative ? 6 : Self.atomLevel
    case .function(let function, let arguments):
      arguments.count == 2 ? function.infix?.precedence ?? Self.atomLevel : Self.atomLevel
    case .setOperation: 1
    case .assignment: 0
    case .evaluatedObject, .keyPath, .variable, .aggregate, .subquery, .conditional, .step,
      .element, .anyKey:
      Self.atomLevel
    }
  }

  private func pieces(_ expression: FetchExpression) -> [Piece] {
    switch expression {
    case .constant(let value): [.value(value)]
    case .evaluatedObject: ["SELF"]
    case .keyPath(let path, _): [.text(keyPath(path))]
    case .variable(let name): [.text("$\(name)")]
    case .function(let function, let arguments): pieces(function, arguments)
    case .aggregate(let elements): ["{"] + list(elements) + ["}"]
    case .subquery(let collection, let variable, let predicate):
      ["SUBQUERY("] + grouped(collection, level: 1)
        + [.text(", $\(variable), "), .node(.predicate(predicate.predicate)), ")"]
    case .conditional(let condition, let first, let second):
      ["TERNARY(", .node(.predicate(condition.predicate)), ", "]
        + list([first.expression, second.expression]) + [")"]
    case .setOperation(let operation, let left, let right):
      grouped(left, level: 1) + [.text(" \(operation.rawValue) ")] + grouped(right, level: 2)
    case .step(let base, let path): step(base, path)
    case .element(let collection, let index):
      grouped(collection, level: Self.atomLevel) + ["["] + pieces(index) + ["]"]
    case .assignment(let name, let inner):
      [.text("$\(name) := "), .node(.expression(inner.expression))]
    case .anyKey: ["ANYKEY"]
    }
  }

  private func pieces(
    _ function: ExpressionFunction, _ arguments: FetchExpression.Operands
  ) -> [Piece] {
    guard let infix = function.infix, arguments.count == 2 else {
      return [.text("\(Self.name(of: function))(")] + list(arguments) + [")"]
    }
    let isPower = function == .power
    return grouped(arguments[0], level: isPower ? 6 : infix.precedence)
      + [.text(" \(infix.sign) ")]
      + grouped(arguments[1], level: isPower ? 5 : infix.precedence + 1)
  }

  /// The selector, without the colon if it has only one.
  private static func name(of function: ExpressionFunction) -> String {
    if function == .cast { return "CAST" }
    let selector = function.rawValue
    return selector.count { $0 == ":" } == 1 ? String(selector.dropLast()) : selector
  }

  private func pieces(_ index: ExpressionIndex) -> [Piece] {
    switch index {
    case .first: ["FIRST"]
    case .last: ["LAST"]
    case .size: ["SIZE"]
    case .at(let place): grouped(place, level: 1)
    }
  }

  private func list(_ expressions: some Collection<FetchExpression>) -> [Piece] {
    joined(expressions.map { grouped($0, level: 1) }, by: ", ")
  }

  private func keyPath(_ path: String) -> String {
    guard Self.isWritable(path) else {
      return "FUNCTION(SELF, \"valueForKeyPath:\", \(Self.quoted(path)))"
    }
    let first = path.prefix { $0 != "." }
    return PredicateToken.keyword(String(first)) == nil ? path : "#\(path)"
  }

  private func step(_ base: FetchExpression.Nested, _ path: String) -> [Piece] {
    Self.isWritable(path)
      ? grouped(base, level: Self.atomLevel) + [.text(".\(path)")]
      : ["FUNCTION("] + grouped(base, level: 1)
        + [.text(", \"valueForKeyPath:\", \(Self.quoted(path)))")]
  }

  private static func isWritable(_ path: String) -> Bool {
    path.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { key in
      PredicateLexer.isName(key.hasPrefix("@") ? key.dropFirst() : key)
    }
  }
}

// MARK: - Values

extension PredicatePrinter {
  func text(_ value: FetchValue) -> String { text([.value(value)]) }

  private func pieces(_ value: FetchValue) -> [Piece] {
    switch value {
    case .null: ["nil"]
    case .bool(let flag): [flag ? "1" : "0"]
    case .integer(let number): [.text(String(number))]
    case .double(let number): [.text(text(number))]
    case .string(let text): [.text(Self.quoted(text))]
    case .date(let date): [.text(text(date))]
    case .data(let data): [.text("CAST(\"\(data.base64EncodedString())\", \"NSData\")")]
    case .list(let elements): ["{"] + joined(elements.map { [.value($0)] }, by: ", ") + ["}"]
    case .object(let members):
      ["CAST({"]
        + joined(
          sorted(members).map { [.text("\(Self.quoted($0.key)), "), .value($0.value)] }, by: ", ")
        + ["}, \"NSDictionary\")"]
    }
  }

  private func sorted(_ members: [String: FetchValue]) -> [(key: String, value: FetchValue)] {
    members.sorted { $0.key.unicodeScalars.lexicographicallyPrecedes($1.key.unicodeScalars) }
  }

  /// The value as a Swift literal.
  func literal(_ value: FetchValue) -> String { text([.literal(value)]) }

  private func literalPieces(_ value: FetchValue) -> [Piece] {
    switch value {
    case .null, .integer, .string: pieces(value)
    case .bool(let flag): [flag ? "true" : "false"]
    case .double(let number): [.text("\(number)")]
    case .date(let date): [.text(ISO8601Date.text(date.timeIntervalSince1970))]
    case .data(let data): [.text("\(data.count) bytes")]
    case .list(let elements): ["["] + joined(elements.map { [.literal($0)] }, by: ", ") + ["]"]
    case .object(let members) where members.isEmpty: ["[:]"]
    case .object(let members):
      ["["]
        + joined(
          sorted(members).map { [.text("\(Self.quoted($0.key)): "), .literal($0.value)] }, by: ", ")
        + ["]"]
    }
  }

  private func text(_ number: Double) -> String {
    if number.isNaN { return "nil" }
    return number.isFinite ? String(number) : "CAST(\"\(number)\", \"NSNumber\")"
  }

  private func text(_ date: Date) -> String {
    if writesDateLiterals, let literal = Self.literal(date) { return literal }
    return "CAST(\(seconds(date)), \"NSDate\")"
  }

  /// `2014-05-01` or `2014-05-01T12:30:00Z`; nil for a date that these do not express exactly.
  private static func literal(_ date: Date) -> String? {
    let text = ISO8601Date.text(date.timeIntervalSince1970)
    guard ISO8601Date.seconds(text) == date.timeIntervalSince1970 else { return nil }
    return text.hasSuffix("T00:00:00Z") ? String(text.prefix(10)) : text
  }

  /// The seconds since the reference date, with six decimals as Foundation prints them, or more if needed.
  private func seconds(_ date: Date) -> String {
    let seconds = date.timeIntervalSinceReferenceDate
    guard seconds.isFinite else { return text(.double(seconds)) }
    let text = String(format: "%.6f", seconds)
    return Double(text) == seconds ? text : String(seconds)
  }

  /// The text in quotation marks, also as a string of JSON.
  static func quoted(_ text: String) -> String {
    var result = "\""
    for scalar in text.unicodeScalars {
      switch scalar {
      case "\"": result += "\\\""
      case "\\": result += "\\\\"
      case "\n": result += "\\n"
      case "\r": result += "\\r"
      case "\t": result += "\\t"
      case _ where scalar.value < 0x20 || scalar.value == 0x7F:
        result += "\\u00" + String(scalar.value + 0x100, radix: 16).suffix(2)
      default: result.unicodeScalars.append(scalar)
      }
    }
    return result + "\""
  }
}

extension FetchValue {
  fileprivate var isNegative: Bool {
    switch self {
    case .integer(let number): number < 0
    case .double(let number): number.isFinite && number.sign == .minus
    case .null, .bool, .string, .date, .data, .list, .object: false
    }
  }
}

extension TextOptions {
  /// The options as printed, such as `[cd]`; empty for none.
  fileprivate var suffix: String {
    let letters = Self.letters.filter { contains($0.option) }.map(\.letter)
    return letters.isEmpty ? "" : "[\(String(letters))]"
  }
}

extension FetchPredicate: CustomStringConvertible {
  /// The predicate in the format language.
  public var predicateFormat: String { PredicatePrinter().text(.predicate(self)) }
  /// The predicate in the format language.
  public var description: String { predicateFormat }
  /// The predicate in the format language, with dates such as `2014-05-01`.
  package var formatWithDateLiterals: String {
    PredicatePrinter(writesDateLiterals: true).text(.predicate(self))
  }
}

extension FetchExpression: CustomStringConvertible {
  /// The expression in the format language.
  public var expressionFormat: String { PredicatePrinter().text(.expression(self)) }
  /// The expression in the format language.
  public var description: String { expressionFormat }
  /// The expression in the format language, with dates such as `2014-05-01`.
  package var formatWithDateLiterals: String {
    PredicatePrinter(writesDateLiterals: true).text(.expression(self))
  }
}
