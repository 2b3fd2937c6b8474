internal import Collation

/// The values of one attribute of all rows, by primary key.
struct HeldColumn: Sendable {
  enum Kind: UInt8, Sendable {
    /// Whole numbers.
    case integers
    /// Fractions and times.
    case doubles
    /// Values of which there are few different ones.
    case values
    /// Texts that are looked through for words.
    case words
  }

  let kind: Kind
  /// Filled by kind; the others are empty.
  private(set) var numbers: HeldNumbers
  private(set) var values = ValueCodes()
  private(set) var words = HeldWords()

  /// A column without rows.
  init(_ kind: Kind) {
    self.kind = kind
    numbers = HeldNumbers(areWhole: kind == .integers)
  }

  /// How many rows there is room for.
  var size: Int {
    switch kind {
    case .integers, .doubles: numbers.size
    case .values: values.codes.count
    case .words: words.size
    }
  }

  /// Whether the values are numbers.
  var hasNumbers: Bool { kind == .integers || kind == .doubles }

  /// Makes room up to a size; new rows have no value.
  mutating func grow(to size: Int) {
    switch kind {
    case .integers, .doubles: numbers.grow(to: size)
    case .values: values.grow(to: size)
    case .words: words.grow(to: size)
    }
  }

  /// Changes the codes of a column of values.
  mutating func changeValues<Result>(_ body: (inout ValueCodes) throws -> Result) rethrows -> Result
  {
    try body(&values)
  }

  /// All rows have been read once.
  mutating func endReading() { words.endReading() }

  /// Takes over the cell of a row; false when it cannot be held.
  @inline(__always)
  mutating func read(_ cells: borrowing SQLiteStatement, column: Int, at row: Int) -> Bool {
    switch kind {
    case .integers:
      guard cells.isInteger(column) else {
        numbers.remove(at: row)
        return cells.isNull(column)
      }
      return numbers.set(cells.integer(column), at: row)
    case .doubles:
      guard let number = cells.number(column) else {
        numbers.remove(at: row)
        return cells.isNull(column)
      }
      numbers.set(number, at: row)
      return true
    case .values: return values.read(cells, column: column, at: row)
    case .words: return words.read(cells, column: column, at: row)
    }
  }
}

extension HeldColumn {
  func write(to file: inout ColumnWriter) throws {
    try file.write(kind.rawValue)
    switch kind {
    case .integers, .doubles: try numbers.write(to: &file)
    case .values: try values.write(to: &file)
    case .words: try words.write(to: &file)
    }
  }

  /// Reads a column of so many rows. `value` gives the value that some bytes stand for.
  init(from file: inout ColumnReader, size: Int, _ value: (TextBytes) -> Value) throws {
    guard let kind = Kind(rawValue: try file.number()) else { throw ColumnReader.Damage() }
    self.init(kind)
    switch kind {
    case .integers, .doubles:
      numbers = try HeldNumbers(from: &file, areWhole: kind == .integers, size: size)
    case .values: values = try ValueCodes(from: &file, size: size, value)
    case .words: words = try HeldWords(from: &file, size: size)
    }
  }
}
