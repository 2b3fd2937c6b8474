internal import Collation
internal import GRDB
internal import SQLiteBulkLoad

/// Attributes of all objects of an entity in memory, as they were at a point of the change log.
///
/// Counts and sums over a million rows take SQLite a second, and this a few milliseconds.
struct ColumnTable: Sendable {
  /// One more than the highest primary key.
  private(set) var size = 0
  /// The rows that there are.
  private(set) var exists = RowBits(size: 0)
  private(set) var columns: [String: HeldColumn] = [:]
  private(set) var sequence: Int64

  /// From which primary key on a table is not held.
  private static let limit: Int64 = 1 << 26

  /// Reads all rows; nil when they cannot be held.
  init?(_ entity: EntityDescription, _ sources: [ColumnSource], _ database: Database) throws {
    sequence = try ChangeLog.lastSequence(database)
    let table = SQLName.quoted(entity.table)
    let last = try Int64.fetchOne(database, sql: "SELECT MAX(pk) FROM \(table)") ?? 0
    guard last < Self.limit else { return nil }
    grow(to: Int(last) + 1, sources)
    guard try read(entity, sources, nil, database) else { return nil }
    for key in columns.keys { columns[key]?.endReading() }
    guard size < 4 * exists.count + 100_000 else { return nil }
  }

  /// Keeps only the columns of some sources.
  mutating func keep(_ sources: [ColumnSource]) {
    let keys = Set(sources.map(\.key))
    columns = columns.filter { keys.contains($0.key) }
  }

  /// Reads the columns of sources that are not held yet; false when their values cannot be held.
  ///
  /// The table has to be what the connection sees. It stays as it was when it throws.
  mutating func add(
    _ sources: [ColumnSource], of entity: EntityDescription, _ database: Database
  ) throws -> Bool {
    let missing = sources.filter { columns[$0.key] == nil }
    guard !missing.isEmpty else { return true }
    grow(to: size, missing)
    do {
      guard try read(entity, missing, nil, database) else { return false }
    } catch {
      for source in missing { columns[source.key] = nil }
      throw error
    }
    for source in missing { columns[source.key]?.endReading() }
    return true
  }

  /// Whether so much has changed that all rows should be read anew.
  var isWorn: Bool { columns.values.contains(where: \.words.isWorn) }

  /// Reads the rows that have changed anew; false when their values cannot be held.
  mutating func update(
    _ rows: [Int64], until sequence: Int64, _ entity: EntityDescription,
    _ sources: [ColumnSource], _ database: Database
  ) throws -> Bool {
    let sources = sources.filter { columns[$0.key] != nil }
    guard let highest = rows.max(), let lowest = rows.min(), lowest >= 0, highest < Self.limit
    else { return rows.isEmpty }
    grow(to: Int(highest) + 1, sources)
    for row in rows { exists[Int(row)] = false }
    self.sequence = sequence
    return try read(entity, sources, rows, database)
  }

  private mutating func grow(to size: Int, _ sources: [ColumnSource]) {
    self.size = max(size, self.size)
    exists.grow(to: self.size)
    for source in sources {
      var column = columns.removeValue(forKey: source.key) ?? HeldColumn(source.kind)
      column.grow(to: self.size)
      columns[source.key] = column
    }
  }

}

// MARK: - Reading

extension ColumnTable {
  /// Reads some rows, or all (nil).
  private mutating func read(
    _ entity: EntityDescription, _ sources: [ColumnSource], _ rows: [Int64]?, _ database: Database
  ) throws -> Bool {
    let list = rows.map { "[\($0.map(String.init).joined(separator: ","))]" }
    guard try readRows(entity, sources, list, database) else { return false }
    for source in sources {
      guard case .elements(let table, let column) = source.origin else { continue }
      guard try readElements(source.key, table, column, rows, list, database) else { return false }
    }
    return true
  }

  private static func condition(_ column: String, _ list: String?) -> SQLFragment {
    guard let list else { return "" }
    return " WHERE \(sql: column) IN (SELECT value FROM json_each(\(.string(list))))"
  }

