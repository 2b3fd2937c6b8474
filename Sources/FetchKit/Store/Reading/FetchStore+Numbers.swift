internal import GRDB

package struct NumberBatch {
  package static let capacity = 1024

  package var rowIDs: [Int64] = []
  /// For each key path a number for each object, NaN where it is missing.
  package var columns: [[Double]]

  package init(columns: Int) {
    rowIDs.reserveCapacity(Self.capacity)
    self.columns = Array(repeating: [], count: columns)
  }

  /// Removes all objects.
  package mutating func clear() {
    rowIDs.removeAll(keepingCapacity: true)
    for column in columns.indices { columns[column].removeAll(keepingCapacity: true) }
  }
}

extension FetchStore {
  /// Reduces the numbers of some attributes over all objects of a request, in its order, asynchronously.
  ///
  /// `update` is called with batches of objects. Throws a `StoreError` for a key path that the entity does not have.
  package func numbers<Element, Result: Sendable>(
    _ request: FetchRequest<Element>, of keyPaths: [String], into initial: Result,
    _ update: @escaping @Sendable (inout Result, NumberBatch) -> Void
  ) async throws -> Result {
    let query = try request.checkedQuery()
    return try await reading { database in
      let entity = try self.entity(of: query)
      var result = initial
      try self.forEachBatch(query, entity, keyPaths, database) { update(&result, $0) }
      return result
    }
  }

  /// Fetches the objects with some object IDs in their order asynchronously, without those that no longer exist.
  public func objects<Element: FetchableEntity>(with ids: [ObjectID], as type: Element.Type)
    async throws -> [Element]
  {
    try await reading { try self.objects(with: ids, as: type, $0) }
  }

  private func forEachBatch(
    _ query: FetchQuery, _ entity: EntityDescription, _ keyPaths: [String], _ database: Database,
    _ body: (NumberBatch) -> Void
  ) throws {
    let snapshot = StoreSnapshot(store: self, database: database)
    if try accelerator?.forEachBatch(query, numbers: keyPaths, snapshot, body) == true { return }
    let part = entity.reduced(to: keyPaths)
    let places = try keyPaths.map { keyPath in
      guard let place = part.attributeIndex(forKeyPath: keyPath) else {
        throw StoreError(
          .invalidRequest, "store.noAttribute", "\(entity.name) has no attribute '\(keyPath)'")
      }
      return place + 1
    }
    let sql = try FetchStatement(query, entity: entity).objects(part)
    var batch = NumberBatch(columns: places.count)
    try SQLiteStatement(database, sql).forEachRow { row in
      batch.rowIDs.append(row.integer(0))
      for (index, place) in places.enumerated() {
        batch.columns[index].append(row.number(place) ?? .nan)
      }
      if batch.rowIDs.count == NumberBatch.capacity {
        body(batch)
        batch.clear()
      }
    }
    body(batch)
  }
}

extension StoreSnapshot {
  /// Returns the distinct words of an attribute's texts, which end at spaces and line ends.
  ///
  /// Words of texts that have changed since the store was opened may be among them.
  package func words(of keyPath: String, in entity: EntityDescription) throws -> Set<String> {
    if let words = try store.accelerator?.words(of: keyPath, entity, self) { return words }
    var words: Set<String> = []
    try forEachSortKey(FetchSortDescriptor(keyPath), of: entity) { _, row in
      guard case .text(let bytes) = row.cell(0, as: .string) else { return }
      for word in bytes.split(whereSeparator: { $0 == 0x20 || $0 == 0x0A }) {
        words.insert(String(decoding: word, as: UTF8.self))
      }
    }
    return words
  }
}
