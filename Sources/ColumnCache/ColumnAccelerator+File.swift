package import FetchKit
internal import Synchronization

// MARK: - The file

extension ColumnAccelerator {
  /// Fewer rows than this are not worth a file.
  static let minimumFiledCount = 20_000
  /// The file is written again after this many changes.
  static let maximumUnfiledChanges: Int64 = 2000

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
      guard try state.refresh(snapshot), let table = state.table,
        table.columns[source.id] == nil,
        let size = state.openFile?.reader.size(of: ColumnTable.section(source.id)),
        state.needsFile || source.kind != .doubles || size < table.size * MemoryLayout<Double>.size
      else { return }
      _ = try state.addFiledColumns([source.id], snapshot)
      // Reads from the store what a damaged file lacks.
      _ = try state.refresh(snapshot)
    }
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

  private func filedOrder(_ configuration: ColumnConfiguration) throws -> ColumnFile.Order? {
    var query = FetchQuery(entity: .description(configuration.entity))
    query.sortDescriptors = configuration.order
    let orderID = try StoreSnapshot.orderID(query, of: configuration.entity)
    let list = lists.first { $0.orderID == orderID && $0.entity == configuration.entity }
    return list.map { ColumnFile.Order(id: orderID, sequence: $0.sequence, list: $0.ids) }
  }
}

extension ColumnAccelerator {
  /// Why there are no answers.
  package enum UnavailableReason: Hashable, Sendable {
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
  ) throws -> UnavailableReason? {
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
      try? file.write(content, into: store)
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
