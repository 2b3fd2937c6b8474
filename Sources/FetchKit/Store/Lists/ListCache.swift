internal import Foundation
internal import GRDB

/// The table of the lists that results controllers store under a `cacheName`, so that SQLite need not sort them again.
///
/// A list is valid for the same request on the same tables, until the change log lists a change.
enum ListCache {
  /// Changes with the encoding of the ids.
  fileprivate static let version = "ids 2"

  /// The list with a name; nil when there is none, or the store has changed since.
  static func list(_ name: String, _ fetch: ListFetch, _ store: FetchStore, _ database: Database)
    throws
    -> StoredList?
  {
    let sequence = try ChangeLog.lastSequence(database)
    let statement = try SQLiteStatement(
      database,
      "SELECT ids, sections FROM fetchkit_list WHERE name = \(.string(name)) AND fingerprint = \(.string(fetch.fingerprint(store.model))) AND sequence = \(.integer(sequence))"
    )
    defer { statement.reset() }
    guard try statement.step(), case .data(let ids) = statement.value(0, as: nil),
      case .data(let sections) = statement.value(1, as: nil),
      let list = decode(ids).flatMap({ OrderedIDs($0) })
    else { return nil }
    guard fetch.sectionNameKeyPath != nil else {
      return StoredList(ids: SectionedIDs(ids: list), sequence: sequence)
    }
    guard let parts = parts(sections, of: list.count) else { return nil }
    return StoredList(
      ids: SectionedIDs(ids: list, sections: parts.map { ($0.value, $0.count) }), sequence: sequence
    )
  }

  static func save(
    _ list: StoredList, as name: String, _ fetch: ListFetch, _ store: FetchStore,
    _ database: Database
  ) throws {
    let sections = list.ids.sections.map { Part(name: $0.name.stringValue, count: $0.count) }
    try SQLiteStatement(
      database,
      """
      INSERT OR REPLACE INTO fetchkit_list (name, fingerprint, sequence, ids, sections) VALUES \
      (\(.string(name)), \(.string(fetch.fingerprint(store.model))), \(.integer(list.sequence)), \
      \(.data(encode(list.ids.ids.all))), \(.data(try JSONEncoder().encode(sections))))
      """
    ).run()
  }

  /// Eight bytes for each id, the lowest first.
  private static func encode(_ ids: [Int64]) -> Data {
    ids.map(\.littleEndian).withUnsafeBytes { Data($0) }
  }

  /// The ids of some bytes; nil for a truncated id.
  private static func decode(_ data: Data) -> [Int64]? {
    guard data.count.isMultiple(of: 8) else { return nil }
    return data.withUnsafeBytes { bytes in
      (0..<bytes.count / 8).map {
        Int64(littleEndian: bytes.loadUnaligned(fromByteOffset: $0 * 8, as: Int64.self))
      }
    }
  }

  static func delete(_ name: String?, _ database: Database) throws {
    let condition: SQLFragment = name.map { "name = \(.string($0))" } ?? "1"
    try SQLiteStatement(database, "DELETE FROM fetchkit_list WHERE \(condition)").run()
  }

  /// The sections of `count` objects; nil when they do not add up, or a name is repeated.
  private static func parts(_ data: Data, of count: Int) -> [Part]? {
    guard let parts = try? JSONDecoder().decode([Part].self, from: data) else { return nil }
    var rest = count
    for part in parts {
      guard (0...rest).contains(part.count) else { return nil }
      rest -= part.count
    }
    return rest == 0 && Set(parts.map(\.value)).count == parts.count ? parts : nil
  }

  private struct Part: Codable {
    let name: String?
    let count: Int

    var value: FetchValue { name.map(FetchValue.string) ?? .null }
  }
}

extension ListFetch {
  /// Equal for the same request on the same tables.
  fileprivate func fingerprint(_ model: ManagedObjectModel) -> String {
    let order = query.sortDescriptors.map {
      "\($0.keyPath) \($0.ascending) \($0.comparison.rawValue) \($0.nils.rawValue)"
    }
    let rows = query.objectIDs.map { $0.map { String($0.rowID) }.joined(separator: " ") }
    let entities = model.entities.map { FetchQuery.EntityReference.description($0).fingerprint }
    let parts = [
      ListCache.version, query.predicate?.predicateFormat ?? "", order.joined(separator: ","),
      "\(query.limit) \(query.offset)", sectionNameKeyPath ?? "", rows ?? "all",
      query.entity.fingerprint, entities.joined(separator: "\n"), Schema(model: model).fingerprint,
    ]
    return ContentHash.text(of: parts.joined(separator: "\u{0}"))
  }
}

extension ContentHash {
  /// The hash of a text in hexadecimal digits.
  static func text(of text: String) -> String {
    var hash = ContentHash()
    Array(text.utf8).withUnsafeBytes { hash.combine($0) }
    return String(hash.value, radix: 16)
  }
}

extension FetchQuery.EntityReference {
  /// The name and the computed attributes.
  fileprivate var fingerprint: String {
    switch self {
    case .name(let name): name
    case .description(let entity):
      ([entity.name]
        + entity.attributes.compactMap { $0.definition.map { "\($0)" } }).joined(separator: " ")
    }
  }
}

extension ListFetch {
  /// Whether the list may change without a change of the store.
  fileprivate func changesOverTime(_ store: FetchStore) throws -> Bool {
    // Key paths lead to computed attributes of other entities, too.
    let entities = try [store.entity(of: query)] + store.model.entities
    return query.predicate?.changesOverTime == true
      || entities.contains { $0.attributes.contains { $0.definition?.changesOverTime == true } }
  }
}

extension FetchStore {
  /// The list of a results controller: the stored one with a name if it is valid, else a new one.
  func list(_ fetch: ListFetch, cacheName: String?) throws -> StoredList {
    guard let cacheName, try !fetch.changesOverTime(self) else { return try list(fetch) }
    let stored = try reading { try ListCache.list(cacheName, fetch, self, $0) }
    if let stored { return stored }
    let list = try list(fetch)
    save(list, as: cacheName, fetch)
    return list
  }

  func list(_ fetch: ListFetch, cacheName: String?) async throws -> StoredList {
    guard let cacheName, try !fetch.changesOverTime(self) else { return try await list(fetch) }
    let stored = try await reading { try ListCache.list(cacheName, fetch, self, $0) }
    if let stored { return stored }
    let list = try await list(fetch)
    guard !isReadOnly else { return list }
    _ = try? await writes.run { [self] _ in save(list, as: cacheName, fetch) }
    return list
  }

  /// Stores a list unless another program is writing or the disk is full: then the list is made again next time.
  private func save(_ list: StoredList, as name: String, _ fetch: ListFetch) {
    guard !isReadOnly else { return }
    try? withWriter { database in
      try database.withBusyTimeout(0) {
        try database.inTransaction(.immediate) {
          try replacement.verify(database)
          try ListCache.save(list, as: name, fetch, self, database)
          return .commit
        }
      }
    }
  }

  /// Deletes the stored list of a controller with a `cacheName`; nil deletes all.
  public func deleteCache(withName name: String?) throws {
    try writing { try ListCache.delete(name, $0) }
  }
}
