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
      let (isKept, parts) = (
        structures.contains(structure), parts(of: structure, plan.migrated, entity)
      )
      guard isKept || !parts.isEmpty else { continue }
      let rows: SQLFragment =
        isKept ? "pk IN (SELECT pk FROM temp.\(name: kept(structure, entity)))" : "0"
      try database.run(
        "UPDATE \(name: entity.table) SET \(values) WHERE \(rows) OR \(hasValue(parts))")
      guard isKept, plan.keepsTables else { continue }
      try database.run(
        """
        UPDATE \(name: UndoSchema.name(entity.table)) SET \(values) \
        WHERE columns = '*' AND (\(isPresent(structure, entity)))
        """)
    }
    for structure in structures {
      try database.run("DROP TABLE temp.\(name: kept(structure, entity))")
    }
    if !plan.keepsTables { try complete(entity, database) }
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
      .filter { !parts(of: $0, plan.stored, entity).isEmpty }
  }

  /// The columns of a structure in a store.
  private func parts(of structure: String, _ stored: StoredModel, _ entity: EntityDescription)
    -> [String]
  {
    stored.attributes(of: entity.name).filter { $0.0.keyPath.hasPrefix(structure + ".") }
      .map(\.1.column)
  }

  /// The condition that a row as it is stored has a structure, of which some attribute has a value then.
  private func isPresent(_ structure: String, _ entity: EntityDescription) -> SQLFragment {
    hasValue(parts(of: structure, plan.stored, entity))
  }

  /// The condition that some column has a value.
  private func hasValue(_ columns: [String]) -> SQLFragment {
    guard !columns.isEmpty else { return "0" }
    let conditions = columns.map { "\(name: $0) IS NOT NULL" as SQLFragment }
    return "(\(conditions[...].balanced(by: " OR ")))"
  }

  /// Gives the structures of which steps have changed attributes their required ones where they have others.
  private func complete(_ entity: EntityDescription, _ database: Database) throws {
    for (structure, _) in entity.attributes.structures {
      let changed = plan.changes.filter { $0.entity.name == entity.name }
        .map { $0.target?.keyPath ?? $0.keyPath }
      guard changed.contains(where: { $0.hasPrefix(structure + ".") }) else { continue }
      let parts = entity.attributes.filter { $0.keyPath.hasPrefix(structure + ".") }
        .compactMap(\.column)
      for attribute in entity.attributes
      where attribute.structure?.keyPath == structure && attribute.structure?.isRequired == true {
        guard let column = attribute.column, let values = initialValues(attribute) else { continue }
        try database.run(
          """
          UPDATE \(name: entity.table) SET \(values) \
          WHERE \(name: column) IS NULL AND \(hasValue(parts))
          """)
      }
    }
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
