extension FetchPredicate {
  /// Reads a predicate from the NSPredicate format language.
  ///
  /// Throws a `FetchPredicateError` of stage `parse` with the place and what was expected there.
  public init(format: String, _ arguments: (any PredicateArgument)...) throws(FetchPredicateError) {
    try self.init(format: format, arguments: arguments)
  }

  /// Reads a predicate; `arguments` stand for the placeholders `%@`, `%K`, `%d` and so on, in order.
  public init(format: String, arguments: [any PredicateArgument]) throws(FetchPredicateError) {
    var parser = try PredicateParser(format, arguments: arguments.map(\.predicateExpression))
    self = try parser.predicate()
  }
}

extension FetchExpression {
  /// Reads an expression from the format language, such as `stats.tipCount * 2`.
  public init(format: String, _ arguments: (any PredicateArgument)...) throws(FetchPredicateError) {
    try self.init(format: format, arguments: arguments)
  }

  /// Reads an expression; `arguments` stand for the placeholders, in order.
  public init(format: String, arguments: [any PredicateArgument]) throws(FetchPredicateError) {
    var parser = try PredicateParser(format, arguments: arguments.map(\.predicateExpression))
    self = try parser.expression()
  }
}
