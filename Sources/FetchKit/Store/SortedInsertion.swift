internal import GRDB
internal import SQLiteBulkLoad

/// Takes changed rows out of a list and puts those that still belong to it where they belong now.
///
/// The work follows the number of changed rows: each is placed by the keys and marks that the list keeps of
/// its leaves, and rows of the store are read only where those leave a doubt.
struct SortedInsertion {
  /// A changed row of the list as it was.
  private struct LeavingRow {
    let id: Int64
    let place: OrderedIDs.Place
    let index: Int
  }

  /// A changed row that the request chooses now.
  private struct Row {
    let id: Int64
    let section: String
    let key: [UInt8]
    let mark: UInt64
    let rank: Int
    /// The rows of the leaf that have its mark; empty where it belongs when there are none.
    let equals: Range<Int>
    var place = OrderedIDs.Place(rank: 0, offset: 0)
    /// How many unchanged rows come before.
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

  /// What makes the list that of the store, and what becomes of the changed rows.
  func change(_ database: Database) throws -> (ListEdit, [RowFate]) {
    let leaving = leavingRows()
    var rows = try chosenRows(database)
    try place(&rows, among: leaving, database)
    let rowEdits =
      leaving.map { OrderedIDs.Edit(place: $0.place, id: $0.id, mark: nil) }
      + rows.map { OrderedIDs.Edit(place: $0.place, id: $0.id, mark: $0.mark) }
    let edit = ListEdit(
      rows: rowEdits, leaves: try freshLeaves(rowEdits, database),
      layout: try layout(leaving, rows))
    return (edit, fates(leaving, rows))
  }

  /// The changed rows of the old list in its order, with their places.
  private func leavingRows() -> [LeavingRow] {
    let ids = list.ids
    return changed.compactMap { id in
      ids.place(of: id).map { LeavingRow(id: id, place: $0, index: ids.index(of: $0)) }
    }
    .sorted { $0.index < $1.index }
  }

  /// The changed rows that the request chooses now, in its order.
  private func chosenRows(_ database: Database) throws -> [Row] {
    let list = "[\(changed.map(String.init).joined(separator: ","))]"
    let sql = try statement.rows(among: list, sectionedBy: fetch.sectionNameKeyPath)
    var rows: [Row] = []
    var key = ByteBuffer()
    try SQLiteStatement(database, sql, isReused: true).forEachRow { row in
      key.removeAll()
      order.appendKey(of: row.integer(0), row, from: fetch.firstKeyColumn, to: &key)
      rows.append(
        try self.row(row.integer(0), section: section(of: row), Array(key.bytes), database))
    }
    return rows
  }

  private func row(_ id: Int64, section: String, _ key: [UInt8], _ database: Database) throws
    -> Row
  {
    let flatRank = list.ids.isFlat ? try rank(ofKey: key, database) : nil
    return key.withUnsafeBufferPointer { bytes in
      let rank = flatRank ?? list.ids.rank(ofKey: bytes)
      let marks = list.ids.marks(ofRank: rank)
      let mark = marks.mark(of: bytes)
      return Row(
        id: id, section: section, key: key, mark: mark, rank: rank, equals: marks.rows(with: mark))
    }
  }

  /// The leaf in which a row with a key belongs: the last one whose first unchanged row comes before.
  private func rank(ofKey key: [UInt8], _ database: Database) throws -> Int {
    var (low, high) = (0, list.ids.ranks)
    while low < high {
      let middle = (low + high) / 2
      if try isFirst(ofRank: middle, after: key, database) {
        high = middle
      } else {
        low = middle + 1
      }
    }
    return max(0, low - 1)
  }

  /// Whether the first unchanged row from a leaf on comes after a key, or there is none.
  private func isFirst(ofRank rank: Int, after key: [UInt8], _ database: Database) throws -> Bool {
    for rank in rank..<list.ids.ranks {
      if let id = list.ids.ids(ofRank: rank).first(where: { !changed.contains($0) }) {
        return try key.lexicographicallyPrecedes(self.key(of: id, database))
      }
    }
    return true
  }

  private func section(of row: borrowing SQLiteStatement) -> String {
    guard let keyPath = fetch.sectionNameKeyPath else { return "" }
    return row.value(1, as: statement.entity.attribute(forKeyPath: keyPath)?.type).sectionName
  }
}

// MARK: - Places

extension SortedInsertion {
  /// Finds the place of each row in the list as it is.
  private func place(
    _ rows: inout [Row], among leaving: [LeavingRow], _ database: Database
  ) throws {
    var leavingBefore = 0
    let known = try keysOfEquals(rows, database)
    for index in rows.indices {
      let offset = try offset(of: rows[index], known, database)
      let place = OrderedIDs.Place(rank: rows[index].rank, offset: offset)
      let before = list.ids.index(of: place)
      while leavingBefore < leaving.count, leaving[leavingBefore].index < before {
        leavingBefore += 1
      }
      rows[index].place = place
      rows[index].gap = before - leavingBefore
    }
  }

