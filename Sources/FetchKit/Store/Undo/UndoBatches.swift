internal import Foundation
internal import GRDB
internal import SQLiteBulkLoad

/// The old values of large batch updates: blobs of many rows, because SQLite takes longer to insert a row for each
/// than to update them.
struct UndoBatches {
  let database: Database
  let step: Int64

  /// The number of rows from which blobs are worth it.
  static let minimumCount = 1000
  private static let blobSize = 1 << 18

  /// The form of a value in a blob.
  private enum Kind: UInt8 {
    case null, integer, double, text, data
  }

  /// Keeps some columns of the rows that a condition matches, and returns their number.
  func keep(_ columns: [String], of entity: EntityDescription, where condition: SQLFragment) throws
    -> Int
  {
    // As the columns are unpacked: in the order of the entity.
    let list = UndoSchema(entity: entity).columns.filter(columns.contains).joined(separator: ", ")
    let insertion = try SQLiteStatement(
      database,
      sql: "INSERT INTO fetchkit_undo_batch (step, entity, columns, images) VALUES (?, ?, ?, ?)")
    insertion.bind(step, at: 1)
    insertion.bind(.string(entity.name), at: 2)
    insertion.bind(.string(list), at: 3)
    let rows = try SQLiteStatement(
      database,
      "SELECT pk, \(sql: list) FROM \(sql: SQLName.quoted(entity.table)) WHERE \(condition)")
    var images = ByteBuffer(capacity: Self.blobSize + 4096)
    var count = 0
    while try rows.step() {
      count += 1
      images.append(bigEndian: UInt64(bitPattern: rows.integer(0)))
      for column in 1..<rows.columnCount { append(rows.cell(column, as: .data), to: &images) }
      if images.count >= Self.blobSize { try write(&images, insertion) }
    }
    if images.count > 0 { try write(&images, insertion) }
    return count
  }

  private func write(_ images: inout ByteBuffer, _ insertion: borrowing SQLiteStatement) throws {
    insertion.bind(RecordValue(blob: images.bytes), at: 4)
    try insertion.run()
    images.removeAll()
  }

  private func append(_ cell: RowCell, to images: inout ByteBuffer) {
    func append(_ kind: Kind, _ number: UInt64) {
      images.append(kind.rawValue)
      images.append(bigEndian: number)
    }
    switch cell {
    case .null, .list: images.append(Kind.null.rawValue)
    case .bool(let flag): append(.integer, flag ? 1 : 0)
    case .integer(let number): append(.integer, UInt64(bitPattern: number))
    case .double(let number), .date(let number): append(.double, number.bitPattern)
    case .text(let bytes):
      append(.text, UInt64(bytes.count))
      images.append(bytes)
    case .data(let bytes):
      append(.data, UInt64(bytes.count))
      images.append(bytes.assumingMemoryBound(to: UInt8.self))
    }
  }
}

// MARK: - Unpacking

extension UndoBatches {
  /// Moves the rows of the blobs to the tables of old values.
  func unpack(_ model: ManagedObjectModel) throws {
    let blobs = try SQLiteStatement(
      database,
      "SELECT entity, columns, images FROM fetchkit_undo_batch WHERE step = \(.integer(step))")
    try blobs.forEachRow { blob in
      guard let name = blob.value(0, as: .string).stringValue,
        let list = blob.value(1, as: .string).stringValue,
        case .data(let images) = blob.value(2, as: .data),
        let entity = model.entity(named: name)
      else { return }
      try unpack([UInt8](images), list, UndoSchema(entity: entity))
    }
    try database.run("DELETE FROM fetchkit_undo_batch WHERE step = \(.integer(step))")
  }

  private func unpack(_ images: [UInt8], _ list: String, _ undo: UndoSchema) throws {
    let columns = try undo.columns(of: list, step)
    let marks = columns.map { _ in "?" }.joined(separator: ", ")
    let insertion = try SQLiteStatement(
      database,
      sql: """
        INSERT INTO \(undo.table) (step, columns, operation, has_elements, pk, \
        \(columns.joined(separator: ", "))) VALUES (?, ?, 'update', 0, ?, \(marks))
        """)
    insertion.bind(step, at: 1)
    insertion.bind(.string(list), at: 2)
    var rest = images[...]
    while !rest.isEmpty {
      insertion.bind(Int64(bitPattern: try number(&rest)), at: 3)
      for place in columns.indices { try bind(&rest, at: Int32(place + 4), of: insertion) }
      try insertion.run()
    }
  }

  /// Binds the next value; texts of other programs may be invalid UTF-8 and stay so.
  private func bind(
    _ rest: inout ArraySlice<UInt8>, at place: Int32, of insertion: borrowing SQLiteStatement
  ) throws {
    guard let kind = rest.popFirst().flatMap(Kind.init) else { throw damage }
    switch kind {
    case .null: insertion.bindNull(at: place)
    case .integer: insertion.bind(Int64(bitPattern: try number(&rest)), at: place)
    case .double: insertion.bind(Double(bitPattern: try number(&rest)), at: place)
    case .text:
      try bytes(&rest).withUnsafeBufferPointer { insertion.bind(copying: $0, at: place) }
    case .data: insertion.bind(.data(Data(try bytes(&rest))), at: place)
    }
  }

  private func number(_ rest: inout ArraySlice<UInt8>) throws -> UInt64 {
    guard rest.count >= 8 else { throw damage }
    defer { rest = rest.dropFirst(8) }
    return rest.prefix(8).reduce(0) { $0 << 8 | UInt64($1) }
  }

  private func bytes(_ rest: inout ArraySlice<UInt8>) throws -> ArraySlice<UInt8> {
    guard let count = Int(exactly: try number(&rest)), count <= rest.count else { throw damage }
    defer { rest = rest.dropFirst(count) }
    return rest.prefix(count)
  }

  private var damage: StoreError {
    UndoSchema.damage("store.historyBatch", "the old values of change \(step) are incomplete")
  }
}
