internal import Foundation
internal import GRDB

/// Applies the old values of a change and keeps the current ones in their place, so that undo and redo are one
/// operation.
struct UndoApplier {
  let database: Database
  let step: Int64
  /// Whether the current values are not kept, so that the change cannot be reversed again.
  var isOneWay = false

  /// The number under which the current values are kept meanwhile.
  private var other: Int64 { -step }
  private var otherStep: SQLFragment { .value(.integer(other)) }

  func apply(_ entity: EntityDescription) throws {
    let undo = UndoSchema(entity: entity)
    try removeInserted(entity, undo, insertedRanges(entity))
    try restoreDeleted(entity, undo)
    try restoreUpdated(entity, undo)
  }

  private func run(_ sql: SQLFragment) throws { try database.run(sql) }

  private var number: FetchValue { .integer(step) }

  private func images(_ operation: String, _ undo: UndoSchema) -> SQLFragment {
    "SELECT pk FROM \(sql: undo.table) WHERE step = \(number) AND operation = \(.string(operation))"
  }

  /// The values of a unique key that a row of the change shares with a row of the store that is not part of it; nil when
  /// there are none.
  func takenIdentifier(_ entity: EntityDescription) throws -> String? {
    for key in Schema.uniqueKeys(entity) {
      let columns = key.map(SQLName.quoted)
      let values = columns.map { "fetchkit_old.\($0)" }.joined(separator: ", ")
      let match = columns.map { "fetchkit_now.\($0) = fetchkit_old.\($0)" }.joined(
        separator: " AND ")
      let statement = try SQLiteStatement(
        database,
        """
        SELECT \(sql: values) FROM \(sql: UndoSchema(entity: entity).table) AS fetchkit_old \
        JOIN \(name: entity.table) AS fetchkit_now ON \(sql: match) \
        WHERE fetchkit_old.step = \(number) AND fetchkit_now.pk <> fetchkit_old.pk AND fetchkit_now.pk NOT IN \
        (SELECT pk FROM \(sql: UndoSchema(entity: entity).table) WHERE step = \(number)) LIMIT 1
        """)
      defer { statement.reset() }
      guard try statement.step() else { continue }
      return columns.indices.map { index in
        let value = statement.value(index, as: nil)
        return value.stringValue ?? FetchExpression.constant(value).description
      }.joined(separator: ", ")
    }
    return nil
  }

  /// Whether a row that is restored has other values of a unique key now.
  func movesUniqueValues(of entity: EntityDescription) throws -> Bool {
    let undo = UndoSchema(entity: entity)
    let columns = Set(Schema.uniqueKeys(entity).joined().map(SQLName.quoted))
    for list in try columnLists(undo) {
      let moved = try undo.columns(of: list, step).filter(columns.contains).map { column in
        "fetchkit_old.\(column) IS NOT fetchkit_now.\(column)"
      }
      guard !moved.isEmpty else { continue }
      let count = try database.integer(
        """
        SELECT EXISTS (SELECT 1 FROM \(sql: undo.table) AS fetchkit_old \
        JOIN \(name: entity.table) AS fetchkit_now ON fetchkit_now.pk = fetchkit_old.pk \
        WHERE fetchkit_old.step = \(number) AND fetchkit_old.operation = 'update' \
        AND fetchkit_old.columns = \(.string(list)) AND (\(sql: moved.joined(separator: " OR "))))
        """)
      if count > 0 { return true }
    }
    return false
  }

  private func insertedRanges(_ entity: EntityDescription) throws -> [ClosedRange<Int64>] {
    var ranges: [ClosedRange<Int64>] = []
    try SQLiteStatement(
      database,
      "SELECT first, last FROM fetchkit_undo_range WHERE step = \(number) AND entity = \(.string(entity.name)) ORDER BY first"
    ).forEachRow { row in
      let (first, last) = (row.integer(0), row.integer(1))
      guard first <= last, ranges.last.map({ $0.upperBound < first }) ?? true else {
        throw UndoSchema.damage(
          "store.historyRows", "change \(step) inserted rows \(first) to \(last)")
      }
      ranges.append(first...last)
    }
    return ranges
  }
}

