internal import Foundation
internal import GRDB
internal import SQLiteBulkLoad

struct ListFetch: Sendable {
  var query: FetchQuery
  let sectionNameKeyPath: String?

  /// The list as the store has it now; throws when the order splits a section.
  func list(_ store: FetchStore, _ database: Database) throws -> StoredList {
    if let list = try acceleratedList(store, database) ?? acceleratedPage(store, database) {
      return list
    }
    let ids = try ids(store, database)
    if sectionNameKeyPath == nil {
      try store.accelerator?.didFetch(
        ids.ids, of: query, StoreSnapshot(store: store, database: database))
    }
    return StoredList(ids: ids, sequence: try ChangeLog.lastSequence(database))
  }

  /// The list as the accelerator has it; nil when it does not.
  func acceleratedList(_ store: FetchStore, _ database: Database) throws -> StoredList? {
    guard sectionNameKeyPath == nil, let accelerator = store.accelerator else { return nil }
    let snapshot = StoreSnapshot(store: store, database: database)
    return try accelerator.orderedIDs(query, snapshot).map {
      StoredList(ids: SectionedIDs(ids: $0), sequence: try ChangeLog.lastSequence(database))
    }
  }

  /// The first objects of the list as the accelerator has them; nil when it does not, or for a list without a limit.
  private func acceleratedPage(_ store: FetchStore, _ database: Database) throws -> StoredList? {
    guard sectionNameKeyPath == nil else { return nil }
    let snapshot = StoreSnapshot(store: store, database: database)
    guard let page = try snapshot.acceleratedPage(query) else { return nil }
    var codes = IDCodes()
    let ids = page.map { codes.insert($0) }
    return StoredList(
      ids: SectionedIDs(ids: OrderedIDs(ids, codes: codes)),
      sequence: try ChangeLog.lastSequence(database))
  }

  func ids(_ store: FetchStore, _ database: Database) throws -> SectionedIDs {
    let entity = try store.entity(of: query)
    if let sectionNameKeyPath { try checkOrder(sectionNameKeyPath) }
    // Other lists are made of it, which is fast for a compact one.
    let isCompact = store.accelerator?.covers(entity) == true
    let sql = try FetchStatement(query, entity: entity)
      .rows(sectionedBy: sectionNameKeyPath, hasKeys: !isCompact)
    let rows = try SQLiteStatement(database, sql)
    var sections = SectionCollector(self, entity)
    let list = try isCompact ? compactIDs(rows, &sections) : ids(rows, &sections)
    return sectionNameKeyPath == nil
      ? SectionedIDs(ids: list) : SectionedIDs(ids: list, sections: sections.parts)
  }

  private func ids(_ rows: SQLiteStatement, _ sections: inout SectionCollector) throws -> OrderedIDs
  {
    let order = RowOrder(query.sortDescriptors)
    var builder = OrderedIDsBuilder()
    try rows.forEachRow { row in
      try sections.add(row, column: 1)
      order.appendKey(of: row.integer(0), row, from: firstKeyColumn, to: &builder.keys)
      builder.append(row.integer(0))
    }
    return OrderedIDs(builder.finish())
  }

  private func compactIDs(_ rows: SQLiteStatement, _ sections: inout SectionCollector) throws
    -> OrderedIDs
  {
    var codes = IDCodes()
    var ids: [UInt32] = []
    try rows.forEachRow { row in
      try sections.add(row, column: 1)
      ids.append(codes.insert(row.integer(0)))
    }
    return OrderedIDs(ids, codes: codes)
  }

  var firstKeyColumn: Int { sectionNameKeyPath == nil ? 1 : 2 }

  /// Sections need an order; whether it keeps them together shows while fetching.
  private func checkOrder(_ keyPath: String) throws {
    guard !query.sortDescriptors.isEmpty else {
      throw StoreError(
        .invalidRequest, "store.sectionOrder",
        "sections by '\(keyPath)' need a sort descriptor for '\(keyPath)' first, found none")
    }
  }

  /// The error for an order that splits a section.
  func outOfOrder(_ section: FetchValue) -> StoreError {
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
      "the section '\(section.stringValue ?? "")' of '\(keyPath)' comes in two places: \(hint)")
  }
}

struct StoredList: Sendable {
  private(set) var ids: SectionedIDs
  private(set) var sequence: Int64
  private(set) var version = ListVersion()

  /// Applies an update, in place unless the list is shared.
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

extension FetchStore {
  func list(_ fetch: ListFetch) throws -> StoredList {
    try reading { try fetch.list(self, $0) }
  }

