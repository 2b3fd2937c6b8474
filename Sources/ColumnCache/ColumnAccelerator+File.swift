package import FetchKit
internal import Synchronization

// MARK: - The file

extension ColumnAccelerator.State {
  /// Whether there is no file with all columns, or one that lacks many changes.
  var needsFile: Bool {
    guard let table, let filedSequence else { return true }
    return table.sequence &- filedSequence >= ColumnAccelerator.maximumUnfiledChanges
  }
}

extension ColumnAccelerator {
  /// Fewer rows than this are not worth a file.
  static let minimumFiledCount = 20_000
  /// The file is written again after this many changes.
  static let maximumUnfiledChanges: Int64 = 2000

  /// Reads the rows of the file, if it belongs to the store, and its order unless the configuration is lazy.
  ///
  /// A column is read when a request needs it, or by `readFiledColumn`.
  func readFile(_ state: inout State, _ configuration: Configuration, _ snapshot: StoreSnapshot) {
    guard var reader = try? configuration.file?.open(snapshot),
      let table = try? ColumnTable(from: &reader)
    else { return }
    state.table = table
    state.openFile = OpenFile(reader: reader, size: table.size, sequence: table.sequence)
    guard !configuration.isLazy else { return }
    let isComplete = configuration.readSources.allSatisfy {
      reader.hasSection(ColumnTable.section($0.id))
    }
    state.filedSequence = isComplete ? table.sequence : nil
    do {
      state.filedOrder = try ColumnFile.order(ColumnFile.orderSection, &reader)
    } catch {
      // A damaged file is written again.
      state.filedSequence = nil
    }
  }

  /// Reads the columns of the file that no request has needed yet.
  func readFiledColumns(_ snapshot: StoreSnapshot) throws {
    for source in sources { try readFiledColumn(source, snapshot) }
  }

  /// The columns of the configuration.
  var sources: [ColumnSource] { configuration.withLock { $0?.sources ?? [] } }

  /// Reads a column of the file, unless it has been read.
  ///
  /// One of unpacked doubles, such as coordinates, is large, and few requests need it: it is left to these unless a new
  /// file will be written.
  func readFiledColumn(_ source: ColumnSource, _ snapshot: StoreSnapshot) throws {
    try state.withLock { state in
      guard try refresh(&state, snapshot), let table = state.table,
        table.columns[source.id] == nil,
        let size = state.openFile?.reader.size(of: ColumnTable.section(source.id)),
        state.needsFile || source.kind != .doubles || size < table.size * MemoryLayout<Double>.size
      else { return }
      _ = try addFiledColumns([source.id], &state, snapshot)
      // Reads from the store what a damaged file lacks.
      _ = try refresh(&state, snapshot)
    }
  }

  /// Reads missing columns from the file; false when it has none of them.
  func addFiledColumns(
    _ missing: Set<String>, _ state: inout State, _ snapshot: StoreSnapshot
  ) throws -> Bool {
    guard var file = state.openFile, let configuration = state.configuration else { return false }
    let sources = configuration.readSources.filter {
      missing.contains($0.id) && file.reader.hasSection(ColumnTable.section($0.id))
    }
    guard !sources.isEmpty, var table = state.table.take() else { return false }
    // Reading fails for a damaged file, which is not read again then, but written again.
    let filedSequence = state.filedSequence
    (state.openFile, state.filedSequence) = (nil, nil)
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
        if configuration.isLazy { state.exceedsLimits = true } else { state.table = table }
        return true
      }
    }
    (state.table, state.openFile, state.filedSequence) = (table, file, filedSequence)
    return true
  }

  /// Writes the file of the configuration, unless the one that is there is recent enough.
  func writeFile(of store: FetchStore, minimumCount: Int = minimumFiledCount) async throws {
    guard let (file, content) = try contentToFile(minimumCount) else { return }
    try await file.write(content, into: store)
  }

  /// The file of the configuration and what it should have; nil when the one that is there is recent enough.
  func contentToFile(_ minimumCount: Int) throws -> (ColumnFile, ColumnFile.Content)? {
    guard let configuration = configuration.withLock(\.self), let file = configuration.file else {
      return nil
    }
    let found = state.withLock { state -> (ColumnTable, ColumnFile.Order?)? in
      guard var table = state.table, state.needsFile, table.rows.count >= minimumCount,
        configuration.readSources.allSatisfy({ table.columns[$0.id] != nil })
      else { return nil }
      table.keep(configuration.readSources)
      state.filedSequence = table.sequence
      return (table, state.identifierOrder.take())
    }
    guard let (table, identifierOrder) = found else { return nil }
    return (
      file,
      ColumnFile.Content(
        table: table, order: try filedOrder(configuration), ranks: ranks.latest,
        identifierOrder: identifierOrder)
    )
  }

  private func filedOrder(_ configuration: Configuration) throws -> ColumnFile.Order? {
    var query = FetchQuery(entity: .description(configuration.entity))
    query.sortDescriptors = configuration.order
    let orderID = try StoreSnapshot.orderID(query, of: configuration.entity)
    let list = lists.withLock {
      $0.first { $0.orderID == orderID && $0.entity == configuration.entity }
    }
    return list.map { ColumnFile.Order(id: orderID, sequence: $0.sequence, list: $0.ids) }
  }
}

extension ColumnAccelerator {
  /// Why there are no answers.
  package enum Obstacle: Hashable, Sendable {
    case fewRows
    case readOnlyStore
    /// The store has a value that the columns cannot hold, such as a whole number beyond 32 bits.
    case unsupportedValue
  }

  /// Prepares answers from the file for a program that runs a few requests; returns why there will be none, nil if there
  /// will be.
  ///
  /// Without a file, or with one that lacks many changes, all columns are read from a store with at least `minimumCount`
  /// rows, and a new file is written.
  package func openFile(
    _ configuration: AcceleratorConfiguration, of store: FetchStore, minimumCount: Int
  ) throws -> Obstacle? {
    configure(configuration, of: store)
    let isRecent = try store.withSnapshot { snapshot in
      try load(snapshot)
      return isLoaded.load(ordering: .acquiring) && unfiledChanges < Self.maximumUnfiledChanges
    }
    guard !isRecent else { return nil }
    let isLarge = try store.withSnapshot {
      try $0.highestID(of: configuration.entity) >= Int64(minimumCount)
    }
    guard isLarge else { return .fewRows }
    guard !store.isReadOnly else { return .readOnlyStore }
    var whole = configuration
    whole.isLazy = false
    configure(whole, of: store)
    try store.withSnapshot { snapshot in
      try load(snapshot)
      try prepareOrder(snapshot)
      try readFiledColumns(snapshot)
    }
    // Answers do not need the file.
    if let (file, content) = try? contentToFile(minimumCount) {
      try? file.writeNow(content, into: store)
    }
    return isLoaded.load(ordering: .acquiring) ? nil : .unsupportedValue
  }

  private var unfiledChanges: Int64 {
    state.withLock { state in
      guard let file = state.openFile, let table = state.table else { return 0 }
      return table.sequence - file.sequence
    }
  }
}
