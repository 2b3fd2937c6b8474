internal import FetchKit

/// A column with few distinct values, such as cities: the values once, and a code for each row.
struct DictionaryEncoding: Sendable {
  private(set) var codes = PackedIntegers()
  /// The values by code; the first means a missing one.
  private(set) var values: [FetchValue] = [.null]
  /// The bytes of the values; a value's index here is one less than its code.
  private var table = StringTable()

  /// More distinct values are not encoded.
  private static let capacity = Int(UInt16.max)

  init() {}

  init(codes: PackedIntegers, values: [FetchValue]) {
    self.codes = codes
    self.values = values
  }

  mutating func grow(to size: Int) { codes.grow(to: size) }

  mutating func remove(at row: Int) { codes.set(0, at: row) }

  /// Sets the value of a row, given bytes that no other value has; false when there are too many values.
  mutating func set(_ bytes: UTF8Bytes, at row: Int, _ value: () -> FetchValue) -> Bool {
    guard let index = table.index(inserting: bytes), index < Self.capacity - 1 else { return false }
    if Int(index) == values.count - 1 { values.append(value()) }
    codes.set(index + 1, at: row)
    return true
  }

  /// Sets the text of a row; false when it cannot be encoded.
  mutating func read(_ cells: StoredRow, column: Int, at row: Int) -> Bool {
    switch cells.cell(column, as: .string) {
    case .null:
      remove(at: row)
      return true
    case .text(let bytes):
      return set(bytes, at: row) { .string(String(decoding: bytes, as: UTF8.self)) }
    case .bool, .integer, .double, .date, .data, .list: return false
    }
  }
}

// MARK: - In a file

extension DictionaryEncoding {
  func write(to file: inout ColumnFileWriter) throws {
    try codes.write(to: &file)
    try table.write(to: &file)
  }

  /// Reads the values of a number of rows; throws for a code without a value, or equal values.
  ///
  /// `decode` converts bytes to a value.
  init(from file: inout ColumnFileReader, size: Int, _ decode: (UTF8Bytes) -> FetchValue) throws {
    codes = try PackedIntegers(from: &file, size: size)
    table = try StringTable(from: &file)
    table.forEach { values.append(decode($0)) }
    guard table.count < Self.capacity, Int(codes.maximum) < values.count, table.isDistinct else {
      throw ColumnFileReader.Damage()
    }
  }
}
