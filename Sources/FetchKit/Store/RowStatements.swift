internal import Collation
internal import GRDB

/// Writes single rows of an entity, with their elements and what is derived from them.
struct RowStatements {
  let entity: EntityDescription
  let database: Database

  init(_ entity: EntityDescription, _ database: Database) {
    self.entity = entity
    self.database = database
  }

  /// Inserts an object and gives its primary key.
  func insert(_ object: Value) throws -> Int64 {
    let columns = try columns(of: object)
    let names = columns.map { SQLName.quoted($0.name) }.joined(separator: ", ")
    let marks = columns.map { SQLFragment.value($0.value) }.joined(separator: ", ")
    let sql: SQLFragment =
      columns.isEmpty
      ? "INSERT INTO \(sql: table) DEFAULT VALUES"
      : "INSERT INTO \(sql: table) (\(sql: names)) VALUES (\(marks))"
    try SQLiteStatement(database, sql, isReused: true).run()
    let rowID = database.lastInsertedRowID
    try insertElements(of: object, owner: rowID)
    return rowID
  }

  /// Writes an object over the row of a primary key.
  func update(_ rowID: Int64, to object: Value) throws {
    let columns = try columns(of: object)
    let assignments = columns.map { "\(sql: SQLName.quoted($0.name)) = \($0.value)" as SQLFragment }
    let statement = try SQLiteStatement(
      database,
      "UPDATE \(sql: table) SET \(assignments.joined(separator: ", ")) WHERE pk = \(.integer(rowID))",
      isReused: true)
    try statement.run()
    guard statement.changes > 0 else {
      throw StoreError(
        .invalidRequest, "store.rowGone", "\(entity.name) \(rowID) is no longer in the store")
    }
    try replaceElements(of: object, owner: rowID)
  }

  /// Deletes the row of a primary key; its elements go with it.
  func delete(_ rowID: Int64) throws {
    try SQLiteStatement(
      database, "DELETE FROM \(sql: table) WHERE pk = \(.integer(rowID))", isReused: true
    )
    .run()
  }

  private var table: String { SQLName.quoted(entity.table) }
}

// MARK: - Columns

extension RowStatements {
  private struct Column {
    let name: String
    let value: Value
  }

  /// The stored columns of an object, the derived ones with them.
  private func columns(of object: Value) throws -> [Column] {
    var columns: [Column] = []
    for attribute in entity.attributes {
      guard let name = attribute.column else { continue }
      let value = try cell(of: attribute, in: object)
      columns.append(Column(name: name, value: value))
      if let order = attribute.orderColumn {
        columns.append(Column(name: order, value: value.naturalOrderKey))
      }
    }
    return columns
  }

  private func cell(of attribute: AttributeDescription, in object: Value) throws -> Value {
    if let derivation = attribute.derivation { return derivation.value(for: object) }
    let value = object.value(forKeyPath: attribute.keyPath) ?? .null
    let present = value.isNull && !attribute.isOptional ? attribute.defaultValue : value
    guard let cell = present.stored(as: attribute.type) else {
      throw StoreError(
        .constraint, "store.wrongType",
        "\(entity.name).\(attribute.keyPath) is \(attribute.type.rawValue), found \(value.kindName)"
      )
    }
    return cell
  }
}

extension Value {
  /// The text whose byte order is the natural order of this one.
  var naturalOrderKey: Value {
    guard case .string(let text) = self else { return .null }
    return .string(String(decoding: NaturalOrder.key(of: text), as: UTF8.self))
  }

  /// The value as a column of a type holds it; nil when it does not fit.
  func stored(as type: AttributeType) -> Value? {
    switch (self, type) {
    case (.null, _), (.bool, .boolean), (.integer, .integer), (.string, .string), (.date, .date),
      (.data, .data):
      self
    case (.integer, .double), (.bool, .double): doubleValue.map(Value.double)
    case (.double(let number), .double): number.isNaN ? .null : self
    case (.double, .integer), (.bool, .integer): integerValue.map(Value.integer)
    case (.integer, .boolean), (.double, .boolean): boolValue.map(Value.bool)
    default: nil
    }
  }
}

// MARK: - Elements

extension RowStatements {
  private func insertElements(of object: Value, owner: Int64) throws {
    for toMany in entity.toMany {
      guard case .list(let elements) = object.value(forKeyPath: toMany.name) else { continue }
      for (position, element) in elements.enumerated() {
        try insert(element, of: toMany, owner: owner, position: position)
      }
    }
  }

  /// Leaves the elements alone when they are the same, so that nothing is logged.
  private func replaceElements(of object: Value, owner: Int64) throws {
    for toMany in entity.toMany {
      guard case .list(let elements) = object.value(forKeyPath: toMany.name),
        try elements != stored(toMany, owner: owner)
      else { continue }
      try SQLiteStatement(
        database,
        "DELETE FROM \(sql: SQLName.quoted(toMany.table)) WHERE owner = \(.integer(owner))",
        isReused: true
      ).run()
      for (position, element) in elements.enumerated() {
        try insert(element, of: toMany, owner: owner, position: position)
      }
    }
  }

  private func stored(_ toMany: ToManyDescription, owner: Int64) throws -> [Value] {
    try RowReader(entity: entity, database: database).elements(of: toMany, owners: [owner])[owner]
      ?? []
  }

  private func insert(
    _ element: Value, of toMany: ToManyDescription, owner: Int64, position: Int
  ) throws {
    let names = toMany.attributes.compactMap(\.column).map(SQLName.quoted).joined(separator: ", ")
    let cells = try toMany.attributes.map { attribute in
      let value = toMany.isScalar ? element : element.value(forKeyPath: attribute.keyPath) ?? .null
      guard let cell = value.stored(as: attribute.type) else {
        throw StoreError(
          .constraint, "store.wrongType",
          "\(toMany.name).\(attribute.keyPath) is \(attribute.type.rawValue), found \(value.kindName)"
        )
      }
      return SQLFragment.value(cell)
    }
    try SQLiteStatement(
      database,
      """
      INSERT INTO \(sql: SQLName.quoted(toMany.table)) (owner, position, \(sql: names)) \
      VALUES (\(.integer(owner)), \(.integer(Int64(position))), \(cells.joined(separator: ", ")))
      """, isReused: true
    ).run()
  }
}
