internal import GRDB

/// The attributes that a model adds to a store, which have the default values of their properties in its objects.
struct NewAttributes {
  let plan: MigrationPlan

  /// Notes which objects have a structure with a new attribute, before steps change its other columns.
  func keepStructures(_ model: ManagedObjectModel, _ database: Database) throws {
    for entity in model.entities {
      for structure in structures(of: entity) {
        try database.run(
          """
          CREATE TABLE temp.\(name: kept(structure, entity)) AS \
          SELECT pk FROM \(name: entity.table) WHERE \(isPresent(structure, entity))
          """)
      }
    }
  }

  /// Sets the new attributes of the objects of an entity, whose tables are those of the model by now.
  func fill(_ entity: EntityDescription, _ database: Database) throws {
    let structures = structures(of: entity)
    for attribute in added(entity.attributes, to: entity) {
      guard let values = initialValues(attribute) else { continue }
      guard let structure = attribute.structure?.keyPath else {
        try fill(entity.table, attribute, values, whole: "columns = '*'", database)
        continue
      }
      guard structures.contains(structure) else { continue }
      let rows: SQLFragment = "SELECT pk FROM temp.\(name: kept(structure, entity))"
      try database.run("UPDATE \(name: entity.table) SET \(values) WHERE pk IN (\(rows))")
      guard plan.keepsTables else { continue }
      try database.run(
        """
        UPDATE \(name: UndoSchema.name(entity.table)) SET \(values) \
        WHERE columns = '*' AND (\(isPresent(structure, entity)))
        """)
    }
    for structure in structures {
      try database.run("DROP TABLE temp.\(name: kept(structure, entity))")
    }
    for list in entity.toMany {
      for attribute in added(list.attributes, to: entity, list: list.name) {
        guard let values = initialValues(attribute) else { continue }
        try fill(list.table, attribute, values, whole: "1", database)
      }
    }
  }

  /// Sets a new attribute in a table, and in the undo history where it has whole rows.
  private func fill(
    _ table: String, _ attribute: AttributeDescription, _ values: SQLFragment, whole: SQLFragment,
    _ database: Database
  ) throws {
    if !attribute.hasInitialValueInColumn {
      try database.run("UPDATE \(name: table) SET \(values)")
    }
    try database.run("UPDATE \(name: UndoSchema.name(table)) SET \(values) WHERE \(whole)")
  }

  private func added(
    _ attributes: [AttributeDescription], to entity: EntityDescription, list: String = ""
  ) -> [AttributeDescription] {
    attributes.filter { attribute in
      let key = StoredModel.Key(entity: entity.name, list: list, keyPath: attribute.keyPath)
      return attribute.column != nil && attribute.derivation == nil && plan.migrated[key] == nil
    }
  }

  /// The assignments of the default value and of its sort key; nil for one that is nil.
  private func initialValues(_ attribute: AttributeDescription) -> SQLFragment? {
    let value = attribute.initialValue
    guard let column = attribute.column, !value.isNull else { return nil }
    let own: SQLFragment = "\(name: column) = \(value)"
    guard let order = attribute.orderColumn else { return own }
    return "\(own), \(name: order) = fetchkit_natural(\(value))"
  }
}

// MARK: - Structures

extension NewAttributes {
  /// The key paths of the stored structures that have a new attribute.
  private func structures(of entity: EntityDescription) -> [String] {
    Set(added(entity.attributes, to: entity).compactMap(\.structure?.keyPath)).sorted()
      .filter { !parts(of: $0, entity).isEmpty }
  }

  /// The stored columns of a structure.
  private func parts(of structure: String, _ entity: EntityDescription) -> [String] {
    plan.stored.attributes(of: entity.name).filter { $0.0.keyPath.hasPrefix(structure + ".") }
      .map(\.1.column)
  }

  /// The condition that a row as it is stored has a structure, of which some attribute has a value then.
  private func isPresent(_ structure: String, _ entity: EntityDescription) -> SQLFragment {
    parts(of: structure, entity).map { "\(name: $0) IS NOT NULL" as SQLFragment }[...]
      .balanced(by: " OR ")
  }

  /// The table of the objects that have a structure.
  private func kept(_ structure: String, _ entity: EntityDescription) -> String {
    "fetchkit_has_\(entity.table)_\(structure)"
  }
}

extension AttributeDescription {
  /// Whether rows have the initial value when the column is added to their table.
  fileprivate var hasInitialValueInColumn: Bool {
    !isOptional && !hasNaturalOrder && type != .date && type != .data
  }
}
