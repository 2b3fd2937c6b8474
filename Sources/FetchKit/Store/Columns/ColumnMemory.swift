internal import GRDB
internal import Synchronization

/// The columns that a store holds in memory, kept what the change log says.
///
/// They are derived: without them SQLite gives the same answers, only later.
final class ColumnMemory: Sendable {
  /// What shall be held.
  private struct Wish: Sendable {
    let entity: EntityDescription
    let sources: [ColumnSource]
    /// Where columns are kept; nil for nowhere.
    let file: ColumnFile?

    var keys: [String] { sources.map(\.key) }
  }

  /// Guarded by the lock, `cache` too.
  private struct State {
    var wish: Wish?
    var table: ColumnTable?
    /// Whether the rows do not fit: then nothing is held any more.
    var isUnfit = false
    /// The point of the change log up to which the file has all that is held; nil without such a file.
    var filed: Int64?
    /// An order that the file has, until it is asked for.
    var order: ColumnFile.Order?
    let cache = ColumnCache()

    /// Takes a wish over; what is held already stays.
    mutating func take(_ wish: Wish?) {
      defer { self.wish = wish }
      guard self.wish?.entity.name != wish?.entity.name || self.wish?.keys != wish?.keys else {
        return
      }
      if self.wish?.entity.name == wish?.entity.name {
        table?.keep(wish?.sources ?? [])
      } else {
        table = nil
      }
      (isUnfit, filed) = (false, nil)
      cache.removeAll()
    }
  }

  /// A list that others with the same order are parts of.
  private struct LongList: Sendable {
    let entity: EntityDescription
    let order: String
    let fetch: ListFetch
    var list: StoredList
  }

  private let wish = Mutex<Wish?>(nil)
  private let state = Mutex(State())
  private let lists = Mutex<[LongList]>([])
  private let ranks = RankMemory()
  /// Whether the rows have been read once: before, a list is not worth the wait.
  private let isRead = Atomic(false)

  /// From how many changed rows on all are read anew.
  private static let threshold = 20_000
  /// From how many rows on a file of columns is worth its room.
  static let worthFiling = 20_000
  /// After how many changes a file is written anew.
  private static let unfiled: Int64 = 2000

  /// Says what shall be held; it is read by the first question. Never waits for one.
  func hold(_ keyPaths: [String], of entity: EntityDescription, file: ColumnFile? = nil) {
    let sources = keyPaths.compactMap { ColumnSource($0, of: entity) }
    wish.withLock { $0 = Wish(entity: entity, sources: sources, file: file) }
  }

  /// Whether anything of an entity shall be held.
  func holds(_ entity: EntityDescription) -> Bool {
    wish.withLock { $0?.entity.table == entity.table }
  }

  /// Reads what shall be held.
  func load(_ database: Database) throws {
    let isCurrent = try state.withLock { state in
      state.take(wish.withLock(\.self))
      return try Self.isCurrent(&state, ranks, database)
    }
    isRead.store(isCurrent, ordering: .releasing)
  }

  /// Answers a question about an entity; nil when nothing is held of it that could.
  ///
  /// Rows that only SQLite can find are searched for without the lock, so that nobody else waits.
  func answer<Answer: Sendable>(
    _ entity: EntityDescription, _ database: Database, _ body: (ColumnFilter) throws -> Answer?
  ) throws -> Answer? {
    for _ in 0..<Self.searches {
      do {
        return try answer(entity, database, search: { throw MissingRows(predicate: $0) }, body)
      } catch let missing as MissingRows {
        try find(missing.predicate, entity, database)
      }
    }
    return nil
  }

  /// How many searches a question may need.
  private static let searches = 16

  /// What was found to be missing for an answer.
  private struct MissingRows: Error { let predicate: FetchPredicate }

  private func answer<Answer: Sendable>(
    _ entity: EntityDescription, _ database: Database,
    search: (FetchPredicate) throws -> RowBits, _ body: (ColumnFilter) throws -> Answer?
  ) throws -> Answer? {
    guard holds(entity) else { return nil }
    let answer = try state.withLock { state in
      state.take(wish.withLock(\.self))
      return try Self.answer(&state, ranks, entity, database, search, body)
    }
    if answer != nil { isRead.store(true, ordering: .releasing) }
    return answer
  }

