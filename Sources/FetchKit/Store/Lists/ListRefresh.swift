internal import GRDB

/// The next state of a list, and the changes that lead to it.
struct ListUpdate: Sendable {
  enum Content: Sendable {
    case same
    case edited(ListEdit)
    case fetched(SectionedIDs)
  }

  let content: Content
  /// The change that the list reflects then.
  let sequence: Int64
  var changes: [ResultsChange] = []
  /// Rows whose attributes may have changed.
  var changed: Set<Int64> = []
}

/// Brings a list up to the store: places the rows that the change log lists, or fetches the list again when the
/// log is incomplete or lists too many.
struct ListRefresh: Sendable {
  let fetch: ListFetch
  let old: StoredList
  /// Whether the old list has all rows, and not only the first ones.
  var isComplete = true
  let style: ResultsEventStyle
  /// Rows that have ever been read: they count as changed when the log is incomplete.
  let known: Set<Int64>

  /// With more changed rows the list is fetched again.
  private static let threshold = 5000

  func update(_ store: FetchStore, _ database: Database) throws -> ListUpdate {
    let entity = try store.entity(of: fetch.query)
    let (changes, sequence) = try ChangeLog.changes(since: old.sequence, database)
    let changed = Set((changes.objects[entity.name] ?? [:]).keys)
    let isUnknown = !isComplete || changes.isUnknown(entity.name)
    let isRelated = changes.concern(
      fetch.query.relatedEntities(entity, sectionNameKeyPath: fetch.sectionNameKeyPath))
    guard isUnknown || isRelated || !changed.isEmpty else {
      return ListUpdate(content: .same, sequence: sequence)
    }
    let related = isRelated ? try related(changes, entity, database) : []
    let all = isUnknown ? changed.union(known) : changed.union(related)
    let needsFetch = isUnknown || isRelated || isLimited || changed.count > Self.threshold
    guard !needsFetch else { return try fetchedAgain(all, entity, sequence, store, database) }
    let (edit, rows) = try SortedInsertion(fetch, entity, old.ids, changed).change(database)
    return ListUpdate(
      content: .edited(edit), sequence: sequence, changes: events(rows, edit.layout, entity),
      changed: all)
  }

  private var isLimited: Bool { fetch.query.limit > 0 || fetch.query.offset > 0 }

  /// The rows with prefetched objects or computed attributes that changed.
  private func related(
    _ changes: StoreChanges, _ entity: EntityDescription, _ database: Database
  ) throws -> Set<Int64> {
    var rows: Set<Int64> = []
    for (keyPath, relationship) in fetch.query.followedRelationships(entity) {
      let name = relationship.destination.name
      let ids = (changes.objects[name] ?? [:]).keys.map { ObjectID(entityName: name, rowID: $0) }
      guard !ids.isEmpty || changes.isUnknown(name) else { continue }
      let predicate = FetchPredicate.related(keyPath.path, keyPath.isToMany, to: ids)
      let condition = try? BatchStatement(entity: entity).condition(predicate)
      // A list of lists cannot be searched.
      guard let condition, !changes.isUnknown(name) else { return known }
      rows.formUnion(try database.integers(BatchStatement(entity: entity).objectIDs(condition)))
    }
    return rows
  }

  private func fetchedAgain(
    _ changed: Set<Int64>, _ entity: EntityDescription, _ sequence: Int64, _ store: FetchStore,
    _ database: Database
  ) throws -> ListUpdate {
    let new = try fetch.ids(store, database)
    let rows = ListDifference(from: old.ids, to: new, changed: changed).changes
    return ListUpdate(
      content: .fetched(new), sequence: sequence, changes: events(rows, new.layout, entity),
      changed: changed)
  }

  private func events(
    _ rows: [RowChange], _ layout: ListSections, _ entity: EntityDescription
  ) -> [ResultsChange] {
    ChangeList(old: old.ids.layout, new: layout, entityName: entity.name, style: style)
      .changes(rows)
  }
}
