internal import Foundation
internal import SQLiteBulkLoad

/// A table whose rows are recovered: what its records look like.
struct SalvagedTable {
  /// A value for each column of the model; a row that is short was written before the last columns were added.
  typealias Row = (values: [FetchValue], isShort: Bool)

  let name: String
  let columns: [Schema.Column]
  /// Whether rows are kept by number; the others are kept by their first columns.
  let isNumbered: Bool
  /// The index in `columns` of each stored column; nil for one that the model lacks.
  private var order: [Int?]

  /// Only the texts of clients are kept: everything else in the metadata follows from the rows.
  static let metadata = SalvagedTable(
    "fetchkit_metadata",
    [
      Schema.Column(name: "key", definition: "TEXT NOT NULL"),
      Schema.Column(name: "value", definition: ""),
    ], isNumbered: false)

  init(_ entity: EntityDescription) {
    let key = Schema.Column(name: "pk", definition: "INTEGER")
    self.init(entity.table, [key] + Schema.columns(entity), isNumbered: true)
  }

  init(_ list: ToManyDescription) {
    let keys = ["owner", "position"].map {
      Schema.Column(name: $0, definition: "INTEGER NOT NULL")
    }
    self.init(list.table, keys + Schema.columns(list), isNumbered: false)
  }

  private init(_ name: String, _ columns: [Schema.Column], isNumbered: Bool) {
    (self.name, self.columns, self.isNumbered) = (name, columns, isNumbered)
    order = Array(columns.indices)
  }

  mutating func takeOrder(from statement: String) {
    var order = ColumnNames(of: statement).names.map { name in
      columns.firstIndex { $0.name.lowercased() == name.lowercased() }
    }
    guard order.first == 0 else { return }
    // A name that is damaged is that of the column that is missing.
    let missing = columns.indices.filter { !order.contains($0) }
    let unknown = order.indices.filter { order[$0] == nil }
    if missing.count == unknown.count {
      for (at, place) in zip(unknown, missing) { order[at] = place }
    }
    self.order = order
  }

  var leafKind: TreePage.Kind { isNumbered ? .tableLeaf : .indexLeaf }
  var innerKind: TreePage.Kind { isNumbered ? .tableInterior : .indexInterior }

  /// Whether inner pages have rows, too.
  func hasRows(_ kind: TreePage.Kind) -> Bool {
    kind == leafKind || !isNumbered && kind == innerKind
  }

  /// The row of a cell; nil if it is damaged or of another table.
  ///
  /// A page whose table is not known `isFound`: rows on it need most of the columns, as short ones look like
  /// those of other tables.
  func row(_ cell: Int, of page: DamagedPage, in file: DamagedFile, isFound: Bool) throws -> Row? {
    var place = page.recordStart(cell)
    guard let size = page.bytes.varint(&place), size < 1 << 31,
      let number = isNumbered ? page.bytes.varint(&place).map(Int64.init(bitPattern:)) : 0,
      number > 0 || !isNumbered, hasHeader(page.bytes, place, isFound),
      let payload = try file.payload(Int(size), at: place, of: page.bytes, isIndex: !isNumbered),
      let record = record(payload, isWhole: payload.count == Int(size), isFound),
      record.types.count <= order.count,
      let values = values(of: record, number, isFound)
    else { return nil }
    return (values, record.types.count < order.count)
  }

  /// Renumbers rows of a whole page whose numbers do not ascend, as those of every sound page do: such a row
  /// gets a number between its neighbors', which no other row can have.
  func restoreOrder(of rows: inout [Row]) {
    let numbers = rows.compactMap { $0.values[0].integerValue }
    guard isNumbered, numbers.count > 2, let largest = numbers.max(), largest < .max else { return }
    let last = numbers.count - 1
    if numbers[0] >= numbers[1], numbers[1] < numbers[2] {
      rows[0].values[0] = .integer(numbers[1] - 1)
    }
    if numbers[last] <= numbers[last - 1], numbers[last - 1] > numbers[last - 2] {
      rows[last].values[0] = .integer(numbers[last - 1] + 1)
    }
    for index in 1..<last {
      let (before, number, after) = (numbers[index - 1], numbers[index], numbers[index + 1])
      guard number <= before || number >= after, after - before > 1 else { continue }
      rows[index].values[0] = .integer(before + 1)
    }
  }

