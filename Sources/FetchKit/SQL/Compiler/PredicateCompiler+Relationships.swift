// Key paths through relationships.
//
// A related object is known by its primary key. `author.name` reads its column in a subquery, so that it is a value like
// any other: in a filter, a sort order, a group or a section.
extension PredicateCompiler {
  /// Returns the value at a key path through a to-one relationship, or the object itself at `self`.
  func related(_ path: String, _ position: SourcePosition) throws(FetchPredicateError)
    -> SQLExpression
  {
    if path == "self", let entity = scope.entity {
      return SQLExpression(objectOf: entity.name, scope.key, isOptional: scope.foreignKey != nil)
    }
    let value = try throughToOne(path) { compiler, rest throws(FetchPredicateError) in
      (try compiler.keyPath(rest, position), compiler.scope.key)
    }
    guard let (value, key) = value else { return try textProperty(path, position) }
    return value.isOptional && !value.isTotal ? value : value.unlessNull(key)
  }

  /// Goes on with a key path from the object of the to-one relationship that it begins with; nil for another one.
  func throughToOne<Result>(
    _ path: String, _ body: (PredicateCompiler, String) throws(FetchPredicateError) -> Result
  ) throws(FetchPredicateError) -> Result? {
    let (start, rest) = path.splittingOperator
    guard let (relationship, keys) = scope.entity?.relationship(startOf: rest),
      !relationship.isToMany, !keys.isEmpty,
      let name = scope.attribute(relationship.name)?.column
    else { return nil }
    // In a subquery a plain name could be a column of its own table.
    let key =
      scope.foreignKey == nil
      ? "\(sql: scope.name).\(name: name)" : column(name, of: scope)
    let object = SQLScope(entity: relationship.destination, foreignKey: key)
    return try body(inside(object), (start + [keys[...]]).joined(separator: "."))
  }

  /// Returns the condition that the related object is one of those that an index finds; nil for a comparison that no
  /// index of the related objects' entity helps with.
  func indexedSubquery(_ comparison: ComparisonPredicate) throws(FetchPredicateError)
    -> SQLFragment?
  {
    guard case .keyPath(let path, let position) = comparison.left, comparison.isSearch,
      let (relationship, rest) = scope.entity?.relationship(startOf: path),
      !relationship.isToMany, scope.foreignKey == nil,
      let name = scope.attribute(relationship.name)?.column
    else { return nil }
    let (destination, alias) = (relationship.destination, alias("e"))
    guard destination.hasIndex(of: rest) else { return nil }
    var own = comparison
    own.left = .keyPath(rest, at: position)
    let objects = nested().inside(SQLScope(entity: destination, alias: alias))
    let condition = try objects.condition(.comparison(own), .filter)
    return """
      \(column(name, of: scope)) IN (SELECT \(sql: alias).pk \
      FROM \(name: destination.table) AS \(sql: alias) WHERE \(condition))
      """
  }

  func objects(of relationship: RelationshipDescription, valueKeyPath: String?)
    throws(FetchPredicateError) -> SQLCollection
  {
    let destination = relationship.destination
    guard let entity = scope.entity, let storage = relationship.storage(in: entity) else {
      throw fail(.unknownKey(relationship.inverse ?? "", entity: destination.name, suggestion: nil))
    }
    let (alias, pairs) = (alias("e"), alias("r"))
    let isDirect = storage.target == "pk"
    let objects: SQLFragment = "\(name: destination.table) AS \(sql: alias)"
    let table: SQLFragment =
      isDirect
      ? objects
      : """
      \(name: storage.table) AS \(sql: pairs) JOIN \(objects) \
      ON \(sql: alias).pk = \(sql: pairs).\(sql: storage.target)
      """
    let place = isDirect ? alias : pairs
    return SQLCollection(
      scope: SQLScope(entity: destination, alias: alias), table: table,
      condition: "\(sql: place).\(name: storage.owner) = \(scope.key)",
      valueKeyPath: valueKeyPath == "self" ? nil : valueKeyPath,
      position: storage.order(in: place).map { "\(sql: $0)" } + ["\(sql: alias).pk"],
      owner: scope.foreignKey, isWhole: false)
  }
}

extension ComparisonPredicate {
  /// Whether an index finds the values: they are compared with constants other than nil.
  fileprivate var isSearch: Bool {
    guard modifier == .direct, options.isEmpty else { return false }
    switch comparison {
    case .equal, .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual, .in, .between:
      return (right.listElements ?? [right]).allSatisfy { $0.constantValue?.isNull == false }
    case .notEqual, .contains, .beginsWith, .endsWith, .like, .matches, .typeEquals, .typeConforms:
      return false
    }
  }
}

extension EntityDescription {
  /// Whether an index begins with the attribute at a key path, which may lead through to-one relationships.
  fileprivate func hasIndex(of keyPath: String) -> Bool {
    if let (relationship, rest) = relationship(startOf: keyPath) {
      return !relationship.isToMany && relationship.destination.hasIndex(of: rest)
    }
    return identifier == keyPath
      || (indexes + uniquenessConstraints).contains { $0.first == keyPath }
  }
}

extension SQLExpression {
  /// Returns the value, or NULL where the key of the object that has it is NULL.
  func unlessNull(_ key: SQLFragment) -> SQLExpression {
    SQLExpression("CASE WHEN \(key) IS NULL THEN NULL ELSE \(fragment) END", of: self)
  }
}

extension RelationshipStorage {
  /// Selects the pairs of some objects in the order of their related objects.
  func pairs(of owners: some Sequence<Int64>) -> SQLFragment {
    let (table, owner) = (SQLName.quoted(table), SQLName.quoted(owner))
    let target = SQLName.quoted(target)
    let order = ([owner] + order(in: table) + [target]).joined(separator: ", ")
    return """
      SELECT \(sql: owner), \(sql: target) FROM \(sql: table) WHERE \(sql: owner) IN \(keys: owners) \
      AND \(sql: target) IS NOT NULL ORDER BY \(sql: order)
      """
  }

  /// The terms that order the related objects of an object, without their primary key; those without a position are
  /// last.
  func order(in table: String) -> [String] {
    guard let position else { return [] }
    let column = "\(table).\(SQLName.quoted(position))"
    return target == "pk" ? ["\(column) IS NULL", column] : [column]
  }
}
