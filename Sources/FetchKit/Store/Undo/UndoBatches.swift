internal import Foundation
internal import GRDB
internal import SQLiteBulkLoad

/// The old values of large batch updates: blobs of many rows, because SQLite takes longer to insert a row for each
/// than to update them.
struct UndoBatches {
  let database: Database
  let step: Int64

  /// The number of rows from which blobs are worth it.
  private static let minimumCount = 1000
  private static let blobSize = 1 << 18

  /// Whether an update of some columns is large, and its rows can be restored one by one: unique values may have to
  /// be exchanged.
  static func isLarge(_ count: Int, _ columns: [String], of entity: EntityDescription) -> Bool {
    let unique = Schema.uniqueKeys(entity).joined().map(SQLName.quoted)
    return count >= minimumCount && Set(unique).isDisjoint(with: columns)
  }

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
      "SELECT pk, \(sql: list) FROM \(name: entity.table) WHERE \(condition)")
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

// MARK: - Restoring

extension UndoBatches {
  /// The size of the blobs.
  var bytes: Int {
    get throws {
      Int(
        try database.integer(
          "SELECT SUM(length(images)) FROM fetchkit_undo_batch WHERE step = \(.integer(step))",
          isReused: true))
    }
  }

  /// Restores the values of an entity's rows, and keeps the current ones in their place.
  func exchange(_ entity: EntityDescription) throws {
    let blobs = try database.integers(
      "SELECT rowid FROM fetchkit_undo_batch WHERE step = \(.integer(step)) AND entity = \(.string(entity.name))"
    )
    for blob in blobs { try exchange(blob, UndoSchema(entity: entity)) }
  }

  private func exchange(_ blob: Int64, _ undo: UndoSchema) throws {
    let old = try SQLiteStatement(
      database,
      "SELECT columns, images FROM fetchkit_undo_batch WHERE rowid = \(.integer(blob))")
    guard try old.step(), let list = old.value(0, as: .string).stringValue,
      case .data(let images) = old.value(1, as: .data)
    else { throw damage }
    old.reset()
    let new = try exchange([UInt8](images), undo.columns(of: list, step), undo.entity)
    let update = try SQLiteStatement(
      database, sql: "UPDATE fetchkit_undo_batch SET images = ? WHERE rowid = ?")
    update.bind(RecordValue(blob: new.bytes), at: 1)
    update.bind(blob, at: 2)
    try update.run()
  }

  /// Restores the rows of a blob and returns their current values; deleted rows stay deleted.
  private func exchange(_ images: [UInt8], _ columns: [String], _ entity: EntityDescription) throws
    -> ByteBuffer
  {
    let table = SQLName.quoted(entity.table)
    let current = try SQLiteStatement(
      database, sql: "SELECT \(columns.joined(separator: ", ")) FROM \(table) WHERE pk = ?")
    let assignments = columns.map { "\($0) = ?" }.joined(separator: ", ")
    let update = try SQLiteStatement(
      database, sql: "UPDATE \(table) SET \(assignments) WHERE pk = ?")
    var new = ByteBuffer(capacity: images.count + 4096)
    var rest = images[...]
    while !rest.isEmpty {
      let row = try number(&rest)
      current.bind(Int64(bitPattern: row), at: 1)
      if try current.step() {
        new.append(bigEndian: row)
        for column in columns.indices { append(current.cell(column, as: .data), to: &new) }
      }
      current.reset()
      for column in columns.indices { try bind(&rest, at: Int32(column + 1), of: update) }
      update.bind(Int64(bitPattern: row), at: Int32(columns.count + 1))
      try update.run()
    }
    return new
  }

  /// Binds the next value; invalid UTF-8, which other programs may write, is kept.
  private func bind(
    _ rest: inout ArraySlice<UInt8>, at place: Int32, of update: borrowing SQLiteStatement
  ) throws {
    guard let kind = rest.popFirst().flatMap(Kind.init) else { throw damage }
    switch kind {
    case .null: update.bindNull(at: place)
    case .integer: update.bind(Int64(bitPattern: try number(&rest)), at: place)
    case .double: update.bind(Double(bitPattern: try number(&rest)), at: place)
    case .text: try bytes(&rest).withUnsafeBufferPointer { update.bind(copying: $0, at: place) }
    case .data: update.bind(.data(Data(try bytes(&rest))), at: place)
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
