// Computed attributes, whose values in SQL are those that objects have.
extension PredicateCompiler {
  /// The value of a computed attribute, converted as reading converts it.
  func computed(_ attribute: AttributeDescription, as definition: FetchExpression)
    throws(FetchPredicateError) -> SQLExpression
  {
    var value = try entering(definition).expression(definition)
    if value.kind == .number, let fragment = converted(value, definition, to: attribute) {
      (value.fragment, value.kind) = (fragment, FetchValue.Kind(attribute.type))
      value.constant = nil
      // An integer that does not fit is NULL.
      if attribute.type == .integer { value.isOptional = true }
    }
    guard !attribute.isOptional, value.isOptional, value.kind == FetchValue.Kind(attribute.type)
    else { return value }
    let complete: SQLFragment = "COALESCE(\(value.fragment), \(attribute.initialValue))"
    guard let key = scope.foreignKey else {
      return SQLExpression(complete, value.kind, isOptional: false)
    }
    // Without an object there is no default value either.
    return SQLExpression("CASE WHEN \(key) IS NOT NULL THEN \(complete) END", value.kind)
  }

  /// A number as one of the type of an attribute; nil if it has that type anyway.
  private func converted(
    _ value: SQLExpression, _ definition: FetchExpression, to attribute: AttributeDescription
  ) -> SQLFragment? {
    if dialect.isSQLite, let integers = attribute.typeCheck.integers {
      let bounds = "\(integers.lowerBound), \(integers.upperBound)"
      return "fetchkit_whole(\(value.fragment), \(sql: bounds))"
    }
    let types = types(of: definition)
    switch attribute.type {
    case .integer where dialect.isSQLite && (types.contains(.double) || mayOverflow(definition)):
      return "fetchkit_whole(\(value.fragment))"
    case .integer where types.contains(.double):
      return "CAST(TRUNC(\(value.fragment)) AS BIGINT)"
    case .double where types.contains(.integer):
      return "CAST(\(value.fragment) AS \(sql: dialect.isSQLite ? "REAL" : "FLOAT8"))"
    case .date: return "CAST(\(value.fragment) AS \(sql: dialect.isSQLite ? "REAL" : "FLOAT8"))"
    case .boolean where types != [.boolean]: return "CAST(\(value.fragment) <> 0 AS INTEGER)"
    case .string: return text(of: value).fragment
    case .integer, .double, .boolean, .data: return nil
    }
  }

  /// Whether an expression of integers may give a double: SQLite continues with these where integers overflow.
  private func mayOverflow(_ expression: FetchExpression) -> Bool {
    switch expression {
    case .function: true
    case .conditional(_, let first, let second):
      mayOverflow(first.expression) || mayOverflow(second.expression)
    case .constant, .keyPath, .variable, .step, .element, .assignment, .evaluatedObject, .aggregate,
      .subquery, .setOperation, .anyKey:
      false
    }
  }

  /// The types of number that the values of an expression may have.
  private func types(of expression: FetchExpression) -> Set<AttributeType> {
    switch expression {
    case .constant(.integer): [.integer]
    case .constant(.bool): [.boolean]
    case .constant: [.double]
    case .keyPath(let path, _) where path.hasSuffix("@count"): [.integer]
    case .keyPath(let path, _): scope.entity?.resolvedAttribute(path).map { [$0.type] } ?? anyNumber
    case .function(.distance, _): [.double]
    case .function(.add, let arguments), .function(.subtract, let arguments),
      .function(.multiply, let arguments), .function(.divide, let arguments):
      arithmeticTypes(arguments.map(types))
    case .conditional(_, let first, let second):
      types(of: first.expression).union(types(of: second.expression))
    case .variable, .step, .function, .element, .assignment, .evaluatedObject, .aggregate,
      .subquery, .setOperation, .anyKey:
      anyNumber
    }
  }

  private var anyNumber: Set<AttributeType> { [.integer, .double, .boolean] }

  /// The types of a result, which is fractional if an operand is.
  private func arithmeticTypes(_ operands: [Set<AttributeType>]) -> Set<AttributeType> {
    if operands.contains([.double]) { return [.double] }
    let isFractional = operands.contains { $0.contains(.double) }
    return isFractional ? [.integer, .double] : [.integer]
  }
}
