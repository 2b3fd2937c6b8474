internal import GRDB

/// Leaves the change log alone while very many rows change, and marks in it that anything may have.
enum TriggerPause {
  /// From how many rows on a mark is cheaper than a line for each.
  private static let threshold = 20_000

  /// Runs `body`, which changes about `count` rows of an entity and takes care of elements itself.
  static func around<Result>(
    _ count: Int, of entity: EntityDescription, _ model: ManagedObjectModel, _ database: Database,
    _ body: () throws -> Result
  ) throws -> Result {
    guard count >= threshold else { return try body() }
    let schema = Schema(model: model)
    try SchemaInstaller(schema: schema).dropTriggers(of: entity, in: database)
    let result = try body()
    for statement in schema.triggers(entity) { try database.execute(sql: statement) }
    try ChangeLog.mark(entity, database)
    return result
  }
}