  /// Searches for the rows of a predicate and keeps them, unless others have gone on meanwhile.
  private func find(_ predicate: FetchPredicate, _ entity: EntityDescription, _ database: Database)
    throws
  {
    let sequence = try ChangeLog.lastSequence(database)
    guard let size = state.withLock({ $0.table?.size }) else { return }
    let rows = try Self.search(predicate, entity, size: size, database)
    try state.withLock { state in
      guard let table = state.table, table.sequence == sequence, table.size == size else { return }
      _ = try state.cache.rows(ofSearch: predicate, entity) { rows }
    }
  }
}

// MARK: - Lists

extension ColumnMemory {
  /// How many lists are kept to take others from.
  private static let capacity = 3

  /// The list of a request as a part of a longer one; nil when there is none to take it from.
  func list(_ fetch: ListFetch, _ store: Store, _ database: Database) throws -> StoredList? {
    let entity = try store.entity(of: fetch.query)
    guard fetch.isWhole, isRead.load(ordering: .acquiring), holds(entity) else { return nil }
    for start in fetch.query.sortDescriptors.indices {
      let rest = fetch.sorted(from: start)
      if let long = try longList(rest, entity, store, database),
        let part = try part(of: long, fetch, entity, sortedBefore: start, database)
      {
        return part
      }
      // The other way round those that are equal in this key are in the order of the next ones, too.
      if let long = try longList(rest.turned, entity, store, database),
        let part = try part(of: long, fetch, entity, sortedBefore: start + 1, database)
      {
        return part
      }
    }
    return nil
  }

  /// The part of a list that a request chooses, sorted by its first keys: the list is in the order of
  /// the others.
  private func part(
    of long: LongList, _ fetch: ListFetch, _ entity: EntityDescription, sortedBefore end: Int,
    _ database: Database
  ) throws -> StoredList? {
    let keys = fetch.query.sortDescriptors[..<end]
    let found = try answer(entity, database) { filter -> (rows: RowBits, order: ColumnOrder)? in
      let rows = try filter.rows(fetch.predicate)
      guard rows.isSubset(of: try filter.rows(long.fetch.predicate)) else { return nil }
      return (rows, order(filter, keys))
    }
    guard let found else { return nil }
    var ids = long.list.ids.ids.filtered(found.rows)
    for key in keys.reversed() {
      guard let sorted = try ids.sorted(by: key, found.order, database) else { return nil }
      ids = sorted
    }
    return StoredList(ids: SectionedIDs(ids: ids), sequence: long.list.sequence)
  }

  /// Makes the list of all objects in an order that ends with their identifier, for orders that end with
  /// this one.
  func prepare(_ descriptors: [FetchSortDescriptor], _ store: Store, _ database: Database) throws {
    guard let entity = wish.withLock(\.self)?.entity, let last = descriptors.last,
      last.keyPath == entity.identifier, last.comparison == .binary
    else { return }
    var query = FetchQuery(entity: .description(entity))
    query.sortDescriptors = descriptors
    let whole = ListFetch(query: query, sectionNameKeyPath: nil)
    if let list = try filedList(whole, entity) {
      try keep(list, whole, store)
      return try prepareRanks(descriptors, entity, database)
    }
    query.sortDescriptors = [last]
    let fetch = ListFetch(query: query, sectionNameKeyPath: nil)
    _ = try fetch.list(store, database)
    if let list = try list(whole, store, database) { try keep(list, whole, store) }
    lists.withLock { $0.removeAll { $0.fetch.query.sortDescriptors == [last] } }
  }

  /// Reads the ranks that the order needs when it is turned round.
  private func prepareRanks(
    _ descriptors: [FetchSortDescriptor], _ entity: EntityDescription, _ database: Database
  ) throws {
    let order = try answer(entity, database) { self.order($0, descriptors) }
    for key in descriptors.dropLast() { try order?.prepare(key, database) }
  }

