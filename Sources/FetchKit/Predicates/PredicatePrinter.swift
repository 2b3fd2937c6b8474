internal import Collation
import Foundation

/// Prints predicates and expressions in the format language; parsing the result gives the same tree.
enum PredicatePrinter {
  static func text(_ node: PredicateNode) -> String {
    var text = ""
    var rest = [Piece.node(node)]
    while let next = rest.popLast() {
      switch next {
      case .text(let piece): text += piece
      case .node(let node): rest += pieces(node).reversed()
      }
    }
    return text
  }

  /// What is left to print: a tree of any depth is printed without recursion.
  private enum Piece: ExpressibleByStringLiteral {
    case text(String)
    case node(PredicateNode)

    init(stringLiteral text: String) { self = .text(text) }
  }

  private static func pieces(_ node: PredicateNode) -> [Piece] {
    switch node {
    case .predicate(let predicate): pieces(predicate)
    case .expression(let expression): pieces(expression)
    }
  }

  private static func pieces(_ predicate: FetchPredicate) -> [Piece] {
    switch predicate {
    case .constant(let value): [value ? "TRUEPREDICATE" : "FALSEPREDICATE"]
    case .comparison(let comparison): pieces(comparison)
    case .and(let parts):
      parts.isEmpty ? ["TRUEPREDICATE"] : joined(parts.map(grouped), by: " AND ")
    case .or(let parts): parts.isEmpty ? ["FALSEPREDICATE"] : joined(parts.map(grouped), by: " OR ")
    case .not(let inner): ["NOT "] + grouped(inner.predicate)
    }
  }

  private static func joined(_ parts: [[Piece]], by separator: Piece) -> [Piece] {
    Array(parts.joined(separator: [separator]))
  }

  /// The predicate, in parentheses if it is a compound.
  private static func grouped(_ predicate: FetchPredicate) -> [Piece] {
    switch predicate {
    case .and, .or: ["(", .node(.predicate(predicate)), ")"]
    case .constant, .comparison, .not: [.node(.predicate(predicate))]
    }
  }

  private static func pieces(_ comparison: ComparisonPredicate) -> [Piece] {
    let modifier = comparison.modifier == .direct ? "" : comparison.modifier.rawValue + " "
    let sign = " \(comparison.comparison.rawValue)\(comparison.options.suffix) "
    return [.text(modifier)] + grouped(comparison.left, level: 1) + [.text(sign)]
      + grouped(comparison.right, level: 1)
  }

  /// The expression, in parentheses if its precedence is lower than `level`.
  private static func grouped(_ expression: FetchExpression, level: Int) -> [Piece] {
    let piece = Piece.node(.expression(expression))
    return self.level(of: expression) < level ? ["(", piece, ")"] : [piece]
  }

  private static func grouped(_ nested: FetchExpression.Nested, level: Int) -> [Piece] {
    grouped(nested.expression, level: level)
  }

  private static let atomLevel = 7

  private static func level(of expression: FetchExpression) -> Int {
    switch expression {
    case .constant(let value): value.isNegative ? 6 : atomLevel
    case .function(let function, let arguments):
      arguments.count == 2 ? function.infix?.precedence ?? atomLevel : atomLevel
    case .setOperation: 1
    case .assignment: 0
    case .evaluatedObject, .keyPath, .variable, .aggregate, .subquery, .conditional, .step,
      .element, .anyKey:
      atomLevel
    }
  }

  private static func pieces(_ expression: FetchExpression) -> [Piece] {
    switch expression {
    case .constant(let value): [.text(text(value))]
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
      grouped(collection, level: atomLevel) + ["["] + pieces(index) + ["]"]
    case .assignment(let name, let inner):
      [.text("$\(name) := "), .node(.expression(inner.expression))]
    case .anyKey: ["ANYKEY"]
    }
  }

  private static func pieces(
    _ function: ExpressionFunction, _ arguments: FetchExpression.Operands
  ) -> [Piece] {
    guard let infix = function.infix, arguments.count == 2 else {
      return [.text("\(name(of: function))(")] + list(arguments) + [")"]
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

  private static func pieces(_ index: ExpressionIndex) -> [Piece] {
    switch index {
    case .first: ["FIRST"]
    case .last: ["LAST"]
    case .size: ["SIZE"]
    case .at(let place): grouped(place, level: 1)
    }
  }

  private static func list(_ expressions: some Collection<FetchExpression>) -> [Piece] {
    joined(expressions.map { grouped($0, level: 1) }, by: ", ")
  }

  private static func keyPath(_ path: String) -> String {
    guard isWritable(path) else { return "FUNCTION(SELF, \"valueForKeyPath:\", \(quoted(path)))" }
    let first = path.prefix { $0 != "." }
    return PredicateToken.keyword(String(first)) == nil ? path : "#\(path)"
  }

  private static func step(_ base: FetchExpression.Nested, _ path: String) -> [Piece] {
    isWritable(path)
      ? grouped(base, level: atomLevel) + [.text(".\(path)")]
      : ["FUNCTION("] + grouped(base, level: 1)
        + [.text(", \"valueForKeyPath:\", \(quoted(path)))")]
  }

  private static func isWritable(_ path: String) -> Bool {
    path.split(separator: ".", omittingEmptySubsequences: false).allSatisfy { key in
      PredicateLexer.isName(key.hasPrefix("@") ? key.dropFirst() : key)
    }
  }
}

// MARK: - Values

extension PredicatePrinter {
  static func text(_ value: FetchValue) -> String {
    switch value {
    case .null: "nil"
    case .bool(let flag): flag ? "1" : "0"
    case .integer(let number): String(number)
    case .double(let number): self.text(number)
    case .string(let text): quoted(text)
    case .date(let date): "CAST(\(self.text(date)), \"NSDate\")"
    case .data(let data): "CAST(\"\(data.base64EncodedString())\", \"NSData\")"
    case .list(let elements): "{\(elements.map { text($0) }.joined(separator: ", "))}"
    case .object(let members): "CAST({\(list(members))}, \"NSDictionary\")"
    }
  }

  private static func text(_ number: Double) -> String {
    if number.isNaN { return "nil" }
    return number.isFinite ? String(number) : "CAST(\"\(number)\", \"NSNumber\")"
  }

  /// The seconds since the reference date, with six decimals as Foundation prints them, or more if needed.
  private static func text(_ date: Date) -> String {
    let seconds = date.timeIntervalSinceReferenceDate
    let text = String(format: "%.6f", seconds)
    return Double(text) == seconds ? text : String(seconds)
  }

  private static func list(_ members: [String: FetchValue]) -> String {
    members.sorted { $0.key.unicodeScalars.lexicographicallyPrecedes($1.key.unicodeScalars) }
      .map { "\(quoted($0.key)), \(text($0.value))" }.joined(separator: ", ")
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
  public var predicateFormat: String { PredicatePrinter.text(.predicate(self)) }
  /// The predicate in the format language.
  public var description: String { predicateFormat }
}

extension FetchExpression: CustomStringConvertible {
  /// The expression in the format language.
  public var expressionFormat: String { PredicatePrinter.text(.expression(self)) }
  /// The expression in the format language.
  public var description: String { expressionFormat }
}
