struct SQLExpression: Hashable, Sendable {
  var fragment: SQLFragment
  var kind: FetchValue.Kind
  /// Whether the value may be NULL.
  var isOptional: Bool
  var constant: FetchValue?
  /// Whether this is a sum, which is 0 and not NULL when there are no numbers to add.
  var isTotal = false
  /// The name of the entity of an object, whose value is its primary key.
  var entityName: String?

  init(_ fragment: SQLFragment, _ kind: FetchValue.Kind, isOptional: Bool = true) {
    self.fragment = fragment
    self.kind = kind
    self.isOptional = isOptional
  }

  init(_ fragment: SQLFragment, of element: SQLExpression) {
    self.init(fragment, element.kind)
    entityName = element.entityName
  }

  init(objectOf entityName: String, _ fragment: SQLFragment, isOptional: Bool) {
    self.init(fragment, .object, isOptional: isOptional)
    self.entityName = entityName
  }

  /// A constant; nil for a list, or an object without an object ID.
  init?(constant: FetchValue) {
    let constant = constant.withoutNaN
    let id = constant.objectID
    guard constant.isScalar || id != nil else { return nil }
    let value = id.map { FetchValue.integer($0.rowID) } ?? constant
    self.init(constant.isNull ? "NULL" : .value(value), constant.kind, isOptional: constant.isNull)
    entityName = id?.entityName
    self.constant = constant
  }

  /// Whether this is a constant with a value.
  var isValue: Bool { constant.map { !$0.isNull } ?? false }
}

/// The origin of key paths: a row of the entity's table, an element of a to-many relationship, or a related object.
struct SQLScope: Hashable, Sendable {
  /// The entity of the row; nil for an element without one.
  let entity: EntityDescription?
  let attributes: [AttributeDescription]
  /// The name of the scope in messages.
  let title: String
  /// The table or its alias.
  let name: String
  /// The primary key of a row that is not in the statement's tables; nil for a row that is.
  private(set) var foreignKey: SQLFragment?

  /// A row of the entity's table, or the object with a primary key, whose columns are read by subqueries.
  init(entity: EntityDescription, alias: String? = nil, foreignKey: SQLFragment? = nil) {
    self.entity = entity
    attributes = entity.attributes
    title = entity.name
    name = alias ?? SQLName.quoted(entity.table)
    self.foreignKey = foreignKey
  }

  init(element: ToManyDescription, alias: String) {
    entity = nil
    attributes = element.attributes
    title = element.name
    name = alias
  }

  var key: SQLFragment { foreignKey ?? "\(sql: name).pk" }

  var keyPaths: [String] { entity?.keyPaths ?? attributes.map(\.keyPath) }

  func attribute(_ keyPath: String) -> AttributeDescription? {
    guard let entity else { return attributes.first { $0.keyPath == keyPath } }
    return entity.attribute(forKeyPath: keyPath)
  }

  /// Returns the key path of an attribute that each optional structure at a key path has; nil when none is there.
  func marker(ofStructure keyPath: String) -> String? {
    entity?.marker(ofStructure: keyPath) ?? attributes.marker(ofStructure: keyPath)
  }

  /// Returns the relationship at the start of a key path and the remaining keys; nil when there is none.
  func toMany(_ keyPath: String) -> (list: ToManyDescription, rest: [Substring])? {
    guard let entity else { return nil }
    for list in entity.toMany where list.relationship == nil {
      if keyPath == list.name { return (list, []) }
      if keyPath.hasPrefix(list.name + ".") {
        return (list, keyPath.dropFirst(list.name.count + 1).split(separator: "."))
      }
    }
    return nil
  }
}

/// Elements of a to-many relationship of one row.
struct SQLCollection {
  let scope: SQLScope
  let table: SQLFragment
  /// The condition for the elements: their owner and the predicate of a SUBQUERY.
  var condition: SQLFragment
  /// The key path of the value; nil for elements as a whole.
  let valueKeyPath: String?
  /// The expressions that order the elements.
  let position: [SQLFragment]
  /// The primary key of the object whose elements they are, where it may be NULL.
  var owner: SQLFragment?
  /// Whether all elements are included, so that `position` has no gaps.
  var isWhole = true
}

extension SQLCollection {
  func order(isReversed: Bool = false) -> SQLFragment {
    position.map { isReversed ? "\($0) DESC" : $0 }.joined(separator: ", ")
  }
}
