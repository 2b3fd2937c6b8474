struct PredicateEvaluator {
  let object: any KeyPathReadable
  var variables: [String: FetchExpression] = [:]
  /// The elements to which `SUBQUERY` variables are bound.
  var bindings: [String: FetchValue] = [:]

  func holds(_ predicate: FetchPredicate) throws(FetchPredicateError) -> Bool {
    switch predicate {
    case .constant(let value): return value
    case .comparison(let comparison): return try holds(comparison)
    case .not(let inner): return try !holds(inner.predicate)
    case .and(let parts):
      for part in parts where try !holds(part) { return false }
      return true
    case .or(let parts):
      for part in parts where try holds(part) { return true }
      return false
    }
  }

  private func holds(_ comparison: ComparisonPredicate) throws(FetchPredicateError) -> Bool {
    let left = try value(of: comparison.left)
    let right = try value(of: comparison.right)
    switch comparison.modifier {
    case .direct: return try comparison.holds(left, right)
    case .any:
      for element in try elements(of: left, comparison.modifier)
      where try comparison.holds(element, right) {
        return true
      }
      return false
    case .all:
      for element in try elements(of: left, comparison.modifier)
      where try !comparison.holds(element, right) {
        return false
      }
      return true
    }
  }

  private func elements(of value: FetchValue, _ modifier: ComparisonModifier)
    throws(FetchPredicateError)
    -> [FetchValue]
  {
    guard let elements = value.isNull ? [] : value.members else {
      throw .mismatch(of: modifier.rawValue, FetchPredicateError.Expected.collection, value)
    }
    return elements
  }
}

extension FetchPredicate {
  /// Returns whether an object matches the predicate.
  ///
  /// ```swift
  /// let predicate = try FetchPredicate(format: "price < $LIMIT")
  /// try predicate.evaluate(with: book, substituting: ["LIMIT": 10])
  /// ```
  ///
  /// Throws a `FetchPredicateError` when operands cannot be compared or a variable has no value.
  public func evaluate(
    with object: any KeyPathReadable,
    substituting variables: [String: any PredicateArgument] = [:]
  ) throws(FetchPredicateError) -> Bool {
    let bound = variables.mapValues(\.predicateExpression)
    try checkDepth(.evaluate, bound)
    return try PredicateEvaluator(object: object, variables: bound).holds(self)
  }
}

extension FetchExpression {
  /// Returns the value of the expression for an object.
  public func value(
    with object: any KeyPathReadable,
    substituting variables: [String: any PredicateArgument] = [:]
  ) throws(FetchPredicateError) -> FetchValue {
    let bound = variables.mapValues(\.predicateExpression)
    try checkDepth(.evaluate, bound)
    return try PredicateEvaluator(object: object, variables: bound).value(of: self)
  }
}

extension PredicateEvaluator {
  func value(of expression: FetchExpression) throws(FetchPredicateError) -> FetchValue {
    switch expression {
    case .constant(let value): return value.withoutNaN
    case .evaluatedObject: return object.identifiedValue
    case .keyPath(let path, let position):
      if let value = object.value(forKeyPath: path) { return value.withoutNaN }
      return try KeyPathEvaluator.value(of: object.wholeValue, at: path, position)
    case .variable(let name): return try value(ofVariable: name)
    case .function(let function, let arguments):
      return try FunctionEvaluator.value(of: function, values(of: arguments))
    case .aggregate(let elements): return .list(try values(of: elements))
    case .subquery(let collection, let variable, let predicate):
      return try subquery(collection.expression, variable, predicate.predicate)
    case .conditional(let condition, let first, let second):
      return try value(of: holds(condition.predicate) ? first.expression : second.expression)
    case .setOperation(let operation, let left, let right):
      return try combine(operation, value(of: left.expression), value(of: right.expression))
    case .step(let base, let path): return try step(from: base.expression, path)
    case .element(let collection, let index):
      return try element(of: collection.expression, at: index)
    case .assignment(_, let inner): return try value(of: inner.expression)
    case .anyKey:
      guard case .object(let members) = object.wholeValue else { return .list([]) }
      return .list(members.keys.sorted().compactMap { members[$0] })
    }
  }

  func values(of expressions: FetchExpression.Operands) throws(FetchPredicateError) -> [FetchValue]
  {
    try expressions.map(value)
  }

  private func value(ofVariable name: String) throws(FetchPredicateError) -> FetchValue {
    if let value = bindings[name] { return value }
    guard let expression = variables[name] else {
      throw FetchPredicateError(.evaluate, .unboundVariable(name))
    }
    var inner = self
    inner.variables[name] = nil
    return try inner.value(of: expression)
  }

  private func subquery(
    _ collection: FetchExpression, _ variable: String, _ predicate: FetchPredicate
  ) throws(FetchPredicateError) -> FetchValue {
    guard case .list(let elements) = try value(of: collection) else { return .list([]) }
    var inner = self
    var kept: [FetchValue] = []
    for element in elements {
      inner.bindings[variable] = element
      if try inner.holds(predicate) { kept.append(element) }
    }
    return .list(kept)
  }

  /// The value at a key path from an expression; a key path as a variable is continued.
  private func step(from base: FetchExpression, _ path: String) throws(FetchPredicateError)
    -> FetchValue
  {
    if case .variable(let name) = base, bindings[name] == nil,
      case .keyPath(let start, let position) = variables[name]
    {
      return try value(of: .keyPath("\(start).\(path)", at: position))
    }
    return try KeyPathEvaluator.value(of: value(of: base), at: path, .unknown)
  }

  private func element(of collection: FetchExpression, at index: ExpressionIndex)
    throws(FetchPredicateError) -> FetchValue
  {
    let value = try self.value(of: collection)
    switch index {
    case .size: return KeyPathEvaluator.count(value)
    case .first: return value.listValue?.first ?? .null
    case .last: return value.listValue?.last ?? .null
    case .at(let place):
      return FunctionEvaluator.element(of: value, at: try self.value(of: place.expression))
    }
  }

  private func combine(_ operation: SetOperation, _ left: FetchValue, _ right: FetchValue)
    -> FetchValue
  {
    guard let first = left.members, let second = right.members else { return .null }
    let others = ValueSet(second)
    let candidates =
      switch operation {
      case .union: first + second
      case .intersect: first.filter(others.contains)
      case .minus: first.filter { !others.contains($0) }
      }
    var found = ValueSet()
    return .list(candidates.filter { found.insert($0) })
  }
}

extension FetchValue {
  /// The elements of a list, or the values of an object in the order of keys; nil for other values.
  var members: [FetchValue]? {
    switch self {
    case .list(let elements): elements
    case .object(let members): members.keys.sorted().compactMap { members[$0] }
    case .null, .bool, .integer, .double, .string, .date, .data: nil
    }
  }
}
