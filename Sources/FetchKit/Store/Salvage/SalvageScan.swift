internal import SQLiteBulkLoad

/// Finds the rows of a damaged store: first along the trees of its tables, then on pages that no tree has.
struct SalvageScan {
  /// The rows of a table.
  struct Progress {
    /// Whether the pages of the tree were all found, with all rows on them.
    var isComplete = false
    /// Cells and pages that could not be read.
    var damagedCells = 0
    var missingPages = 0
    var leafPages = 0
    var rows = 0
    var rowsOutsideTree = 0
    /// The number of rows of an undamaged index.
    var indexedRows: Int?

    /// The approximate number of lost rows; nil if unknown.
    func lost(saved: Int) -> Int? {
      if let indexedRows { return max(0, indexedRows - saved) }
      guard leafPages > 0 || isComplete else { return nil }
      let perPage = leafPages == 0 ? 0 : (rows + leafPages - 1) / leafPages
      return max(0, damagedCells + missingPages * perPage - rowsOutsideTree)
    }
  }

  /// Adds a row of the table at an index of `tables`, found in the tree of the table or elsewhere.
  typealias Receiver = (Int, SalvagedTable.Row, _ isFound: Bool) throws -> Void

  private let file: DamagedFile
  private(set) var tables: [SalvagedTable]
  private(set) var progress: [Progress]
  private var isClaimed: [Bool]
  private let receive: Receiver
  private let isCancelled: () -> Bool

  init(
    _ file: DamagedFile, _ tables: [SalvagedTable], isCancelled: @escaping () -> Bool,
    _ receive: @escaping Receiver
  ) {
    (self.file, self.tables, self.receive) = (file, tables, receive)
    self.isCancelled = isCancelled
    progress = tables.map { _ in Progress() }
    isClaimed = [Bool](repeating: false, count: file.pageCount + 1)
  }

  /// Reads everything; false when nothing of a store was found.
  mutating func run() throws -> Bool {
    let (schema, isComplete) = try readSchema()
    for index in tables.indices {
      let entry = schema.first { $0.kind == "table" && $0.name == tables[index].name }
      if let entry { try readTree(index, entry) } else { progress[index].isComplete = isComplete }
    }
    for entry in schema where entry.kind == "index" {
      guard let index = tables.firstIndex(where: { $0.name == entry.table }),
        let count = try entryCount(entry.root)
      else { continue }
      progress[index].indexedRows = max(progress[index].indexedRows ?? 0, count)
    }
    if progress.contains(where: { !$0.isComplete }) {
      try claimFreePages()
      try readOtherPages()
    }
    return progress.contains { $0.leafPages > 0 || $0.rowsOutsideTree > 0 }
  }

  private func checkCancellation() throws {
    if isCancelled() { throw StoreError.cancelled }
  }
}

// MARK: - Along the trees

extension SalvageScan {
  private struct SchemaEntry {
    let kind: String
    let name: String
    let table: String
    let root: Int
    let statement: String
  }

  /// The lines of the schema, and whether its tree is complete; else they come from wherever they are.
  private mutating func readSchema() throws -> ([SchemaEntry], Bool) {
    var (entries, stack, isComplete) = ([SchemaEntry](), [1], true)
    while let number = stack.popLast() {
      guard claim(number), let page = try page(number),
        page.kind == .tableInterior || page.kind == .tableLeaf
      else {
        isComplete = false
        continue
      }
      stack += page.children.reversed()
      entries += try schemaEntries(page)
    }
    guard !isComplete || entries.isEmpty else { return (entries, true) }
    for number in 1...max(1, file.pageCount) {
      if let page = try page(number) { entries += try schemaEntries(page) }
    }
    return (entries, false)
  }

  private func schemaEntries(_ page: DamagedPage) throws -> [SchemaEntry] {
    guard page.kind == .tableLeaf else { return [] }
    return try page.cells.compactMap { cell in
      var place = cell
      guard let size = page.bytes.varint(&place), size < 1 << 20, page.bytes.varint(&place) != nil,
        let payload = try file.payload(Int(size), at: place, of: page.bytes, isIndex: false),
        payload.count == Int(size), let record = DamagedRecord(payload), record.types.count == 5,
        case .string(let kind) = record.value(0), case .string(let name) = record.value(1),
        case .string(let table) = record.value(2), case .integer(let root) = record.value(3),
        kind == "table" || kind == "index", (2...Int64(max(2, file.pageCount))).contains(root)
      else { return nil }
      return SchemaEntry(
        kind: kind, name: name, table: table, root: Int(root),
        statement: record.value(4).stringValue ?? "")
    }
  }