  private mutating func readRows(
    _ entity: EntityDescription, _ sources: [ColumnSource], _ list: String?, _ database: Database
  ) throws -> Bool {
    var keys: [String] = []
    var fragments: [SQLFragment] = ["pk"]
    for source in sources {
      guard case .row(let fragment, _) = source.origin else { continue }
      keys.append(source.key)
      fragments.append(fragment)
    }
    var held = keys.map { columns[$0] ?? HeldColumn(.values) }
    for key in keys { columns[key] = nil }
    var fits = true
    let table = SQLName.quoted(entity.table)
    try SQLiteStatement(
      database,
      "SELECT \(fragments.joined(separator: ", ")) FROM \(sql: table) NOT INDEXED\(Self.condition("pk", list))"
    ).forEachRow { row in
      let key = row.integer(0)
      guard key >= 0, key < Int64(size) else { return fits = false }
      exists[Int(key)] = true
      for index in held.indices where !held[index].read(row, column: index + 1, at: Int(key)) {
        fits = false
      }
    }
    for (key, column) in zip(keys, held) { columns[key] = column }
    return fits
  }

  private mutating func readElements(
    _ key: String, _ table: String, _ column: String, _ rows: [Int64]?, _ list: String?,
    _ database: Database
  ) throws -> Bool {
    guard var held = columns.removeValue(forKey: key) else { return false }
    let fits = try held.changeValues { codes in
      for row in rows ?? [] { codes.remove(at: Int(row)) }
      var elements = ElementList(size: size)
      try SQLiteStatement(
        database,
        "SELECT owner, \(sql: column) FROM \(sql: table)\(Self.condition("owner", list)) ORDER BY owner, position"
      ).forEachRow { row in
        if row.integer(0) != elements.owner { elements.end(row.integer(0), &codes) }
        elements.append(row, column: 1)
      }
      elements.end(-1, &codes)
      return elements.fits
    }
    columns[key] = held
    return fits
  }
}

// MARK: - In a file

extension ColumnTable {
  func write(to file: inout ColumnWriter) throws {
    try file.write(sequence)
    try file.write(size)
    try exists.write(to: &file)
    try file.write(columns.count)
    for (key, column) in columns {
      try file.write(key)
      try column.write(to: &file)
    }
  }

  /// Reads the columns of some sources, as far as the file has them; throws when one has other rows than the
  /// table, or values of another kind.
  init(from file: inout ColumnReader, _ sources: [ColumnSource]) throws {
    sequence = try file.number()
    size = try file.number()
    guard sequence >= 0, (0...Int(Self.limit)).contains(size) else { throw ColumnReader.Damage() }
    exists = try RowBits(from: &file, size: size)
    for _ in 0..<(try file.count()) {
      let key = try file.text()
      let source = sources.first { $0.key == key }
      let column = try HeldColumn(from: &file, size: size) { source?.value($0) ?? .null }
      guard let source else { continue }
      guard column.kind == source.kind, columns.updateValue(column, forKey: key) == nil else {
        throw ColumnReader.Damage()
      }
    }
  }
}

extension ColumnSource {
  /// The value that the bytes of a column of values stand for.
  fileprivate func value(_ bytes: TextBytes) -> Value {
    switch origin {
    case .row: .string(String(decoding: bytes, as: UTF8.self))
    case .elements: ElementList.value(bytes)
    }
  }
}

/// The texts of an owner's elements while they are read.
private struct ElementList: ~Copyable {
  private let size: Int
  private(set) var owner: Int64 = -1
  private(set) var fits = true
  /// A byte before each text tells it from a missing one, and a NUL ends it.
  private var bytes = ByteBuffer()

  init(size: Int) { self.size = size }

  mutating func append(_ row: borrowing SQLiteStatement, column: Int) {
    if case .text(let text) = row.cell(column, as: .string) {
      if text.contains(0) { fits = false }
      bytes.append(1)
      bytes.append(text)
    }
    bytes.append(0)
  }

  /// Sets the list of the owner and begins that of the next one.
  mutating func end(_ next: Int64, _ codes: inout ValueCodes) {
    defer { owner = next }
    guard owner >= 0, owner < Int64(size), bytes.count > 0 else { return bytes.removeAll() }
    let list = bytes.bytes
    if !codes.set(list, at: Int(owner), { Self.value(list) }) { fits = false }
    bytes.removeAll()
  }

  /// The list that some bytes stand for.
  static func value(_ list: TextBytes) -> Value {
    let elements = list.split(separator: 0, omittingEmptySubsequences: false).dropLast()
    return .list(
      elements.map { $0.isEmpty ? .null : .string(String(decoding: $0.dropFirst(), as: UTF8.self)) }
    )
  }
}