  /// What sorts the rows of a filter by some keys.
  private func order(_ filter: ColumnFilter, _ keys: some Sequence<FetchSortDescriptor>)
    -> ColumnOrder
  {
    let columns = Dictionary(
      keys.map { ($0.keyPath, filter.column($0.keyPath)) }
    ) { first, _ in first }
    return ColumnOrder(
      entity: filter.entity, size: filter.table.size, sequence: filter.table.sequence, ranks: ranks
    ) { columns[$0] ?? nil }
  }

  /// The list in an order that the file had; nil when it had none.
  private func filedList(_ fetch: ListFetch, _ entity: EntityDescription) throws -> StoredList? {
    let name = try fetch.order(entity)
    let order = state.withLock { state in
      defer { state.order = nil }
      return state.order?.name == name ? state.order : nil
    }
    return order.map {
      StoredList(ids: SectionedIDs(ids: OrderedIDs(flat: $0.ids)), sequence: $0.sequence)
    }
  }

  /// Keeps what is held, with the list in an order, in the file beside the store, where one is wanted.
  func file(
    _ descriptors: [FetchSortDescriptor], _ store: Store, ofAtLeast rows: Int = worthFiling
  ) async throws {
    guard let wish = wish.withLock(\.self), let file = wish.file else { return }
    let table = state.withLock { state -> ColumnTable? in
      guard let table = state.table,
        table.sequence - (state.filed ?? -Self.unfiled) >= Self.unfiled,
        table.exists.count >= rows
      else { return nil }
      state.filed = table.sequence
      return table
    }
    guard let table else { return }
    var query = FetchQuery(entity: .description(wish.entity))
    query.sortDescriptors = descriptors
    let name = try ListFetch(query: query, sectionNameKeyPath: nil).order(wish.entity)
    let list = lists.withLock { $0.first { $0.order == name && $0.entity == wish.entity }?.list }
    let order = list.flatMap { list in
      list.ids.ids.flat.map { ColumnFile.Order(name: name, sequence: list.sequence, ids: $0) }
    }
    let content = ColumnFile.Content(table: table, order: order, ranks: ranks.latest)
    try await file.write(content, into: store)
  }

  /// The list that is kept for an order, as a connection sees it.
  private func longList(
    _ fetch: ListFetch, _ entity: EntityDescription, _ store: Store, _ database: Database
  ) throws -> LongList? {
    let order = try fetch.order(entity)
    let sequence = try ChangeLog.lastSequence(database)
    let known = lists.withLock { $0.first { $0.order == order && $0.entity == entity } }
    guard var long = known, long.list.sequence <= sequence else { return nil }
    guard long.list.sequence < sequence else { return long }
    let refresh = ListRefresh(fetch: long.fetch, old: long.list, style: .resolved, known: [])
    long.list.apply(try refresh.update(store, database))
    keep(long)
    return long
  }

  /// Keeps a list to take others from, in place of the one in the same order.
  func keep(_ list: StoredList, _ fetch: ListFetch, _ store: Store) throws {
    let entity = try store.entity(of: fetch.query)
    guard fetch.isWhole, holds(entity) else { return }
    keep(LongList(entity: entity, order: try fetch.order(entity), fetch: fetch, list: list))
  }

  private func keep(_ long: LongList) {
    lists.withLock { lists in
      lists.removeAll { $0.order == long.order }
      lists.insert(long, at: 0)
      if lists.count > Self.capacity { lists.removeLast() }
    }
  }
}

extension ListFetch {
  /// Whether the list has neither sections nor a limit.
  fileprivate var isWhole: Bool {
    sectionNameKeyPath == nil && query.limit == 0 && query.offset == 0 && query.objectIDs == nil
  }

  fileprivate var predicate: FetchPredicate { query.predicate ?? .constant(true) }

  /// The same with the sort keys from one on.
  fileprivate func sorted(from start: Int) -> ListFetch {
    var fetch = self
    fetch.query.sortDescriptors = Array(query.sortDescriptors[start...])
    return fetch
  }

  /// The same with the first sort key the other way round.
  fileprivate var turned: ListFetch {
    var fetch = self
    fetch.query.sortDescriptors[0].ascending.toggle()
    return fetch
  }

