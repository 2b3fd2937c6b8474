internal import GRDB

/// Sorts rows by one key after the other, each in one pass over all of them.
///
/// Rows that are equal in a key stay in the order in which they are, so that the last key comes first.
struct ColumnOrder {
  let entity: EntityDescription
  /// One more than the highest row.
  let size: Int
  /// The point of the change log that the rows stand for.
  let sequence: Int64
  let ranks: RankMemory
  /// The held column of a key path; nil when it is not held.
  let column: @Sendable (String) -> HeldColumn?

  /// The rows in the order of a key; nil when it cannot be told here.
  func sorted(_ rows: [UInt32], by key: FetchSortDescriptor, _ database: Database) throws
    -> [UInt32]?
  {
    guard let column = column(key.keyPath), column.kind != .words else {
      return try sorted(rows, byStored: key, database)
    }
    if let doubles = column.numbers.doubles { return sorted(rows, by: doubles, key) }
    if column.hasNumbers { return sorted(rows, by: column.numbers.packed, key) }
    guard key.comparison == .binary, let ranks = ranks(column.values) else {
      return try sorted(rows, byStored: key, database)
    }
    return sorted(rows, by: ranks, key)
  }

  /// Reads what an order by a key needs, so that it need not wait later.
  func prepare(_ key: FetchSortDescriptor, _ database: Database) throws {
    if entity.attribute(forKeyPath: key.keyPath)?.type == .string, column(key.keyPath) == nil {
      _ = try textRanks(key, database)
    }
  }

  private func textRanks(_ key: FetchSortDescriptor, _ database: Database) throws -> PackedNumbers?
  {
    let sql = try keys(key)
    return try ranks.ranks(of: sql, size: size, at: sequence) {
      try TextRanks.read(SQLiteStatement(database, sql), size: size)
    }
  }

  private func keys(_ key: FetchSortDescriptor) throws -> SQLFragment {
    try FetchStatement(FetchQuery(entity: .description(entity)), entity: entity).keys(key)
  }

  /// By a key that the store tells of each row; nil for one that is neither text nor number.
  private func sorted(_ rows: [UInt32], byStored key: FetchSortDescriptor, _ database: Database)
    throws -> [UInt32]?
  {
    switch entity.attribute(forKeyPath: key.keyPath)?.type {
    case .string:
      return try textRanks(key, database).map { sorted(rows, by: $0, key) }
    case .integer, .boolean, .double, .date:
      return try numbers(SQLiteStatement(database, keys(key))).map { sorted(rows, by: $0, key) }
    case .data, nil: return nil
    }
  }

  /// The numbers of all rows; nil when one is none, or has digits that a fraction does not hold.
  private func numbers(_ keys: borrowing SQLiteStatement) throws -> [Double]? {
    var numbers = Array(repeating: Double.nan, count: size)
    var fits = true
    try keys.forEachRow { row in
      let key = row.integer(0)
      guard key >= 0, key < Int64(size) else { return fits = false }
      guard let number = row.number(1) else {
        if !row.isNull(1) { fits = false }
        return
      }
      if number.magnitude > 0x1p53 { fits = false }
      numbers[Int(key)] = number
    }
    return fits ? numbers : nil
  }

  /// The places of a column's texts among each other; nil when it has other values.
  private func ranks(_ column: ValueCodes) -> PackedNumbers? {
    let texts = column.values.dropFirst().compactMap(\.stringValue)
    guard texts.count + 1 == column.values.count else { return nil }
    let order = texts.indices.sorted { texts[$0].utf8.lexicographicallyPrecedes(texts[$1].utf8) }
    var ranks = Array(repeating: UInt32(0), count: texts.count + 1)
    for (rank, code) in order.enumerated() { ranks[code + 1] = UInt32(rank + 1) }
    var result = column.codes
    result.replaceAll { ranks[Int($0)] }
    return result
  }
}

// MARK: - Keys as numbers

extension ColumnOrder {
  /// By numbers above 0; 0 stands for a missing value.
  private func sorted(_ rows: [UInt32], by numbers: PackedNumbers, _ key: FetchSortDescriptor)
    -> [UInt32]
  {
    let (greatest, isAscending) = (numbers.greatest, key.ascending)
    let missing = key.placesNullsFirst ? 0 : greatest + 1
    return Self.sorted(rows, upTo: greatest + 1) { row in
      let number = numbers[Int(row)]
      return number == 0 ? missing : isAscending ? number : greatest - number + 1
    }
  }

  /// By fractions; not a number stands for a missing value.
  private func sorted(_ rows: [UInt32], by numbers: [Double], _ key: FetchSortDescriptor)
    -> [UInt32]
  {
    let (missing, isAscending) = (key.placesNullsFirst ? UInt64.min : .max, key.ascending)
    return Self.sorted(rows, upTo: UInt64.max) { row in
      let number = numbers[Int(row)]
      guard !number.isNaN else { return missing }
      let bits = (number == 0 ? 0 : number).bitPattern
      let ordered = bits >> 63 == 1 ? ~bits : bits | 1 << 63
      return isAscending ? ordered : ~ordered
    }
  }

  /// Sorts by 16 bits of the key at a time, the lowest first.
  private static func sorted<Key: FixedWidthInteger & UnsignedInteger>(
    _ rows: [UInt32], upTo greatest: Key, _ key: (UInt32) -> Key
  ) -> [UInt32] {
    var rows = rows
    var sorted = rows
    var shift = 0
    repeat {
      var places = Array(repeating: 0, count: 1 << 16 + 1)
      func digit(_ row: UInt32) -> Int { Int(truncatingIfNeeded: key(row) >> Key(shift)) & 0xFFFF }
      for row in rows { places[digit(row) + 1] += 1 }
      for digit in 1..<places.count { places[digit] += places[digit - 1] }
      for row in rows {
        let digit = digit(row)
        sorted[places[digit]] = row
        places[digit] += 1
      }
      swap(&rows, &sorted)
      shift += 16
    } while shift < Key.bitWidth && greatest >> Key(shift) != 0
    return rows
  }
}

extension OrderedIDs {
  /// The identities of a flat list in the order of another key; nil when that cannot be told.
  func sorted(by key: FetchSortDescriptor, _ order: ColumnOrder, _ database: Database) throws
    -> OrderedIDs?
  {
    guard let flat, let rows = try order.sorted(flat.rows, by: key, database) else { return nil }
    return OrderedIDs(flat: flat.reordered(rows))
  }
}
