internal import Synchronization

extension ColumnMemory {
  /// From how many rows on a file of columns is worth its room.
  static let worthFiling = 20_000
  /// After how many changes a file is written anew.
  private static let unfiled: Int64 = 2000

  /// Keeps what is held, with the list in an order, in the file beside the store, where one is wanted.
  func file(
    _ descriptors: [FetchSortDescriptor], _ store: Store, ofAtLeast rows: Int = worthFiling
  ) async throws {
    guard let wish = wish.withLock(\.self), let file = wish.file else { return }
    let table = state.withLock { state -> ColumnTable? in
      guard let table = state.table,
        state.filed.map({ table.sequence &- $0 >= Self.unfiled }) ?? true,
        table.exists.count >= rows
      else { return nil }
      state.filed = table.sequence
      return table
    }
    guard let table else { return }
    var query = FetchQuery(entity: .description(wish.entity))
    query.sortDescriptors = descriptors
    let name = try ListFetch(query: query, sectionNameKeyPath: nil).order(wish.entity)
    let list = lists.withLock { $0.first { $0.order == name && $0.entity == wish.entity }?.list }
    let order = list.flatMap { list in
      list.ids.ids.flat.map { ColumnFile.Order(name: name, sequence: list.sequence, ids: $0) }
    }
    let content = ColumnFile.Content(table: table, order: order, ranks: ranks.latest)
    try await file.write(content, into: store)
  }
}
