@testable import ColumnCache
@testable import FetchKit

/// A store with its accelerator, and the answers of the accelerator alone: nil if it needs SQLite.
struct CachedStore {
  let store: FetchStore
  let columns = ColumnAccelerator()

  init(
    _ store: FetchStore, _ entity: EntityDescription, _ keyPaths: [String],
    order: [FetchSortDescriptor] = [], keepsFile: Bool = false
  ) {
    self.store = store
    store.accelerator = columns
    configure(entity, keyPaths, order: order, keepsFile: keepsFile)
  }

  func configure(
    _ entity: EntityDescription, _ keyPaths: [String], order: [FetchSortDescriptor] = [],
    keepsFile: Bool = false
  ) {
    columns.configure(
      AcceleratorConfiguration(entity, keyPaths, order: order, keepsFile: keepsFile), of: store)
  }

  func load() throws {
    try store.withSnapshot { snapshot in
      try columns.load(snapshot)
      try columns.readFiledColumns(snapshot)
    }
  }

  func prepareOrder() throws { try store.withSnapshot(columns.prepareOrder) }

  func count<Element>(_ request: FetchRequest<Element>) throws -> Int? {
    try store.withSnapshot { try columns.count(request.query, $0) }
  }

  func dictionaries<Element>(_ request: FetchRequest<Element>) throws -> [[String: FetchValue]]? {
    try store.withSnapshot { try columns.dictionaries(request.query, $0) }
  }

  func orderedIDs<Element>(_ request: FetchRequest<Element>) throws -> [Int64]? {
    try store.withSnapshot { try columns.orderedIDs(request.query, $0)?.all }
  }

  /// Whether the numbers of the key paths are known.
  func readNumbers<Element>(_ request: FetchRequest<Element>, _ keyPaths: [String]) throws -> Bool {
    try store.withSnapshot {
      try columns.forEachBatch(request.query, numbers: keyPaths, $0) { _ in }
    }
  }
}

extension FetchStore {
  /// The ids of a request as its results controller has them.
  func listedIDs<Element>(_ request: FetchRequest<Element>) throws -> [Int64] {
    try list(ListFetch(query: request.query, sectionNameKeyPath: nil)).ids.ids.all
  }
}