  private mutating func readTree(_ index: Int, _ entry: SchemaEntry) throws {
    tables[index].takeOrder(from: entry.statement)
    let table = tables[index]
    var stack = [entry.root]
    while let number = stack.popLast() {
      try checkCancellation()
      guard isFree(number), let bytes = try file.page(number) else {
        progress[index].missingPages += 1
        continue
      }
      let page = DamagedPage(bytes, number: number)
      let isInner = page?.kind == table.innerKind
      if isInner { stack += page?.children.reversed() ?? [] }
      // The page of a table without rows may still have bytes of deleted ones.
      let isEmpty = number == entry.root && page?.kind == table.leafKind && page?.cells == []
      var rows = try readRows(of: index, page, isFound: false)
      if rows == 0, !isInner, !isEmpty { rows = try carveRows(of: index, bytes, isFound: false) }
      if rows > 0 || isInner || isEmpty {
        isClaimed[number] = true
        progress[index].leafPages += isInner ? 0 : 1
      } else {
        progress[index].missingPages += 1
      }
    }
    let result = progress[index]
    progress[index].isComplete = result.missingPages == 0 && result.damagedCells == 0
  }

  private mutating func readRows(of index: Int, _ page: DamagedPage?, isFound: Bool) throws -> Int {
    guard let page, tables[index].hasRows(page.kind) else { return 0 }
    var rows = try rows(of: index, page, isFound: isFound)
    if rows.count == page.cells.count { tables[index].restoreOrder(of: &rows) }
    guard !rows.isEmpty, try !rows.allSatisfy(\.isShort) || !isOfAnother(page, than: index) else {
      return 0
    }
    try take(rows, of: index, isFound)
    if !isFound { progress[index].damagedCells += page.cells.count - rows.count + page.strayCells }
    return rows.count
  }

  private func rows(
    of index: Int, _ page: DamagedPage, isFound: Bool
  ) throws -> [SalvagedTable.Row] {
    try page.cells.compactMap {
      try tables[index].row($0, of: page, in: file, isFound: isFound)
    }
  }

  /// Whether a page fits another table exactly.
  private func isOfAnother(_ page: DamagedPage, than index: Int) throws -> Bool {
    try tables.indices.contains { other in
      try other != index && tables[other].hasRows(page.kind)
        && rows(of: other, page, isFound: true).contains { !$0.isShort }
    }
  }

  /// Reads rows of a page whose header is lost.
  private mutating func carveRows(of index: Int, _ bytes: [UInt8], isFound: Bool) throws -> Int {
    let page = DamagedPage(carving: bytes, as: tables[index].leafKind)
    let rows = try rows(of: index, page, isFound: true).filter { !$0.isShort }
    try take(rows, of: index, isFound)
    if !rows.isEmpty, !isFound { progress[index].damagedCells += 1 }
    return rows.count
  }

  private mutating func take(_ rows: [SalvagedTable.Row], of index: Int, _ isFound: Bool) throws {
    for row in rows { try receive(index, row, isFound) }
    progress[index].rows += isFound ? 0 : rows.count
    progress[index].rowsOutsideTree += isFound ? rows.count : 0
  }

  private func entryCount(_ root: Int) throws -> Int? {
    var (count, stack, seen) = (0, [root], Set<Int>())
    while let number = stack.popLast() {
      guard seen.insert(number).inserted, let page = try page(number), page.strayCells == 0,
        page.kind == .indexInterior || page.kind == .indexLeaf
      else { return nil }
      count += page.cells.count
      stack += page.children
    }
    return count
  }

  private func page(_ number: Int) throws -> DamagedPage? {
    try file.page(number).flatMap { DamagedPage($0, number: number) }
  }

  private func isFree(_ number: Int) -> Bool {
    isClaimed.indices.contains(number) && !isClaimed[number]
  }

  private mutating func claim(_ number: Int) -> Bool {
    guard isFree(number) else { return false }
    isClaimed[number] = true
    return true
  }
}

// MARK: - Everywhere else

extension SalvageScan {
  /// Passes over the pages that SQLite lists as free: they have deleted rows.
  private mutating func claimFreePages() throws {
    guard let header = try file.page(1), header.count >= 100 else { return }
    var next = Int(header.number(at: 32, size: 4))
    while next > 1, isFree(next), let trunk = try file.page(next), trunk.count >= 8 {
      let count = Int(trunk.number(at: 4, size: 4))
      guard count <= trunk.count / 4 - 2 else { return }
      isClaimed[next] = true
      for index in 0..<count { _ = claim(Int(trunk.number(at: 8 + 4 * index, size: 4))) }
      next = Int(trunk.number(at: 0, size: 4))
    }
  }

  /// Reads pages that no tree led to: each is of the table that most of its rows fit.
  private mutating func readOtherPages() throws {
    for number in 1...max(1, file.pageCount) where isFree(number) {
      try checkCancellation()
      guard let bytes = try file.page(number), bytes.contains(where: { $0 != 0 }) else { continue }
      let page = DamagedPage(bytes, number: number)
      for index in tables.indices where !progress[index].isComplete {
        let count =
          try page == nil
          ? carveRows(of: index, bytes, isFound: true) : readRows(of: index, page, isFound: true)
        if count > 0 { break }
      }
    }
  }
}