extension UndoSchema {
  static func damage(_ id: StaticString, _ finding: ErrorMessage.Text) -> StoreError {
    StoreError(
      .corrupt, "store.damagedHistory",
      "the undo history is damaged: \(ErrorMessage(id, finding))")
  }

  /// The columns of a stored list: only those that the entity has, each once.
  func columns(of list: String, _ step: Int64) throws -> [String] {
    guard list != "*" else { return columns }
    let names = list.components(separatedBy: ", ")
    let kept = columns.filter(Set(names).contains)
    guard !kept.isEmpty, kept.count == names.count else {
      throw Self.damage(
        "store.historyColumns",
        "change \(step) names columns that \(entity.table) does not have")
    }
    return kept
  }
}

// MARK: - Derived columns

extension UndoApplier {
  /// Notes that the old values of all changes so far have derived columns or sort keys of an earlier model.
  static func noteOldDerivations(_ database: Database) throws {
    let last = try database.integer("SELECT COALESCE(MAX(step), 0) FROM fetchkit_step")
    try Metadata.set(String(last), "oldDerivations", database)
  }

  /// Computes derived columns and sort keys again when those of the restored rows may be of an earlier model.
  func renewDerivedColumns(_ entity: EntityDescription) throws {
    let last = try Metadata.text("oldDerivations", database).flatMap(Int64.init) ?? 0
    guard step <= last else { return }
    try entity.renewDerivedColumns(database)
    try entity.renewSortKeys(database)
  }
}

// MARK: - The other direction

extension UndoApplier {
  /// Keeps the current values of the rows of an entity that will be restored.
  func keepOtherDirection(_ entity: EntityDescription) throws {
    guard !isOneWay else { return }
    let undo = UndoSchema(entity: entity)
    try keep("delete", entity, undo, "pk IN (\(images("insert", undo)))")
    for range in try insertedRanges(entity) {
      try keep("delete", entity, undo, Self.condition(range))
    }
    try keepUpdated(entity, undo)
    try run(
      """
      INSERT INTO \(sql: undo.table) (step, pk, operation, columns, has_elements) \
      SELECT \(.integer(other)), pk, 'insert', '', 0 FROM \(sql: undo.table) \
      WHERE step = \(number) AND operation = 'delete'
      """)
  }

  /// The approximate size in bytes of the rows to keep for the other direction.
  func bytesToKeep(_ entity: EntityDescription) throws -> Int {
    let undo = UndoSchema(entity: entity)
    let rows: [SQLFragment] = [
      "pk IN (\(images("insert", undo)))", "pk IN (\(images("update", undo)))",
    ]
    let ranges = try insertedRanges(entity).map(Self.condition)
    let width = UndoSchema.width(of: undo.columns, entity.attributes)
    return try (rows + ranges).reduce(0) { total, condition in
      let size = try database.integer(
        "SELECT SUM(8 + \(sql: width)) FROM \(name: entity.table) WHERE \(condition)")
      return total + Int(size)
    }
  }

  private static func condition(_ range: ClosedRange<Int64>) -> SQLFragment {
    "pk BETWEEN \(.integer(range.lowerBound)) AND \(.integer(range.upperBound))"
  }

  private func keep(
    _ operation: String, _ entity: EntityDescription, _ undo: UndoSchema, _ condition: SQLFragment
  ) throws {
    try run(undo.keepRows(undo.columns, otherStep, "\(.string(operation))", where: condition))
    try keepElements(entity, undo, "SELECT pk FROM \(name: entity.table) WHERE \(condition)")
  }

  private func keepElements(
    _ entity: EntityDescription, _ undo: UndoSchema, _ owners: SQLFragment
  ) throws {
    for toMany in entity.toMany {
      try run(undo.keepElements(of: toMany, otherStep, owners: owners))
    }
  }

