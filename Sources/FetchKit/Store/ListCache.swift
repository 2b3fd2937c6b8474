internal import Foundation
internal import GRDB

/// Lists that results controllers keep in the store by name, so that a long one need not be sorted again.
///
/// A kept list holds only for the same request on the same tables, and while the change log says that
/// nothing has changed since.
enum ListCache {
  /// The kept list of a name; nil when there is none that still holds.
  static func list(_ name: String, _ fetch: ListFetch, _ store: Store, _ database: Database) throws
    -> StoredList?
  {
    let sequence = try ChangeLog.lastSequence(database)
    let statement = try SQLiteStatement(
      database,
      "SELECT ids, sections FROM fetchkit_list WHERE name = \(.string(name)) AND fingerprint = \(.string(fetch.fingerprint(store.model))) AND sequence = \(.integer(sequence))"
    )
    defer { statement.reset() }
    guard try statement.step(), case .data(let ids) = statement.value(0, as: nil),
      case .data(let sections) = statement.value(1, as: nil)
    else { return nil }
    guard let leaves = ListCoding.leaves(ids) else { return nil }
    let list = OrderedIDs(leaves: leaves)
    guard fetch.sectionNameKeyPath != nil else {
      return StoredList(ids: SectionedIDs(ids: list), sequence: sequence)
    }
    guard let parts = parts(sections, of: list.count) else { return nil }
    return StoredList(
      ids: SectionedIDs(ids: list, sections: parts.map { ($0.name, $0.count) }), sequence: sequence)
  }

  /// Keeps a list under a name.
  static func keep(
    _ list: StoredList, as name: String, _ fetch: ListFetch, _ store: Store, _ database: Database
  ) throws {
    let sections = list.ids.sections.map { Part(name: $0.name, count: $0.count) }
    try SQLiteStatement(
      database,
      """
      INSERT OR REPLACE INTO fetchkit_list (name, fingerprint, sequence, ids, sections) VALUES \
      (\(.string(name)), \(.string(fetch.fingerprint(store.model))), \(.integer(list.sequence)), \
      \(.data(ListCoding.data(list.ids.ids.orderedLeaves))), \(.data(try JSONEncoder().encode(sections))))
      """
    ).run()
  }

  static func delete(_ name: String?, _ database: Database) throws {
    let condition: SQLFragment = name.map { "name = \(.string($0))" } ?? "1"
    try SQLiteStatement(database, "DELETE FROM fetchkit_list WHERE \(condition)").run()
  }

  /// The sections of so many objects; nil when they are not all in one, or two have a name.
  private static func parts(_ data: Data, of count: Int) -> [Part]? {
    guard let parts = try? JSONDecoder().decode([Part].self, from: data) else { return nil }
    var rest = count
    for part in parts {
      guard (0...rest).contains(part.count) else { return nil }
      rest -= part.count
    }
    return rest == 0 && Set(parts.map(\.name)).count == parts.count ? parts : nil
  }

  private struct Part: Codable {
    let name: String
    let count: Int
  }
}

extension ListFetch {
  /// A text that is the same for the same request on the same tables.
  func fingerprint(_ model: ManagedObjectModel) -> String {
    let order = query.sortDescriptors.map {
      "\($0.keyPath) \($0.ascending) \($0.comparison.rawValue) \($0.nils.rawValue)"
    }
    let parts = [
      ListCoding.version, query.predicate?.predicateFormat ?? "", order.joined(separator: ","),
      "\(query.limit) \(query.offset)", sectionNameKeyPath ?? "",
      query.objectIDs.map { $0.map { String($0.rowID) }.joined(separator: " ") } ?? "all",
      query.entity.fingerprint,
      Schema(model: model).fingerprint,
    ]
    var hash = ContentHash()
    let text = parts.joined(separator: "\u{0}")
    Array(text.utf8).withUnsafeBytes { hash.combine($0) }
    return String(hash.value, radix: 16)
  }
}

extension FetchQuery.EntityReference {
  /// The name, and what is computed in each fetch.
  fileprivate var fingerprint: String {
    switch self {
    case .name(let name): name
    case .description(let entity):
      ([entity.name]
        + entity.attributes.compactMap { $0.definition.map { "\($0)" } }).joined(separator: " ")
    }
  }
}

extension Store {
  /// The list of a results controller: the kept one of a name when it still holds, else a new one.
  func list(_ fetch: ListFetch, cacheName: String?) throws -> StoredList {
    guard let cacheName else { return try list(fetch) }
    let kept = try storing { try read { try ListCache.list(cacheName, fetch, self, $0) } }
    if let kept { return kept }
    var fetch = fetch
    fetch.isKept = true
    let list = try list(fetch)
    if !isReadOnly {
      try storing {
        try write { try ListCache.keep(list, as: cacheName, fetch, self, $0) }
      }
    }
    return list
  }

  /// The list of a results controller, found elsewhere.
  func list(_ fetch: ListFetch, cacheName: String?) async throws -> StoredList {
    guard let cacheName else { return try await list(fetch) }
    let kept = try await reading { try ListCache.list(cacheName, fetch, self, $0) }
    if let kept { return kept }
    var fetch = fetch
    fetch.isKept = true
    let list = try await list(fetch)
    if !isReadOnly {
      try await storing {
        try await write { [fetch] in
          try ListCache.keep(list, as: cacheName, fetch, self, $0)
        }
      }
    }
    return list
  }

  /// Forgets the kept list of a name; nil forgets all.
  public func deleteCache(withName name: String?) throws {
    try storing { try write { try ListCache.delete(name, $0) } }
  }
}
