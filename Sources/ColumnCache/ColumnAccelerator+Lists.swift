package import FetchKit
internal import CColumns
internal import Synchronization

extension ColumnAccelerator {
  /// The objects that SQLite sorts by the other keys sooner than columns do.
  private static let maximumCandidates = 20_000

  package func orderedIDs(_ query: FetchQuery, _ snapshot: StoreSnapshot) throws -> OrderedIDs? {
    let entity = try snapshot.entity(of: query)
    guard query.isUnlimited, isLoaded.load(ordering: .acquiring), covers(entity) else { return nil }
    try readOrder(query, entity)
    for start in query.sortDescriptors.indices {
      var rest = query
      rest.sortDescriptors.removeFirst(start)
      if let list = try lists.list(rest, entity, snapshot),
        let ids = try select(query, sortedBefore: start, from: list, snapshot)
      {
        return ids
      }
      // Objects that are equal in the reversed key are in the order of the next keys, too.
      rest.sortDescriptors[0].ascending.toggle()
      if let list = try lists.list(rest, entity, snapshot),
        let ids = try select(query, sortedBefore: start + 1, from: list, snapshot)
      {
        return ids
      }
    }
    return nil
  }

  package func page(_ query: FetchQuery, _ snapshot: StoreSnapshot) throws -> [Int64]? {
    if let candidates = try candidates(query, snapshot) {
      return try snapshot.page(query, among: candidates)
    }
    var whole = query
    (whole.limit, whole.offset) = (0, 0)
    return try orderedIDs(whole, snapshot)?.compactIDs.map { list in
      list.ids.dropFirst(query.offset).prefix(query.limit).map(Int64.init)
    }
  }

  /// The objects that come first in the order of the first key, among them those of the page; nil for too many.
  private func candidates(_ query: FetchQuery, _ snapshot: StoreSnapshot) throws -> [Int64]? {
    guard let key = query.sortDescriptors.first, !key.placesNullsFirst else { return nil }
    let (count, overflows) = query.offset.addingReportingOverflow(query.limit)
    guard !overflows, count <= Self.maximumCandidates else { return nil }
    let found = try answer(snapshot.entity(of: query), snapshot) { filter -> Bitmap? in
      let rows = try filter.rows(query.predicate ?? .constant(true))
      guard let column = filter.column(key.keyPath), column.hasNumbers else { return nil }
      return column.numbers.first(count, of: rows, isAscending: key.ascending)
    }
    guard let found, found.count <= Self.maximumCandidates else { return nil }
    var ids: [Int64] = []
    found.forEach { ids.append(Int64($0)) }
    return ids
  }

  package func didFetch(_ ids: OrderedIDs, of query: FetchQuery, _ snapshot: StoreSnapshot) throws {
    let entity = try snapshot.entity(of: query)
    guard query.isUnlimited, covers(entity), ids.compactIDs != nil else { return }
    lists.keep(
      SortedList(
        entity: entity, orderID: try StoreSnapshot.orderID(query, of: entity), query: query,
        ids: ids, sequence: try snapshot.sequence))
  }

  /// Makes the list of all objects in the configured order, which other orders end with.
  func prepareOrder(_ snapshot: StoreSnapshot) throws {
    guard let configuration = configuration.withLock(\.self),
      let last = configuration.order.last, last.keyPath == configuration.entity.identifier,
      last.comparison == .binary
    else { return }
    var query = FetchQuery(entity: .description(configuration.entity))
    query.sortDescriptors = configuration.order
    // After many changes, both orders are made again for the next file.
    if let list = try takeFiledList(query, configuration.entity), !state.withLock(\.needsFile) {
      lists.keep(list)
      return try prepareRanks(configuration, snapshot)
    }
    readFiledRanks()
    var byIdentifier = query
    byIdentifier.sortDescriptors = [last]
    try didFetch(snapshot.sortedIDs(byIdentifier), of: byIdentifier, snapshot)
    if let ids = try orderedIDs(query, snapshot) { try didFetch(ids, of: query, snapshot) }
    let list = lists.take { $0.query.sortDescriptors == [last] }
    guard let list, configuration.file != nil else { return }
    state.withLock { state in
      state.identifierOrder = ColumnFile.Order(
        id: list.orderID, sequence: list.sequence, list: list.ids)
    }
  }

