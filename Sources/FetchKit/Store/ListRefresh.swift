internal import GRDB

/// What a list became, and the changes that lead there.
struct ListUpdate: Sendable {
  let list: StoredList
  let changes: [ResultsChange]
  /// Rows whose attributes may be different now.
  let changed: Set<Int64>
}

/// Brings a list up to the store: by the rows that the change log names, or from the beginning when it
/// cannot tell or names too many.
struct ListRefresh: Sendable {
  let fetch: ListFetch
  let old: StoredList
  let style: ResultsEventStyle
  /// Rows that somebody has read: they count as changed when the log cannot tell what did.
  let known: Set<Int64>

  /// From how many changed rows on the list is fetched anew.
  private static let threshold = 5000

  func update(_ store: Store, _ database: Database) throws -> ListUpdate {
    let entity = try store.entity(of: fetch.query)
    let isCut = try ChangeLog.isCut(after: old.sequence, database)
    let (changes, sequence) = try ChangeLog.changes(since: old.sequence, database)
    let changed = Set((changes.objects[entity.name] ?? [:]).keys)
    let isUnknown = isCut || changes.unknown.contains(entity.name)
    guard isUnknown || !changed.isEmpty else {
      var list = old
      list.sequence = sequence
      return ListUpdate(list: list, changes: [], changed: [])
    }
    let all = isUnknown ? changed.union(known) : changed
    let isLong = isUnknown || isLimited || changed.count > Self.threshold
    let (list, fates) =
      try isLong
      ? fetchAnew(all, sequence, store, database)
      : SortedInsertion(fetch, entity, old, changed).run(sequence, database)
    let events = ChangeList(old: old.ids, new: list.ids, entityName: entity.name, style: style)
    return ListUpdate(list: list, changes: events.changes(fates), changed: all)
  }

  private var isLimited: Bool { fetch.query.limit > 0 || fetch.query.offset > 0 }

  private func fetchAnew(
    _ changed: Set<Int64>, _ sequence: Int64, _ store: Store, _ database: Database
  ) throws -> (StoredList, [RowFate]) {
    let list = StoredList(ids: try fetch.ids(store, database), sequence: sequence)
    return (list, ListDifference(from: old.ids, to: list.ids, changed: changed).fates)
  }
}
