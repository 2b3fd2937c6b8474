internal import GRDB

// The reads of `StoreReading`, asynchronously.
extension FetchStore {
  /// Fetches the objects of a request asynchronously.
  ///
  /// Canceling the task throws a `CancellationError` at once and interrupts SQLite.
  public func fetch<Element>(_ request: FetchRequest<Element>) async throws -> [Element] {
    try await reading { try self.objects(request, $0) }
  }

  /// Counts the results of a request asynchronously.
  public func count<Element>(_ request: FetchRequest<Element>) async throws -> Int {
    try await reading { try self.number(request.checkedQuery(), $0) }
  }

  /// Fetches the object IDs of a request's results asynchronously.
  public func objectIDs<Element>(_ request: FetchRequest<Element>) async throws -> [ObjectID] {
    try await reading { try self.objectIDs(request.checkedQuery(), $0) }
  }

  /// Fetches one dictionary for each result asynchronously.
  public func dictionaries<Element>(_ request: FetchRequest<Element>) async throws
    -> [[String: FetchValue]]
  {
    try await reading { try self.dictionaries(request.checkedQuery(), $0) }
  }

  /// Fetches the object with an object ID asynchronously; nil when it no longer exists.
  public func object<Element: FetchableEntity>(with id: ObjectID, as type: Element.Type)
    async throws -> Element?
  {
    try await objects(with: [id], as: type).first
  }

  /// Calls `body` with each object of a request, until it returns false; memory does not grow with their number.
  public func enumerate<Element>(
    _ request: FetchRequest<Element>, _ body: (Element) throws -> Bool
  ) throws {
    try reading(retries: false) { database in
      let reader = try self.reader(of: request, database)
      var chunk: [Element] = []
      while try reader.read(into: &chunk) {
        for element in chunk where try !body(element) { return }
        chunk.removeAll(keepingCapacity: true)
      }
    }
  }
}

extension FetchStore {
  /// Calls `body` with each object of a request; memory does not grow with their number.
  ///
  /// ```swift
  /// try store.forEach(FetchRequest<Book>()) { book in print(book.title) }
  /// ```
  public func forEach<Element>(
    _ request: FetchRequest<Element>, _ body: (Element) throws -> Void
  ) throws {
    try enumerate(request) { element in
      try body(element)
      return true
    }
  }
}

// MARK: - With a connection

extension FetchStore {
  func reader<Element>(of request: FetchRequest<Element>, _ database: Database) throws
    -> RowReader<Element>
  {
    let query = try request.checkedQuery()
    let entity = try self.entity(of: query)
    let sql = try FetchStatement(query, entity: entity).objects()
    // A closure that reads the statement may call this again.
    let isReused = prepared.contains(sql) && StoreAccess.current(of: self)?.isNested != true
    return try RowReader(sql, entity, database, isReused: isReused, prefetching: query.prefetching)
  }

  func objects<Element>(_ request: FetchRequest<Element>, _ database: Database) throws -> [Element]
  {
    try reader(of: request, database).all()
  }

  func objects<Element: FetchableEntity>(
    with ids: [ObjectID], as type: Element.Type, _ database: Database
  ) throws -> [Element] {
    for id in ids { try id.check(Element.entity) }
    return try objects(ids.map(\.rowID), Element.entity, as: type, prefetching: [], database)
  }

  func objects<Element: FetchResult>(
    _ ids: [Int64], _ entity: EntityDescription, as type: Element.Type,
    prefetching keyPaths: [String], _ database: Database
  ) throws -> [Element] {
    let objects = try RelatedObjects.objects(
      ids, of: entity, as: type, prefetching: keyPaths, database)
    return ids.compactMap { objects[$0] }
  }

  func number(_ query: FetchQuery, _ database: Database) throws -> Int {
    let snapshot = StoreSnapshot(store: self, database: database)
    if !query.combinesRows, let count = try accelerator?.count(query, snapshot) { return count }
    let sql = try FetchStatement(query, entity: entity(of: query)).count()
    return Int(try database.integer(sql))
  }

  func objectIDs(_ query: FetchQuery, _ database: Database) throws -> [ObjectID] {
    let entity = try self.entity(of: query)
    let sql = try FetchStatement(query, entity: entity).objectIDs()
    return try SQLiteStatement(database, sql).map {
      ObjectID(entityName: entity.name, rowID: $0.integer(0))
    }
  }

  func dictionaries(_ query: FetchQuery, _ database: Database) throws -> [[String: FetchValue]] {
    let snapshot = StoreSnapshot(store: self, database: database)
    if let results = try accelerator?.dictionaries(query, snapshot) { return results }
    let (sql, columns) = try FetchStatement(query, entity: entity(of: query)).dictionaries()
    return try SQLiteStatement(database, sql).map { row in
      var result: [String: FetchValue] = [:]
      for (index, column) in columns.enumerated() where !row.isNull(index) {
        result[column.name] = row.value(index, as: column.type).identified(in: column.entityName)
      }
      return result
    }
  }
}

// MARK: - With progress

extension FetchStore {
  /// Fetches the objects of a request asynchronously; `progress` is called on another thread every few hundred.
  ///
  /// Canceling the task throws a `CancellationError` at once and interrupts SQLite.
  public func fetch<Element>(
    _ request: FetchRequest<Element>, progress: @escaping @Sendable (FetchProgress) -> Void
  ) async throws -> [Element] {
    try await reading { database in
      var query = try request.checkedQuery()
      (query.isDistinct, query.groupBy, query.having) = (false, [], nil)
      let total = try self.number(query, database)
      let reader = try self.reader(of: request, database)
      var elements: [Element] = []
      while try reader.read(into: &elements) {
        if !reader.rowIDs.isEmpty {
          progress(FetchProgress(completed: elements.count, total: total))
        }
      }
      return elements
    }
  }
}

// MARK: - By reference

extension FetchableEntity {
  /// A reference to the stored object, which it holds; nil before it is inserted.
  public var reference: ObjectReference<Self>? { try? ObjectReference(self) }
}

extension FetchStore {
  /// Fetches the object of a reference asynchronously; nil when it no longer exists.
  public func object<Element: FetchableEntity>(with reference: ObjectReference<Element>)
    async throws -> Element?
  {
    try await object(with: reference.id, as: Element.self)
  }

  /// Fetches the objects of some references in their order asynchronously, without those that no longer exist.
  public func objects<Element: FetchableEntity>(with references: [ObjectReference<Element>])
    async throws -> [Element]
  {
    try await objects(with: references.map(\.id), as: Element.self)
  }
}

extension StoreTransaction {
  /// Deletes the object of a reference, if it still exists, according to the delete rules of its relationships.
  public mutating func delete<Element: FetchableEntity>(_ reference: ObjectReference<Element>) {
    delete(reference.id)
  }
}
