internal import Synchronization
package import FetchKit

/// Caches columns of an entity in memory and answers requests from them.
///
/// The columns follow the change log of the store. They are derived: without them SQLite gives the same
/// answers, only later. All methods may be called from any thread.
package final class ColumnAccelerator: QueryAccelerator {
  let configuration = Protected<ColumnConfiguration?>(nil)
  let state: Protected<ColumnState>
  let lists: SortedListCache
  let ranks: SortRankCache
  /// Whether the columns have been read once: before that, lists do not wait for them.
  let isLoaded = Atomic(false)

  /// The number of predicates of one request that only SQLite can evaluate.
  private static let searchLimit = 16

  package init() {
    (lists, ranks) = (SortedListCache(), SortRankCache())
    state = Protected(ColumnState(lists: lists, ranks: ranks))
  }

  /// Whether only what a request needs is read, from the file.
  var isLazy: Bool { configuration.withLock { $0?.isLazy == true } }

  package func configure(_ configuration: AcceleratorConfiguration, of store: FetchStore) {
    let hasFile = configuration.keepsFile && store.path != ":memory:"
    let next = ColumnConfiguration(
      entity: configuration.entity,
      sources: configuration.keyPaths.compactMap { ColumnSource($0, of: configuration.entity) },
      order: configuration.order, file: hasFile ? ColumnFile(configuration.entity, of: store) : nil,
      isLazy: configuration.isLazy)
    self.configuration.withLock { $0 = next }
  }

  package func covers(_ entity: EntityDescription) -> Bool {
    // Key paths through relationships depend on other tables.
    entity.relationships.isEmpty
      && configuration.withLock { $0?.entity.table == entity.table }
  }

  package func prepare(_ store: FetchStore, progress: (@Sendable (FetchProgress) -> Void)?)
    async throws
  {
    try await store.snapshot { snapshot in
      try self.load(snapshot, progress: progress)
      try self.prepareOrder(snapshot)
    }
    // One by one, so that requests wait for one at most.
    for source in sources { try await store.snapshot { try self.readFiledColumn(source, $0) } }
    if !store.isReadOnly { try await writeFile(of: store) }
  }

  /// Brings the columns up to what a snapshot sees.
  func load(_ snapshot: StoreSnapshot, progress: (@Sendable (FetchProgress) -> Void)? = nil) throws
  {
    let isCurrent = try state.withLock { state in
      state.adopt(configuration.withLock(\.self))
      return try state.refresh(snapshot, progress)
    }
    isLoaded.store(isCurrent, ordering: .releasing)
  }
}

// MARK: - Answers

extension ColumnAccelerator {
  package func count(_ query: FetchQuery, _ snapshot: StoreSnapshot) throws -> Int? {
    guard query.isUnlimited else { return nil }
    return try answer(snapshot.entity(of: query), snapshot) { filter in
      try filter.rows(query.predicate ?? .constant(true)).count
    }
  }

  package func dictionaries(_ query: FetchQuery, _ snapshot: StoreSnapshot) throws
    -> [[String: FetchValue]]?
  {
    let order = GroupOrder(query)
    return try answer(snapshot.entity(of: query), snapshot) { filter in
      try AggregateQuery(filter: filter).dictionaries(order?.unordered ?? query)
        .map { order?.arranged($0) ?? $0 }
    }
  }

  package func forEachBatch(
    _ query: FetchQuery, numbers keyPaths: [String], _ snapshot: StoreSnapshot,
    _ body: (NumberBatch) -> Void
  ) throws -> Bool {
    guard query.isUnlimited, query.sortDescriptors.isEmpty else { return false }
    let found = try answer(snapshot.entity(of: query), snapshot) {
      filter -> (rows: Bitmap, columns: [NumberColumn])? in
      let columns = keyPaths.compactMap(filter.column).filter(\.hasNumbers).map(\.numbers)
      guard columns.count == keyPaths.count else { return nil }
      return (try filter.rows(query.predicate ?? .constant(true)), columns)
    }
    guard let (rows, columns) = found else { return false }
    var batch = NumberBatch(columns: columns.count)
    rows.forEach { row in
      batch.rowIDs.append(Int64(row))
      if batch.rowIDs.count == NumberBatch.capacity { Self.finish(&batch, columns, body) }
    }
    Self.finish(&batch, columns, body)
    return true
  }

  private static func finish(
    _ batch: inout NumberBatch, _ columns: [NumberColumn], _ body: (NumberBatch) -> Void
  ) {
    for (index, column) in columns.enumerated() {
      batch.columns[index] = column.numbers(batch.rowIDs)
    }
    body(batch)
    batch.clear()
  }

  package func words(of keyPath: String, _ entity: EntityDescription, _ snapshot: StoreSnapshot)
    throws -> Set<String>?
  {
    try answer(entity, snapshot) { filter in
      guard let column = filter.column(keyPath), column.kind == .words else { return nil }
      var words: Set<String> = []
      column.words.forEachWord { words.insert(String(decoding: $0, as: UTF8.self)) }
      return words
    }
  }

  /// Answers a question about an entity; nil when its columns cannot.
  ///
  /// Predicates that only SQLite can evaluate are evaluated without the lock.
  func answer<Answer: Sendable>(
    _ entity: EntityDescription, _ snapshot: StoreSnapshot,
    _ body: (ColumnFilter) throws -> Answer?
  ) throws -> Answer? {
    guard covers(entity) else { return nil }
    for _ in 0..<Self.searchLimit {
      do {
        let answer = try state.withLock { state -> Answer? in
          state.adopt(configuration.withLock(\.self))
          while try state.refresh(snapshot), let table = state.table {
            let answer = Result {
              try body(ColumnFilter(table: table, entity: entity, results: state.results))
            }
            let missing = state.results.takeMissingColumns()
            guard try state.addColumns(missing, snapshot) else { return try answer.get() }
          }
          return nil
        }
        if answer != nil { isLoaded.store(true, ordering: .releasing) }
        return answer
      } catch let missing as FilterResults.MissingRows {
        try search(missing.predicate, entity, snapshot)
      }
    }
    return nil
  }

  /// Has SQLite evaluate a predicate and keeps the rows, unless the table has changed meanwhile.
  private func search(
    _ predicate: FetchPredicate, _ entity: EntityDescription, _ snapshot: StoreSnapshot
  ) throws {
    let sequence = try snapshot.sequence
    guard let size = state.withLock({ $0.table?.size }) else { return }
    var rows = Bitmap(size: size)
    try snapshot.forEachRow(of: entity, matching: predicate) { id in
      if id >= 0, id < Int64(size) { rows[Int(id)] = true }
    }
    try state.withLock { [rows] state in
      guard let table = state.table, table.sequence == sequence, table.size == size else { return }
      try state.results.keep(rows, of: predicate, entity)
    }
  }
}

extension FetchQuery {
  var isUnlimited: Bool { limit == 0 && offset == 0 && objectIDs == nil }
}
