internal import GRDB

/// What changed in a store, by entity.
struct StoreChanges: Sendable {
  enum Operation: String, Sendable {
    case insert
    case update
    case delete
    /// Too much to list: anything may have changed.
    case bulk
  }

  /// The objects of each entity that changed; the last operation on each.
  private(set) var objects: [String: [Int64: Operation]] = [:]
  /// The entities of which anything may have changed.
  private(set) var unknown: Set<String> = []

  mutating func add(_ operation: Operation, _ object: Int64?, of entity: String) {
    guard let object, operation != .bulk else {
      unknown.insert(entity)
      return
    }
    objects[entity, default: [:]][object] = operation
  }

  var isEmpty: Bool { objects.isEmpty && unknown.isEmpty }
}

/// Reads and trims the table that the triggers write.
enum ChangeLog {
  /// How many entries are kept.
  private static let capacity: Int64 = 100_000

  static func lastSequence(_ database: Database) throws -> Int64 {
    try Int64.fetchOne(database, sql: "SELECT MAX(sequence) FROM fetchkit_change") ?? 0
  }

  /// The changes after a sequence number, and the number of the last one.
  static func changes(since sequence: Int64, _ database: Database) throws -> (StoreChanges, Int64) {
    var changes = StoreChanges()
    var last = sequence
    let rows = try SQLiteStatement(
      database,
      "SELECT sequence, entity, object, operation FROM fetchkit_change WHERE sequence > \(.integer(sequence)) ORDER BY sequence"
    )
    try rows.forEachRow { row in
      last = row.integer(0)
      let operation = StoreChanges.Operation(rawValue: row.value(3, as: .string).stringValue ?? "")
      changes.add(
        operation ?? .bulk, row.isNull(2) ? nil : row.integer(2),
        of: row.value(1, as: .string).stringValue ?? "")
    }
    return (changes, last)
  }

  /// Whether entries after a sequence number have been forgotten, or all of them were deleted.
  static func isCut(after sequence: Int64, _ database: Database) throws -> Bool {
    let first = try Int64.fetchOne(database, sql: "SELECT MIN(sequence) FROM fetchkit_change")
    return try first.map { $0 > sequence && $0 - 1 > sequence } ?? false
      || lastSequence(database) < sequence
  }

  /// Enters that anything of an entity may have changed.
  static func mark(_ entity: EntityDescription, _ database: Database) throws {
    try SQLiteStatement(
      database,
      "INSERT INTO fetchkit_change (entity, object, operation) VALUES (\(.string(entity.name)), NULL, 'bulk')",
      isReused: true
    ).run()
  }

  /// Forgets all but the newest entries.
  static func trim(_ database: Database) throws {
    try SQLiteStatement(
      database,
      "DELETE FROM fetchkit_change WHERE sequence <= (SELECT MAX(sequence) FROM fetchkit_change) - \(.integer(capacity))",
      isReused: true
    ).run()
  }
}
