internal import Synchronization
package import FetchKit

/// Caches columns of an entity in memory and answers requests from them.
///
/// The columns follow the change log of the store. They are derived: without them SQLite gives the same
/// answers, only later. All methods may be called from any thread.
package final class ColumnAccelerator: QueryAccelerator {
  struct Configuration: Sendable {
    let entity: EntityDescription
    let sources: [ColumnSource]
    let order: [FetchSortDescriptor]
    let file: ColumnFile?
    /// Whether only what a request needs is read, from the file.
    let isLazy: Bool

    var columnIDs: [String] { sources.map(\.id) }
    /// The sources whose values are read, not computed from others.
    var readSources: [ColumnSource] { sources.filter { $0.distance == nil } }
  }

  /// Guarded by the lock, `results` too.
  struct State {
    var configuration: Configuration?
    var table: ColumnTable?
    /// Whether the values exceed the limits of the cache: nothing is cached then.
    var exceedsLimits = false
    /// The change up to which the file has all columns; nil without such a file.
    var filedSequence: Int64?
    /// The order that was read from the file, until it is used.
    var filedOrder: ColumnFile.Order?
    /// The order by the identifier, until it is written to a file.
    var identifierOrder: ColumnFile.Order?
    /// The file whose columns have not all been read, of a lazy configuration.
    var openFile: OpenFile?
    let results = FilterResults()

    /// Adopts a configuration and keeps the columns that it shares with the previous one, unless only one of
    /// them is lazy.
    mutating func adopt(_ next: Configuration?) {
      defer { configuration = next }
      let isSameKind =
        configuration?.entity.name == next?.entity.name && configuration?.isLazy == next?.isLazy
      guard !isSameKind || configuration?.columnIDs != next?.columnIDs else { return }
      if isSameKind { table?.keep(next?.sources ?? []) } else { table = nil }
      (exceedsLimits, filedSequence, openFile) = (false, nil, nil)
      results.removeAll()
    }

    /// Drops the rows and what was read from the file.
    mutating func dropTable() {
      (table, filedOrder, filedSequence, openFile) = (nil, nil, nil, nil)
      results.removeAll()
    }
  }

  /// A file with the number of its rows and the change that it reflects.
  struct OpenFile {
    var reader: ColumnFileReader
    let size: Int
    let sequence: Int64
  }

  let configuration = Protected<Configuration?>(nil)
  let state = Protected(State())
  let lists = Protected<[SortedList]>([])
  let ranks = SortRankCache()
  /// Whether the columns have been read once: before that, lists do not wait for them.
  let isLoaded = Atomic(false)

  /// Changes of more rows than this are read as a whole table.
  private static let updateLimit = 20_000
  /// The number of predicates of one request that only SQLite can evaluate.
  private static let searchLimit = 16

  package init() {}

  /// Whether only what a request needs is read, from the file.
  var isLazy: Bool { configuration.withLock { $0?.isLazy == true } }

  package func configure(_ configuration: AcceleratorConfiguration, of store: FetchStore) {
    let hasFile = configuration.keepsFile && store.path != ":memory:"
    let next = Configuration(
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
      return try refresh(&state, snapshot, progress)
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
          while try refresh(&state, snapshot), let table = state.table {
            let answer = Result {
              try body(ColumnFilter(table: table, entity: entity, results: state.results))
            }
            let missing = state.results.takeMissingColumns()
            guard try addColumns(missing, &state, snapshot) else { return try answer.get() }
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

// MARK: - Following the store

extension ColumnAccelerator {
  /// Brings the table up to what a snapshot sees; false when that is not possible.
  func refresh(
    _ state: inout State, _ snapshot: StoreSnapshot,
    _ progress: (@Sendable (FetchProgress) -> Void)? = nil
  ) throws -> Bool {
    guard let configuration = state.configuration, !state.exceedsLimits else { return false }
    let (entity, sources) = (configuration.entity, configuration.sources)
    if state.table == nil {
      readFile(&state, configuration, snapshot)
      try dropIncomplete(&state, configuration, snapshot)
    }
    guard let known = state.table?.sequence else {
      return try readTable(&state, configuration, snapshot, progress)
    }
    let sequence = try snapshot.sequence
    guard sequence != known else { return try addReadColumns(&state, configuration, snapshot) }
    guard sequence > known else { return false }
    guard let changed = try snapshot.changedIDs(of: entity, since: known),
      changed.count <= Self.updateLimit, state.table?.needsRebuild == false
    else { return try readTable(&state, configuration, snapshot, progress) }
    if !changed.isEmpty { state.results.removeAll() }
    // Taken out of the state, so that it is changed in place, and dropped when reading fails.
    guard var table = state.table.take() else { return false }
    guard try table.update(changed, until: sequence, entity, sources, snapshot) else {
      state.exceedsLimits = true
      return false
    }
    state.table = table
    try dropIncomplete(&state, configuration, snapshot)
    guard state.table != nil else {
      return try readTable(&state, configuration, snapshot, progress)
    }
    return try addReadColumns(&state, configuration, snapshot)
  }

  /// Drops a table that is as old as the store but lacks rows or has too many: another program can turn triggers
  /// off, and then the change log does not have its changes.
  private func dropIncomplete(
    _ state: inout State, _ configuration: Configuration, _ snapshot: StoreSnapshot
  ) throws {
    guard let table = state.table, try snapshot.sequence == table.sequence,
      try snapshot.rowCount(of: configuration.entity) != table.rows.count
    else { return }
    state.dropTable()
    lists.withLock { $0.removeAll() }
    ranks.keep(nil)
  }

  /// Adds columns that a request needs; false when that is not possible.
  private func addColumns(
    _ missing: Set<String>, _ state: inout State, _ snapshot: StoreSnapshot
  ) throws -> Bool {
    guard !missing.isEmpty, let configuration = state.configuration else { return false }
    let computed = configuration.sources.filter { missing.contains($0.id) && $0.distance != nil }
    let coordinates = computed.flatMap { $0.distance?.coordinateIDs ?? [] }
    let unread = missing.union(coordinates).subtracting(state.table?.columns.keys.map(\.self) ?? [])
    let isRead = try addFiledColumns(unread, &state, snapshot)
    return state.table?.addDistances(computed) == true || isRead
  }

  private func addReadColumns(
    _ state: inout State, _ configuration: Configuration, _ snapshot: StoreSnapshot
  ) throws -> Bool {
    guard !configuration.isLazy else { return true }
    guard var table = state.table.take() else { return false }
    do {
      // Those of the file are read when a request needs them.
      let file = state.openFile?.reader
      let sources = configuration.readSources.filter {
        file?.hasSection(ColumnTable.section($0.id)) != true
      }
      state.exceedsLimits = try !table.add(sources, of: configuration.entity, snapshot)
    } catch {
      // The next query reads what is missing, and only that.
      state.table = table
      throw error
    }
    if !state.exceedsLimits { state.table = table }
    return !state.exceedsLimits
  }

  private func readTable(
    _ state: inout State, _ configuration: Configuration, _ snapshot: StoreSnapshot,
    _ progress: (@Sendable (FetchProgress) -> Void)?
  ) throws -> Bool {
    state.dropTable()
    guard !configuration.isLazy else { return false }
    state.table = try ColumnTable(
      configuration.entity, configuration.readSources, snapshot, progress: progress)
    state.exceedsLimits = state.table == nil
    return !state.exceedsLimits
  }
}
