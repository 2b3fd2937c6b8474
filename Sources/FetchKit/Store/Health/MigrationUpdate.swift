internal import GRDB

/// A step of a migration that runs Swift code for each object of an entity.
struct MigrationUpdate {
  let entity: EntityDescription
  let name: String
  let number: Int
  /// The attributes as the file has them, with the conversions of earlier steps.
  let attributes:
    [(keyPath: String, stored: StoredModel.Attribute, conversion: StoreMigration.Conversion?)]
  /// The to-many relationships that have a table in the file.
  let lists: [ListCopy]
  let update: StoreMigration.Update

  var description: String { "update each '\(entity.name)': \(name)" }

  private var table: String { "temp.fetchkit_before_\(number)" }

  /// Copies the objects before later steps change them.
  func keepStored(_ database: Database) throws {
    guard let origin = attributes.first?.stored.table else { return }
    let columns = ["pk"] + attributes.map { SQLName.quoted($0.stored.column) }
    let names = columns.indices.map { "\(columns[$0]) AS c\($0)" }.joined(separator: ", ")
    try database.execute(
      sql: "CREATE TABLE \(table) AS SELECT \(names) FROM \(SQLName.quoted(origin))")
    for list in lists { try list.make(database) }
  }

  /// Updates the objects, whose tables are those of the model by now.
  func run(_ store: FetchStore, _ database: Database) throws {
    guard !attributes.isEmpty else { return }
    let undo = UndoRecorder(name, store.model, database, .disabled)
    var transaction = StoreTransaction(store, database, undo)
    let rows = try SQLiteStatement(
      database, sql: "SELECT * FROM \(table) ORDER BY c0", isReused: false)
    try rows.forEachRow { row in
      var stored: [String: FetchValue] = [:]
      for (index, attribute) in attributes.enumerated() {
        let value = attribute.stored.value(of: row, index + 1)
        stored[attribute.keyPath] = try attribute.conversion?(value) ?? value
      }
      for list in lists {
        stored[list.name] = try list.elements(of: row.integer(0), database)
      }
      try update(stored, ObjectID(entityName: entity.name, rowID: row.integer(0)), &transaction)
      if let failure = transaction.failure { throw failure }
    }
    rows.reset()
    try undo.end()
    try database.execute(sql: "DROP TABLE \(table)")
    for list in lists { try list.drop(database) }
  }
}
