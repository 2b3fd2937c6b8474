import FetchKit

/// Counts the expressions in a predicate; a key path after another expression and an index are functions
/// over their parts.
enum ExpressionCount {
  static func count(_ predicate: FetchPredicate) -> Int {
    switch predicate {
    case .constant: 0
    case .comparison(let comparison): count(comparison.left) + count(comparison.right)
    case .and(let parts), .or(let parts): parts.map(count).reduce(0, +)
    case .not(let inner): count(inner)
    }
  }

  static func count(_ expression: FetchExpression) -> Int {
    switch expression {
    case .constant(.list(let values)): 1 + values.count
    case .constant, .evaluatedObject, .keyPath, .variable, .anyKey: 1
    case .function(_, let parts), .aggregate(let parts): 1 + parts.map(count).reduce(0, +)
    case .subquery(let collection, _, let predicate): 1 + count(collection) + count(predicate)
    case .conditional(let condition, let first, let second):
      1 + count(condition) + count(first) + count(second)
    case .setOperation(_, let left, let right): 1 + count(left) + count(right)
    case .step(let base, _): 2 + count(base)
    case .element(let collection, .at(let place)): 1 + count(collection) + count(place)
    case .element(let collection, .first), .element(let collection, .last),
      .element(let collection, .size):
      2 + count(collection)
    case .assignment(_, let inner): 1 + count(inner)
    }
  }
}
