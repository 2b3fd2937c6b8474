/// The values of one attribute of all rows, by primary key.
struct HeldColumn: Sendable {
  enum Kind: Sendable {
    /// Whole numbers; `missing` stands for none.
    case integers
    /// Fractions and times; NaN, which SQLite cannot hold, stands for none.
    case doubles
    /// Values of which there are few different ones.
    case values
  }

  let kind: Kind
  /// Filled by kind; the others are empty.
  private(set) var integers: [Int32] = []
  private(set) var doubles: [Double] = []
  private(set) var values = ValueCodes()

  static let missing = Int32.min

  /// A column without rows.
  init(_ kind: Kind) { self.kind = kind }

  init(_ values: ValueCodes) {
    kind = .values
    self.values = values
  }

  /// Makes room up to a size; new rows have no value.
  mutating func grow(to size: Int) {
    switch kind {
    case .integers:
      integers += repeatElement(Self.missing, count: max(0, size - integers.count))
    case .doubles: doubles += repeatElement(.nan, count: max(0, size - doubles.count))
    case .values: values.grow(to: size)
    }
  }

  /// Changes the codes of a column of values.
  mutating func changeValues<Result>(_ body: (inout ValueCodes) throws -> Result) rethrows -> Result
  {
    try body(&values)
  }

  /// Takes over the cell of a row; false when it cannot be held.
  @inline(__always)
  mutating func read(_ cells: borrowing SQLiteStatement, column: Int, at row: Int) -> Bool {
    switch kind {
    case .integers:
      guard cells.isInteger(column) else {
        integers[row] = Self.missing
        return cells.isNull(column)
      }
      let number = Int32(exactly: cells.integer(column)) ?? Self.missing
      integers[row] = number
      return number != Self.missing
    case .doubles:
      let number = cells.number(column)
      doubles[row] = number ?? .nan
      return number != nil || cells.isNull(column)
    case .values: return values.read(cells, column: column, at: row)
    }
  }
}

/// Places in a table of the different values of a column, such as cities.
struct ValueCodes: Sendable {
  private(set) var codes: [UInt16] = []
  /// The different values; the first is none.
  private(set) var values: [Value] = [.null]
  private var codeByBytes: [[UInt8]: UInt16] = [:]

  /// A value that was read lately: it is found again without a dictionary.
  private struct Known: Sendable {
    let bytes: [UInt8]
    let code: UInt16
  }
  private var recent: [Known?] = Array(repeating: nil, count: ValueCodes.slots)

  init() {}

  init(codes: [UInt16], values: [Value]) {
    self.codes = codes
    self.values = values
  }

  mutating func grow(to size: Int) {
    codes += repeatElement(0, count: max(0, size - codes.count))
  }

  /// Takes away the value of a row.
  mutating func remove(at row: Int) { codes[row] = 0 }

  /// Sets the value of a row, known by bytes that no other value has; false when there are too many
  /// different ones.
  mutating func set(_ bytes: TextBytes, at row: Int, _ value: () -> Value) -> Bool {
    let slot = Self.slot(of: bytes)
    if let found = recent[slot], found.bytes.withUnsafeBufferPointer({ $0.elementsEqual(bytes) }) {
      codes[row] = found.code
      return true
    }
    let key = Array(bytes)
    guard let code = code(of: key, value) else { return false }
    recent[slot] = Known(bytes: key, code: code)
    codes[row] = code
    return true
  }

  /// Takes over a text; false when there are too many different ones.
  mutating func read(_ cells: borrowing SQLiteStatement, column: Int, at row: Int) -> Bool {
    switch cells.cell(column, as: .string) {
    case .null: remove(at: row)
    case .text(let bytes):
      return set(bytes, at: row) { .string(String(decoding: bytes, as: UTF8.self)) }
    case .bool, .integer, .double, .date, .data, .list: return false
    }
    return true
  }

  private mutating func code(of bytes: [UInt8], _ value: () -> Value) -> UInt16? {
    if let code = codeByBytes[bytes] { return code }
    guard values.count < UInt16.max else { return nil }
    let code = UInt16(values.count)
    values.append(value())
    codeByBytes[bytes] = code
    return code
  }

  private static let slots = 512

  private static func slot(of bytes: TextBytes) -> Int {
    var hash: UInt32 = 0x811C_9DC5
    for byte in bytes { hash = (hash ^ UInt32(byte)) &* 0x0100_0193 }
    return Int(hash >> 8) % slots
  }
}
