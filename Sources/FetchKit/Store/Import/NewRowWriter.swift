internal import SQLiteBulkLoad

/// A writer of imported rows into a new store, which bypasses SQLite.
public final class NewRowWriter {
  /// The tables of an entity after the load.
  struct Outcome {
    let loader: BulkLoader
    let rows: Int64
    /// The rows whose identifier a later one repeats.
    let duplicates: [DuplicateRow]
  }

  private let loader: BulkLoader
  private let table: RowidTable
  private let encoder: RowEncoder
  private let lists: [(table: KeyedTable, encoder: RowEncoder)]

  init(_ entity: EntityDescription, roots: [String: UInt32], loader: BulkLoader) throws {
    func root(_ name: String) throws -> UInt32 {
      if let root = roots[name] { return root }
      throw StoreError(.failed, "store.missingTable", "the new store has no table \(name)")
    }
    self.loader = loader
    let plan = RowPlan(entity)
    encoder = RowEncoder(plan)
    table = loader.table(
      root: try root(entity.table),
      indexes: try Schema.indexes(entity).map { index in
        IndexLayout(
          root: try root(index.name),
          columns: index.columns.map(SQLName.quoted).compactMap(plan.names.firstIndex))
      })
    lists = try entity.toMany.map {
      (loader.keyedTable(root: try root($0.table)), RowEncoder(RowPlan($0)))
    }
  }

  /// Appends the rows of a batch.
  public func append(_ batch: RowBatch) throws {
    try storing { try RowCursor.forEachRow(of: batch, append) }
  }

  private func append(_ row: borrowing RowCursor) throws {
    try encoder.encode(row)
    let key = try table.append(encoder.values, note: row.source)
    for (index, list) in lists.enumerated() {
      for element in row.elements[index] {
        try list.encoder.encode(element: element, of: index, owner: key, row)
        try list.table.append(list.encoder.values)
      }
    }
  }

  /// Writes everything but the root pages of the indexes.
  func finish() throws -> Outcome {
    try storing {
      for list in lists { try list.table.finish() }
      let duplicates = try table.finish()
      try loader.finish()
      return Outcome(loader: loader, rows: table.rowCount, duplicates: duplicates)
    }
  }
}
