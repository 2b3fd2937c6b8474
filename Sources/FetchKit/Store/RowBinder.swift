internal import Collation

/// Binds the rows of a batch to the columns of a statement, texts without copying them.
struct RowBinder {
  let batch: RowBatch
  /// For each row a hash of its content.
  let hashes: [UInt64]
  private let folding = TextFolding([.caseInsensitive, .diacriticInsensitive])
  /// The first element of the current row in each list.
  private(set) var elementStarts: [Int]
  /// The first element of the next row in each list.
  private(set) var elementEnds: [Int]
  private var scratch: [UInt8] = []
  /// How many texts, empty ones among them, are in `scratch`.
  private var textCount = 0

  init(_ batch: RowBatch) {
    self.batch = batch
    hashes = batch.contentHashes()
    elementStarts = batch.elements.map { _ in 0 }
    elementEnds = elementStarts
  }

  /// Whether the current row has elements.
  var hasElements: Bool { elementStarts != elementEnds }

  /// Goes to a row; rows have to be visited in order.
  mutating func advance(to row: Int) {
    for list in batch.elements.indices {
      let owners = batch.elements[list].owners
      elementStarts[list] = elementEnds[list]
      var end = elementStarts[list]
      while end < owners.count, owners[end] == Int32(row) { end += 1 }
      elementEnds[list] = end
    }
  }

  /// Binds the columns of a row and runs `body` while what is bound stays in place.
  mutating func bind(
    _ row: Int, _ columns: [RowColumns.Column], to statement: borrowing SQLiteStatement,
    _ body: () throws -> Void
  ) rethrows {
    for (index, column) in columns.enumerated() {
      bind(row, column.source, to: statement, at: Int32(index + 1))
    }
    try body()
  }

  private mutating func bind(
    _ row: Int, _ source: RowColumns.Source, to statement: borrowing SQLiteStatement,
    at place: Int32
  ) {
    switch source {
    case .attribute(let attribute, let defaultValue):
      let cell = batch.cell(row, attribute)
      if cell.kind == .unset {
        statement.bind(defaultValue, at: place)
      } else {
        batch.bind(cell, to: statement, at: place)
      }
    case .naturalOrder(let attribute):
      bindNaturalOrder(batch.cell(row, attribute), to: statement, at: place)
    case .foldedTexts(let sources): bindFolded(row, sources, to: statement, at: place)
    case .contentHash: statement.bind(Int64(bitPattern: hashes[row]), at: place)
    }
  }

  private func bindNaturalOrder(
    _ cell: RowBatch.Cell, to statement: borrowing SQLiteStatement, at place: Int32
  ) {
    guard cell.kind == .text else { return statement.bindNull(at: place) }
    batch.withText(cell) { text in
      NaturalOrder.withKey(of: text) { statement.bind(copying: $0, at: place) }
    }
  }

  private mutating func bindFolded(
    _ row: Int, _ sources: [RowColumns.TextSource], to statement: borrowing SQLiteStatement,
    at place: Int32
  ) {
    scratch.removeAll(keepingCapacity: true)
    textCount = 0
    for source in sources {
      switch source {
      case .attribute(let attribute): fold(batch.cell(row, attribute))
      case .element(let list, let attribute):
        for element in elementStarts[list]..<elementEnds[list] {
          fold(batch.elementCell(list, element, attribute))
        }
      }
    }
    guard textCount > 0 else { return statement.bindNull(at: place) }
    scratch.withUnsafeBufferPointer { statement.bind(copying: $0, at: place) }
  }

  /// Adds a text behind those that are there, on a line of its own.
  private mutating func fold(_ cell: RowBatch.Cell) {
    guard cell.kind == .text else { return }
    if textCount > 0 { scratch.append(0x0A) }
    textCount += 1
    batch.withText(cell) { text in
      folding.withFolded(text) { scratch.append(contentsOf: $0) }
    }
  }
}

extension RowBatch {
  func cell(_ row: Int, _ attribute: Int) -> Cell {
    cells[row * entity.attributes.count + attribute]
  }

  func elementCell(_ list: Int, _ element: Int, _ attribute: Int) -> Cell {
    elements[list].cells[element * elements[list].width + attribute]
  }

  func withText<Result>(_ cell: Cell, _ body: (TextBytes) throws -> Result) rethrows -> Result {
    try arena.withUnsafeBufferPointer { arena in
      let start = Int(cell.payload)
      return try body(TextBytes(rebasing: arena[start..<start + Int(cell.length)]))
    }
  }

  /// Binds a cell; the batch has to live until the statement has run.
  func bind(_ cell: Cell, to statement: borrowing SQLiteStatement, at place: Int32) {
    switch cell.kind {
    case .unset: statement.bindNull(at: place)
    case .integer: statement.bind(cell.payload, at: place)
    case .double: statement.bind(Double(bitPattern: UInt64(bitPattern: cell.payload)), at: place)
    case .text: withText(cell) { statement.bind(borrowing: $0, at: place) }
    }
  }

  /// The cell as a value of an attribute's type.
  func value(_ cell: Cell, as type: AttributeType) -> Value {
    switch cell.kind {
    case .unset: .null
    case .integer: Value.integer(cell.payload).read(as: type)
    case .double: Value.double(Double(bitPattern: UInt64(bitPattern: cell.payload))).read(as: type)
    case .text: withText(cell) { .string(String(decoding: $0, as: UTF8.self)) }
    }
  }
}
