internal import GRDB

extension Store {
  /// The objects of a request, in its order.
  ///
  /// Throws a `FetchPredicateError` when the request does not fit the entity and a `StoreError` when SQLite fails.
  public func fetch<Element>(_ request: FetchRequest<Element>) throws -> [Element] {
    try storing { try read { try self.objects(request, $0) } }
  }

  /// The objects of a request, without blocking; canceling the task throws a `CancellationError` at once
  /// and interrupts SQLite.
  public func fetch<Element>(_ request: FetchRequest<Element>) async throws -> [Element] {
    try await reading { try self.objects(request, $0) }
  }

  /// The number of results of a request.
  public func count<Element>(_ request: FetchRequest<Element>) throws -> Int {
    try storing { try read { try self.number(request.query, $0) } }
  }

  /// The number of results of a request, without blocking.
  public func count<Element>(_ request: FetchRequest<Element>) async throws -> Int {
    try await reading { try self.number(request.query, $0) }
  }

  /// The ids of a request's objects, in its order.
  public func objectIDs<Element>(_ request: FetchRequest<Element>) throws -> [ObjectID] {
    try storing { try read { try self.identities(request.query, $0) } }
  }

  /// The ids of a request's objects, in its order, without blocking.
  public func objectIDs<Element>(_ request: FetchRequest<Element>) async throws -> [ObjectID] {
    try await reading { try self.identities(request.query, $0) }
  }

  /// The results of a request as dictionaries: attributes and expressions by name, missing values absent.
  public func dictionaries<Element>(_ request: FetchRequest<Element>) throws -> [[String: Value]] {
    try storing { try read { try self.dictionaries(request.query, $0) } }
  }

  /// The results of a request as dictionaries, without blocking.
  public func dictionaries<Element>(_ request: FetchRequest<Element>) async throws
    -> [[String: Value]]
  {
    try await reading { try self.dictionaries(request.query, $0) }
  }

  /// The object with an id; nil when it has been deleted.
  public func object<Element: FetchableEntity>(with id: ObjectID, as type: Element.Type) throws
    -> Element?
  {
    try objects(with: [id], as: type).first
  }

  /// The objects with some ids, in their order; deleted ones are left out.
  public func objects<Element: FetchableEntity>(with ids: [ObjectID], as type: Element.Type) throws
    -> [Element]
  {
    try storing {
      try read { try self.objects(ids.map(\.rowID), Element.entity, as: type, $0) }
    }
  }

  /// Calls `body` with each object of a request, so that memory does not grow with their number.
  ///
  /// Stops when `body` returns false.
  public func forEach<Element>(
    _ request: FetchRequest<Element>, _ body: (Element) throws -> Bool
  ) throws {
    try storing {
      try connection.readOnce { database in
        let entity = try self.entity(of: request.query)
        let sql = try FetchStatement(request.query, entity: entity).objects()
        try RowReader(entity: entity, database: database).forEachRow(sql) { row in
          guard let element = Element.make(from: row, of: entity) else { return true }
          return try body(element)
        }
      }
    }
  }
}

// MARK: - With a connection

extension Store {
  func objects<Element>(_ request: FetchRequest<Element>, _ database: Database) throws -> [Element]
  {
    let entity = try self.entity(of: request.query)
    let sql = try FetchStatement(request.query, entity: entity).objects()
    var elements: [Element] = []
    try RowReader(entity: entity, database: database).forEachChunk(sql) { rows in
      for row in rows { elements.append(try make(row, of: entity)) }
    }
    return elements
  }

  func objects<Element: FetchResult>(
    _ ids: [Int64], _ entity: EntityDescription, as type: Element.Type, _ database: Database
  ) throws -> [Element] {
    let query = FetchQuery(entity: .description(entity))
    let sql = try FetchStatement(query, entity: entity).objects(withIDs: ids)
    let rows = try RowReader(entity: entity, database: database).rows(sql)
    let byID = Dictionary(rows.map { ($0.rowID, $0) }) { first, _ in first }
    return try ids.compactMap { id in try byID[id].map { try make($0, of: entity) } }
  }

  private func make<Element: FetchResult>(_ row: FetchedRow, of entity: EntityDescription) throws
    -> Element
  {
    guard let element = Element.make(from: row, of: entity) else {
      throw StoreError(
        .invalidRequest, "store.wrongElement",
        "\(entity.name) does not describe \(String(describing: Element.self))")
    }
    return element
  }

