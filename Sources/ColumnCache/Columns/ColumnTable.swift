internal import FetchKit

/// Columns of all rows of an entity, as of one change of the store.
///
/// Counts and sums over a million rows take SQLite a second, and columns a few milliseconds.
struct ColumnTable: Sendable {
  /// One more than the highest primary key.
  private(set) var size = 0
  private(set) var rows = Bitmap(size: 0)
  private(set) var columns: [String: Column] = [:]
  private(set) var sequence: Int64

  private static let limit: Int64 = 1 << 26

  /// Reads all rows; nil when they exceed the limits.
  init?(
    _ entity: EntityDescription, _ sources: [ColumnSource], _ snapshot: StoreSnapshot,
    progress: (@Sendable (FetchProgress) -> Void)? = nil
  ) throws {
    sequence = try snapshot.sequence
    let highest = try snapshot.highestID(of: entity)
    guard highest < Self.limit else { return nil }
    grow(to: Int(highest) + 1, sources)
    guard try read(entity, sources, nil, snapshot, progress) else { return nil }
    for id in columns.keys { columns[id]?.finishReading() }
    checkInvariants()
    // Columns of mostly unused row IDs would waste memory.
    guard size < 4 * rows.count + 100_000 else { return nil }
  }

  /// A table of one column, with a row for each packed integer of another column, from 0 to the largest.
  init(integersOf column: Column, id: String) {
    let column = Column(integersOf: column)
    sequence = 0
    size = column.numbers.packed.count
    rows = Bitmap(size: size) { _ in true }
    columns = [id: column]
  }

  mutating func keep(_ sources: [ColumnSource]) {
    let ids = Set(sources.map(\.id))
    columns = columns.filter { ids.contains($0.key) }
  }

  /// Reads the columns of sources that are missing; false when their values exceed the limits.
  ///
  /// The table has to reflect what the snapshot sees. It stays as it was when this throws.
  mutating func add(
    _ sources: [ColumnSource], of entity: EntityDescription, _ snapshot: StoreSnapshot
  ) throws -> Bool {
    let missing = sources.filter { columns[$0.id] == nil }
    guard !missing.isEmpty else { return true }
    grow(to: size, missing)
    do {
      guard try read(entity, missing, nil, snapshot) else { return false }
    } catch {
      for source in missing { columns[source.id] = nil }
      throw error
    }
    for source in missing { columns[source.id]?.finishReading() }
    checkInvariants()
    return true
  }

  /// Adds the columns of sources that are computed from others; false when there is none of these.
  mutating func addDistances(_ sources: [ColumnSource]) -> Bool {
    let added = sources.compactMap { source in
      source.distance?.column(columns).map { (source.id, $0) }
    }
    columns.merge(added) { $1 }
    return !added.isEmpty
  }

  /// Whether enough rows have changed to make reading all of them worthwhile.
  var needsRebuild: Bool { columns.values.contains(where: \.words.needsRebuild) }

  /// Reads changed rows again; false when their values exceed the limits.
  mutating func update(
    _ ids: [Int64], until sequence: Int64, _ entity: EntityDescription, _ sources: [ColumnSource],
    _ snapshot: StoreSnapshot
  ) throws -> Bool {
    self.sequence = sequence
    let sources = sources.filter { columns[$0.id] != nil }
    guard let highest = ids.max(), let lowest = ids.min() else { return true }
    guard lowest >= 0, highest < Self.limit else { return false }
    grow(to: Int(highest) + 1, sources)
    checkInvariants()
    for id in ids { rows[Int(id)] = false }
    return try read(entity, sources, ids, snapshot)
  }

  private mutating func grow(to size: Int, _ sources: [ColumnSource]) {
    self.size = max(size, self.size)
    rows.grow(to: self.size)
    for source in sources {
      var column = columns.removeValue(forKey: source.id) ?? Column(source.kind)
      column.grow(to: self.size)
      columns[source.id] = column
    }
  }
}

// MARK: - Reading

extension ColumnTable {
  /// The number of rows between two reports of progress.
  private static let progressInterval = 1 << 16

  /// Reads some rows, or all (nil).
  private mutating func read(
    _ entity: EntityDescription, _ sources: [ColumnSource], _ ids: [Int64]?,
    _ snapshot: StoreSnapshot, _ progress: (@Sendable (FetchProgress) -> Void)? = nil
  ) throws -> Bool {
    guard try readRows(entity, sources.filter { !$0.stored.isList }, ids, snapshot, progress)
    else { return false }
    for source in sources where source.stored.isList {
      guard try readElements(source, ids, snapshot) else { return false }
    }
    return true
  }

