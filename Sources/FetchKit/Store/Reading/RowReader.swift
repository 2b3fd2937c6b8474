internal import GRDB

/// A reader of the objects of a statement, whose first column is the primary key and whose others are the
/// attributes of an entity.
final class RowReader<Element: FetchResult> {
  /// The primary keys of the objects that were read last.
  private(set) var rowIDs: [Int64] = []

  private let decoder: RowDecoder<Element>
  private let statement: SQLiteStatement
  private let elements: ElementReader
  private let prefetching: [RelatedObjects]
  private var isAtEnd = false

  init(
    _ sql: SQLFragment, _ entity: EntityDescription, _ database: Database, isReused: Bool = true,
    prefetching keyPaths: [String] = []
  ) throws {
    guard let decoder = Element.rowDecoder(of: entity) else {
      throw StoreError(
        .invalidRequest, "store.wrongElement",
        "\(entity.name) does not describe \(String(describing: Element.self))")
    }
    self.decoder = decoder
    elements = ElementReader(entity: entity, database: database)
    prefetching = try RelatedObjects.all(keyPaths, of: entity, database)
    statement = try SQLiteStatement(database, sql, isReused: isReused)
  }

  deinit { statement.reset() }

  /// Appends the next few hundred objects with the elements of their lists, which are read together; false after
  /// the last ones.
  func read(into objects: inout [Element]) throws -> Bool {
    guard !isAtEnd else { return false }
    let start = objects.count
    rowIDs.removeAll(keepingCapacity: true)
    while rowIDs.count < 500 {
      guard try statement.step() else {
        isAtEnd = true
        break
      }
      rowIDs.append(statement.integer(0))
      objects.append(try decoder.decode(statement))
    }
    guard elements.hasLists || !prefetching.isEmpty, !rowIDs.isEmpty else { return true }
    let lists = try elements.read(owners: rowIDs)
    for (index, row) in rowIDs.enumerated() where !lists.isEmpty {
      try decoder.setElements(&objects[start + index], lists.map { $0[row] ?? [] }, row)
    }
    for related in prefetching {
      try decoder.prefetch(&objects, start..<objects.count, related)
    }
    return true
  }

  func all() throws -> [Element] {
    var objects: [Element] = []
    while try read(into: &objects) {}
    return objects
  }
}

struct ElementReader {
  let entity: EntityDescription
  let database: Database

  var hasLists: Bool { !entity.toMany.isEmpty || entity.relationships.contains(where: \.isInverse) }

  /// The elements of all lists of some objects, by primary key: those with a table first.
  func read(owners: [Int64]) throws -> [[Int64: [FetchValue]]] {
    try entity.toMany.map { try read($0, owners: owners) }
      + entity.inverses.map { try read($0, owners: owners) }
  }

  private func read(_ relationship: RelationshipDescription, owners: [Int64]) throws -> [Int64:
    [FetchValue]]
  {
    guard let storage = relationship.storage(in: entity) else { return [:] }
    var ids: [Int64: [FetchValue]] = [:]
    try SQLiteStatement(database, storage.pairs(of: owners), isReused: true).forEachRow { row in
      ids[row.integer(0), default: []].append(.integer(row.integer(1)))
    }
    return ids
  }

  func read(_ toMany: ToManyDescription, owners: [Int64]) throws -> [Int64: [FetchValue]] {
    let columns = toMany.attributes.map { SQLName.quoted($0.column ?? "NULL") }
    let statement = try SQLiteStatement(
      database,
      """
      SELECT owner, \(sql: columns.joined(separator: ", ")) FROM \(name: toMany.table) \
      WHERE owner IN \(keys: owners) ORDER BY owner, position
      """, isReused: true)
    let keys = toMany.attributes.map { $0.keyPath.split(separator: ".") }
    var elements: [Int64: [FetchValue]] = [:]
    try statement.forEachRow { row in
      elements[row.integer(0), default: []].append(element(of: toMany, keys, row))
    }
    return elements
  }

  private func element(
    of toMany: ToManyDescription, _ keys: [[Substring]], _ row: borrowing SQLiteStatement
  ) -> FetchValue {
    if toMany.isScalar { return row.value(1, as: toMany.attributes[0].type) }
    var members: [String: FetchValue] = [:]
    for (index, attribute) in toMany.attributes.enumerated() {
      members.set(row.value(index + 1, as: attribute.type), at: keys[index][...])
    }
    return .object(members)
  }
}

/// The statements of requests that a connection keeps prepared: only the first ones, because it keeps them until it is
/// closed.
final class PreparedRequests: Sendable {
  private static let limit = 200

  private let known = Protected<Set<String>>([])

  func contains(_ sql: SQLFragment) -> Bool {
    known.withLock { known in
      known.contains(sql.sql) || known.count < Self.limit && known.insert(sql.sql).inserted
    }
  }
}
