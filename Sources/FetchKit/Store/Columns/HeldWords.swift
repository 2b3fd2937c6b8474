internal import Collation

/// The words of a text that all rows have, and in which rows each of them is.
///
/// A text without a blank or a line end is in another one just when it is in one of its words: what stands
/// between two of those.
struct HeldWords: Sendable {
  private var table = WordTable()
  private var blocks: [WordBlock] = []
  /// How many rows there is room for.
  private(set) var size = 0
  /// The words of the block that is being read.
  private var tokens: [WordToken] = []
  private var isRead = false
  /// The words of rows that were read anew; the blocks have what they had before.
  private var changed: [Int: [UInt32]] = [:]

  private static let capacity = 20_000

  /// Whether so many rows have changed that all should be read anew.
  var isWorn: Bool { changed.count > Self.capacity }

  mutating func grow(to size: Int) { self.size = max(size, self.size) }

  /// Takes over a text; rows come ascending until all have been read. False when it cannot be held.
  mutating func read(_ cells: borrowing SQLiteStatement, column: Int, at row: Int) -> Bool {
    switch cells.cell(column, as: .string) {
    case .null: return set(TextBytes(start: nil, count: 0), at: row)
    case .text(let bytes): return set(bytes, at: row)
    case .bool, .integer, .double, .date, .data, .list: return false
    }
  }

  /// All rows have been read once: those that come from now on have changed.
  mutating func endReading() {
    while !isRead, blocks.count * WordBlock.size < size { endBlock() }
    isRead = true
    tokens = []
  }

  private mutating func endBlock() {
    blocks.append(WordBlock(tokens))
    tokens.removeAll(keepingCapacity: true)
  }

  mutating func set(_ text: TextBytes, at row: Int) -> Bool {
    var words: [UInt32] = []
    while !isRead, row >= (blocks.count + 1) * WordBlock.size { endBlock() }
    let place = UInt16(truncatingIfNeeded: row)
    var rest = text[...]
    while !rest.isEmpty {
      let end = rest.firstIndex(where: Self.isGap) ?? rest.endIndex
      if end > rest.startIndex {
        guard let word = table.number(of: TextBytes(rebasing: rest[..<end])) else { return false }
        if isRead { words.append(word) } else { tokens.append(WordToken(word: word, row: place)) }
      }
      rest = rest[end...].dropFirst()
    }
    if isRead { changed[row] = words }
    return true
  }

  private static func isGap(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A }

  /// The rows with a text in theirs; nil for one that may be in several words.
  func rows(containing text: TextBytes) -> RowBits? {
    guard isRead, !text.contains(where: Self.isGap) else { return nil }
    var rows = RowBits(size: size)
    guard !text.isEmpty else { return rows }
    let isWanted = table.containing(text)
    rows.withBytes { bytes in
      for (index, block) in blocks.enumerated() {
        let start = index * WordBlock.size / 8
        let end = min(bytes.count, start + WordBlock.size / 8)
        block.add(isWanted, to: UnsafeMutableRawBufferPointer(rebasing: bytes[start..<end]))
      }
    }
    for (row, words) in changed { rows[row] = words.contains { isWanted[Int($0)] } }
    return rows
  }
}

extension HeldWords {
  func write(to file: inout ColumnWriter) throws {
    try table.write(to: &file)
    try file.write(blocks.count)
    for block in blocks { try block.write(to: &file) }
    try file.write(changed.count)
    for (row, words) in changed {
      try file.write(row)
      try file.write(words)
    }
  }

  /// Reads the words of so many rows; throws when there are others.
  init(from file: inout ColumnReader, size: Int) throws {
    (self.size, isRead) = (size, true)
    table = try WordTable(from: &file)
    for index in 0..<(try file.count()) {
      guard index * WordBlock.size < size else { throw ColumnReader.Damage() }
      blocks.append(try WordBlock(from: &file, words: table.count))
    }
    for _ in 0..<(try file.count()) { try readChanged(&file) }
  }

  private mutating func readChanged(_ file: inout ColumnReader) throws {
    let row = try file.number(Int.self)
    let words = try file.elements(UInt32.self, atMost: .max)
    guard (0..<size).contains(row), words.allSatisfy({ $0 < table.count }),
      changed.updateValue(words, forKey: row) == nil
    else { throw ColumnReader.Damage() }
  }
}
