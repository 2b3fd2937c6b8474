internal import GRDB

/// Takes changed rows out of a list and puts those that still belong to it where they belong now.
///
/// The work follows the number of changed rows: each is placed by a binary search over the leaves of the
/// list, whose sort keys are remembered from one time to the next, and then in its leaf, by reading the sort keys
/// of single rows.
struct SortedInsertion {
  private struct Row {
    let id: Int64
    let section: String
    let keys: [Value]
    /// How many unchanged rows come before.
    var gap = 0
  }

  private let fetch: ListFetch
  private let entity: EntityDescription
  private let old: SectionedIDs
  private let knownKeys: [Int64: [Value]]
  private let changed: Set<Int64>

  init(
    _ fetch: ListFetch, _ entity: EntityDescription, _ old: StoredList, _ changed: Set<Int64>
  ) {
    self.fetch = fetch
    self.entity = entity
    self.old = old.ids
    self.knownKeys = old.knownKeys
    self.changed = changed
  }

  /// The list as it is at a point of the change log.
  func run(_ sequence: Int64, _ database: Database) throws -> (StoredList, [RowFate]) {
    let leaving = leavingRows()
    var ids = old.ids
    for row in leaving { ids.remove(row.id) }
    var rows = try chosenRows(database)
    let knownKeys = try place(&rows, in: ids, database)
    for (offset, row) in rows.enumerated() { ids.insert(row.id, at: row.gap + offset) }
    let list = StoredList(
      ids: try sectioned(ids, leaving, rows), sequence: sequence, knownKeys: knownKeys)
    return (list, fates(leaving, rows))
  }

  /// The changed rows of the old list in its order, with their places.
  private func leavingRows() -> [(id: Int64, index: Int)] {
    changed.compactMap { id in old.ids.index(of: id).map { (id, $0) } }
      .sorted { $0.index < $1.index }
  }

  /// The changed rows that the request chooses now, in its order.
  private func chosenRows(_ database: Database) throws -> [Row] {
    let statement = FetchStatement(fetch.query, entity: entity)
    let list = "[\(changed.map(String.init).joined(separator: ","))]"
    let sql = try statement.chosen(among: list, sectionedBy: fetch.sectionNameKeyPath)
    let type = fetch.sectionNameKeyPath.flatMap { entity.attribute(forKeyPath: $0)?.type }
    var rows: [Row] = []
    try SQLiteStatement(database, sql).forEachRow { row in
      let keys = fetch.query.sortDescriptors.indices.map { row.value($0 + 2, as: nil) }
      rows.append(
        Row(id: row.integer(0), section: row.value(1, as: type).sectionName, keys: keys))
    }
    return rows
  }
}

// MARK: - Places

extension SortedInsertion {
  /// Finds the place of each row; gives the sort keys that are worth remembering.
  private func place(_ rows: inout [Row], in ids: OrderedIDs, _ database: Database) throws
    -> [Int64: [Value]]
  {
    let statement = FetchStatement(fetch.query, entity: entity)
    var probe = try SortKeyProbe(statement, rememberedKeys(for: ids), database)
    let order = SortKeys(fetch.query.sortDescriptors)
    var low = 0
    for index in rows.indices {
      let row = rows[index]
      let leaf = try firstIndex(in: 0..<ids.leafCount) { leaf in
        let start = ids.start(ofLeaf: leaf)
        guard start < ids.count else { return false }
        let keys = try probe.keys(ofHead: ids[start])
        return order.isBefore((keys, ids[start]), (row.keys, row.id))
      }
      let lower = leaf == 0 ? 0 : ids.start(ofLeaf: leaf - 1)
      let upper = leaf < ids.leafCount ? ids.start(ofLeaf: leaf) : ids.count
      low = try firstIndex(in: max(low, lower)..<max(low, upper)) { place in
        order.isBefore((try probe.keys(of: ids[place]), ids[place]), (row.keys, row.id))
      }
      rows[index].gap = low
    }
    return probe.heads
  }

  /// What is known of unchanged rows; nothing when most of it is of rows that head no leaf any more.
  private func rememberedKeys(for ids: OrderedIDs) -> [Int64: [Value]] {
    guard knownKeys.count <= 2 * ids.leafCount else { return [:] }
    var keys = knownKeys
    for id in changed where keys[id] != nil { keys[id] = nil }
    return keys
  }

  /// The first number for which a condition no longer holds.
  private func firstIndex(in range: Range<Int>, while condition: (Int) throws -> Bool) rethrows
    -> Int
  {
    var (low, high) = (range.lowerBound, range.upperBound)
    while low < high {
      let middle = (low + high) / 2
      if try condition(middle) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

/// Reads the sort keys of single rows, each once.
private struct SortKeyProbe {
  private let statement: SQLiteStatement
  private let place: Int32
  private let count: Int
  private var known: [Int64: [Value]] = [:]
  /// The sort keys of rows that head a leaf.
  private(set) var heads: [Int64: [Value]]

  init(_ statement: FetchStatement, _ heads: [Int64: [Value]], _ database: Database) throws {
    let sql = try statement.sortKeysOfRow()
    self.statement = try SQLiteStatement(database, sql)
    place = Int32(sql.bindings.count + 1)
    count = statement.query.sortDescriptors.count
    self.heads = heads
  }

  mutating func keys(ofHead id: Int64) throws -> [Value] {
    if let keys = heads[id] { return keys }
    let keys = try keys(of: id)
    heads[id] = keys
    return keys
  }

  mutating func keys(of id: Int64) throws -> [Value] {
    if let keys = heads[id] ?? known[id] { return keys }
    statement.bind(id, at: place)
    defer { statement.reset() }
    let keys = try statement.step() ? (0..<count).map { statement.value($0, as: nil) } : nil
    guard let keys else {
      throw StoreError(.failed, "row \(id) left the store without a line in its change log")
    }
    known[id] = keys
    return keys
  }
}

// MARK: - Sections and fates

extension SortedInsertion {
  private func sectioned(_ ids: OrderedIDs, _ leaving: [(id: Int64, index: Int)], _ rows: [Row])
    throws -> SectionedIDs
  {
    guard fetch.sectionNameKeyPath != nil else { return SectionedIDs(ids: ids) }
    var parts = old.sections.map { (name: $0.name, count: $0.count) }
    for row in leaving { parts[old.sectionIndex(at: row.index)].count -= 1 }
    for (offset, row) in rows.enumerated() {
      if let index = parts.firstIndex(where: { $0.name == row.section }) {
        parts[index].count += 1
      } else {
        try insertSection(row.section, at: row.gap + offset, in: &parts)
      }
    }
    let list = SectionedIDs(ids: ids, sections: parts)
    try check(rows, in: list)
    return list
  }

  /// Refuses rows that the order puts outside their section.
  private func check(_ rows: [Row], in list: SectionedIDs) throws {
    for (offset, row) in rows.enumerated()
    where list.sections[list.sectionIndex(at: row.gap + offset)].name != row.section {
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

  private func fates(_ leaving: [(id: Int64, index: Int)], _ rows: [Row]) -> [RowFate] {
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
        fetch.sectionNameKeyPath == nil
          || old.sections[old.sectionIndex(at: place.index)].name == row.section
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
