internal import Foundation
internal import GRDB

/// Fetches the identities of a results controller's list.
struct ListFetch: Sendable {
  let query: FetchQuery
  let sectionNameKeyPath: String?

  /// The list as the store has it now; throws when the sections are not in one piece each.
  func list(_ store: Store, _ database: Database) throws -> SectionedIDs {
    let entity = try store.entity(of: query)
    let statement = FetchStatement(query, entity: entity)
    guard let keyPath = sectionNameKeyPath else {
      var ids: [Int64] = []
      try SQLiteStatement(database, statement.objectIDs()).forEachRow { ids.append($0.integer(0)) }
      return SectionedIDs(ids: ids)
    }
    let type = entity.attribute(forKeyPath: keyPath)?.type
    var sections = SectionCollector()
    try SQLiteStatement(database, statement.objectIDs(sectionedBy: keyPath)).forEachRow { row in
      try sections.add(row.integer(0), section: row.value(1, as: type))
    }
    return SectionedIDs(sections.parts)
  }
}

extension Store {
  /// The identities of a list as the store has them now.
  func list(_ fetch: ListFetch) throws -> SectionedIDs {
    try storing { try database.read { try fetch.list(self, $0) } }
  }

  /// The identities of a list, fetched elsewhere.
  func list(_ fetch: ListFetch) async throws -> SectionedIDs {
    try await storing { try await database.read { try fetch.list(self, $0) } }
  }

  /// The objects of a request's entity with some primary keys; those that are gone are left out.
  func objects<Element: FetchResult>(_ rows: [Int64], of query: FetchQuery, as type: Element.Type)
    throws -> [Element]
  {
    let entity = try entity(of: query)
    return try storing { try database.read { try self.objects(rows, entity, as: type, $0) } }
  }

  /// The objects with some primary keys, fetched elsewhere.
  func objects<Element: FetchResult>(_ rows: [Int64], of query: FetchQuery, as type: Element.Type)
    async throws -> [Element]
  {
    let entity = try entity(of: query)
    return try await storing {
      try await database.read { try self.objects(rows, entity, as: type, $0) }
    }
  }
}

/// Cuts an ordered list into sections.
private struct SectionCollector {
  private(set) var parts: [(name: String, ids: [Int64])] = []
  private var names: Set<String> = []
  private var current: Value?

  mutating func add(_ id: Int64, section value: Value) throws {
    if value != current || parts.isEmpty {
      try begin(value)
    }
    parts[parts.count - 1].ids.append(id)
  }

  private mutating func begin(_ value: Value) throws {
    current = value
    let name = value.sectionName
    if parts.last?.name == name { return }
    guard names.insert(name).inserted else {
      throw StoreError(
        .invalidRequest,
        "the section '\(name)' comes twice: objects have to be sorted by the section's key path first"
      )
    }
    parts.append((name, []))
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
