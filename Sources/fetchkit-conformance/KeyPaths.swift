import FetchKit

/// Collects the key paths that a predicate names from the object itself.
enum KeyPaths {
  static func named(in predicate: FetchPredicate) -> Set<String> {
    switch predicate {
    case .constant: []
    case .comparison(let comparison): named(in: comparison.left).union(named(in: comparison.right))
    case .and(let parts), .or(let parts): parts.reduce(into: []) { $0.formUnion(named(in: $1)) }
    case .not(let inner): named(in: inner)
    }
  }

  static func named(in expression: FetchExpression) -> Set<String> {
    switch expression {
    case .constant, .evaluatedObject, .variable, .anyKey: []
    case .keyPath(let path, _): [path]
    case .function(_, let parts), .aggregate(let parts):
      parts.reduce(into: []) { $0.formUnion(named(in: $1)) }
    case .subquery(let collection, _, let predicate):
      named(in: collection).union(named(in: predicate))
    case .conditional(let condition, let first, let second):
      named(in: condition).union(named(in: first)).union(named(in: second))
    case .setOperation(_, let left, let right): named(in: left).union(named(in: right))
    case .step(let base, _): named(in: base)
    case .element(let collection, .at(let place)): named(in: collection).union(named(in: place))
    case .element(let collection, .first), .element(let collection, .last),
      .element(let collection, .size):
      named(in: collection)
    case .assignment(_, let inner): named(in: inner)
    }
  }
}
