/// The tables and indexes of an entity while they are filled.
struct BulkTables: ~Copyable {
  /// The table of a to-many list.
  struct List: ~Copyable {
    var tree: IndexTree
    var records: RowRecords

    mutating func append(
      _ elements: Range<Int>, of list: Int, owner: Int64, _ view: borrowing RowBatchView
    ) throws {
      for element in elements {
        try records.load(element: element, of: list, in: view)
        let position = element - elements.lowerBound
        try tree.append(records.elementRecord(owner: owner, position: position))
      }
    }
  }

  struct Index: ~Copyable {
    var tree: IndexTree
    var sorter: KeySorter
    /// Places of its columns in the table.
    let columns: [Int]
  }

  private(set) var rowCount: Int64 = 0
  private var table: TableTree
  private var records: RowRecords
  private let lists: UnsafeMutableBufferPointer<List>
  private let indexes: UnsafeMutableBufferPointer<Index>
  private let elements: UnsafeMutablePointer<Range<Int>>

  /// Empty tables, given their root pages by name.
  init(
    _ entity: EntityDescription, roots: [String: UInt32], pages: PageFile, sortingIn folder: String
  ) throws {
    func root(_ name: String) throws -> UInt32 {
      if let root = roots[name] { return root }
      throw StoreError(.failed, "store.missingTable", "the new store has no table \(name)")
    }
    let plan = BulkPlan(entity)
    let tableRoot = try root(entity.table)
    let listRoots = try entity.toMany.map { try root($0.table) }
    let schema = Schema.indexes(entity)
    let indexRoots = try schema.map { try root($0.name) }
    table = TableTree(root: tableRoot, in: pages)
    records = RowRecords(plan)
    lists = .allocate(capacity: listRoots.count)
    for (index, root) in listRoots.enumerated() {
      lists.initializeElement(
        at: index,
        to: List(
          tree: IndexTree(root: root, in: pages),
          records: RowRecords(BulkPlan(entity.toMany[index]))))
    }
    indexes = .allocate(capacity: indexRoots.count)
    for (index, root) in indexRoots.enumerated() {
      let columns = schema[index].columns.map(SQLName.quoted)
      indexes.initializeElement(
        at: index,
        to: Index(
          tree: IndexTree(root: root, in: pages), sorter: KeySorter(folder: folder),
          columns: columns.compactMap(plan.names.firstIndex)))
    }
    elements = .allocate(capacity: lists.count + 1)
    elements.initialize(repeating: 0..<0, count: lists.count + 1)
  }

  deinit {
    lists.deinitialize()
    lists.deallocate()
    indexes.deinitialize()
    indexes.deallocate()
    elements.deallocate()
  }
}

// MARK: - Rows

extension BulkTables {
  mutating func append(_ batch: RowBatch) throws {
    try RowBatchView.with(batch) { view in
      for list in lists.indices { elements[list] = 0..<0 }
      for row in 0..<view.count { try append(row, view) }
    }
  }

  private mutating func append(_ number: Int, _ view: borrowing RowBatchView) throws {
    for list in lists.indices {
      elements[list] = view.elements(of: list, row: number, from: elements[list].upperBound)
    }
    rowCount += 1
    try records.load(number, of: view, elements: elements)
    try table.append(rowCount, records.tableRecord())
    for index in indexes.indices {
      // The first index is that of the identifier: there the place tells of repeated rows.
      let note = index == 0 ? view.source(number) : 0
      let columns = indexes[index].columns
      try indexes[index].sorter.append { key in
        for column in columns { records.write(column, to: &key) }
        SortKey.appendTail(row: rowCount, note: note, to: &key)
      }
    }
    for list in lists.indices {
      try lists[list].append(elements[list], of: list, owner: rowCount, view)
    }
  }
}

// MARK: - The end

extension BulkTables {
  /// Writes what is left but for the roots of the indexes, and gives the rows whose identifier a later
  /// one has: they are in no index.
  mutating func finish() throws -> [(row: Int64, source: Int)] {
    try table.finish()
    for list in lists.indices { try lists[list].tree.finish() }
    var repeated: [(row: Int64, source: Int)] = []
    for index in indexes.indices {
      if index == 0 {
        repeated = try Self.finishIdentifiers(&indexes[index].sorter, &indexes[index].tree)
      } else {
        let rows = Set(repeated.map(\.row))
        try Self.finish(&indexes[index].sorter, &indexes[index].tree, without: rows)
      }
    }
    return repeated
  }

  /// Writes the index of the identifier with the last row of each, and gives the others.
  private static func finishIdentifiers(
    _ sorter: inout KeySorter, _ tree: inout IndexTree
  ) throws -> [(row: Int64, source: Int)] {
    var repeated: [(row: Int64, source: Int)] = []
    var record = RecordBuilder()
    var last = ByteBuffer()
    try sorter.forEach { key in
      if SortKey.haveSameValues(last.bytes, key) {
        let (row, source) = SortKey.tail(last.bytes)
        repeated.append((row, source))
      } else if last.count > 0 {
        SortKey.decode(last.bytes, into: &record)
        try tree.append(record.finish())
      }
      last.removeAll()
      last.append(key)
    }
    if last.count > 0 {
      SortKey.decode(last.bytes, into: &record)
      try tree.append(record.finish())
    }
    try tree.finish(postponesRoot: true)
    return repeated
  }

  private static func finish(
    _ sorter: inout KeySorter, _ tree: inout IndexTree, without repeated: Set<Int64>
  ) throws {
    var record = RecordBuilder()
    try sorter.forEach { key in
      guard repeated.isEmpty || !repeated.contains(SortKey.tail(key).row) else { return }
      SortKey.decode(key, into: &record)
      try tree.append(record.finish())
    }
    try tree.finish(postponesRoot: true)
  }
}
