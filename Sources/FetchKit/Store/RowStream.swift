internal import GRDB

/// Reads the values of some key paths row by row, each where SQLite keeps it.
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

  init(_ query: FetchQuery, entity: EntityDescription, keyPaths: [String], _ database: Database)
    throws
  {
    let reduced = entity.reduced(to: keyPaths)
    statement = try SQLiteStatement(
      database, FetchStatement(query, entity: entity).objects(reduced))
    places = keyPaths.map { Self.place($0, reduced) }
    lists = try reduced.toMany.map { try ElementStream($0, database) }
  }

  private static func place(_ keyPath: String, _ entity: EntityDescription) -> Place {
    if let index = entity.attributeIndex(forKeyPath: keyPath) {
      return .cell(column: index + 1, entity.attributes[index].type)
    }
    for (index, list) in entity.toMany.enumerated() {
      let key =
        list.isScalar && keyPath == list.name
        ? "self" : String(keyPath.dropFirst(list.name.count + 1))
      guard keyPath == list.name || keyPath.hasPrefix(list.name + "."),
        let column = list.attributeIndex(forKeyPath: key)
      else { continue }
      return .element(list: index, column: column)
    }
    return .missing
  }

  /// Hands over each row; `body` ends it by returning false.
  func forEachRow(_ body: ([RowCell]) throws -> Bool) throws {
    defer { statement.reset() }
    var row: [RowCell] = []
    row.reserveCapacity(places.count)
    while try statement.step() {
      memory.reset()
      for list in lists { try list.load(owner: statement.integer(0), into: memory) }
      row.removeAll(keepingCapacity: true)
      for place in places { row.append(cell(place)) }
      guard try body(row) else { return }
    }
  }

  private func cell(_ place: Place) -> RowCell {
    switch place {
    case .cell(let column, let type): statement.cell(column, as: type)
    case .element(let list, let column): lists[list].cell(column)
    case .missing: .null
    }
  }
}

/// Reads the elements of one to-many of one row after the other.
private final class ElementStream {
  private let statement: SQLiteStatement
  private let types: [AttributeType]
  /// `[attributes][elements]` of the row at hand.
  private var cells: [[RowCell]]
  private var lists: [UnsafeBufferPointer<RowCell>] = []

  init(_ toMany: ToManyDescription, _ database: Database) throws {
    let columns = toMany.attributes.map { SQLName.quoted($0.column ?? "NULL") }
    statement = try SQLiteStatement(
      database,
      sql: """
        SELECT \(columns.joined(separator: ", ")) FROM \(SQLName.quoted(toMany.table)) \
        WHERE owner = ? ORDER BY position
        """,
      isReused: false)
    types = toMany.attributes.map(\.type)
    cells = types.map { _ in [] }
  }

  func load(owner: Int64, into memory: RowMemory) throws {
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
  /// The cell with its text copied, as SQLite's own goes with the next step.
  fileprivate func keeping(_ cell: RowCell) -> RowCell {
    switch cell {
    case .text(let text): .text(copy(text))
    case .data(let data): .text(copy(data.bindMemory(to: UInt8.self)))
    case .null, .bool, .integer, .double, .date, .list: cell
    }
  }
}
