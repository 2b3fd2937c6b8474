internal import GRDB

// Readers of whole tables, for data that is derived from a store.

/// Where the values of a key path are stored: an expression over the columns of the entity's table, or a
/// column of the table of a to-many.
package struct StoredColumn: Sendable {
  fileprivate enum Place {
    case expression(SQLFragment)
    case elements(table: String, column: String)
  }

  /// Equal for key paths with the same values.
  package let id: String
  fileprivate let place: Place

  package var isList: Bool { if case .elements = place { true } else { false } }

  /// Fails for a key path that is neither an attribute nor an attribute of a to-many.
  package init?(_ keyPath: String, of entity: EntityDescription) {
    if entity.attribute(forKeyPath: keyPath) != nil {
      let compiler = PredicateCompiler(entity: entity)
      guard let fragment = try? compiler.attribute(keyPath, .unknown).fragment else { return nil }
      id = fragment.id
      place = .expression(fragment)
    } else {
      guard let (list, attribute) = entity.elementAttribute(forKeyPath: keyPath),
        let column = attribute.column
      else { return nil }
      id = "\(list.table).\(column)"
      place = .elements(table: SQLName.quoted(list.table), column: SQLName.quoted(column))
    }
  }
}

/// The values of the row that a reader is at, by their place in the request; valid until the next row.
package struct StoredRow {
  private let statement: SQLiteStatement

  fileprivate init(_ statement: SQLiteStatement) { self.statement = statement }

  package func isNull(_ column: Int) -> Bool { statement.isNull(column + 1) }
  package func isInteger(_ column: Int) -> Bool { statement.isInteger(column + 1) }

  /// A value as an integer, 0 for anything else.
  package func integer(_ column: Int) -> Int64 { statement.integer(column + 1) }

  package func number(_ column: Int) -> Double? { statement.number(column + 1) }

  /// A value where SQLite has it.
  package func cell(_ column: Int, as type: AttributeType) -> RowCell {
    statement.cell(column + 1, as: type)
  }
}

extension StoreSnapshot {
  package typealias RowBody = (_ id: Int64, StoredRow) throws -> Void

  /// The number of the last change that the snapshot sees.
  package var sequence: Int64 { get throws { try ChangeLog.lastSequence(database) } }

  package func highestID(of entity: EntityDescription) throws -> Int64 {
    try database.integer("SELECT MAX(pk) FROM \(name: entity.table)")
  }

  package func rowCount(of entity: EntityDescription) throws -> Int {
    Int(try database.integer("SELECT COUNT(*) FROM \(name: entity.table)"))
  }

  /// The objects that were inserted, updated or deleted after a change; nil when any may have been.
  package func changedIDs(of entity: EntityDescription, since sequence: Int64) throws -> [Int64]? {
    let changes = try ChangeLog.changes(since: sequence, database).0
    if changes.isUnknown(entity.name) { return nil }
    return Array((changes.objects[entity.name] ?? [:]).keys)
  }

  /// Reads some columns, none of them lists, of some objects or of all (nil), in no order.
  package func forEachRow(
    of entity: EntityDescription, _ columns: [StoredColumn], among ids: [Int64]?,
    _ body: RowBody
  ) throws {
    let fragments = columns.compactMap { column -> SQLFragment? in
      if case .expression(let fragment) = column.place { fragment } else { nil }
    }
    let list = (["pk"] + fragments).joined(separator: ", ")
    let table = SQLName.quoted(entity.table)
    try read("SELECT \(list) FROM \(sql: table) NOT INDEXED\(Self.condition("pk", ids))", body)
  }

  /// Reads the elements of a list of some objects or of all (nil), those of an object together and in order.
  package func forEachElement(of column: StoredColumn, among ids: [Int64]?, _ body: RowBody) throws
  {
    guard case .elements(let table, let column) = column.place else { return }
    try read(
      "SELECT owner, \(sql: column) FROM \(sql: table)\(Self.condition("owner", ids)) ORDER BY owner, position",
      body)
  }

  package func forEachRow(
    of entity: EntityDescription, matching predicate: FetchPredicate, _ body: (Int64) -> Void
  ) throws {
    let condition = try PredicateCompiler(entity: entity).filter(predicate)
    let table = SQLName.quoted(entity.table)
    try read("SELECT pk FROM \(sql: table) NOT INDEXED WHERE \(condition)") { id, _ in body(id) }
  }

