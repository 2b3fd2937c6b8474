internal import GRDB

struct StoreChanges: Sendable {
  enum Operation: String, Sendable {
    case insert
    case update
    case delete
  }

  /// What happened to each changed object, by entity.
  private(set) var objects: [String: [Int64: Operation]] = [:]
  /// The objects whose first change is their insertion, by entity.
  private var new: [String: Set<Int64>] = [:]
  /// The entities in which anything may have changed.
  private var unknown: Set<String> = []
  /// Whether the log lacks entries, so that anything may have changed.
  fileprivate(set) var isIncomplete = false

  func isUnknown(_ entity: String) -> Bool { isIncomplete || unknown.contains(entity) }

  func concern(_ entity: String) -> Bool { isUnknown(entity) || objects[entity] != nil }

  func concern(_ entities: Set<String>) -> Bool { entities.contains(where: concern) }

  /// Changes of which nothing is known; none unless `isIncomplete`.
  static func unknown(_ isIncomplete: Bool) -> StoreChanges {
    var changes = StoreChanges()
    changes.isIncomplete = isIncomplete
    return changes
  }

  /// Adds a change of an object; without both, anything may have changed.
  mutating func add(_ operation: Operation?, _ object: Int64?, of entity: String) {
    guard let object, let operation else {
      unknown.insert(entity)
      return
    }
    if operation == .insert, objects[entity]?[object] == nil {
      new[entity, default: []].insert(object)
    }
    combine(operation, with: object, of: entity)
  }

  /// Whether an object was inserted and deleted, so that it never was there before or after the changes.
  func isTransient(_ object: Int64, of entity: String) -> Bool {
    objects[entity]?[object] == .delete && new[entity]?.contains(object) == true
  }

  /// An object that is inserted and then updated, such as by adding its elements, is new. One that is deleted and
  /// comes back, such as by undo, is updated.
  private mutating func combine(_ operation: Operation, with object: Int64, of entity: String) {
    let combined: Operation =
      switch (objects[entity]?[object], operation) {
      case (.insert, .update): .insert
      case (.delete, .insert) where new[entity]?.contains(object) != true: .update
      case (_, let last): last
      }
    objects[entity, default: [:]][object] = combined
  }

  mutating func merge(_ newer: StoreChanges) {
    isIncomplete = isIncomplete || newer.isIncomplete
    unknown.formUnion(newer.unknown)
    for (entity, objects) in newer.new {
      new[entity, default: []].formUnion(objects.filter { self.objects[entity]?[$0] == nil })
    }
    for (entity, changes) in newer.objects {
      for (object, operation) in changes { combine(operation, with: object, of: entity) }
    }
  }

  var isEmpty: Bool { objects.isEmpty && unknown.isEmpty && !isIncomplete }
}

/// Reads and trims the table that the triggers write.
enum ChangeLog {
  private static let capacity: Int64 = 100_000

  /// The sequence number of the last entry, even when another program deleted it.
  static func lastSequence(_ database: Database) throws -> Int64 {
    let statement = try database.cachedStatement(
      sql: "SELECT seq FROM sqlite_sequence WHERE name = 'fetchkit_change'")
    return try Int64.fetchOne(statement) ?? 0
  }

  /// A text that changes when rows of an entity do, whoever changes them; `count` is the number of its rows, if known.
  static func revision(
    of entity: EntityDescription, count: Int? = nil, _ database: Database
  ) throws -> String {
    let count =
      try count.map(Int64.init)
      ?? database.integer("SELECT COUNT(*) FROM \(name: entity.table)")
    return "\(try lastSequence(database)) \(count)"
  }

  static func changes(since sequence: Int64, _ database: Database) throws -> (StoreChanges, Int64) {
    let last = try lastSequence(database)
    var changes = StoreChanges()
    guard last != sequence else { return (changes, last) }
    let first = try Int64.fetchOne(database, sql: "SELECT MIN(sequence) FROM fetchkit_change")
    guard last > sequence, let first, first <= sequence + 1 else {
      changes.isIncomplete = true
      return (changes, last)
    }
    var count: Int64 = 0
    let rows = try SQLiteStatement(
      database,
      "SELECT entity, object, operation FROM fetchkit_change WHERE sequence > \(.integer(sequence)) ORDER BY sequence"
    )
    try rows.forEachRow { row in
      count += 1
      let operation = StoreChanges.Operation(rawValue: row.text(2))
      changes.add(operation, row.isNull(1) ? nil : row.integer(1), of: row.text(0))
    }
    // Gaps mean that another program deleted entries.
    changes.isIncomplete = count != last - sequence
    return (changes, last)
  }

  static func mark(_ entity: EntityDescription, _ database: Database) throws {
    try database.run(
      "INSERT INTO fetchkit_change (entity, object, operation) VALUES (\(.string(entity.name)), NULL, 'bulk')",
      isReused: true)
  }

  /// Deletes all but the newest entries.
  static func trim(_ database: Database) throws {
    try database.run(
      "DELETE FROM fetchkit_change WHERE sequence <= (SELECT MAX(sequence) FROM fetchkit_change) - \(.integer(capacity))",
      isReused: true)
  }
}
