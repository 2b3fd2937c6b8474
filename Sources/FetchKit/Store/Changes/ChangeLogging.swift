internal import GRDB

/// The logging of a change of many rows.
///
/// At first triggers log every row and element. Once elements are written, only their owners are logged, and from
/// many rows on only a mark that anything may have changed.
struct ChangeLogging {
  /// The number of rows from which a mark is cheaper than a line for each.
  private static let threshold = 20_000

  private enum State { case everything, rows, nothing }

  private let entity: EntityDescription
  private let schema: Schema
  private let database: Database
  private var state = State.everything
  private var count = 0

  init(_ entity: EntityDescription, _ model: ManagedObjectModel, _ database: Database) {
    self.entity = entity
    schema = Schema(model: model)
    self.database = database
  }

  /// Runs `body`, which changes about `count` rows and deletes orphaned elements itself.
  static func around<Result>(
    _ count: Int, of entity: EntityDescription, _ model: ManagedObjectModel, _ database: Database,
    _ body: () throws -> Result
  ) throws -> Result {
    var logging = ChangeLogging(entity, model, database)
    try logging.willWrite(count)
    let result = try body()
    try logging.end()
    return result
  }

  /// Whether the triggers are dropped, so that elements are not deleted with their owner.
  var isPaused: Bool { state == .nothing }

  /// Prepares for writing elements, whose owners are written, too.
  mutating func willWriteElements() throws {
    guard state == .everything else { return }
    try drop(ofTables: entity.toMany.filter { $0.relationship?.inverse == nil }.map(\.table))
    state = .rows
  }

  mutating func willWrite(_ rows: Int = 1) throws {
    count += rows
    if count >= Self.threshold { try pause() }
  }

  mutating func pause() throws {
    guard state != .nothing else { return }
    try drop(ofTables: entity.tables)
    state = .nothing
  }

  /// Logs everything again, and the mark when rows were not logged.
  mutating func end() throws {
    guard state != .everything else { return }
    for statement in schema.triggers(entity) { try database.execute(sql: statement) }
    if state == .nothing {
      try ChangeLog.mark(entity, database)
      for relationship in entity.relationships where relationship.inverse != nil {
        try ChangeLog.mark(relationship.destination, database)
      }
    }
    state = .everything
  }

  private func drop(ofTables tables: [String]) throws {
    let installer = SchemaInstaller(schema: schema)
    for table in tables { try installer.dropOwn(.trigger, of: table, in: database) }
  }
}
