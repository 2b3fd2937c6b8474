internal import FetchKit

/// What the columns are cached for.
struct ColumnConfiguration: Sendable {
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

/// The cached columns and where they come from, which follow the store.
///
/// Guarded by the lock of the `ColumnAccelerator`, `results` too.
struct ColumnState {
  private let lists: SortedListCache
  private let ranks: SortRankCache
  var configuration: ColumnConfiguration?
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

  init(lists: SortedListCache, ranks: SortRankCache) { (self.lists, self.ranks) = (lists, ranks) }

  /// Adopts a configuration and keeps the columns that it shares with the previous one, unless only one of
  /// them is lazy.
  mutating func adopt(_ next: ColumnConfiguration?) {
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

/// An open file with the number of its rows and the change that it reflects.
struct OpenFile {
  var reader: ColumnFileReader
  let size: Int
  let sequence: Int64
}

// MARK: - Following the store

extension ColumnState {
  /// Changes of more rows than this are read as a whole table.
  private static let updateLimit = 20_000

  /// Brings the table up to what a snapshot sees; false when that is not possible.
  mutating func refresh(
    _ snapshot: StoreSnapshot, _ progress: (@Sendable (FetchProgress) -> Void)? = nil
  ) throws -> Bool {
    guard let configuration, !exceedsLimits else { return false }
    let (entity, sources) = (configuration.entity, configuration.sources)
    if table == nil {
      readFile(configuration, snapshot)
      try dropIncomplete(configuration, snapshot)
    }
    guard let known = table?.sequence else {
      return try readTable(configuration, snapshot, progress)
    }
    let sequence = try snapshot.sequence
    guard sequence != known else { return try addReadColumns(configuration, snapshot) }
    guard sequence > known else { return false }
    guard let changed = try snapshot.changedIDs(of: entity, since: known),
      changed.count <= Self.updateLimit, table?.needsRebuild == false
    else { return try readTable(configuration, snapshot, progress) }
    if !changed.isEmpty { results.removeAll() }
    // Taken out of the state, so that it is changed in place, and dropped when reading fails.
    guard var table = self.table.take() else { return false }
    guard try table.update(changed, until: sequence, entity, sources, snapshot) else {
      exceedsLimits = true
      return false
    }
    self.table = table
    try dropIncomplete(configuration, snapshot)
    guard self.table != nil else { return try readTable(configuration, snapshot, progress) }
    return try addReadColumns(configuration, snapshot)
  }

  /// Drops a table that is as old as the store but lacks rows or has too many: another program can turn triggers
  /// off, and then the change log does not have its changes.
  private mutating func dropIncomplete(
    _ configuration: ColumnConfiguration, _ snapshot: StoreSnapshot
  ) throws {
    guard let table, try snapshot.sequence == table.sequence,
      try snapshot.rowCount(of: configuration.entity) != table.rows.count
    else { return }
    dropTable()
    lists.removeAll()
    ranks.keep(nil)
  }

  /// Adds columns that a request needs; false when that is not possible.
  mutating func addColumns(_ missing: Set<String>, _ snapshot: StoreSnapshot) throws -> Bool {
    guard !missing.isEmpty, let configuration else { return false }
    let computed = configuration.sources.filter { missing.contains($0.id) && $0.distance != nil }
    let coordinates = computed.flatMap { $0.distance?.coordinateIDs ?? [] }
    let unread = missing.union(coordinates).subtracting(table?.columns.keys.map(\.self) ?? [])
    let isRead = try addFiledColumns(unread, snapshot)
    return table?.addDistances(computed) == true || isRead
  }

  private mutating func addReadColumns(
    _ configuration: ColumnConfiguration, _ snapshot: StoreSnapshot
  ) throws -> Bool {
    guard !configuration.isLazy else { return true }
    guard var table = self.table.take() else { return false }
    do {
      // Those of the file are read when a request needs them.
      let file = openFile?.reader
      let sources = configuration.readSources.filter {
        file?.hasSection(ColumnTable.section($0.id)) != true
      }
      exceedsLimits = try !table.add(sources, of: configuration.entity, snapshot)
    } catch {
      // The next query reads what is missing, and only that.
      self.table = table
      throw error
    }
    if !exceedsLimits { self.table = table }
    return !exceedsLimits
  }

  private mutating func readTable(
    _ configuration: ColumnConfiguration, _ snapshot: StoreSnapshot,
    _ progress: (@Sendable (FetchProgress) -> Void)?
  ) throws -> Bool {
    dropTable()
    guard !configuration.isLazy else { return false }
    table = try ColumnTable(
      configuration.entity, configuration.readSources, snapshot, progress: progress)
    exceedsLimits = table == nil
    return !exceedsLimits
  }
}

// MARK: - The file

extension ColumnState {
  /// Whether there is no file with all columns, or one that lacks many changes.
  var needsFile: Bool {
    guard let table, let filedSequence else { return true }
    return table.sequence &- filedSequence >= ColumnAccelerator.maximumUnfiledChanges
  }

  /// Reads the rows of the file, if it belongs to the store, and its order unless the configuration is lazy.
  ///
  /// A column is read when a request needs it, or by `readFiledColumn`.
  private mutating func readFile(_ configuration: ColumnConfiguration, _ snapshot: StoreSnapshot) {
    guard var reader = try? configuration.file?.open(snapshot),
      let table = try? ColumnTable(from: &reader)
    else { return }
    self.table = table
    openFile = OpenFile(reader: reader, size: table.size, sequence: table.sequence)
    guard !configuration.isLazy else { return }
    let isComplete = configuration.readSources.allSatisfy {
      reader.hasSection(ColumnTable.section($0.id))
    }
    filedSequence = isComplete ? table.sequence : nil
    do {
      filedOrder = try ColumnFile.order(ColumnFile.orderSection, &reader)
    } catch {
      // A damaged file is written again.
      filedSequence = nil
    }
  }

  /// Reads missing columns from the file; false when it has none of them.
  mutating func addFiledColumns(_ missing: Set<String>, _ snapshot: StoreSnapshot) throws -> Bool {
    guard var file = openFile, let configuration else { return false }
    let sources = configuration.readSources.filter {
      missing.contains($0.id) && file.reader.hasSection(ColumnTable.section($0.id))
    }
    guard !sources.isEmpty, var table = self.table.take() else { return false }
    // Reading fails for a damaged file, which is not read again then, but written again.
    let filedSequence = filedSequence
    (openFile, self.filedSequence) = (nil, nil)
    let entity = configuration.entity
    guard let changed = try snapshot.changedIDs(of: entity, since: file.sequence) else {
      return true
    }
    for source in sources {
      let isAdded = try? table.add(
        source, from: &file.reader, size: file.size, changed: changed, entity, snapshot)
      guard isAdded == true else {
        // Only a lazy configuration has no other source.
        table.keep(configuration.sources.filter { $0.id != source.id })
        if configuration.isLazy { exceedsLimits = true } else { self.table = table }
        return true
      }
    }
    (self.table, openFile, self.filedSequence) = (table, file, filedSequence)
    return true
  }
}
