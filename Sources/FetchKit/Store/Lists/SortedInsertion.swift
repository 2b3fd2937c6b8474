internal import GRDB
internal import SQLiteBulkLoad

/// Removes changed rows from a list and inserts those that still belong to it at their new places.
///
/// The work is proportional to the number of changed rows: each is placed by the key prefixes of the list, and
/// sort keys are read from the store only where prefixes are equal, or not known.
struct SortedInsertion {
  /// A changed row of the list as it was.
  private struct LeavingRow {
    let id: Int64
    let place: OrderedIDs.Place
    let index: Int
  }

  /// A changed row that matches the request.
  private struct Row {
    let id: Int64
    let section: FetchValue
    let key: [UInt8]
    let prefix: UInt64
    let rank: Int
    /// The rows of the leaf that have to be compared; empty, at the new place, when there are none.
    let candidates: Range<Int>
    var place = OrderedIDs.Place(rank: 0, offset: 0)
    /// The number of unchanged rows before it.
    var gap = 0
  }

  private let fetch: ListFetch
  private let statement: FetchStatement
  private let order: RowOrder
  private let list: SectionedIDs
  private let changed: Set<Int64>

  init(
    _ fetch: ListFetch, _ entity: EntityDescription, _ list: SectionedIDs, _ changed: Set<Int64>
  ) {
    self.fetch = fetch
    self.list = list
    self.changed = changed
    statement = FetchStatement(fetch.query, entity: entity)
    order = RowOrder(fetch.query.sortDescriptors)
  }

  func change(_ database: Database) throws -> (ListEdit, [RowChange]) {
    let leaving = leavingRows()
    var rows = try chosenRows(database)
    try place(&rows, among: leaving, database)
    let rowEdits =
      leaving.map { OrderedIDs.Edit(place: $0.place, id: $0.id, prefix: nil) }
      + rows.map { OrderedIDs.Edit(place: $0.place, id: $0.id, prefix: $0.prefix) }
    let edit = ListEdit(
      rows: rowEdits, leaves: try rebuiltLeaves(rowEdits, database),
      layout: try layout(leaving, rows))
    return (edit, changes(leaving, rows))
  }

  private func leavingRows() -> [LeavingRow] {
    list.ids.places(of: changed).map { id, place in
      LeavingRow(id: id, place: place, index: list.ids.position(place))
    }
  }

  private func chosenRows(_ database: Database) throws -> [Row] {
    let sql = try statement.rows(among: changed, sectionedBy: fetch.sectionNameKeyPath)
    var key = ByteBuffer()
    return try SQLiteStatement(database, sql, isReused: true).map { row in
      key.removeAll()
      order.appendKey(of: row.integer(0), row, from: fetch.firstKeyColumn, to: &key)
      return self.row(row.integer(0), section: section(of: row), Array(key.bytes))
    }
  }

  private func row(_ id: Int64, section: FetchValue, _ key: [UInt8]) -> Row {
    key.withUnsafeBufferPointer { bytes in
      let rank = list.ids.rank(ofKey: bytes)
      let leaf = list.ids.leaf(rank)
      let prefix = leaf.prefixes?.prefix(of: bytes) ?? 0
      return Row(
        id: id, section: section, key: key, prefix: prefix, rank: rank,
        candidates: leaf.prefixes?.range(of: prefix) ?? leaf.ids.indices)
    }
  }

  private func section(of row: borrowing SQLiteStatement) -> FetchValue {
    guard let keyPath = fetch.sectionNameKeyPath else { return "" }
    return fetch.sectionName(
      of: row.value(1, as: statement.entity.resolvedAttribute(keyPath)?.type))
  }
}

// MARK: - Places

extension SortedInsertion {
  private func place(
    _ rows: inout [Row], among leaving: [LeavingRow], _ database: Database
  ) throws {
    var leavingBefore = 0
    var keys = try keysOfCandidates(rows, database)
    for index in rows.indices {
      let offset = try offset(of: rows[index], &keys, database)
      let place = OrderedIDs.Place(rank: rows[index].rank, offset: offset)
      let before = list.ids.position(place)
      while leavingBefore < leaving.count, leaving[leavingBefore].index < before {
        leavingBefore += 1
      }
      rows[index].place = place
      rows[index].gap = before - leavingBefore
    }
  }

  /// The keys of all rows that have to be compared, read at once where they are few.
  private func keysOfCandidates(_ rows: [Row], _ database: Database) throws -> [Int64: [UInt8]] {
    let ids = rows.filter { $0.candidates.count <= 8 }.flatMap { row in
      let leaf = list.ids.leaf(row.rank)
      return row.candidates.map { list.ids.codes.id(leaf.ids[$0]) }.filter { !changed.contains($0) }
    }
    let keys = ids.isEmpty ? [] : try keys(of: Array(Set(ids)), database)
    return Dictionary(uniqueKeysWithValues: keys.map { ($0.id, $0.key) })
  }

  /// The place of a row in its leaf: before the first unchanged candidate with a greater key.
  private func offset(of row: Row, _ keys: inout [Int64: [UInt8]], _ database: Database) throws
    -> Int
  {
    let leaf = list.ids.leaf(row.rank)
    func id(_ offset: Int) -> Int64 { list.ids.codes.id(leaf.ids[offset]) }
    func firstUnchanged(_ range: Range<Int>) -> Int? { range.first { !changed.contains(id($0)) } }
    var (low, high) = (row.candidates.lowerBound, row.candidates.upperBound)
    while low < high {
      let middle = (low + high) / 2
      guard let candidate = firstUnchanged(middle..<high) else {
        high = middle
        continue
      }
      let other = try keys[id(candidate)] ?? self.keys(of: [id(candidate)], database)[0].key
      keys[id(candidate)] = other
      if other.lexicographicallyPrecedes(row.key) { low = candidate + 1 } else { high = middle }
    }
    return firstUnchanged(low..<row.candidates.upperBound) ?? row.candidates.upperBound
  }

