/// Where the values of a held column come from.
struct ColumnSource: Sendable {
  enum Origin: Sendable {
    /// An expression over the columns of the entity's table.
    case row(SQLFragment, HeldColumn.Kind)
    /// A column of a to-many's table: each row has the list of its elements' values.
    case elements(table: String, column: String)
  }

  /// A text that is the same for the same values.
  let key: String
  let origin: Origin

  /// How the values are held.
  var kind: HeldColumn.Kind {
    switch origin {
    case .row(_, let kind): kind
    case .elements: .values
    }
  }

  /// The source of a key path; nil for one whose values are not held.
  init?(_ keyPath: String, of entity: EntityDescription) {
    if let attribute = entity.attribute(forKeyPath: keyPath) {
      let compiler = PredicateCompiler(entity: entity)
      guard let kind = HeldColumn.Kind(attribute),
        let fragment = try? compiler.attribute(keyPath, .unknown).fragment
      else { return nil }
      key = "\(fragment.sql) \(fragment.bindings)"
      origin = .row(fragment, kind)
    } else {
      let found = entity.toMany.lazy.compactMap { list -> (String, String)? in
        let attribute = list.attributes.first { "\(list.name).\($0.keyPath)" == keyPath }
        guard let attribute, attribute.type == .string, let column = attribute.column else {
          return nil
        }
        return (list.table, column)
      }.first
      guard let (table, column) = found else { return nil }
      key = "\(table).\(column)"
      origin = .elements(table: SQLName.quoted(table), column: SQLName.quoted(column))
    }
  }
}

extension HeldColumn.Kind {
  /// How the values of an attribute are held; nil for one whose are not.
  fileprivate init?(_ attribute: AttributeDescription) {
    switch attribute.type {
    case .integer, .boolean: self = .integers
    case .double, .date: self = .doubles
    case .string: self = attribute.derivation == nil ? .values : .words
    case .data: return nil
    }
  }
}
