internal import GRDB

extension FetchStore {
  /// Calls `body` with the values of some key paths for each row, until it returns false.
  ///
  /// A key path through a to-many, such as `categories.name`, is a list. Cells are valid during the call only; memory
  /// does not grow with the number of rows.
  package func forEachRow<Element>(
    _ request: FetchRequest<Element>, of keyPaths: [String], _ body: ([RowCell]) throws -> Bool
  ) throws {
    try reading(retries: false) { database in
      let query = try request.checkedQuery()
      let entity = try self.entity(of: query)
      let page = try StoreSnapshot(store: self, database: database).acceleratedPage(query)
      try RowStream(query, entity: entity, keyPaths: keyPaths, database, ids: page)
        .forEachRow(body)
    }
  }

  /// Calls `body` with the values of some key paths for each row asynchronously, until the task is canceled.
  package func forEachRow<Element>(
    _ request: FetchRequest<Element>, of keyPaths: [String],
    _ body: @escaping @Sendable ([RowCell]) throws -> Bool
  ) async throws {
    try await reading(retries: false) { database in
      let query = try request.checkedQuery()
      let entity = try self.entity(of: query)
      try RowStream(query, entity: entity, keyPaths: keyPaths, database).forEachRow(body)
    }
  }
}

/// A reader of the values of some key paths in SQLite's memory, row by row.
struct RowStream {
  private enum Place {
    case cell(column: Int, AttributeType)
    case element(list: Int, column: Int)
    case missing
  }

  private let statement: SQLiteStatement
  private let places: [Place]
  private let lists: [ElementStream]
  private let memory = RowMemory()
  /// The rows to read, by a statement with a place for their primary key; nil for all of the statement.
  private let ids: [Int64]?
  private let idPlace: Int32

  init(
    _ query: FetchQuery, entity: EntityDescription, keyPaths: [String], _ database: Database,
    ids: [Int64]? = nil
  ) throws {
    let reduced = entity.reduced(to: keyPaths)
    let fetch = FetchStatement(query, entity: entity)
    let sql = try ids == nil ? fetch.objects(reduced) : fetch.object(reduced)
    statement = try SQLiteStatement(database, sql)
    self.ids = ids
    idPlace = Int32(sql.bindings.count)
    places = keyPaths.map { Self.place($0, reduced) }
    lists = try reduced.toMany.map { try ElementStream($0, database) }
  }

  private static func place(_ keyPath: String, _ entity: EntityDescription) -> Place {
    if let index = entity.attributeIndex(forKeyPath: keyPath) {
      return .cell(column: index + 1, entity.attributes[index].type)
    }
    return entity.elementPlace(forKeyPath: keyPath)
      .map { .element(list: $0.list, column: $0.attribute) } ?? .missing
  }

  /// Calls `body` with each row, until it returns false.
  func forEachRow(_ body: ([RowCell]) throws -> Bool) throws {
    defer { statement.reset() }
    var row: [RowCell] = []
    row.reserveCapacity(places.count)
    guard let ids else {
      while try statement.step() {
        guard try readRow(&row, body) else { return }
      }
      return
    }
    for id in ids {
      statement.reset()
      statement.bind(id, at: idPlace)
      if try statement.step(), try !readRow(&row, body) { return }
    }
  }

  private func readRow(_ row: inout [RowCell], _ body: ([RowCell]) throws -> Bool) throws -> Bool {
    memory.reset()
    for list in lists { try list.load(owner: statement.integer(0), into: memory) }
    row.removeAll(keepingCapacity: true)
    for place in places { row.append(cell(place)) }
    return try body(row)
  }

  private func cell(_ place: Place) -> RowCell {
    switch place {
    case .cell(let column, let type): statement.cell(column, as: type)
    case .element(let list, let column): lists[list].cell(column)
    case .missing: .null
    }
  }
}

/// A reader of the elements of one to-many list, row by row.
private final class ElementStream {
  private let statement: SQLiteStatement
  private let types: [AttributeType]
  /// Whether no object has elements, so that none are searched for.
  private let isEmpty: Bool
  /// `[attributes][elements]` of the current row.
  private var cells: [[RowCell]]
  private var lists: [UnsafeBufferPointer<RowCell>]