  func list(_ fetch: ListFetch) async throws -> StoredList {
    try await reading { try fetch.list(self, $0) }
  }

  func acceleratedList(_ fetch: ListFetch) async throws -> StoredList? {
    try await reading { try fetch.acceleratedList(self, $0) }
  }

  /// The objects of a request's entity with some primary keys; deleted ones are left out.
  func objects<Element: FetchResult>(_ rows: [Int64], of query: FetchQuery, as type: Element.Type)
    throws -> [Element]
  {
    let entity = try entity(of: query)
    return try reading {
      try self.objects(rows, entity, as: type, prefetching: query.prefetching, $0)
    }
  }

  func objects<Element: FetchResult>(_ rows: [Int64], of query: FetchQuery, as type: Element.Type)
    async throws -> [Element]
  {
    let entity = try entity(of: query)
    return try await reading {
      try self.objects(rows, entity, as: type, prefetching: query.prefetching, $0)
    }
  }
}

private struct SectionCollector {
  private(set) var parts: [(name: FetchValue, count: Int)] = []
  private var names: Set<FetchValue> = []
  private var current: FetchValue?
  private let fetch: ListFetch
  private let type: AttributeType?

  init(_ fetch: ListFetch, _ entity: EntityDescription) {
    self.fetch = fetch
    type = fetch.sectionNameKeyPath.flatMap { entity.resolvedAttribute($0)?.type }
  }

  mutating func add(_ row: borrowing SQLiteStatement, column: Int) throws {
    guard fetch.sectionNameKeyPath != nil else { return }
    if !isCurrent(row, column) {
      let value = row.value(column, as: type)
      if value != current || parts.isEmpty { try begin(value) }
    }
    parts[parts.count - 1].count += 1
  }

  /// Whether a row is in the last section, compared without making a string.
  private func isCurrent(_ row: borrowing SQLiteStatement, _ column: Int) -> Bool {
    guard case .string(var text) = current else { return false }
    return text.withUTF8 { row.isText(column, $0) }
  }

  private mutating func begin(_ value: FetchValue) throws {
    current = value
    let name = fetch.sectionName(of: value)
    if let last = parts.last, last.name == name { return }
    guard names.insert(name).inserted else { throw fetch.outOfOrder(name) }
    parts.append((name, 0))
  }
}

extension ListFetch {
  /// The name of the section of a value.
  ///
  /// Missing values and "" are one section where the order puts them next to each other, else two.
  func sectionName(of value: FetchValue) -> FetchValue {
    value.isNull && separatesNil ? .null : .string(value.sectionName)
  }

  /// Whether other values may come between missing ones and "", the least text.
  private var separatesNil: Bool {
    guard let first = query.sortDescriptors.first, first.keyPath == sectionNameKeyPath else {
      return true
    }
    return first.placesNullsFirst != first.ascending
  }
}

extension FetchValue {
  /// The value as the name of a section; empty for a missing one.
  fileprivate var sectionName: String {
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

/// Makes sort keys of bytes, which compare as SQLite orders the rows of a request.
struct RowOrder: Sendable {
  private struct Part: Sendable {
    let isAscending: Bool
    let hasNullsFirst: Bool
  }

  private let parts: [Part]

  init(_ descriptors: [FetchSortDescriptor]) {
    parts = descriptors.map {
      Part(isAscending: $0.ascending, hasNullsFirst: $0.placesNullsFirst)
    }
  }

  /// Appends the key of a row, whose values begin at a column; the primary key breaks ties.
  func appendKey(
    of id: Int64, _ row: borrowing SQLiteStatement, from column: Int, to key: inout ByteBuffer
  ) {
    for (index, part) in parts.enumerated() {
      let start = key.count
      switch row.cell(column + index, as: .data) {
      case .null:
        SortKey.appendNull(to: &key, isFirst: part.hasNullsFirst)
        continue
      case .bool(let flag): SortKey.append(exactly: Int64(flag ? 1 : 0), to: &key)
      case .integer(let number): SortKey.append(exactly: number, to: &key)
      case .double(let number), .date(let number): SortKey.append(exactly: number, to: &key)
      case .text(let bytes): SortKey.append(bytes, to: &key)
      case .data(let bytes): SortKey.append(data: bytes, to: &key)
      case .list: break
      }
      if !part.isAscending { key.invert(from: start) }
    }
    key.append(bigEndian: UInt64(bitPattern: id) ^ (1 << 63))
  }
}

extension FetchSortDescriptor {
  /// Whether missing values come before all others.
  package var placesNullsFirst: Bool {
    switch nils {
    case .first: true
    case .last: false
    case .lowest: ascending
    }
  }
}