  /// Reads what a sort descriptor compares of all objects, in no order.
  package func forEachSortKey(
    _ descriptor: FetchSortDescriptor, of entity: EntityDescription, _ body: RowBody
  ) throws {
    try read(try Self.sortKeys(descriptor, of: entity), body)
  }

  /// Equal for sort descriptors that compare the same values.
  package static func sortKeyID(_ descriptor: FetchSortDescriptor, of entity: EntityDescription)
    throws -> String
  {
    try sortKeys(descriptor, of: entity).id
  }

  /// Equal for requests with the same order.
  package static func orderID(_ query: FetchQuery, of entity: EntityDescription) throws -> String {
    try FetchStatement(query, entity: entity).order().id
  }

  /// Equal for predicates with the same meaning.
  package static func predicateID(_ predicate: FetchPredicate, of entity: EntityDescription) throws
    -> String
  {
    try PredicateCompiler(entity: entity).filter(predicate).id
  }

  private static func sortKeys(_ descriptor: FetchSortDescriptor, of entity: EntityDescription)
    throws -> SQLFragment
  {
    try FetchStatement(FetchQuery(entity: .description(entity)), entity: entity).keys(descriptor)
  }

  private static func condition(_ column: String, _ ids: [Int64]?) -> SQLFragment {
    guard let ids else { return "" }
    return " WHERE \(sql: column) IN \(keys: ids)"
  }

  private func read(_ sql: SQLFragment, _ body: RowBody) throws {
    let statement = try SQLiteStatement(database, sql)
    let row = StoredRow(statement)
    try statement.forEachRow { _ in try body(statement.integer(0), row) }
  }
}

// MARK: - Requests and lists

extension StoreSnapshot {
  package func entity(of query: FetchQuery) throws -> EntityDescription {
    try query.predicate?.checkDepth(.check)
    return try store.entity(of: query)
  }

  /// The primary keys of a request's objects in its order, sorted by SQLite.
  package func sortedIDs(_ query: FetchQuery) throws -> OrderedIDs {
    try ListFetch(query: query, sectionNameKeyPath: nil).ids(store, database).ids
  }

  /// The list of a request as the snapshot sees it, given the list as it was at an earlier change.
  package func refreshed(_ ids: OrderedIDs, of query: FetchQuery, since sequence: Int64) throws
    -> OrderedIDs
  {
    var list = StoredList(ids: SectionedIDs(ids: ids), sequence: sequence)
    let fetch = ListFetch(query: query, sectionNameKeyPath: nil)
    let refresh = ListRefresh(fetch: fetch, old: list, style: .resolved, known: [])
    list.apply(try refresh.update(store, database))
    return list.ids.ids
  }
}

// MARK: - Derived files

extension FetchStore {
  /// Identifies the tables of the model, and how their values are derived.
  package var schemaFingerprint: String { Schema(model: model).fingerprint }

  package func withSnapshot<Output>(_ body: (StoreSnapshot) throws -> Output) throws -> Output {
    try reading { try body(StoreSnapshot(store: self, database: $0)) }
  }

  /// Runs `replaceFile` and makes `token` that of the file of derived data, in one transaction.
  package func setDerivedFileToken(
    _ token: UInt64, _ replaceFile: @escaping @Sendable () throws -> Void
  ) async throws {
    try await writing { database in
      try replaceFile()
      try DerivedFile.setToken(token, database)
    }
  }

  /// Sets the token, as the asynchronous method does.
  package func setDerivedFileToken(_ token: UInt64, _ replaceFile: () throws -> Void) throws {
    try writing { database in
      try replaceFile()
      try DerivedFile.setToken(token, database)
    }
  }
}

extension StoreSnapshot {
  package var derivedFileToken: UInt64? { get throws { try DerivedFile.token(database) } }
}

/// The file of derived data that belongs to a store, known by a random token in both.
///
/// A copy or an older state of the store has another token or none, and so does a store that was restored or
/// repaired: the file does not belong to it.
enum DerivedFile {
  private static let key = "columns"

  static func token(_ database: Database) throws -> UInt64? {
    try Metadata.text(key, database).flatMap { UInt64($0) }
  }

  static func setToken(_ token: UInt64, _ database: Database) throws {
    try Metadata.set(String(token), key, database)
  }

  /// Detaches the store from its file until another one is written.
  static func removeToken(_ database: Database) throws {
    try Metadata.remove(key, database)
  }
}