  /// The current keys of some rows, in no order.
  private func keys(of ids: [Int64], _ database: Database) throws -> [(id: Int64, key: [UInt8])] {
    var key = ByteBuffer()
    let keys = try SQLiteStatement(database, statement.sortKeys(ofRows: ids), isReused: true).map {
      key.removeAll()
      order.appendKey(of: $0.integer(0), $0, from: 1, to: &key)
      return (id: $0.integer(0), key: Array(key.bytes))
    }
    guard keys.count == ids.count else { throw Self.missingRow }
    return keys
  }

  private static var missingRow: StoreError {
    StoreError(
      .failed, "store.unloggedDeletion", "a row left the store without a line in its change log")
  }

  /// The leaves that would grow too large, built again as one leaf or more.
  private func rebuiltLeaves(_ edits: [OrderedIDs.Edit], _ database: Database) throws
    -> [(rank: Int, content: OrderedIDsBuilder.Content)]
  {
    try Dictionary(grouping: edits, by: \.place.rank).compactMap { rank, edits in
      let leaf = list.ids.leaf(rank)
      let arrivals = edits.filter { !$0.isRemoval }.map(\.id)
      let count = leaf.ids.count - edits.count + 2 * arrivals.count
      guard let prefixes = leaf.prefixes, count > prefixes.limit else { return nil }
      let ids = list.ids.ids(ofLeaf: rank).filter { !changed.contains($0) } + arrivals
      let rows = try keys(of: ids, database).sorted { $0.key.lexicographicallyPrecedes($1.key) }
      var builder = OrderedIDsBuilder()
      for row in rows {
        row.key.withUnsafeBufferPointer { builder.keys.append($0) }
        builder.append(row.id)
      }
      return (rank, builder.finish())
    }
  }
}

// MARK: - Sections and changes

extension SortedInsertion {
  private func layout(_ leaving: [LeavingRow], _ rows: [Row]) throws -> ListSections {
    guard fetch.sectionNameKeyPath != nil else {
      return ListSections(count: list.ids.count - leaving.count + rows.count)
    }
    var parts = list.sections.map { (name: $0.name, count: $0.count) }
    for row in leaving { parts[list.layout.index(at: row.index)].count -= 1 }
    for (offset, row) in rows.enumerated() {
      if let index = parts.firstIndex(where: { $0.name == row.section }) {
        parts[index].count += 1
      } else {
        try insertSection(row.section, at: row.gap + offset, in: &parts)
      }
    }
    let layout = ListSections(parts)
    try check(rows, in: layout)
    return layout
  }

  /// Throws for rows that the order puts outside their section.
  private func check(_ rows: [Row], in layout: ListSections) throws {
    for (offset, row) in rows.enumerated() where layout.name(at: row.gap + offset) != row.section {
      throw fetch.outOfOrder(row.section)
    }
  }

  /// Inserts a section with one row at the place of the row, which has to be between two sections.
  private func insertSection(
    _ name: FetchValue, at place: Int, in parts: inout [(name: FetchValue, count: Int)]
  ) throws {
    var start = 0
    var index = 0
    while index < parts.count, start < place {
      start += parts[index].count
      index += 1
    }
    guard start == place else { throw fetch.outOfOrder(name) }
    parts.insert((name, 1), at: index)
  }

  private func changes(_ leaving: [LeavingRow], _ rows: [Row]) -> [RowChange] {
    let staying = Set(rows.map(\.id))
    let before = Dictionary(
      uniqueKeysWithValues: leaving.enumerated().map {
        ($1.id, (index: $1.index, gap: $1.index - $0))
      })
    let gone = leaving.filter { !staying.contains($0.id) }
      .map { RowChange(id: $0.id, oldIndex: $0.index, newIndex: nil) }
    let kept = keptRows(rows, before)
    return gone
      + rows.enumerated().map { offset, row in
        RowChange(
          id: row.id, oldIndex: before[row.id]?.index, newIndex: row.gap + offset,
          isMove: before[row.id] != nil && !kept.contains(row.id))
      }
  }

  /// The rows of both lists that need no move: those that stay between the same unchanged rows and in
  /// their section, and of these in each gap the longest chain in the old order.
  private func keptRows(_ rows: [Row], _ before: [Int64: (index: Int, gap: Int)]) -> Set<Int64> {
    var kept: Set<Int64> = []
    var chain: [ChainRow] = []
    var current: (gap: Int, section: FetchValue)?
    for row in rows {
      guard let place = before[row.id], place.gap == row.gap,
        fetch.sectionNameKeyPath == nil || list.layout.name(at: place.index) == row.section
      else { continue }
      if current.map({ $0.gap != row.gap || $0.section != row.section }) ?? true {
        kept.formUnion(LongestChain.rows(chain))
        chain = []
        current = (row.gap, row.section)
      }
      chain.append(ChainRow(id: row.id, oldIndex: place.index, isFixed: false))
    }
    return kept.union(LongestChain.rows(chain))
  }
}
