struct SQLExpression: Hashable, Sendable {
  var fragment: SQLFragment
  var kind: Value.Kind
  /// Whether the value may be NULL.
  var isOptional: Bool
  var constant: Value?

  init(_ fragment: SQLFragment, _ kind: Value.Kind, isOptional: Bool = true) {
    self.fragment = fragment
    self.kind = kind
    self.isOptional = isOptional
  }

  /// A constant; nil for a list or an object.
  init?(constant: Value) {
    let constant = constant.withoutNaN
    guard constant.isScalar else { return nil }
    fragment = constant.isNull ? "NULL" : .value(constant)
    kind = constant.kind
    isOptional = constant.isNull
    self.constant = constant
  }

  /// Whether this is a constant with a value.
  var isValue: Bool { constant.map { !$0.isNull } ?? false }
}

/// The origin of key paths: a row of the entity's table, or an element of a to-many relationship.
struct SQLScope: Hashable, Sendable {
  enum Source: Hashable, Sendable {
    case entity(EntityDescription)
    case element(ToManyDescription)
  }

  let source: Source
  /// The table or its alias.
  let name: String

  init(entity: EntityDescription) {
    source = .entity(entity)
    name = SQLName.quoted(entity.table)
  }

  init(element: ToManyDescription, alias: String) {
    source = .element(element)
    name = alias
  }

  var attributes: [AttributeDescription] {
    switch source {
    case .entity(let entity): entity.attributes
    case .element(let toMany): toMany.attributes
    }
  }

  func attribute(_ keyPath: String) -> AttributeDescription? {
    switch source {
    case .entity(let entity): entity.attribute(forKeyPath: keyPath)
    case .element(let toMany): toMany.attributes.first { $0.keyPath == keyPath }
    }
  }

  /// Returns the relationship at the start of a key path and the remaining keys; nil when there is none.
  func toMany(_ keyPath: String) -> (list: ToManyDescription, rest: [Substring])? {
    guard case .entity(let entity) = source else { return nil }
    for list in entity.toMany {
      if keyPath == list.name { return (list, []) }
      if keyPath.hasPrefix(list.name + ".") {
        return (list, keyPath.dropFirst(list.name.count + 1).split(separator: "."))
      }
    }
    return nil
  }

  var keyPaths: [String] {
    switch source {
    case .entity(let entity): entity.keyPaths
    case .element(let toMany): toMany.attributes.map(\.keyPath)
    }
  }

  /// The name of the scope in messages.
  var title: String {
    switch source {
    case .entity(let entity): entity.name
    case .element(let toMany): toMany.name
    }
  }
}

/// Elements of a to-many relationship of one row.
struct SQLCollection {
  let scope: SQLScope
  /// The elements' table with its alias.
  let table: SQLFragment
  /// The condition for the elements: their owner and the predicate of a SUBQUERY.
  var condition: SQLFragment
  /// The key path of the value; nil for elements as a whole.
  let valueKeyPath: String?
  /// Whether all elements are included, so that `position` has no gaps.
  var isWhole = true
}