  /// Keeps the current values of the updated rows in the columns that will be restored.
  private func keepUpdated(_ entity: EntityDescription, _ undo: UndoSchema) throws {
    for list in try columnLists(undo) {
      try run(
        undo.keepRows(
          undo.columns(of: list, step), as: list, otherStep, "'update'",
          where: "pk IN (\(updated(list, undo)))"))
    }
    try keepElements(entity, undo, updated("*", undo))
  }

  private func updated(_ columns: String, _ undo: UndoSchema) -> SQLFragment {
    "\(images("update", undo)) AND columns = \(.string(columns))"
  }

  private func columnLists(_ undo: UndoSchema) throws -> [String] {
    try SQLiteStatement(
      database,
      "SELECT DISTINCT columns FROM \(sql: undo.table) WHERE step = \(number) AND operation = 'update'"
    ).map { $0.value(0, as: .string).stringValue ?? "" }
  }
}

// MARK: - Restoring rows

extension UndoApplier {
  private func removeInserted(
    _ entity: EntityDescription, _ undo: UndoSchema, _ ranges: [ClosedRange<Int64>]
  ) throws {
    let conditions =
      ["pk IN (\(images("insert", undo)))" as SQLFragment] + ranges.map(Self.condition)
    for condition in conditions {
      for toMany in entity.toMany {
        try run(
          """
          DELETE FROM \(name: toMany.table) WHERE owner IN \
          (SELECT pk FROM \(name: entity.table) WHERE \(condition))
          """)
      }
      try run("DELETE FROM \(name: entity.table) WHERE \(condition)")
    }
  }

  private func restoreDeleted(_ entity: EntityDescription, _ undo: UndoSchema) throws {
    let columns = undo.columns.joined(separator: ", ")
    try run(
      """
      INSERT INTO \(name: entity.table) (pk, \(sql: columns)) SELECT pk, \(sql: columns) \
      FROM \(sql: undo.table) WHERE step = \(number) AND operation = 'delete'
      """)
    try restoreElements(entity, undo, images("delete", undo))
  }

  private func restoreUpdated(_ entity: EntityDescription, _ undo: UndoSchema) throws {
    for list in try columnLists(undo) {
      let columns = try undo.columns(of: list, step).joined(separator: ", ")
      try run(
        """
        UPDATE \(name: entity.table) SET (\(sql: columns)) = (SELECT \(sql: columns) FROM \(sql: undo.table) AS fetchkit_old \
        WHERE fetchkit_old.step = \(number) AND fetchkit_old.pk = \(name: entity.table).pk) \
        WHERE pk IN (\(updated(list, undo)))
        """)
    }
    for toMany in entity.toMany {
      try run("DELETE FROM \(name: toMany.table) WHERE owner IN (\(updated("*", undo)))")
    }
    // Another program may have deleted some of the objects.
    let owners: SQLFragment =
      "SELECT pk FROM \(name: entity.table) WHERE pk IN (\(updated("*", undo)))"
    try restoreElements(entity, undo, owners)
  }

  private func restoreElements(
    _ entity: EntityDescription, _ undo: UndoSchema, _ owners: SQLFragment
  ) throws {
    for toMany in entity.toMany {
      let columns = undo.columns(toMany).joined(separator: ", ")
      try run(
        """
        INSERT INTO \(name: toMany.table) (\(sql: columns)) SELECT \(sql: columns) \
        FROM \(sql: undo.table(toMany)) WHERE step = \(number) AND owner IN (\(owners))
        """)
    }
  }

  /// Replaces the applied values with those of the other direction.
  func exchange(_ entity: EntityDescription) throws {
    let undo = UndoSchema(entity: entity)
    try run(
      "DELETE FROM fetchkit_undo_range WHERE step = \(number) AND entity = \(.string(entity.name))")
    for images in [undo.table] + entity.toMany.map(undo.table) {
      try run("DELETE FROM \(sql: images) WHERE step = \(number)")
      try run("UPDATE \(sql: images) SET step = \(number) WHERE step = \(.integer(other))")
    }
  }
}
