extension PredicateCompiler {
  /// Returns the SQL of ANY and ALL over a to-many relationship or a list literal.
  func quantified(_ comparison: ComparisonPredicate) throws(FetchPredicateError) -> SQLFragment {
    var direct = comparison
    direct.modifier = .direct
    if let elements = comparison.left.listElements {
      // An empty list leaves nothing to write, but what is wrong on the right is refused all the same.
      _ = try condition(direct.replacing(left: .constant(.null)), .exact)
      return "(\(try condition(expanded(direct, over: elements, comparison.modifier), .exact)))"
    }
    guard let collection = try collection(of: comparison.left) else {
      throw fail(.quantifierOfNoCollection(comparison.modifier.rawValue), comparison.position)
    }
    return try quantified(direct, comparison.modifier, over: collection)
  }

  private func expanded(
    _ comparison: ComparisonPredicate, over elements: [FetchExpression],
    _ modifier: ComparisonModifier
  ) -> FetchPredicate {
    let parts = elements.map { element in
      FetchPredicate.comparison(comparison.replacing(left: element))
    }
    return modifier == .any ? .any(parts) : .all(parts)
  }

  private func quantified(
    _ comparison: ComparisonPredicate, _ modifier: ComparisonModifier,
    over collection: SQLCollection
  ) throws(FetchPredicateError) -> SQLFragment {
    let element = ElementReference.variable
    let inner = nested().binding(element, to: collection.scope)
    let value = FetchExpression.variable(element).appendingIfNeeded(collection.valueKeyPath)
    let condition = FetchPredicate.comparison(comparison.replacing(left: value))
    switch modifier {
    case .any, .direct: return exists(collection, where: try inner.condition(condition, .filter))
    case .all:
      return "NOT \(exists(collection, where: "NOT (\(try inner.condition(condition, .exact)))"))"
    }
  }

  func exists(_ collection: SQLCollection, where condition: SQLFragment) -> SQLFragment {
    "EXISTS (SELECT 1 FROM \(collection.table) WHERE \(collection.condition) AND \(condition))"
  }

  /// Returns the collection of an expression; nil for a single value.
  func collection(of expression: FetchExpression) throws(FetchPredicateError) -> SQLCollection? {
    switch expression {
    case .keyPath(let path, _): return try collection(path)
    case .subquery(let inner, let variable, let predicate):
      return try subquery(inner.expression, variable, predicate.predicate)
    case .step(let base, let path):
      guard case .variable(let name) = base.expression else {
        return try collection(of: base.expression)?.mapped(path)
      }
      guard let element = variables[name] else { return nil }
      return try inside(element).collection(path)
    case .function(.noIndex, let arguments): return try arguments.first.flatMap(collection)
    case .assignment(_, let inner): return try collection(of: inner.expression)
    case .constant, .evaluatedObject, .variable, .function, .aggregate, .conditional,
      .setOperation, .element, .anyKey:
      return nil
    }
  }

  private func collection(_ path: String) throws(FetchPredicateError) -> SQLCollection? {
    guard !path.contains("@") else { return nil }
    if let (list, rest) = scope.toMany(path) {
      return elements(of: list, valueKeyPath: list.keyPath(rest))
    }
    guard let (relationship, rest) = scope.entity?.relationship(startOf: path),
      relationship.isToMany
    else {
      return try throughToOne(path) { compiler, rest throws(FetchPredicateError) in
        try compiler.collection(rest)
      } ?? nil
    }
    return try objects(of: relationship, valueKeyPath: rest.isEmpty ? nil : rest)
  }

  func elements(of list: ToManyDescription, valueKeyPath: String?) -> SQLCollection {
    let alias = alias("e")
    return SQLCollection(
      scope: SQLScope(element: list, alias: alias),
      table: "\(name: list.table) AS \(sql: alias)",
      condition: "\(sql: alias).owner = \(scope.key)",
      valueKeyPath: valueKeyPath, position: ["\(sql: alias).position"],
      owner: scope.foreignKey)
  }

  private func subquery(
    _ inner: FetchExpression, _ variable: String, _ predicate: FetchPredicate
  ) throws(FetchPredicateError) -> SQLCollection? {
    guard var collection = try collection(of: inner) else { throw fail(.subqueryOfNoCollection) }
    let compiler = nested().binding(variable, to: collection.scope)
    collection.isWhole = false
    collection.owner = nil
    collection.condition =
      "\(collection.condition) AND (\(try compiler.condition(predicate, .filter)))"
    return collection
  }

  /// Returns the value of an element, for use inside the collection's subquery.
  func elementValue(of collection: SQLCollection, _ position: SourcePosition = .unknown)
    throws(FetchPredicateError) -> SQLExpression
  {
    guard let keyPath = collection.valueKeyPath else {
      if let entity = collection.scope.entity {
        return SQLExpression(objectOf: entity.name, collection.scope.key, isOptional: false)
      }
      let list = collection.scope.title
      let key = collection.scope.attributes.first?.keyPath ?? ""
      throw fail(.missingElementKey(list: list, example: "\(list).\(key)"), position)
    }
    return try nested().inside(collection.scope).keyPath(keyPath, position)
  }
}

/// The variable for the element of a quantified comparison; not a valid name in a format string.
private enum ElementReference {
  static let variable = " element"
}

extension FetchExpression {
  fileprivate func appendingIfNeeded(_ keyPath: String?) -> FetchExpression {
    guard let keyPath, keyPath != "self" else { return self }
    return .step(self, keyPath: keyPath)
  }

  /// The elements of a list literal or a constant list; nil for other expressions.
  package var listElements: [FetchExpression]? {
    switch self {
    case .aggregate(let elements): Array(elements)
    case .constant(.list(let values)): values.map(FetchExpression.constant)
    default: nil
    }
  }
}

extension ComparisonPredicate {
  fileprivate func replacing(left: FetchExpression) -> ComparisonPredicate {
    var copy = self
    copy.left = left
    return copy
  }
}

extension ToManyDescription {
  /// Returns the key path from an element; nil for an element as a whole.
  func keyPath(_ keys: [Substring]) -> String? {
    let plain = keys.filter { $0 != "self" }
    let path = ((isScalar ? ["self"] : []) + plain).joined(separator: ".")
    return path.isEmpty ? nil : path
  }
}

extension SQLCollection {
  /// Returns the collection of an attribute of the elements.
  fileprivate func mapped(_ keyPath: String) -> SQLCollection? {
    let isScalar = valueKeyPath == "self"
    guard !keyPath.contains("@"), valueKeyPath == nil || isScalar else { return nil }
    let keyPath = isScalar ? "self.\(keyPath)" : keyPath
    return SQLCollection(
      scope: scope, table: table, condition: condition, valueKeyPath: keyPath, position: position,
      owner: owner, isWhole: isWhole)
  }
}