  func number(_ query: FetchQuery, _ database: Database) throws -> Int {
    let snapshot = StoreSnapshot(store: self, database: database)
    if let count = try accelerator?.count(query, snapshot) { return count }
    let sql = try FetchStatement(query, entity: entity(of: query)).count()
    let statement = try SQLiteStatement(database, sql)
    defer { statement.reset() }
    return try statement.step() ? Int(statement.integer(0)) : 0
  }

  func identities(_ query: FetchQuery, _ database: Database) throws -> [ObjectID] {
    let entity = try self.entity(of: query)
    let sql = try FetchStatement(query, entity: entity).objectIDs()
    var ids: [ObjectID] = []
    try SQLiteStatement(database, sql).forEachRow { row in
      ids.append(ObjectID(entityName: entity.name, rowID: row.integer(0)))
    }
    return ids
  }

  func dictionaries(_ query: FetchQuery, _ database: Database) throws -> [[String: Value]] {
    let snapshot = StoreSnapshot(store: self, database: database)
    if let results = try accelerator?.dictionaries(query, snapshot) { return results }
    let (sql, columns) = try FetchStatement(query, entity: entity(of: query)).dictionaries()
    var results: [[String: Value]] = []
    try SQLiteStatement(database, sql).forEachRow { row in
      var result: [String: Value] = [:]
      for (index, column) in columns.enumerated() where !row.isNull(index) {
        result[column.name] = row.value(index, as: column.type)
      }
      results.append(result)
    }
    return results
  }
}

// MARK: - Numbers

extension Store {
  /// Reduces the numbers of some attributes of all objects of a request, in its order, without blocking.
  ///
  /// `update` is called with each object and a number for each key path, NaN for a missing one. The numbers are
  /// valid during the call.
  /// Throws a `StoreError` for a key path that the entity does not have.
  public func numbers<Element, Result: Sendable>(
    _ request: FetchRequest<Element>, of keyPaths: [String], into initial: Result,
    _ update: @escaping @Sendable (inout Result, ObjectID, UnsafeBufferPointer<Double>) -> Void
  ) async throws -> Result {
    let query = request.query
    return try await reading { database in
      let entity = try self.entity(of: query)
      var result = initial
      try self.forEachNumbers(query, entity, keyPaths, database) { row, numbers in
        update(&result, ObjectID(entityName: entity.name, rowID: row), numbers)
      }
      return result
    }
  }

  /// The objects with some ids, in their order, without blocking; deleted ones are left out.
  public func objects<Element: FetchableEntity>(with ids: [ObjectID], as type: Element.Type)
    async throws -> [Element]
  {
    try await objects(
      ids.map(\.rowID), of: FetchRequest<Element>(entity: Element.entity).query, as: type)
  }

  private func forEachNumbers(
    _ query: FetchQuery, _ entity: EntityDescription, _ keyPaths: [String], _ database: Database,
    _ body: (Int64, UnsafeBufferPointer<Double>) -> Void
  ) throws {
    let snapshot = StoreSnapshot(store: self, database: database)
    if try accelerator?.forEachRow(query, numbers: keyPaths, snapshot, body) == true { return }
    let part = entity.reduced(to: keyPaths)
    let places = try keyPaths.map { keyPath in
      guard let place = part.attributeIndex(forKeyPath: keyPath) else {
        throw StoreError(
          .invalidRequest, "store.noAttribute", "\(entity.name) has no attribute '\(keyPath)'")
      }
      return place + 1
    }
    let sql = try FetchStatement(query, entity: entity).objects(part)
    var numbers = Array(repeating: Double.nan, count: places.count)
    try SQLiteStatement(database, sql).forEachRow { row in
      for (index, place) in places.enumerated() { numbers[index] = row.number(place) ?? .nan }
      numbers.withUnsafeBufferPointer { body(row.integer(0), $0) }
    }
  }
}

// MARK: - With progress

extension Store {
  /// The objects of a request, without blocking; `progress` is called for every few hundred, on another thread.
  ///
  /// Cancelling the task throws a `CancellationError` at once and interrupts SQLite.
  public func fetch<Element>(
    _ request: FetchRequest<Element>, progress: @escaping @Sendable (FetchProgress) -> Void
  ) async throws -> [Element] {
    try await reading { database in
      let entity = try self.entity(of: request.query)
      let total = try self.number(request.query, database)
      let sql = try FetchStatement(request.query, entity: entity).objects()
      var elements: [Element] = []
      try RowReader(entity: entity, database: database).forEachChunk(sql) { rows in
        elements += try rows.map { try self.make($0, of: entity) }
        progress(FetchProgress(completed: elements.count, total: total))
      }
      return elements
    }
  }
}