  /// Reads the order of the file that a request ends with, and the sort ranks if it needs them, once.
  private func readOrder(_ query: FetchQuery, _ entity: EntityDescription) throws {
    guard let configuration = configuration.withLock(\.self), configuration.isLazy else { return }
    let isByName = query.sortDescriptors.contains {
      $0.keyPath == configuration.order.first?.keyPath
    }
    var all = FetchQuery(entity: .description(configuration.entity))
    all.sortDescriptors = isByName ? configuration.order : configuration.order.suffix(1)
    if lists.first(where: { $0.query == all }) == nil {
      let section = isByName ? ColumnFile.orderSection : ColumnFile.identifierOrderSection
      state.withLock { state in
        guard var file = state.openFile?.reader else { return }
        state.filedOrder = try? ColumnFile.order(section, &file)
      }
      try takeFiledList(all, configuration.entity).map(lists.keep)
    }
    let needsRanks = query.sortDescriptors.dropLast().contains { key in
      entity.attribute(forKeyPath: key.keyPath)?.type == .string && key.comparison != .binary
    }
    if needsRanks, query.sortDescriptors != configuration.order { readFiledRanks() }
  }

  /// Reads the sort ranks of the file, unless there are some.
  private func readFiledRanks() {
    guard ranks.latest == nil else { return }
    state.withLock { state in
      guard var file = state.openFile?.reader else { return }
      do {
        if let entry = try ColumnFile.ranks(&file) { ranks.keep(entry) }
      } catch {
        // A damaged file is written again.
        state.filedSequence = nil
      }
    }
  }

  /// Reads the sort ranks for the reversed order.
  private func prepareRanks(_ configuration: ColumnConfiguration, _ snapshot: StoreSnapshot) throws
  {
    readFiledRanks()
    let sorter = try answer(configuration.entity, snapshot) {
      try ColumnSorter($0, configuration.order, self.ranks)
    }
    for key in configuration.order.dropLast() { try sorter?.prepare(key, snapshot) }
  }

  /// The list that was read from the file; nil when it has another order.
  private func takeFiledList(_ query: FetchQuery, _ entity: EntityDescription) throws -> SortedList?
  {
    let orderID = try StoreSnapshot.orderID(query, of: entity)
    let order = state.withLock { $0.filedOrder.take() }
    guard let order, order.id == orderID else { return nil }
    return SortedList(
      entity: entity, orderID: orderID, query: query, ids: order.list, sequence: order.sequence)
  }

  /// The objects of a request from a list that has the order of its last keys; nil when the list lacks some, or
  /// one of the first keys cannot be sorted by.
  private func select(
    _ query: FetchQuery, sortedBefore end: Int, from list: SortedList, _ snapshot: StoreSnapshot
  ) throws -> OrderedIDs? {
    let keys = query.sortDescriptors[..<end]
    let entity = try snapshot.entity(of: query)
    let found = try answer(entity, snapshot) {
      filter -> (rows: Bitmap, sorter: ColumnSorter)? in
      let rows = try filter.rows(query.predicate ?? .constant(true))
      guard rows.isSubset(of: try filter.rows(list.query.predicate ?? .constant(true))) else {
        return nil
      }
      return (rows, try ColumnSorter(filter, keys, self.ranks, readsStore: !self.isLazy))
    }
    guard let (rows, sorter) = found, var ids = list.ids.filtered(rows),
      ids.rows.count == rows.count
    else { return nil }
    for key in keys.reversed() {
      guard let sorted = try sorter.sorted(ids, by: key, snapshot) else { return nil }
      ids.rows = sorted
    }
    let selected = OrderedIDs(ids.rows, members: ids.members)
    // Sorting doubles takes long; the lists of narrower requests are taken from this one.
    if sorter.sortsDoubles {
      lists.keep(
        SortedList(
          entity: entity, orderID: try StoreSnapshot.orderID(query, of: entity), query: query,
          ids: selected, sequence: list.sequence, isDerived: true))
    }
    return selected
  }
}

extension OrderedIDs {
  /// The ids that are in a set, in the order of the list; nil for a list that is not compact.
  fileprivate func filtered(_ chosen: Bitmap) -> (rows: [UInt32], members: Bitmap)? {
    guard let (ids, members) = compactIDs else { return nil }
    var (kept, chosen) = (members, chosen)
    chosen.grow(to: kept.words.count * 64)
    kept.formIntersection(chosen)
    guard kept != members else { return (ids, members) }
    let count = kept.count
    // Room for one more, as the last id that is left out is written too.
    let rows = Array<UInt32>(unsafeUninitializedCapacity: count + 1) { buffer, filled in
      if let start = buffer.baseAddress {
        _ = ccolumns_keep(ids, Int64(ids.count), kept.words, start)
      }
      filled = count
    }
    return (rows, kept)
  }
}
