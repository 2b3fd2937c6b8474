internal import GRDB

/// Takes changed rows out of a list and puts those that still belong to it where they belong now.
///
/// The work follows the number of changed rows: each is placed by a binary search whose probes read the
/// sort keys of single rows.
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
  private let changed: Set<Int64>

  init(
    _ fetch: ListFetch, _ entity: EntityDescription, _ old: SectionedIDs, _ changed: Set<Int64>
  ) {
    self.fetch = fetch
    self.entity = entity
    self.old = old
    self.changed = changed
  }

  func run(_ database: Database) throws -> (SectionedIDs, [RowFate]) {
    let leaving = leavingRows()
    var ids = old.ids
    for row in leaving { ids.remove(row.id) }
    var rows = try chosenRows(database)
    try place(&rows, in: ids, database)
    for (offset, row) in rows.enumerated() { ids.insert(row.id, at: row.gap + offset) }
    let list = try sectioned(ids, leaving, rows)
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
  private func place(_ rows: inout [Row], in ids: OrderedIDs, _ database: Database) throws {
    let order = SortKeys(fetch.query.sortDescriptors)
    var probe = try SortKeyProbe(
      FetchStatement(fetch.query, entity: entity), order.keys.count, database)
    var low = 0
    for index in rows.indices {
      var first = low
      var last = ids.count
      while first < last {
        let middle = (first + last) / 2
        let id = ids[middle]
        let isBefore = order.isBefore(
          (try probe.keys(of: id), id), (rows[index].keys, rows[index].id))
        if isBefore { first = middle + 1 } else { last = middle }
      }
      rows[index].gap = first
      low = first
    }
  }
}

/// Reads the sort keys of single rows, each once.
private struct SortKeyProbe {
  private let statement: SQLiteStatement
  private let place: Int32
  private let count: Int
  private var known: [Int64: [Value]] = [:]

  init(_ statement: FetchStatement, _ count: Int, _ database: Database) throws {
    let sql = try statement.sortKeysOfRow()
    self.statement = try SQLiteStatement(database, sql)
    place = Int32(sql.bindings.count + 1)
    self.count = count
  }

  mutating func keys(of id: Int64) throws -> [Value] {
    if let keys = known[id] { return keys }
    statement.bind(id, at: place)
    defer { statement.reset() }
    let keys = try statement.step() ? (0..<count).map { statement.value($0, as: nil) } : []
    guard keys.count == count else {
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
