/// What key paths start from: a row of the entity's table, or an element of a to-many.
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

  /// The to-many that a key path begins with, and the keys behind it; nil when there is none.
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

  /// Every key path that may be named here.
  var keyPaths: [String] {
    switch source {
    case .entity(let entity): entity.keyPaths
    case .element(let toMany): toMany.attributes.map(\.keyPath)
    }
  }

  /// What the scope is called in messages.
  var title: String {
    switch source {
    case .entity(let entity): entity.name
    case .element(let toMany): toMany.name
    }
  }
}

/// The elements of a to-many of one row, or some of them.
struct SQLCollection {
  let scope: SQLScope
  /// The elements' table with its alias.
  let table: SQLFragment
  /// Which elements: the owner's, and what a SUBQUERY asks for.
  var condition: SQLFragment
  /// The key path of the elements' value; nil for elements as a whole.
  let valueKeyPath: String?
  /// Whether no element of the list is left out, so that `position` counts from 0 without a gap.
  var isWhole = true
}
