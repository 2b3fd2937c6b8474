internal import GRDB

/// Deletes objects according to the delete rules of their relationships.
struct DeleteRules {
  private struct Objects {
    let entity: EntityDescription
    let rows: [Int64]
  }

  let model: ManagedObjectModel
  let database: Database
  let undo: UndoRecorder

  /// Whether other objects can be related to those of an entity.
  static func apply(to entity: EntityDescription, _ model: ManagedObjectModel) -> Bool {
    !entity.relationships.isEmpty
      || model.entities.contains { !$0.relationships.isEmpty }
        && !model.references(to: entity).isEmpty
  }

  /// Deletes objects with those that the rules delete, and calls `didDelete` after each; throws where a rule denies it.
  func delete(_ rows: [Int64], of entity: EntityDescription, _ didDelete: () throws -> Void = {})
    throws
  {
    let (objects, keys) = try closure(rows, of: entity)
    let all = model.entities.compactMap { entity in
      keys[entity.name].map { Objects(entity: entity, rows: $0.sorted()) }
    }
    for object in all { try checkDenials(object, keys) }
    for object in all { try nullify(object, keys) }
    // All before the first deletion, in which SQLite removes references from the others.
    for object in all {
      for row in object.rows { try undo.willDelete(row, object.entity) }
    }
    // Related objects first, so that the last entry of an object in the change log is its deletion.
    for object in objects.reversed() {
      let statements = try RowStatements(object.entity, database)
      for row in object.rows {
        try statements.delete(row)
        try didDelete()
      }
    }
  }

  /// The objects with those that cascading rules delete, and their primary keys by entity.
  private func closure(_ rows: [Int64], of entity: EntityDescription) throws -> (
    [Objects], keys: [String: Set<Int64>]
  ) {
    var keys = [entity.name: Set(rows)]
    var objects = [Objects(entity: entity, rows: rows)]
    var next = 0
    while next < objects.count {
      let current = objects[next]
      next += 1
      for relationship in current.entity.relationships where relationship.deleteRule == .cascade {
        let destination = relationship.destination
        let new = try related(relationship, to: current).filter {
          keys[destination.name]?.contains($0) != true
        }
        guard !new.isEmpty else { continue }
        keys[destination.name, default: []].formUnion(new)
        objects.append(Objects(entity: destination, rows: new))
      }
    }
    return (objects, keys)
  }

  private func checkDenials(_ objects: Objects, _ keys: [String: Set<Int64>]) throws {
    for relationship in objects.entity.relationships where relationship.deleteRule == .deny {
      let deleted = keys[relationship.destination.name] ?? []
      let count = try related(relationship, to: objects).count { !deleted.contains($0) }
      guard count == 0 else {
        throw StoreError(
          .constraint, "store.deleteDenied",
          "\(objects.entity.name) cannot be deleted while '\(relationship.name)' has objects, found \(count)"
        )
      }
    }
  }

  private func nullify(_ objects: Objects, _ keys: [String: Set<Int64>]) throws {
    for reference in model.references(to: objects.entity) {
      let storage = reference.storage
      let (table, target) = (SQLName.quoted(storage.table), SQLName.quoted(storage.target))
      let leads: SQLFragment = "\(sql: target) IN \(keys: objects.rows)"
      let gone = keys[reference.entity.name] ?? []
      for owner in try database.integers(
        "SELECT DISTINCT \(sql: storage.owner) FROM \(sql: table) WHERE \(leads)")
      where !gone.contains(owner) {
        try undo.willUpdate(owner, reference.entity)
      }
      // Objects that are deleted later are still known by their rows.
      let stays: SQLFragment = "\(sql: storage.owner) NOT IN \(keys: gone)"
      try database.run(
        reference.relationship.isToMany
          ? "DELETE FROM \(sql: table) WHERE \(leads) AND \(stays)"
          : "UPDATE \(sql: table) SET \(sql: target) = NULL WHERE \(leads) AND \(stays)")
    }
  }

  private func related(_ relationship: RelationshipDescription, to objects: Objects) throws
    -> [Int64]
  {
    guard let storage = relationship.storage(in: objects.entity) else { return [] }
    var known: Set<Int64> = []
    return try SQLiteStatement(database, storage.pairs(of: objects.rows))
      .map { $0.integer(1) }.filter { known.insert($0).inserted }
  }
}
