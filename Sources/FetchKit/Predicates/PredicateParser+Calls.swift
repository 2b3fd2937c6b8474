internal import Collation

extension PredicateParser {
  /// Parses a key, or a function call if a parenthesis or a selector's colon follows.
  mutating func nameOrCall(_ first: String) throws(FetchPredicateError) -> FetchExpression {
    let start = token.offset
    advance()
    let selector = takeSelector(after: first)
    if token.kind == .symbol("(") {
      if selector.lowercased() == "bands" { return try bands(at: start) }
      return try arguments(of: function(selector, at: start), at: start)
    }
    guard selector == first else { throw unexpected(Expected.parenthesis(after: selector)) }
    return .keyPath(first, at: SourcePosition(offset: start))
  }

  private func function(_ selector: String, at start: Int) throws(FetchPredicateError)
    -> ExpressionFunction
  {
    guard let function = ExpressionFunction(formatName: selector) else {
      throw fail(ExpressionFunction.unknown(selector), at: start)
    }
    return function
  }

  /// Parses the rest of a selector such as `distanceToLocation:fromLocation:` after its first word.
  private mutating func takeSelector(after first: String) -> String {
    var selector = first
    while take(symbol: ":") {
      selector += ":"
      if case .word(let text) = token.kind, following.kind == .symbol(":") {
        selector += text
        advance()
      }
    }
    return selector
  }

  mutating func call(_ function: ExpressionFunction) throws(FetchPredicateError) -> FetchExpression
  {
    let start = token.offset
    advance()
    return try arguments(of: function, at: start)
  }

  private mutating func arguments(of function: ExpressionFunction, at start: Int)
    throws(FetchPredicateError) -> FetchExpression
  {
    try enter()
    defer { leave() }
    try expect(symbol: "(")
    return try make(function, try list(until: ")"), at: start)
  }

  private func make(_ function: ExpressionFunction, _ arguments: [FetchExpression], at start: Int)
    throws(FetchPredicateError) -> FetchExpression
  {
    if let problem = function.problem(argumentCount: arguments.count) {
      throw fail(problem, at: start)
    }
    let tree = FetchExpression.function(function, arguments)
    return try checked(tree.literalConstant ?? tree)
  }

  /// `FUNCTION(receiver, 'selector', more…)`.
  mutating func functionCall() throws(FetchPredicateError) -> FetchExpression {
    let start = token.offset
    try enter()
    defer { leave() }
    advance()
    try expect(symbol: "(")
    return try functionCall(try list(until: ")"), at: start)
  }

  private func functionCall(_ arguments: [FetchExpression], at start: Int)
    throws(FetchPredicateError)
    -> FetchExpression
  {
    guard arguments.count > 1, case .constant(.string(let selector)) = arguments[1] else {
      throw fail(.invalidFunctionCall, at: start)
    }
    let operands = [arguments[0]] + arguments.dropFirst(2)
    if let path = keyPath(selector, operands) { return path }
    if let date = try later(selector, operands) { return date }
    let function = try self.function(Self.selectors[selector]?.rawValue ?? selector, at: start)
    let surplus = function.argumentCount.map { operands.count - $0 } ?? 0
    return try make(function, Array(operands.dropFirst(max(0, surplus))), at: start)
  }

  /// Functions by the names of Objective-C methods.
  private static let selectors: [String: ExpressionFunction] = [
    "uppercaseString": .uppercase, "lowercaseString": .lowercase, "count": .count,
    "objectAtIndex:": .elementAt, "objectForKey:": .elementAt,
  ]

  /// `FUNCTION(SELF, 'valueForKeyPath:', 'any text')`: a key path with keys that are not valid names.
  private func keyPath(_ selector: String, _ arguments: [FetchExpression]) -> FetchExpression? {
    guard ["valueForKeyPath:", "valueForKey:"].contains(selector), arguments.count == 2,
      case .constant(.string(let path)) = arguments[1]
    else { return nil }
    return arguments[0].appending(key: path)
  }

  /// `FUNCTION(date, 'dateByAddingTimeInterval:', seconds)` as arithmetic on the date's seconds.
  private func later(_ selector: String, _ arguments: [FetchExpression]) throws(FetchPredicateError)
    -> FetchExpression?
  {
    guard selector == "dateByAddingTimeInterval:", arguments.count == 2 else { return nil }
    let seconds = FetchExpression.function(.cast, [arguments[0], .constant(.string("NSNumber"))])
    let sum = FetchExpression.function(.add, [seconds, arguments[1]])
    return try checked(FetchExpression.function(.cast, [sum, .constant(.string("NSDate"))]))
  }

  /// `bands(number, bound, …)`: the lower end of the band with a number, of bands that ascending bounds divide.
  ///
  /// The first band starts at 0. It is a nested `TERNARY`.
  private mutating func bands(at start: Int) throws(FetchPredicateError) -> FetchExpression {
    try enter()
    defer { leave() }
    try expect(symbol: "(")
    let arguments = try list(until: ")")
    let bounds = arguments.dropFirst().compactMap { $0.constantValue?.doubleValue }
    guard let number = arguments.first, bounds.first ?? 0 > 0, bounds.count == arguments.count - 1,
      zip(bounds, bounds.dropFirst()).allSatisfy(<)
    else { throw fail(.invalidBands, at: start) }
    return try checked(.bands(of: number, bounds: bounds))
  }

  /// Enters two levels, because a comparison surrounds a subquery.
  mutating func subquery() throws(FetchPredicateError) -> FetchExpression {
    try enter(levels: 2)
    defer { leave(levels: 2) }
    advance()
    try expect(symbol: "(")
    let collection = try operand(try left())
    try expect(symbol: ",")
    guard case .variable(let name) = token.kind else { throw unexpected(Expected.variable) }
    advance()
    try expect(symbol: ",")
    let condition = try condition(try disjunction())
    try expect(symbol: ")")
    return try checked(.subquery(collection, variable: name, condition))
  }

  /// Enters two levels, because a comparison surrounds the expression or is in it.
  mutating func ternary() throws(FetchPredicateError) -> FetchExpression {
    try enter(levels: 2)
    defer { leave(levels: 2) }
    advance()
    try expect(symbol: "(")
    let condition = try condition(try disjunction())
    try expect(symbol: ",")
    let first = try operand(try left())
    try expect(symbol: ",")
    let second = try operand(try left())
    try expect(symbol: ")")
    return try checked(.conditional(condition, first, second))
  }
}
