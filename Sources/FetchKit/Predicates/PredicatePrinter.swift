internal import Collation
import Foundation

/// Prints predicates and expressions in the format language; parsing the result gives the same tree.
enum PredicatePrinter {
  static func text(_ predicate: FetchPredicate) -> String {
    var text = ""
    var rest = [Piece.predicate(predicate)]
    while let next = rest.popLast() {
      switch next {
      case .text(let piece): text += piece
      case .predicate(let predicate): rest += pieces(predicate).reversed()
      }
    }
    return text
  }

  /// What is left to print: a tree of any depth is printed without recursion.
  private enum Piece {
    case text(String)
    case predicate(FetchPredicate)
  }

  private static func pieces(_ predicate: FetchPredicate) -> [Piece] {
    switch predicate {
    case .constant(let value): [.text(value ? "TRUEPREDICATE" : "FALSEPREDICATE")]
    case .comparison(let comparison): [.text(text(comparison))]
    case .and(let parts): pieces(parts, joinedBy: "AND", whenEmpty: "TRUEPREDICATE")
    case .or(let parts): pieces(parts, joinedBy: "OR", whenEmpty: "FALSEPREDICATE")
    case .not(let inner): [.text("NOT ")] + grouped(inner.predicate)
    }
  }

  private static func pieces(
    _ parts: FetchPredicate.Subpredicates, joinedBy connective: String, whenEmpty empty: String
  ) -> [Piece] {
    guard let first = parts.first else { return [.text(empty)] }
    return grouped(first)
      + parts.dropFirst().flatMap { [.text(" \(connective) ")] + grouped($0) }
  }

  /// The predicate, in parentheses if it is a compound.
  private static func grouped(_ predicate: FetchPredicate) -> [Piece] {
    switch predicate {
    case .and, .or: [.text("("), .predicate(predicate), .text(")")]
    case .constant, .comparison, .not: [.predicate(predicate)]
    }
  }

  private static func text(_ comparison: ComparisonPredicate) -> String {
    let modifier = comparison.modifier == .direct ? "" : comparison.modifier.rawValue + " "
    let left = limitedText(comparison.left, level: 1)
    let right = limitedText(comparison.right, level: 1)
    return
      "\(modifier)\(left) \(comparison.comparison.rawValue)\(comparison.options.suffix) \(right)"
  }

  /// The expression, or `…` if it is so deep that recursion over it could overflow the stack.
  fileprivate static func limitedText(_ expression: FetchExpression, level: Int) -> String {
    expression.isDeeper(than: PredicateParser.maximumDepth) ? "…" : text(expression, level: level)
  }

  /// The expression, in parentheses if its precedence is lower than `level`.
  static func text(_ expression: FetchExpression, level: Int) -> String {
    let (text, ownLevel) = written(expression)
    return ownLevel < level ? "(\(text))" : text
  }

  private static let atomLevel = 7

  private static func written(_ expression: FetchExpression) -> (String, level: Int) {
    switch expression {
    case .constant(let value): (text(value), value.isNegative ? 6 : atomLevel)
    case .evaluatedObject: ("SELF", atomLevel)
    case .keyPath(let path, _): (keyPath(path), atomLevel)
    case .variable(let name): ("$\(name)", atomLevel)
    case .function(let function, let arguments): written(function, arguments)
    case .aggregate(let elements): ("{\(list(elements))}", atomLevel)
    case .subquery(let collection, let variable, let predicate):
      ("SUBQUERY(\(text(collection, level: 1)), $\(variable), \(text(predicate)))", atomLevel)
    case .conditional(let condition, let first, let second):
      ("TERNARY(\(text(condition)), \(list([first, second])))", atomLevel)
    case .setOperation(let operation, let left, let right):
      ("\(text(left, level: 1)) \(operation.rawValue) \(text(right, level: 2))", 1)
    case .step(let base, let path): (step(base, path), atomLevel)
    case .element(let collection, let index):
      ("\(text(collection, level: atomLevel))[\(text(index))]", atomLevel)
    case .assignment(let name, let inner): ("$\(name) := \(text(inner, level: 0))", 0)
    case .anyKey: ("ANYKEY", atomLevel)
    }
  }

  private static func written(_ function: ExpressionFunction, _ arguments: [FetchExpression])
    -> (String, level: Int)
  {
    if let infix = function.infix, arguments.count == 2 {
      let isPower = function == .power
      let left = text(arguments[0], level: isPower ? 6 : infix.precedence)
      let right = text(arguments[1], level: isPower ? 5 : infix.precedence + 1)
      return ("\(left) \(infix.sign) \(right)", infix.precedence)
    }
    return ("\(name(of: function))(\(list(arguments)))", atomLevel)
  }

  /// The selector, without the colon if it has only one.
  private static func name(of function: ExpressionFunction) -> String {
    if function == .cast { return "CAST" }
    let selector = function.rawValue
    return selector.count { $0 == ":" } == 1 ? String(selector.dropLast()) : selector
  }

  private static func text(_ index: ExpressionIndex) -> String {
    switch index {
    case .first: "FIRST"
    case .last: "LAST"
    case .size: "SIZE"
    case .at(let place): text(place, level: 1)
    }
  }

  private static func list(_ expressions: [FetchExpression]) -> String {
    expressions.map { text($0, level: 1) }.joined(separator: ", ")
  }

  private static func keyPath(_ path: String) -> String {
    guard isWritable(path) else { return "FUNCTION(SELF, \"valueForKeyPath:\", \(quoted(path)))" }
    let first = path.prefix { $0 != "." }
    return PredicateToken.keyword(String(first)) == nil ? path : "#\(path)"
  }

  private static func step(_ base: FetchExpression, _ path: String) -> String {
    guard isWritable(path) else {
      return "FUNCTION(\(text(base, level: 1)), \"valueForKeyPath:\", \(quoted(path)))"
    }
    return "\(text(base, level: atomLevel)).\(path)"
  }

  /// Whether each key of a path is a valid name.
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

  private static func quoted(_ text: String) -> String {
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
  /// Whether the value is printed with a minus sign.
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
  public var predicateFormat: String { PredicatePrinter.text(self) }
  /// The predicate in the format language.
  public var description: String { predicateFormat }
}

extension FetchExpression: CustomStringConvertible {
  /// The expression in the format language.
  public var expressionFormat: String { PredicatePrinter.limitedText(self, level: 0) }
  /// The expression in the format language.
  public var description: String { expressionFormat }
}
