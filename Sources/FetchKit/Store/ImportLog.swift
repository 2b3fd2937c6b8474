internal import GRDB

/// What an import writes into the change log: a line for each row, not for its elements, and a mark
/// alone when there are very many rows.
struct ImportLog {
  /// From how many rows on a mark is cheaper than a line for each.
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

  /// Whether the triggers of the entity are away: its rows go without their elements.
  var isPaused: Bool { state == .nothing }

  /// Elements are about to be written, whose owner is written too.
  mutating func willWriteElements() throws {
    guard state == .everything else { return }
    try drop(ofTables: entity.toMany.map(\.table))
    state = .rows
  }

  /// Rows are about to be written.
  mutating func willWrite(_ rows: Int = 1) throws {
    count += rows
    if count >= Self.threshold { try pause() }
  }

  /// From here on there is a mark only.
  mutating func pause() throws {
    guard state != .nothing else { return }
    try drop(ofTables: [entity.table] + entity.toMany.map(\.table))
    state = .nothing
  }

  /// The import is over: what comes next is logged again.
  mutating func end() throws {
    guard state != .everything else { return }
    for statement in schema.triggers(entity) { try database.execute(sql: statement) }
    if state == .nothing { try ChangeLog.mark(entity, database) }
    state = .everything
  }

  private func drop(ofTables tables: [String]) throws {
    try SchemaInstaller(schema: schema).dropTriggers(ofTables: tables, in: database)
  }
}
