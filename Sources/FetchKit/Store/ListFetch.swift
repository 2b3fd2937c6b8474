internal import Foundation
internal import GRDB

/// Fetches the identities of a results controller's list and keeps them what the store has.
struct ListFetch: Sendable {
  var query: FetchQuery
  let sectionNameKeyPath: String?
  /// Whether the list is kept with its sort keys.
  var isKept = false

  /// The list as the store has it now; throws when the sections are not in one piece each.
  func list(_ store: Store, _ database: Database) throws -> StoredList {
    if !isKept, let part = try store.columns.list(self, store, database) { return part }
    let sequence = try ChangeLog.lastSequence(database)
    let list = StoredList(ids: try ids(store, database), sequence: sequence)
    try store.columns.keep(list, self, store)
    return list
  }

  func ids(_ store: Store, _ database: Database) throws -> SectionedIDs {
    let entity = try store.entity(of: query)
    let statement = FetchStatement(query, entity: entity)
    if let sectionNameKeyPath { try checkOrder(sectionNameKeyPath) }
    if !isKept, store.columns.holds(entity), let flat = try flatIDs(statement, database) {
      return flat
    }
    let order = RowOrder(query.sortDescriptors)
    var ids = OrderedIDsBuilder()
    var sections = SectionCollector(self, entity)
    let rows = try statement.rows(sectionedBy: sectionNameKeyPath, hasKeys: true)
    try SQLiteStatement(database, rows).forEachRow { row in
      try sections.add(row, column: 1)
      order.appendKey(of: row.integer(0), row, from: firstKeyColumn, to: &ids.keys)
      ids.append(row.integer(0))
    }
    let list = OrderedIDs(leaves: ids.finish())
    return sectionNameKeyPath == nil
      ? SectionedIDs(ids: list) : SectionedIDs(ids: list, sections: sections.parts)
  }

  /// The list without its sort keys; nil when a primary key is too high for one.
  private func flatIDs(_ statement: FetchStatement, _ database: Database) throws -> SectionedIDs? {
    let sql = try statement.rows(sectionedBy: sectionNameKeyPath, hasKeys: false)
    var sections = SectionCollector(self, statement.entity)
    var rows: [UInt32] = []
    var (fits, size) = (true, Int64(0))
    try SQLiteStatement(database, sql).forEachRow { row in
      try sections.add(row, column: 1)
      let id = row.integer(0)
      if !(0..<FlatIDs.limit).contains(id) { fits = false }
      rows.append(UInt32(truncatingIfNeeded: id))
      size = max(size, id + 1)
    }
    guard fits else { return nil }
    let list = OrderedIDs(flat: FlatIDs(rows, size: Int(size)))
    return sectionNameKeyPath == nil
      ? SectionedIDs(ids: list) : SectionedIDs(ids: list, sections: sections.parts)
  }

  /// The column of the first sort key in the rows of a list.
  var firstKeyColumn: Int { sectionNameKeyPath == nil ? 1 : 2 }

  /// Sections need an order at all; whether it keeps them together is seen while fetching.
  private func checkOrder(_ keyPath: String) throws {
    guard !query.sortDescriptors.isEmpty else {
      throw StoreError(
        .invalidRequest, "store.sectionOrder",
        "sections by '\(keyPath)' need a sort descriptor for '\(keyPath)' first, found none")
    }
  }

  /// The refusal of an order that puts the objects of a section in two places.
  func outOfOrder(_ section: String) -> StoreError {
    let keyPath = sectionNameKeyPath ?? ""
    let found = query.sortDescriptors.first.map(\.keyPath) ?? "nothing"
    let hint =
      found == keyPath
      ? ErrorMessage(
        "store.mixedSections",
        "the sort descriptor for '\(keyPath)' compares in a way that mixes it with others")
      : ErrorMessage(
        "store.otherSortDescriptor",
        "expected a sort descriptor for '\(keyPath)' first, found '\(found)'")
    return StoreError(
      .invalidRequest, "store.splitSection",
      "the section '\(section)' of '\(keyPath)' comes in two places: \(hint)")
  }
}