  init(_ toMany: ToManyDescription, _ database: Database) throws {
    let table = SQLName.quoted(toMany.table)
    let columns = toMany.attributes.map { SQLName.quoted($0.column ?? "NULL") }
    isEmpty = try Row.fetchOne(database, sql: "SELECT 1 FROM \(table) LIMIT 1") == nil
    statement = try SQLiteStatement(
      database,
      sql: """
        SELECT \(columns.joined(separator: ", ")) FROM \(table) WHERE owner = ? ORDER BY position
        """,
      isReused: false)
    types = toMany.attributes.map(\.type)
    cells = types.map { _ in [] }
    lists = types.map { _ in UnsafeBufferPointer(start: nil, count: 0) }
  }

  func load(owner: Int64, into memory: RowMemory) throws {
    guard !isEmpty else { return }
    for index in cells.indices { cells[index].removeAll(keepingCapacity: true) }
    statement.bind(owner, at: 1)
    while try statement.step() {
      for (index, type) in types.enumerated() {
        cells[index].append(memory.keeping(statement.cell(index, as: type)))
      }
    }
    lists = cells.map(memory.copy)
  }

  func cell(_ column: Int) -> RowCell { .list(lists[column]) }
}

extension RowMemory {
  /// The cell with a copy of its text, because SQLite's is valid until the next step only.
  fileprivate func keeping(_ cell: RowCell) -> RowCell {
    switch cell {
    case .text(let text): .text(copy(text))
    case .data(let data): .data(UnsafeRawBufferPointer(copy(data.bindMemory(to: UInt8.self))))
    case .null, .bool, .integer, .double, .date, .list: cell
    }
  }
}

/// An arena for the texts of one row, reused for the next row.
final class RowMemory {
  private var chunks: [UnsafeMutableRawBufferPointer] = []
  private var chunk = 0
  private var offset = 0

  private static let chunkSize = 1 << 16

  deinit { for chunk in chunks { chunk.deallocate() } }

  /// Frees everything.
  func reset() {
    chunk = 0
    offset = 0
  }

  /// Memory for some values, aligned for them.
  private func allocate(_ size: Int) -> UnsafeMutableRawPointer? {
    let size = (size + 15) & ~15
    while chunk < chunks.count, offset + size > chunks[chunk].count {
      chunk += 1
      offset = 0
    }
    if chunk == chunks.count {
      chunks.append(.allocate(byteCount: Swift.max(Self.chunkSize, size), alignment: 16))
    }
    defer { offset += size }
    return chunks[chunk].baseAddress.map { $0 + offset }
  }

  func copy(_ text: UnsafeBufferPointer<UInt8>) -> UnsafeBufferPointer<UInt8> {
    guard let source = text.baseAddress, let target = allocate(text.count) else { return text }
    target.copyMemory(from: source, byteCount: text.count)
    return UnsafeBufferPointer(start: target.assumingMemoryBound(to: UInt8.self), count: text.count)
  }

  func copy(_ cells: [RowCell]) -> UnsafeBufferPointer<RowCell> {
    guard let target = allocate(cells.count * MemoryLayout<RowCell>.stride) else {
      return UnsafeBufferPointer(start: nil, count: 0)
    }
    let start = target.bindMemory(to: RowCell.self, capacity: cells.count)
    for (index, cell) in cells.enumerated() { (start + index).initialize(to: cell) }
    return UnsafeBufferPointer(start: start, count: cells.count)
  }
}

/// A value of a fetched row in SQLite's memory, valid until the next row.
package enum RowCell {
  /// No value.
  case null
  /// A flag.
  case bool(Bool)
  case integer(Int64)
  case double(Double)
  /// Seconds since 1970-01-01 UTC.
  case date(Double)
  /// UTF-8, which SQLite does not guarantee to be valid.
  case text(UnsafeBufferPointer<UInt8>)
  /// Bytes.
  case data(UnsafeRawBufferPointer)
  /// The values of a to-many in their order.
  case list(UnsafeBufferPointer<RowCell>)

  /// Whether there is no value.
  package var isNull: Bool { if case .null = self { true } else { false } }

  package var doubleValue: Double? {
    switch self {
    case .bool(let flag): flag ? 1 : 0
    case .integer(let number): Double(number)
    case .double(let number), .date(let number): number
    case .null, .text, .data, .list: nil
    }
  }
}
