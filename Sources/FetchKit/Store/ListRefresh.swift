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
      return ListUpdate(
        list: StoredList(ids: old.ids, sequence: sequence, version: old.version), changes: [],
        changed: [])
    }
    let all = isUnknown ? changed.union(known) : changed
    let (ids, fates) =
      try isUnknown || isLimited || changed.count > Self.threshold
      ? fetchAnew(all, store, database)
      : SortedInsertion(fetch, entity, old.ids, changed).run(database)
    let list = ChangeList(old: old.ids, new: ids, entityName: entity.name, style: style)
    return ListUpdate(
      list: StoredList(ids: ids, sequence: sequence), changes: list.changes(fates), changed: all)
  }

  private var isLimited: Bool { fetch.query.limit > 0 || fetch.query.offset > 0 }

  private func fetchAnew(_ changed: Set<Int64>, _ store: Store, _ database: Database) throws
    -> (SectionedIDs, [RowFate])
  {
    let ids = try fetch.ids(store, database)
    return (ids, ListDifference(from: old.ids, to: ids, changed: changed).fates)
  }
}