/// A list and the point of the change log that it stands for.
struct StoredList: Sendable {
  private(set) var ids: SectionedIDs
  private(set) var sequence: Int64
  private(set) var version = ListVersion()

  init(ids: SectionedIDs, sequence: Int64) {
    self.ids = ids
    self.sequence = sequence
  }

  /// Becomes the list of an update, in place unless somebody else holds it.
  mutating func apply(_ update: ListUpdate) {
    sequence = update.sequence
    switch update.content {
    case .same: return
    case .edited(let edit): ids.apply(edit)
    case .fetched(let fetched): ids = fetched
    }
    version = ListVersion()
  }
}

extension Store {
  /// The identities of a list as the store has them now.
  func list(_ fetch: ListFetch) throws -> StoredList {
    try storing { try read { try fetch.list(self, $0) } }
  }

  /// A list as a part of one that is held already; nil when there is none.
  func heldList(_ fetch: ListFetch) async throws -> StoredList? {
    try await reading { try self.columns.list(fetch, self, $0) }
  }

  /// The identities of a list, fetched elsewhere.
  func list(_ fetch: ListFetch) async throws -> StoredList {
    try await reading { try fetch.list(self, $0) }
  }

  /// What became of a list.
  func refresh(_ refresh: ListRefresh) throws -> ListUpdate {
    try storing { try read { try refresh.update(self, $0) } }
  }

  /// What became of a list, found elsewhere.
  func refresh(_ refresh: ListRefresh) async throws -> ListUpdate {
    try await reading { try refresh.update(self, $0) }
  }

  /// The objects of a request's entity with some primary keys; those that are gone are left out.
  func objects<Element: FetchResult>(_ rows: [Int64], of query: FetchQuery, as type: Element.Type)
    throws -> [Element]
  {
    let entity = try entity(of: query)
    return try storing { try read { try self.objects(rows, entity, as: type, $0) } }
  }

  /// The objects with some primary keys, fetched elsewhere.
  func objects<Element: FetchResult>(_ rows: [Int64], of query: FetchQuery, as type: Element.Type)
    async throws -> [Element]
  {
    let entity = try entity(of: query)
    return try await reading { try self.objects(rows, entity, as: type, $0) }
  }
}

/// Cuts an ordered list into sections.
private struct SectionCollector {
  private(set) var parts: [(name: String, count: Int)] = []
  private var names: Set<String> = []
  private var current: Value?
  private let fetch: ListFetch
  private let type: AttributeType?

  init(_ fetch: ListFetch, _ entity: EntityDescription) {
    self.fetch = fetch
    type = fetch.sectionNameKeyPath.flatMap { entity.attribute(forKeyPath: $0)?.type }
  }

  /// Adds the row that a statement is at.
  mutating func add(_ row: borrowing SQLiteStatement, column: Int) throws {
    guard fetch.sectionNameKeyPath != nil else { return }
    if !isCurrent(row, column) {
      let value = row.value(column, as: type)
      if value != current || parts.isEmpty { try begin(value) }
    }
    parts[parts.count - 1].count += 1
  }

  /// Whether a row is of the section before, as is seen without making a text of it.
  private func isCurrent(_ row: borrowing SQLiteStatement, _ column: Int) -> Bool {
    guard case .string(var text) = current else { return false }
    return text.withUTF8 { row.isText(column, $0) }
  }

  private mutating func begin(_ value: Value) throws {
    current = value
    let name = value.sectionName
    if parts.last?.name == name { return }
    guard names.insert(name).inserted else { throw fetch.outOfOrder(name) }
    parts.append((name, 0))
  }
}

extension Value {
  /// The value as the name of a section; empty for a missing one.
  var sectionName: String {
    switch self {
    case .null, .data, .list, .object: ""
    case .bool(let flag): flag ? "1" : "0"
    case .integer(let number): String(number)
    case .double(let number): Int64(exactly: number).map(String.init) ?? String(number)
    case .string(let text): text
    case .date(let date): date.formatted(.iso8601)
    }
  }
}
