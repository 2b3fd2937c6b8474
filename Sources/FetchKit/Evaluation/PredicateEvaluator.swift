/// Evaluates predicates and expressions with an object in memory.
struct PredicateEvaluator {
  let object: any KeyPathReadable
  var variables: [String: FetchExpression] = [:]
  /// The values of `SUBQUERY` and assigned variables.
  var bindings: [String: Value] = [:]

  init(object: any KeyPathReadable, variables: [String: FetchExpression] = [:]) {
    self.object = object
    self.variables = variables
  }

  func holds(_ predicate: FetchPredicate) throws(FetchPredicateError) -> Bool {
    switch predicate {
    case .constant(let value): return value
    case .comparison(let comparison): return try holds(comparison)
    case .not(let inner): return try !holds(inner)
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

  private func elements(of value: Value, _ modifier: ComparisonModifier) throws(FetchPredicateError)
    -> [Value]
  {
    switch value {
    case .list(let elements): return elements
    case .object(let members): return Array(members.values)
    case .null: return []
    case .bool, .integer, .double, .string, .date, .data:
      throw FetchPredicateError(
        .evaluate,
        .mismatchedOperand(
          of: modifier.rawValue, expected: FetchPredicateError.Expected.collection,
          found: value.kind))
    }
  }
}

extension FetchPredicate {
  /// Whether an object fulfils the predicate.
  ///
  /// Throws a `FetchPredicateError` of stage `evaluate` when operands cannot be compared or a variable is not bound.
  public func evaluate(
    with object: any KeyPathReadable,
    substituting variables: [String: any PredicateArgument] = [:]
  ) throws(FetchPredicateError) -> Bool {
    try checkDepth(.evaluate)
    let bound = variables.mapValues(\.predicateExpression)
    return try PredicateEvaluator(object: object, variables: bound).holds(self)
  }
}

extension FetchExpression {
  /// The value of the expression for an object.
  public func value(
    with object: any KeyPathReadable,
    substituting variables: [String: any PredicateArgument] = [:]
  ) throws(FetchPredicateError) -> Value {
    try checkDepth(.evaluate)
    let bound = variables.mapValues(\.predicateExpression)
    return try PredicateEvaluator(object: object, variables: bound).value(of: self)
  }
}
