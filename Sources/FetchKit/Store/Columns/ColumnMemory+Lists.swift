internal import GRDB
internal import Synchronization

// Lists that are parts of longer ones.

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
  func order(_ entity: EntityDescription) throws -> String {
    let sql = try FetchStatement(query, entity: entity).order()
    return "\(sql.sql) \(sql.bindings)"
  }
}
