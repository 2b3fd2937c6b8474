internal import Collation

/// Places in a table of the different values of a column, such as cities.
struct ValueCodes: Sendable {
  private(set) var codes = PackedNumbers()
  /// The different values; the first is none.
  private(set) var values: [Value] = [.null]
  private var codeByBytes: [[UInt8]: UInt32] = [:]

  /// A value that was read lately: it is found again without a dictionary.
  private struct Known: Sendable {
    let bytes: [UInt8]
    let code: UInt32
  }
  private var recent: [Known?] = []

  init() {}

  init(codes: PackedNumbers, values: [Value]) {
    self.codes = codes
    self.values = values
  }

  mutating func grow(to size: Int) { codes.grow(to: size) }

  /// Takes away the value of a row.
  mutating func remove(at row: Int) { codes.set(0, at: row) }

  /// Sets the value of a row, known by bytes that no other value has; false when there are too many
  /// different ones.
  mutating func set(_ bytes: TextBytes, at row: Int, _ value: () -> Value) -> Bool {
    if recent.isEmpty { recent = Array(repeating: nil, count: Self.slots) }
    let slot = Self.slot(of: bytes)
    if let found = recent[slot], found.bytes.withUnsafeBufferPointer({ $0.elementsEqual(bytes) }) {
      codes.set(found.code, at: row)
      return true
    }
    let key = Array(bytes)
    guard let code = code(of: key, value) else { return false }
    recent[slot] = Known(bytes: key, code: code)
    codes.set(code, at: row)
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

  private mutating func code(of bytes: [UInt8], _ value: () -> Value) -> UInt32? {
    if let code = codeByBytes[bytes] { return code }
    guard values.count < UInt16.max else { return nil }
    let code = UInt32(values.count)
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

// MARK: - In a file

extension ValueCodes {
  func write(to file: inout ColumnWriter) throws {
    try codes.write(to: &file)
    let keys = codeByBytes.sorted { $0.value < $1.value }.map(\.key)
    try file.write(keys.map(\.count))
    try file.write(Array(keys.joined()))
  }

  /// Reads the values of so many rows; throws when a code has none, or two are the same.
  ///
  /// `value` gives the value that some bytes stand for.
  init(from file: inout ColumnReader, size: Int, _ value: (TextBytes) -> Value) throws {
    codes = try PackedNumbers(from: &file, size: size)
    let lengths = try file.elements(Int.self, atMost: Int(UInt16.max) - 1)
    let bytes = try file.elements(UInt8.self, atMost: .max)
    var start = 0
    for length in lengths {
      guard (0...(bytes.count - start)).contains(length) else { throw ColumnReader.Damage() }
      let key = Array(bytes[start..<start + length])
      guard codeByBytes.updateValue(UInt32(values.count), forKey: key) == nil else {
        throw ColumnReader.Damage()
      }
      values.append(key.withUnsafeBufferPointer(value))
      start += length
    }
    guard start == bytes.count, Int(codes.greatest) < values.count else {
      throw ColumnReader.Damage()
    }
  }
}
