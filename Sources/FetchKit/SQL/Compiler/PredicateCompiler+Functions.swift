extension PredicateCompiler {
  func call(_ function: ExpressionFunction, _ arguments: [FetchExpression])
    throws(FetchPredicateError) -> SQLExpression
  {
    if let problem = function.problem(argumentCount: arguments.count) { throw fail(problem) }
    if function.isCollectionFunction { return try collectionCall(function, arguments) }
    switch function {
    case .noIndex: return try expression(arguments[0])
    case .cast: return try cast(arguments[0], to: arguments[1])
    case .distance: return try distance(arguments[0], arguments[1])
    case .elementAt: return try element(of: arguments[0], at: .at(arguments[1]))
    case .add, .subtract, .multiply, .divide: return try arithmetic(function, arguments)
    case .length:
      if let collection = try collection(of: arguments[0]) { return count(of: collection) }
      return try scalar(function, expressions(arguments))
    default: return try scalar(function, expressions(arguments))
    }
  }

  private func expressions(_ list: [FetchExpression]) throws(FetchPredicateError) -> [SQLExpression]
  {
    try list.map(expression)
  }

  private func arithmetic(_ function: ExpressionFunction, _ arguments: [FetchExpression])
    throws(FetchPredicateError) -> SQLExpression
  {
    SQLExpression("(\(try arithmeticText(function, arguments)))", .number)
  }

  /// Omits parentheses around the left side where SQLite groups it anyway, because its parser limits nesting.
  private func arithmeticText(_ function: ExpressionFunction, _ arguments: [FetchExpression])
    throws(FetchPredicateError) -> SQLFragment
  {
    if let problem = function.problem(argumentCount: arguments.count) { throw fail(problem) }
    guard let infix = function.infix else {
      throw fail(.unsupportedOperands(function: function.formatName))
    }
    let divisor = try number(arguments[1])
    // Other databases fail where a store finds nil.
    let right: SQLFragment =
      function == .divide && !dialect.isSQLite ? "NULLIF(\(divisor), 0)" : divisor
    let sign = dialect == .duckdb && function == .divide ? "//" : infix.sign
    if case .function(let inner, let parts) = arguments[0], inner.isArithmetic,
      inner.infix?.precedence == infix.precedence, !arguments[0].isConstant
    {
      return "\(try arithmeticText(inner, Array(parts))) \(sql: sign) \(right)"
    }
    return "\(try number(arguments[0])) \(sql: sign) \(right)"
  }

  private func number(_ expression: FetchExpression) throws(FetchPredicateError) -> SQLFragment {
    let side = try self.expression(expression)
    guard side.kind == .number || side.kind == .null else {
      throw mismatch("arithmetic", FetchPredicateError.Expected.number, side.kind)
    }
    return side.fragment
  }

  /// A function that the store evaluates with `FunctionEvaluator`.
  func scalar(_ function: ExpressionFunction, _ arguments: [SQLExpression])
    throws(FetchPredicateError) -> SQLExpression
  {
    let isText = [.lowercase, .uppercase, .length, .firstLetter].contains(function)
    let (kind, expected): (FetchValue.Kind, ErrorMessage) =
      isText
      ? (.string, FetchPredicateError.Expected.string)
      : function.takesDate
        ? (.date, FetchPredicateError.Expected.date)
        : (.number, FetchPredicateError.Expected.number)
    for argument in arguments where argument.kind != kind && argument.kind != .null {
      throw mismatch(function.formatName, expected, argument.kind)
    }
    let isString = isText && function != .length
    return evaluated(function, arguments.map(\.fragment), isString ? .string : .number)
  }

  private func evaluated(
    _ function: ExpressionFunction, _ arguments: [SQLFragment], _ kind: FetchValue.Kind
  ) -> SQLExpression {
    let list = ([.value(.string(function.rawValue))] + arguments).joined(separator: ", ")
    return SQLExpression("fetchkit_call(\(list))", kind)
  }

  private func collectionCall(_ function: ExpressionFunction, _ arguments: [FetchExpression])
    throws(FetchPredicateError) -> SQLExpression
  {
    // The percentile follows the collection.
    let parameters = function == .percentile ? Array(arguments.dropFirst()) : []
    let operands = arguments.dropLast(parameters.count)
    if operands.count == 1, let only = operands.first {
      if let collection = try collection(of: only) {
        guard function != .count else { return count(of: collection) }
        return try aggregate(function, elementValue(of: collection), parameters, over: collection)
      }
      if aggregatesRows { return try aggregateRows(function, only, parameters) }
    }
    guard arguments.count == 1 || function == .percentile else {
      return try overList(function, arguments)
    }
    if let elements = arguments[0].listElements {
      return try overList(function, elements + parameters)
    }
    // A value alone is a collection of one, and nil an empty one, which is not what people mean.
    if isStrict, case .keyPath(let path, let position) = arguments[0] {
      throw fail(.aggregateOfOneValue(function: function.formatName, path), position)
    }
    guard function == .count else { return try overList(function, arguments) }
    let value = try expression(arguments[0])
    let exists: SQLFragment = "(\(value.fragment) IS NOT NULL)"
    return SQLExpression(
      dialect.isSQLite ? exists : "CASE WHEN \(exists) THEN 1 ELSE 0 END", .number,
      isOptional: false)
  }

  private func aggregateRows(
    _ function: ExpressionFunction, _ value: FetchExpression, _ parameters: [FetchExpression]
  ) throws(FetchPredicateError) -> SQLExpression {
    if function == .count, value == .evaluatedObject {
      return SQLExpression("COUNT(*)", .number, isOptional: false)
    }
    var inner = self
    inner.aggregatesRows = false
    inner.names = [:]
    return try rowAggregate(function, inner.expression(value), parameters)
  }

  private func overList(_ function: ExpressionFunction, _ elements: [FetchExpression])
    throws(FetchPredicateError) -> SQLExpression
  {
    let operands = try expressions(elements)
    let kinds = Set(operands.map(\.kind)).subtracting([.null])
    let orders = function == .min || function == .max
    guard kinds.count <= 1, orders || function == .count || kinds.isSubset(of: [.number]),
      kinds.isSubset(of: [.number, .string]), function != .mode
    else { throw fail(.unsupportedOperands(function: function.formatName)) }
    return evaluated(function, operands.map(\.fragment), orders ? kinds.first ?? .null : .number)
  }

  private func cast(_ value: FetchExpression, to type: FetchExpression) throws(FetchPredicateError)
    -> SQLExpression
  {
    let value = try expression(value)
    guard case .string(let name) = type.constantValue else {
      throw mismatch(
        "CAST", FetchPredicateError.Expected.typeName, type.constantValue?.kind ?? value.kind)
    }
    switch (value.kind, name) {
    case (.null, _), (.string, "NSString"), (.string, "NSURL"), (.string, "NSUUID"),
      (.date, "NSDate"), (.data, "NSData"):
      return value
    case (.date, "NSNumber"), (.date, "NSDecimalNumber"):
      return SQLExpression(value.fragment, .number)
    case (.number, "NSDate"): return SQLExpression("(\(value.fragment) + 0.0)", .date)
    case (.number, "NSString"), (.number, "NSURL"), (.number, "NSUUID"):
      return converted(value, name, .string)
    case (.number, "NSNumber"), (.number, "NSDecimalNumber"), (.string, "NSNumber"),
      (.string, "NSDecimalNumber"):
      return converted(value, name, .number)
    case (.string, "NSDate"): return converted(value, name, .date)
    case (.data, "NSNumber"), (.data, "NSDecimalNumber"), (.data, "NSDate"),
      (.date, "NSString"), (.data, "NSString"):
      return try folded(.constant(.null))
    default: throw fail(.invalidCast(from: value.kind, to: name))
    }
  }

  /// A number as text.
  func text(of number: SQLExpression) -> SQLExpression { converted(number, "NSString", .string) }

  private func converted(_ value: SQLExpression, _ type: String, _ kind: FetchValue.Kind)
    -> SQLExpression
  {
    evaluated(.cast, [value.fragment, .value(.string(type))], kind)
  }

  private func distance(_ first: FetchExpression, _ second: FetchExpression)
    throws(FetchPredicateError) -> SQLExpression
  {
    let parts = try (coordinate(first) + coordinate(second)).joined(separator: ", ")
    return SQLExpression("fetchkit_distance(\(parts))", .number)
  }

  /// The latitude and longitude of `{latitude, longitude}` or of a key path with both.
  private func coordinate(_ place: FetchExpression) throws(FetchPredicateError) -> [SQLFragment] {
    var parts = place.listElements ?? []
    if case .keyPath(let path, let position) = place {
      parts = [
        .keyPath("\(path).latitude", at: position), .keyPath("\(path).longitude", at: position),
      ]
    }
    guard parts.count == 2 else { throw fail(.invalidCoordinate) }
    return [try number(parts[0]), try number(parts[1])]
  }
}

// MARK: - Functions over the rows of a group

extension PredicateCompiler {
  func aggregates(_ expression: FetchExpression) throws(FetchPredicateError) -> Bool {
    try expression.checkDepth(.check)
    return PredicateNode.expression(expression).contains(where: isRowAggregate)
  }

  /// The key paths outside of functions over rows.
  func keyPathsOfRow(_ node: PredicateNode) -> Set<String> { node.keyPaths(where: isRowAggregate) }

  /// Whether a node is a function over rows, not over the elements of a list of each row.
  private func isRowAggregate(_ node: PredicateNode) -> Bool {
    guard case .expression(.function(let function, let arguments)) = node,
      function.isCollectionFunction, arguments.count == (function.argumentCount ?? 1),
      arguments[0].listElements == nil
    else { return false }
    do {
      if case .some = try collection(of: arguments[0]) { return false }
      return true
    } catch {
      return false
    }
  }
}