  /// The values of a row; on a page of the table's tree the first ones are enough where the others are damaged.
  private func record(_ payload: [UInt8], isWhole: Bool, _ isFound: Bool) -> DamagedRecord? {
    if isWhole, let record = DamagedRecord(payload) { return record }
    guard !isFound, let record = DamagedRecord(payload, allowsTruncation: true),
      record.describedCount >= order.count * 3 / 4
    else { return nil }
    return record
  }

  /// Whether a record whose header has about as many columns as the table starts at an offset.
  private func hasHeader(_ bytes: [UInt8], _ place: Int, _ isFound: Bool) -> Bool {
    var place = place
    guard let size = bytes.varint(&place) else { return false }
    let least = isFound ? order.count * 3 / 4 : 1
    return size > UInt64(least) && size <= UInt64(1 + 9 * order.count)
  }

  /// The values of a row for the columns; nil if they are of another table.
  ///
  /// On a page of the table's tree the values before the first one that cannot be of its column are kept: a
  /// damaged header shifts all that follow.
  private func values(of record: DamagedRecord, _ number: Int64, _ isFound: Bool) -> [FetchValue]? {
    var values = [FetchValue](repeating: .null, count: columns.count)
    var isGiven = [Bool](repeating: false, count: columns.count)
    for (index, place) in order.prefix(record.types.count).enumerated() {
      guard let place else { continue }
      let value = record.value(index)
      // SQLite stores NULL for the key and reads the number of the row.
      let isKey = isNumbered && place == 0
      guard isKey ? value == .null || !isFound : columns[place].fits(value) else {
        if isFound { return nil }
        break
      }
      (values[place], isGiven[place]) = (value, true)
    }
    if isNumbered { (values[0], isGiven[0]) = (.integer(number), true) }
    let isWhole = columns.indices.allSatisfy { isGiven[$0] || columns[$0].canBeLost }
    return isWhole && isPlausible(values) ? values : nil
  }

  private func isPlausible(_ values: [FetchValue]) -> Bool {
    switch (name, values.first) {
    case (Self.metadata.name, .string(let key)): key.hasPrefix(Metadata.clientPrefix)
    case (_, .integer(let owner)) where !isNumbered: owner > 0
    default: true
    }
  }
}

extension Schema.Column {
  var isRequired: Bool { definition.contains(" NOT NULL") }

  /// Whether a row without the value is still worth something: its texts that have to be there tell what it is.
  fileprivate var canBeLost: Bool { !isRequired || (defaultLiteral ?? "''") != "''" }

  /// The value of rows that were written before the column was added.
  var defaultLiteral: String? {
    definition.range(of: " DEFAULT ").map { String(definition[$0.upperBound...]) }
  }

  /// Whether SQLite would have stored a value in the column; zeros in a text are those of a lost block.
  fileprivate func fits(_ value: FetchValue) -> Bool {
    let type = definition.prefix { $0 != " " }
    return switch value {
    case .null: !isRequired
    case .integer: type != "TEXT" && type != "BLOB"
    case .double: type != "TEXT" && type != "BLOB"
    case .string(let text): (type == "TEXT" || type.isEmpty) && !text.utf8.contains(0)
    case .data: type == "BLOB" || type.isEmpty
    case .bool, .date, .list, .object: false
    }
  }
}

private struct ColumnNames {
  private(set) var names: [String] = []

  init(of statement: String) {
    var (depth, quote, word) = (0, Character?.none, "")
    var isAtName = false
    for character in statement.drop(while: { $0 != "(" }) {
      if let open = quote {
        if character == open { quote = nil } else if isAtName { word.append(character) }
        continue
      }
      switch character {
      case "(": depth += 1
      case ")": depth -= 1
      case "\"", "'", "`": quote = character
      case _ where isAtName && depth == 1 && !character.isWhitespace && character != ",":
        word.append(character)
      default: break
      }
      let ends = character.isWhitespace || character == "," || depth == 0
      if isAtName, ends, !word.isEmpty {
        names.append(word)
        (word, isAtName) = ("", false)
      }
      if depth == 1, character == "," || character == "(" { isAtName = true }
    }
    names.removeAll { ["PRIMARY", "UNIQUE", "CHECK", "FOREIGN", "CONSTRAINT"].contains($0) }
  }
}