  /// The keys of all rows that have the mark of a changed one, read at once where they are few.
  private func keysOfEquals(_ rows: [Row], _ database: Database) throws -> [Int64: [UInt8]] {
    let ids = rows.filter { $0.equals.count <= 8 }.flatMap { row in
      row.equals.isEmpty ? [] : unchanged(row).map { list.ids.ids(ofRank: row.rank)[$0] }
    }
    let keys = ids.isEmpty ? [] : try keys(of: Array(Set(ids)), database)
    return Dictionary(uniqueKeysWithValues: keys.map { ($0.id, $0.key) })
  }

  /// The places in its leaf of the rows that have a row's mark and did not change.
  private func unchanged(_ row: Row) -> [Int] {
    let ids = list.ids.ids(ofRank: row.rank)
    return row.equals.filter { !changed.contains(ids[$0]) }
  }

  /// The place of a row in its leaf: rows that have its mark are compared by their keys in the store.
  private func offset(of row: Row, _ known: [Int64: [UInt8]], _ database: Database) throws -> Int {
    guard !row.equals.isEmpty else { return row.equals.lowerBound }
    let ids = list.ids.ids(ofRank: row.rank)
    let unchanged = unchanged(row)
    var (low, high) = (0, unchanged.count)
    while low < high {
      let middle = (low + high) / 2
      let id = ids[unchanged[middle]]
      let other = try known[id] ?? key(of: id, database)
      if other.lexicographicallyPrecedes(row.key) { low = middle + 1 } else { high = middle }
    }
    return low < unchanged.count ? unchanged[low] : row.equals.upperBound
  }

  private func key(of id: Int64, _ database: Database) throws -> [UInt8] {
    let row = try SQLiteStatement(database, statement.sortKeys(ofRow: id), isReused: true)
    defer { row.reset() }
    guard try row.step() else { throw Self.missingRow }
    var key = ByteBuffer(capacity: 256)
    order.appendKey(of: id, row, from: 1, to: &key)
    return Array(key.bytes)
  }

  /// Some rows that have not gone, with their keys of now, in no order.
  private func keys(of ids: [Int64], _ database: Database) throws -> [(id: Int64, key: [UInt8])] {
    let list = "[\(ids.map(String.init).joined(separator: ","))]"
    var keys: [(id: Int64, key: [UInt8])] = []
    var key = ByteBuffer()
    try SQLiteStatement(database, statement.sortKeys(ofRows: list), isReused: true).forEachRow {
      key.removeAll()
      order.appendKey(of: $0.integer(0), $0, from: 1, to: &key)
      keys.append(($0.integer(0), Array(key.bytes)))
    }
    guard keys.count == ids.count else { throw Self.missingRow }
    return keys
  }

  private static var missingRow: StoreError {
    StoreError(
      .failed, "store.unloggedDeletion", "a row left the store without a line in its change log")
  }

  /// The leaves that grow too large, marked anew by the keys of now, each as one leaf or more.
  private func freshLeaves(_ edits: [OrderedIDs.Edit], _ database: Database) throws
    -> [(rank: Int, leaves: [OrderedIDs.Leaf])]
  {
    try Dictionary(grouping: edits, by: \.place.rank).compactMap { rank, edits in
      let arrivals = edits.filter { $0.mark != nil }.map(\.id)
      let marks = list.ids.marks(ofRank: rank)
      let count = marks.marks.count - edits.count + 2 * arrivals.count
      guard count > marks.limit else { return nil }
      let ids = list.ids.ids(ofRank: rank).filter { !changed.contains($0) } + arrivals
      let rows = try keys(of: ids, database).sorted {
        $0.key.lexicographicallyPrecedes($1.key)
      }
      return (rank, OrderedIDs.Leaf.leaves(rows))
    }
  }
}

// MARK: - Sections and fates

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

  /// Refuses rows that the order puts outside their section.
  private func check(_ rows: [Row], in layout: ListSections) throws {
    for (offset, row) in rows.enumerated() where layout.name(at: row.gap + offset) != row.section {
      throw fetch.outOfOrder(row.section)
    }
  }

  /// Puts a new section with one row where the row is; that has to be between two sections.
  private func insertSection(
    _ name: String, at place: Int, in parts: inout [(name: String, count: Int)]
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

  private func fates(_ leaving: [LeavingRow], _ rows: [Row]) -> [RowFate] {
    let staying = Set(rows.map(\.id))
    let before = Dictionary(
      uniqueKeysWithValues: leaving.enumerated().map {
        ($1.id, (index: $1.index, gap: $1.index - $0))
      })
    let gone = leaving.filter { !staying.contains($0.id) }
      .map { RowFate(id: $0.id, oldIndex: $0.index, newIndex: nil) }
    let kept = keptRows(rows, before)
    return gone
      + rows.enumerated().map { offset, row in
        RowFate(
          id: row.id, oldIndex: before[row.id]?.index, newIndex: row.gap + offset,
          isMove: before[row.id] != nil && !kept.contains(row.id))
      }
  }

  /// The rows of both lists that need no move: those that stay between the same unchanged rows and in
  /// their section, and of these in each gap the longest chain in the old order.
  private func keptRows(_ rows: [Row], _ before: [Int64: (index: Int, gap: Int)]) -> Set<Int64> {
    var kept: Set<Int64> = []
    var chain: [ChainRow] = []
    var current: (gap: Int, section: String)?
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
