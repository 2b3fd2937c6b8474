internal import GRDB

/// The to-one relationships that a model adds as the inverse of stored ones: both sides of such a pair are stored.
struct NewPairs {
  private struct Pair {
    let entity: EntityDescription
    let relationship: RelationshipDescription
    let inverse: RelationshipDescription
    let new: RelationshipStorage
    let stored: RelationshipStorage
  }

  private let pairs: [Pair]
  private let model: ManagedObjectModel

  init(_ plan: MigrationPlan, _ model: ManagedObjectModel) {
    func isStored(_ relationship: RelationshipDescription, _ entity: EntityDescription) -> Bool {
      plan.migrated[
        StoredModel.Key(entity: entity.name, list: "", keyPath: relationship.name)] != nil
    }
    self.model = model
    pairs = model.entities.flatMap { entity in
      entity.relationships.compactMap { relationship in
        let destination = relationship.destination
        guard !relationship.isToMany, !isStored(relationship, entity),
          let inverse = relationship.inverseDescription, !inverse.isToMany,
          isStored(inverse, destination), let new = relationship.storage(in: entity),
          let stored = inverse.storage(in: destination)
        else { return nil }
        return Pair(
          entity: entity, relationship: relationship, inverse: inverse, new: new, stored: stored)
      }
    }
  }

  /// Sets the new side of pairs where a single object has the stored side. Earlier changes, which cannot be undone
  /// without it, are deleted from the undo history.
  func complete(_ database: Database) throws {
    for pair in pairs {
      let partners: SQLFragment = """
        FROM \(name: pair.stored.table) AS partner \
        WHERE partner.\(name: pair.stored.target) = \(name: pair.new.table).pk
        """
      let count = try database.run(
        """
        UPDATE \(name: pair.new.table) SET \(name: pair.new.target) = (SELECT partner.pk \(partners)) \
        WHERE \(name: pair.new.target) IS NULL AND (SELECT COUNT(*) \(partners)) = 1
        """)
      if count > 0 { try UndoTables(model: model, database: database).dropAll() }
    }
  }

  /// Throws if several objects have the same object on the stored side.
  func check(_ database: Database) throws {
    for pair in pairs { try check(pair, pair.stored.table, pair.stored.target, database) }
  }

  /// Throws if a plan that has not run yet leaves several objects with the same object on the stored side, as far as that
  /// is known before its steps run.
  func check(_ database: Database, before plan: MigrationPlan) throws {
    guard plan.updates.isEmpty else { return }
    for pair in pairs {
      let change = plan.changes.first {
        $0.entity.name == pair.relationship.destination.name
          && $0.target?.keyPath == pair.inverse.name
      }
      guard change?.conversion == nil else { continue }
      try check(
        pair, change?.stored.table ?? pair.stored.table,
        change?.stored.column ?? pair.stored.target, database)
    }
  }

  private func check(_ pair: Pair, _ table: String, _ column: String, _ database: Database) throws {
    let counts = try database.integers(
      """
      SELECT COUNT(*) FROM \(name: table) WHERE \(name: column) IS NOT NULL \
      GROUP BY \(name: column) HAVING COUNT(*) > 1 LIMIT 1
      """)
    guard let count = counts.first else { return }
    let name = "\(pair.entity.name).\(pair.relationship.name)"
    throw StoreError(
      .invalidModel, "store.severalPartners",
      "the relationship '\(name)' leads to one object, and \(count) objects of '\(pair.relationship.destination.name)' have the same '\(pair.inverse.name)': change them in a migration step"
    )
  }

  /// What `complete` does, one sentence for each pair.
  var descriptions: [String] {
    pairs.map {
      "set '\($0.relationship.name)' of '\($0.entity.name)' from '\($0.inverse.name)' of '\($0.relationship.destination.name)'"
    }
  }
}
