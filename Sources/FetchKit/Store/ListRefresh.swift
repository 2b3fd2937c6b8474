internal import GRDB

/// What a list becomes, and the changes that lead there.
struct ListUpdate: Sendable {
  enum Content: Sendable {
    case same
    case edited(ListEdit)
    case fetched(SectionedIDs)
  }

  let content: Content
  /// The point of the change log that the list stands for then.
  let sequence: Int64
  var changes: [ResultsChange] = []
  /// Rows whose attributes may be different now.
  var changed: Set<Int64> = []
}

/// Brings a list up to the store: by the rows that the change log names, or from the beginning when it
/// cannot tell or names too many.
struct ListRefresh: Sendable {
  let fetch: ListFetch
  let old: StoredList
  /// Whether the old list has all rows, and not only the first ones.
  var isComplete = true
  let style: ResultsEventStyle
  /// Rows that somebody has read: they count as changed when the log cannot tell what did.
  let known: Set<Int64>

  /// From how many changed rows on the list is fetched anew.
  private static let threshold = 5000

  func update(_ store: Store, _ database: Database) throws -> ListUpdate {
    let entity = try store.entity(of: fetch.query)
    let (changes, sequence) = try ChangeLog.changes(since: old.sequence, database)
    let changed = Set((changes.objects[entity.name] ?? [:]).keys)
    let isUnknown = !isComplete || changes.isUnknown(entity.name)
    guard isUnknown || !changed.isEmpty else {
      return ListUpdate(content: .same, sequence: sequence)
    }
    let all = isUnknown ? changed.union(known) : changed
    let isLong = isUnknown || isLimited || changed.count > Self.threshold || hasHighRow(changed)
    guard !isLong else { return try fetchedAnew(all, entity, sequence, store, database) }
    let (edit, fates) = try SortedInsertion(fetch, entity, old.ids, changed).change(database)
    return ListUpdate(
      content: .edited(edit), sequence: sequence, changes: events(fates, edit.layout, entity),
      changed: all)
  }

  private var isLimited: Bool { fetch.query.limit > 0 || fetch.query.offset > 0 }

  /// Whether a row does not fit into a flat list.
  private func hasHighRow(_ rows: Set<Int64>) -> Bool {
    old.ids.ids.isFlat && rows.contains { !(0..<FlatIDs.limit).contains($0) }
  }

  private func fetchedAnew(
    _ changed: Set<Int64>, _ entity: EntityDescription, _ sequence: Int64, _ store: Store,
    _ database: Database
  ) throws -> ListUpdate {
    let new = try fetch.ids(store, database)
    let fates = ListDifference(from: old.ids, to: new, changed: changed).fates
    return ListUpdate(
      content: .fetched(new), sequence: sequence, changes: events(fates, new.layout, entity),
      changed: changed)
  }

  private func events(
    _ fates: [RowFate], _ layout: ListSections, _ entity: EntityDescription
  ) -> [ResultsChange] {
    ChangeList(old: old.ids.layout, new: layout, entityName: entity.name, style: style)
      .changes(fates)
  }
}