  /// A text that is the same for the same order.
  fileprivate func order(_ entity: EntityDescription) throws -> String {
    let sql = try FetchStatement(query, entity: entity).order()
    return "\(sql.sql) \(sql.bindings)"
  }
}

// MARK: - With the lock

extension ColumnMemory {
  private static func answer<Answer: Sendable>(
    _ state: inout State, _ ranks: RankMemory, _ entity: EntityDescription, _ database: Database,
    _ search: (FetchPredicate) throws -> RowBits, _ body: (ColumnFilter) throws -> Answer?
  ) throws -> Answer? {
    guard try isCurrent(&state, ranks, database), let table = state.table else { return nil }
    return try withoutActuallyEscaping(search) { search in
      try body(ColumnFilter(table: table, entity: entity, cache: state.cache, search: search))
    }
  }

  /// Brings the rows up to what a connection sees; false when that cannot be.
  private static func isCurrent(
    _ state: inout State, _ ranks: RankMemory, _ database: Database
  ) throws -> Bool {
    guard let wish = state.wish, !state.isUnfit else { return false }
    let entity = wish.entity
    if state.table == nil { readFile(&state, wish, ranks, database) }
    guard let known = state.table?.sequence else { return try read(&state, wish, database) }
    let sequence = try ChangeLog.lastSequence(database)
    guard sequence != known else { return try complete(&state, wish, database) }
    guard sequence > known else { return false }
    let isCut = try ChangeLog.isCut(after: known, database)
    let changes = isCut ? StoreChanges() : try ChangeLog.changes(since: known, database).0
    let rows = Array((changes.objects[entity.name] ?? [:]).keys)
    if isCut || changes.unknown.contains(entity.name) || rows.count > threshold
      || state.table?.isWorn == true
    {
      return try read(&state, wish, database)
    }
    if !rows.isEmpty { state.cache.removeAll() }
    guard var table = state.table else { return false }
    state.table = nil
    guard try table.update(rows, until: sequence, entity, wish.sources, database) else {
      state.isUnfit = true
      return false
    }
    state.table = table
    return try complete(&state, wish, database)
  }

  /// Takes over what the file has for the store, if anything.
  private static func readFile(
    _ state: inout State, _ wish: Wish, _ ranks: RankMemory, _ database: Database
  ) {
    guard let content = try? wish.file?.read(wish.sources, database) else { return }
    (state.table, state.order) = (content.table, content.order)
    if let kept = content.ranks { ranks.keep(kept) }
    let hasAll = wish.sources.allSatisfy { content.table.columns[$0.key] != nil }
    state.filed = hasAll ? content.table.sequence : nil
  }

  /// Reads the columns that are wanted and not held yet.
  private static func complete(
    _ state: inout State, _ wish: Wish, _ database: Database
  ) throws -> Bool {
    guard var table = state.table else { return false }
    state.table = nil
    guard try table.add(wish.sources, of: wish.entity, database) else {
      state.isUnfit = true
      return false
    }
    state.table = table
    return true
  }

  private static func read(
    _ state: inout State, _ wish: Wish, _ database: Database
  ) throws -> Bool {
    state.cache.removeAll()
    (state.table, state.order, state.filed) = (nil, nil, nil)
    state.table = try ColumnTable(wish.entity, wish.sources, database)
    state.isUnfit = state.table == nil
    return !state.isUnfit
  }

  /// The rows of a predicate, found by SQLite in the order in which they lie.
  private static func search(
    _ predicate: FetchPredicate, _ entity: EntityDescription, size: Int, _ database: Database
  ) throws -> RowBits {
    let condition = try PredicateCompiler(entity: entity).filter(predicate)
    var rows = RowBits(size: size)
    try SQLiteStatement(
      database,
      "SELECT pk FROM \(sql: SQLName.quoted(entity.table)) NOT INDEXED WHERE \(condition)"
    ).forEachRow { row in
      let key = row.integer(0)
      if key >= 0, key < Int64(size) { rows[Int(key)] = true }
    }
    return rows
  }
}
