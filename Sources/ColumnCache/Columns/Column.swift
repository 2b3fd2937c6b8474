internal import CColumns
internal import FetchKit

/// The values of one attribute of all rows, by primary key.
struct Column: Sendable {
  enum Kind: UInt8, Sendable {
    case integers
    /// Doubles and dates.
    case doubles
    /// Few distinct values.
    case values
    /// Texts that are searched for words.
    case words
  }

  let kind: Kind
  /// The one of the kind is filled.
  private(set) var numbers: NumberColumn
  var values = DictionaryEncoding()
  private(set) var words = InvertedIndex()

  /// A column of doubles, of which NaN stands for a missing one.
  init(_ doubles: [Double]) {
    kind = .doubles
    numbers = NumberColumn(doubles)
  }

  init(_ kind: Kind) {
    self.kind = kind
    numbers = NumberColumn(areIntegers: kind == .integers)
  }

  /// A column with a row for each packed integer of another one, from 0 to the largest.
  init(integersOf other: Column) {
    kind = other.kind
    numbers = NumberColumn(integersOf: other.numbers)
  }

  var hasNumbers: Bool { kind == .integers || kind == .doubles }

  /// Makes room for rows below `size`, which have no value.
  mutating func grow(to size: Int) {
    switch kind {
    case .integers, .doubles: numbers.grow(to: size)
    case .values: values.grow(to: size)
    case .words: words.grow(to: size)
    }
  }

  /// Ends the first pass over all rows.
  mutating func finishReading() { words.finishReading() }

  /// Sets the value of a row; false for one that exceeds the limits of the column.
  @inline(__always)
  mutating func read(_ cells: StoredRow, column: Int, at row: Int) -> Bool {
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

extension Column {
  func write(to file: inout ColumnFileWriter) throws {
    try file.write(kind.rawValue)
    switch kind {
    case .integers, .doubles: try numbers.write(to: &file)
    case .values: try values.write(to: &file)
    case .words: try words.write(to: &file)
    }
  }

  /// Reads a column of a number of rows. `decode` converts bytes to a value.
  init(from file: inout ColumnFileReader, size: Int, _ decode: (UTF8Bytes) -> FetchValue) throws {
    guard let kind = Kind(rawValue: try file.number()) else { throw ColumnFileReader.Damage() }
    self.init(kind)
    switch kind {
    case .integers, .doubles:
      numbers = try NumberColumn(from: &file, areIntegers: kind == .integers, size: size)
    case .values: values = try DictionaryEncoding(from: &file, size: size, decode)
    case .words: words = try InvertedIndex(from: &file, size: size)
    }
  }
}

/// Where the values of a column come from, and how they are cached.
struct ColumnSource: Sendable {
  let stored: StoredColumn
  let kind: Column.Kind
  /// How the values are computed from other columns; nil for values that are read.
  let distance: DistanceFormula?

  /// Equal for the same values.
  var id: String { stored.id }

  /// Fails for a key path whose values are not cached.
  init?(_ keyPath: String, of entity: EntityDescription) {
    guard let stored = StoredColumn(keyPath, of: entity),
      let kind = Self.kind(keyPath, of: entity)
    else { return nil }
    self.stored = stored
    self.kind = kind
    distance = DistanceFormula(keyPath, of: entity)
  }

  private static func kind(_ keyPath: String, of entity: EntityDescription) -> Column.Kind? {
    guard let attribute = entity.attribute(forKeyPath: keyPath) else {
      return entity.elementAttribute(forKeyPath: keyPath)?.attribute.type == .string ? .values : nil
    }
    switch attribute.type {
    case .integer, .boolean: return .integers
    case .double, .date: return .doubles
    case .string: return attribute.derivation == nil ? .values : .words
    case .data: return nil
    }
  }

  /// The value that bytes of a dictionary-encoded column stand for.
  func decode(_ bytes: UTF8Bytes) -> FetchValue {
    stored.isList
      ? ElementList.value(bytes) : .string(String(decoding: bytes, as: UTF8.self))
  }
}

extension Bitmap {
  var count: Int { Int(ccolumns_count(words, Int64(words.count))) }

  func intersectionCount(_ other: Bitmap) -> Int {
    Int(ccolumns_count_common(words, other.words, Int64(words.count)))
  }

  func write(to file: inout ColumnFileWriter) throws { try file.write(words) }

  /// Reads a set of rows below a size; throws when it has others.
  init(from file: inout ColumnFileReader, size: Int) throws {
    self.init(words: try file.elements(exactly: (size + 63) / 64))
    guard size & 63 == 0 || words.last.map({ $0 >> (size & 63) == 0 }) ?? true else {
      throw ColumnFileReader.Damage()
    }
  }
}
