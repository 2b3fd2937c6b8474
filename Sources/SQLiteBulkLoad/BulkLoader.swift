/// A bulk load into the empty tables of a database file that no other program has open.
///
/// ```swift
/// let loader = try BulkLoader(path: path, sortingIn: folder)
/// let table = loader.table(root: 5, indexes: [IndexLayout(root: 6, columns: [0])])
/// try table.append(values)
/// let duplicates = try table.finish()
/// try loader.finish()
/// // SQLite may delete the duplicates here.
/// try loader.finishIndexes()
/// ```
package final class BulkLoader {
  /// The page size that the file must have.
  package static let pageSize = DatabaseFile.pageSize

  private let file: DatabaseFile
  private let folder: String

  /// Opens a file; runs of index entries are sorted in an unnamed file of a folder.
  ///
  /// `isCancelled` is checked while pages are written and ends the load with `BulkLoadError.cancelled`.
  package init(
    path: String, sortingIn folder: String, isCancelled: @escaping () -> Bool = { false }
  ) throws {
    file = try DatabaseFile(path: path, isCancelled: isCancelled)
    self.folder = folder
  }

  /// Begins to fill the rowid table with a root page; its rows are in all given indexes.
  ///
  /// The first row has the rowid after `lastRow`.
  package func table(root: UInt32, indexes: [IndexLayout], after lastRow: Int64 = 0) -> RowidTable {
    RowidTable(root: root, indexes, file, sortingIn: folder, lastRow: lastRow)
  }

  /// Begins to fill the WITHOUT ROWID table with a root page.
  package func keyedTable(root: UInt32) -> KeyedTable { KeyedTable(root: root, file) }

  /// Writes everything but the root pages of the indexes: until `finishIndexes()` SQLite sees them empty.
  package func finish() throws { try file.finish() }

  /// Writes the root pages of the indexes.
  package func finishIndexes() throws { try file.replacePostponed() }
}

/// An index that is filled with its table.
package struct IndexLayout {
  package let root: UInt32
  /// The indexes of its columns in the values of a row.
  package let columns: [Int]

  package init(root: UInt32, columns: [Int]) {
    self.root = root
    self.columns = columns
  }
}

/// A row whose key in the first index is repeated by a later row.
package struct DuplicateRow {
  package let rowid: Int64
  /// The note that was appended with the row.
  package let note: Int
}

// MARK: - Tables

/// A rowid table and its indexes, filled with rows that are numbered consecutively.
package final class RowidTable {
  private struct Index: ~Copyable {
    var tree: IndexTree
    var sorter: KeySorter
    let columns: [Int]

    mutating func append(_ values: UnsafeBufferPointer<RecordValue>, row: Int64, note: Int) throws {
      for column in columns { SortKey.append(values[column], to: &sorter.bytes) }
      SortKey.appendTail(row: row, note: note, to: &sorter.bytes)
      try sorter.endKey()
    }
  }

  package private(set) var lastRow: Int64
  // Checks of exclusive access cost a load 4 % of its instructions.
  @exclusivity(unchecked)
  private var tree: TableTree
  @exclusivity(unchecked)
  private var record = RecordBuilder()
  private let indexes: UnsafeMutableBufferPointer<Index>

  fileprivate init(
    root: UInt32, _ layouts: [IndexLayout], _ file: DatabaseFile, sortingIn folder: String,
    lastRow: Int64
  ) {
    self.lastRow = lastRow
    tree = TableTree(root: root, in: file)
    indexes = .allocate(capacity: layouts.count)
    for (index, layout) in layouts.enumerated() {
      indexes.initializeElement(
        at: index,
        to: Index(
          tree: IndexTree(root: layout.root, in: file), sorter: KeySorter(folder: folder),
          columns: layout.columns))
    }
  }

  deinit {
    indexes.deinitialize()
    indexes.deallocate()
  }

  /// Appends a row with the values of all columns after the INTEGER PRIMARY KEY, and returns its rowid.
  @discardableResult
  package func append(_ values: UnsafeBufferPointer<RecordValue>, note: Int = 0) throws -> Int64 {
    lastRow += 1
    try tree.append(lastRow, record.record(values, hasRowid: true))
    for index in indexes.indices {
      try indexes[index].append(values, row: lastRow, note: index == 0 ? note : 0)
    }
    return lastRow
  }

  /// Writes the table and its indexes, and returns the rows that a later one duplicates in the first index.
  ///
  /// Duplicates are in the table but in no index.
  package func finish() throws -> [DuplicateRow] {
    try tree.finish()
    guard !indexes.isEmpty else { return [] }
    try startMerge(of: 0...1)
    let duplicates = try Self.finishUnique(&indexes[0].sorter, &indexes[0].tree)
    let rowids = Set(duplicates.map(\.rowid))
    for index in indexes.indices.dropFirst() {
      try startMerge(of: index...index + 1)
      try Self.finish(&indexes[index].sorter, &indexes[index].tree, without: rowids)
    }
    return duplicates
  }

  /// Starts to merge the entries of some indexes, if these exist, so that they are ready when they are needed.
  private func startMerge(of range: ClosedRange<Int>) throws {
    for index in range where indexes.indices.contains(index) {
      try indexes[index].sorter.startMerge()
    }
  }

  /// Writes the last row of each key, and returns the others.
  private static func finishUnique(
    _ sorter: inout KeySorter, _ tree: inout IndexTree
  ) throws -> [DuplicateRow] {
    var duplicates: [DuplicateRow] = []
    var record = RecordBuilder()
    var last = ByteBuffer()
    try sorter.forEach { key in
      if SortKey.haveSameValues(last.bytes, key) {
        let (row, note) = SortKey.tail(last.bytes)
        duplicates.append(DuplicateRow(rowid: row, note: note))
      } else if last.count > 0 {
        try tree.append(SortKey.record(last.bytes, &record))
      }
      last.removeAll()
      last.append(key)
    }
    if last.count > 0 { try tree.append(SortKey.record(last.bytes, &record)) }
    try tree.finish(postponesRoot: true)
    return duplicates
  }

  private static func finish(
    _ sorter: inout KeySorter, _ tree: inout IndexTree, without rowids: Set<Int64>
  ) throws {
    var record = RecordBuilder()
    try sorter.forEach { key in
      guard rowids.isEmpty || !rowids.contains(SortKey.tail(key).row) else { return }
      try tree.append(SortKey.record(key, &record))
    }
    try tree.finish(postponesRoot: true)
  }
}

/// A WITHOUT ROWID table, filled in the order of its primary key.
package final class KeyedTable {
  @exclusivity(unchecked)
  private var tree: IndexTree
  @exclusivity(unchecked)
  private var record = RecordBuilder()

  fileprivate init(root: UInt32, _ file: DatabaseFile) { tree = IndexTree(root: root, in: file) }

  /// Appends a row with the values of all columns, those of the primary key first.
  package func append(_ values: UnsafeBufferPointer<RecordValue>) throws {
    try tree.append(record.record(values, hasRowid: false))
  }

  package func finish() throws { try tree.finish() }
}

// MARK: - Errors

package enum BulkLoadError: Error, Hashable {
  package enum Operation: Hashable, Sendable { case create, open, read, write }

  case cancelled
  /// The file does not consist of pages of the expected size.
  case wrongPageSize(path: String)
  /// A system call failed with an error number.
  case system(Operation, file: String, code: Int32)
}
