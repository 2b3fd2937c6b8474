package import FetchKit
internal import Synchronization

extension ColumnAccelerator {
  /// Prepares answers from the file for a program that runs a few requests, and reports whether there will be any.
  ///
  /// Without a file, or with one that lacks many changes, all columns are read from a store with at least `minimumCount`
  /// rows, and a new file is written.
  package func openFile(
    _ configuration: AcceleratorConfiguration, of store: FetchStore, minimumCount: Int
  ) throws -> Bool {
    configure(configuration, of: store)
    let isRecent = try store.withSnapshot { snapshot in
      try load(snapshot)
      return isLoaded.load(ordering: .acquiring) && unfiledChanges < Self.maximumUnfiledChanges
    }
    guard !isRecent else { return true }
    let isLarge = try store.withSnapshot {
      try $0.highestID(of: configuration.entity) >= Int64(minimumCount)
    }
    guard isLarge, !store.isReadOnly else { return false }
    configure(
      AcceleratorConfiguration(
        configuration.entity, configuration.keyPaths, order: configuration.order,
        keepsFile: configuration.keepsFile), of: store)
    try store.withSnapshot { snapshot in
      try load(snapshot)
      try prepareOrder(snapshot)
    }
    // Answers do not need the file.
    if let (file, content) = try? contentToFile(minimumCount) {
      try? file.writeNow(content, into: store)
    }
    return isLoaded.load(ordering: .acquiring)
  }

  private var unfiledChanges: Int64 {
    state.withLock { state in
      guard let file = state.openFile, let table = state.table else { return 0 }
      return table.sequence - file.sequence
    }
  }
}