  private mutating func readRows(
    _ entity: EntityDescription, _ sources: [ColumnSource], _ ids: [Int64]?,
    _ snapshot: StoreSnapshot, _ progress: (@Sendable (FetchProgress) -> Void)?
  ) throws -> Bool {
    // Taken out of the dictionary, so that they are changed in place.
    var columns = sources.map { self.columns.removeValue(forKey: $0.id) ?? Column($0.kind) }
    var isWithinLimits = true
    var count = 0
    try snapshot.forEachRow(of: entity, sources.map(\.stored), among: ids) { id, row in
      guard id >= 0, id < Int64(size) else { return isWithinLimits = false }
      rows[Int(id)] = true
      for index in columns.indices
      where !columns[index].read(row, column: index, at: Int(id)) {
        isWithinLimits = false
      }
      count += 1
      if let progress, count.isMultiple(of: Self.progressInterval) {
        progress(FetchProgress(completed: min(count, size), total: size))
      }
    }
    for (source, column) in zip(sources, columns) { self.columns[source.id] = column }
    return isWithinLimits
  }

  private mutating func readElements(
    _ source: ColumnSource, _ ids: [Int64]?, _ snapshot: StoreSnapshot
  ) throws -> Bool {
    guard var column = columns.removeValue(forKey: source.id) else { return false }
    for id in ids ?? [] { column.values.remove(at: Int(id)) }
    var elements = ElementList(size: size)
    try snapshot.forEachElement(of: source.stored, among: ids) { owner, row in
      if owner != elements.owner { elements.finish(&column.values, next: owner) }
      elements.append(row)
    }
    elements.finish(&column.values, next: -1)
    columns[source.id] = column
    return elements.isWithinLimits
  }
}

/// The texts of the list of one row while they are read.
struct ElementList {
  private let size: Int
  /// The row whose list is read; -1 for none.
  private(set) var owner: Int64 = -1
  private(set) var isWithinLimits = true
  /// A byte before each text distinguishes it from a missing one, and a NUL ends it.
  private var bytes: [UInt8] = []

  init(size: Int) { self.size = size }

  mutating func append(_ row: StoredRow) {
    if case .text(let text) = row.cell(0, as: .string) {
      if text.contains(0) { isWithinLimits = false }
      bytes.append(1)
      bytes.append(contentsOf: text)
    }
    bytes.append(0)
  }

  /// Sets the list of the owner and begins the list of the next one.
  mutating func finish(_ values: inout DictionaryEncoding, next: Int64) {
    defer {
      owner = next
      bytes.removeAll(keepingCapacity: true)
    }
    guard owner >= 0, owner < Int64(size), !bytes.isEmpty else { return }
    let isSet = bytes.withUnsafeBufferPointer { list in
      values.set(list, at: Int(owner)) { Self.value(list) }
    }
    if !isSet { isWithinLimits = false }
  }

  static func value(_ bytes: UTF8Bytes) -> FetchValue {
    let elements = bytes.split(separator: 0, omittingEmptySubsequences: false).dropLast()
    return .list(
      elements.map { $0.isEmpty ? .null : .string(String(decoding: $0.dropFirst(), as: UTF8.self)) }
    )
  }
}

// MARK: - In a file

extension ColumnTable {
  private static let rowsSection = "rows"

  static func section(_ id: String) -> String { "column \(id)" }

  func write(to file: inout ColumnFileWriter) throws {
    try file.writeSection(Self.rowsSection) { file in
      try file.write(sequence)
      try file.write(size)
      try rows.write(to: &file)
    }
    for (id, column) in columns {
      try file.writeSection(Self.section(id)) { try column.write(to: &$0) }
    }
  }

  /// Reads the rows, and no column.
  init(from file: inout ColumnFileReader) throws {
    (sequence, size, rows) = try file.readSection(Self.rowsSection) { file in
      let (sequence, size) = (try file.number(Int64.self), try file.number(Int.self))
      guard sequence >= 0, (0...Int(Self.limit)).contains(size) else {
        throw ColumnFileReader.Damage()
      }
      return (sequence, size, try Bitmap(from: &file, size: size))
    }
  }

  /// Reads a column of a number of rows; throws for one of another size or kind.
  static func column(
    _ source: ColumnSource, from file: inout ColumnFileReader, size: Int
  ) throws -> Column {
    let column = try file.readSection(section(source.id)) {
      try Column(from: &$0, size: size, source.decode)
    }
    guard column.kind == source.kind else { throw ColumnFileReader.Damage() }
    return column
  }

  /// Adds a column of a file that had `size` rows, and reads the rows that have changed since; false when their values
  /// exceed the limits.
  mutating func add(
    _ source: ColumnSource, from file: inout ColumnFileReader, size: Int, changed ids: [Int64],
    _ entity: EntityDescription, _ snapshot: StoreSnapshot
  ) throws -> Bool {
    columns[source.id] = try Self.column(source, from: &file, size: size)
    grow(to: self.size, [source])
    return try ids.isEmpty || update(ids, until: sequence, entity, [source], snapshot)
  }
}
