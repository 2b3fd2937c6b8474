internal import GRDB
internal import Synchronization

/// The columns that a store holds in memory, kept what the change log says.
///
/// They are derived: without them SQLite gives the same answers, only later.
final class ColumnMemory: Sendable {
  /// What shall be held.
  struct Wish: Sendable {
    let entity: EntityDescription
    let sources: [ColumnSource]
    /// Where columns are kept; nil for nowhere.
    let file: ColumnFile?

    var keys: [String] { sources.map(\.key) }
  }

  /// Guarded by the lock, `cache` too.
  struct State {
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
  struct LongList: Sendable {
    let entity: EntityDescription
    let order: String
    let fetch: ListFetch
    var list: StoredList
  }

  let wish = Mutex<Wish?>(nil)
  let state = Mutex(State())
  let lists = Mutex<[LongList]>([])
  let ranks = RankMemory()
  /// Whether the rows have been read once: before, a list is not worth the wait.
  let isRead = Atomic(false)

  /// From how many changed rows on all are read anew.
  private static let threshold = 20_000

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
    let changes = try ChangeLog.changes(since: known, database).0
    let rows = Array((changes.objects[entity.name] ?? [:]).keys)
    if changes.isUnknown(entity.name) || rows.count > threshold
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
    do {
      state.isUnfit = try !table.add(wish.sources, of: wish.entity, database)
    } catch {
      // Whoever asks next reads what is missing, and only that.
      state.table = table
      throw error
    }
    if !state.isUnfit { state.table = table }
    return !state.isUnfit
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
