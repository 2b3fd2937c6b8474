internal import FetchKit

/// The words of the texts of all rows, and the rows of each word.
///
/// Words end at spaces and line ends. A text without either is contained in a row's text exactly when it is
/// contained in one of its words.
struct InvertedIndex: Sendable {
  private var table = StringTable()
  private var blocks: [PostingBlock] = []
  private(set) var size = 0
  /// The words of the block that is being read.
  private var pending: [Posting] = []
  /// Whether the first pass over all rows is over: rows set later have changed.
  private var isComplete = false
  /// The words of changed rows, for which the blocks are out of date.
  private var changed: [Int: [UInt32]] = [:]

  private static let maximumChanged = 20_000

  var needsRebuild: Bool { changed.count > Self.maximumChanged }

  mutating func grow(to size: Int) { self.size = max(size, self.size) }

  /// Sets the text of a row, in ascending order during the first pass; false when it cannot be indexed.
  mutating func read(_ cells: StoredRow, column: Int, at row: Int) -> Bool {
    switch cells.cell(column, as: .string) {
    case .null: set(UTF8Bytes(start: nil, count: 0), at: row)
    case .text(let bytes): set(bytes, at: row)
    case .bool, .integer, .double, .date, .data, .list: false
    }
  }

  /// Ends the first pass over all rows.
  mutating func finishReading() {
    while !isComplete, blocks.count * PostingBlock.size < size { finishBlock() }
    isComplete = true
    pending = []
  }

  private mutating func finishBlock() {
    blocks.append(PostingBlock(pending))
    pending.removeAll(keepingCapacity: true)
  }

  mutating func set(_ text: UTF8Bytes, at row: Int) -> Bool {
    while !isComplete, row >= (blocks.count + 1) * PostingBlock.size { finishBlock() }
    var words: [UInt32] = []
    var rest = text[...]
    while !rest.isEmpty {
      let end = rest.firstIndex(where: Self.isSeparator) ?? rest.endIndex
      if end > rest.startIndex {
        guard let word = table.index(inserting: UTF8Bytes(rebasing: rest[..<end])) else {
          return false
        }
        if isComplete {
          words.append(word)
        } else {
          pending.append(Posting(word: word, row: UInt16(truncatingIfNeeded: row)))
        }
      }
      rest = rest[end...].dropFirst()
    }
    if isComplete { changed[row] = words }
    return true
  }

  private static func isSeparator(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x0A }

  /// Calls `body` with each word of the texts, among them former words of changed rows.
  func forEachWord(_ body: (UTF8Bytes) -> Void) { table.forEach(body) }

  /// The rows whose text contains one of some texts; nil if one of those may span several words.
  func rows(containingAnyOf texts: [String]) -> Bitmap? {
    guard isComplete, !texts.contains(where: { $0.utf8.contains(where: Self.isSeparator) }) else {
      return nil
    }
    var rows = Bitmap(size: size)
    let texts = texts.filter { !$0.isEmpty }
    guard !texts.isEmpty else { return rows }
    var isMatch = Array(repeating: false, count: table.count)
    for var text in texts { text.withUTF8 { table.mark(containing: $0, in: &isMatch) } }
    rows.withMutableBytes { bytes in
      for (index, block) in blocks.enumerated() {
        let start = index * PostingBlock.size / 8
        let end = min(bytes.count, start + PostingBlock.size / 8)
        block.insertRows(
          of: isMatch, into: UnsafeMutableRawBufferPointer(rebasing: bytes[start..<end]))
      }
    }
    for (row, words) in changed { rows[row] = words.contains { isMatch[Int($0)] } }
    return rows
  }
}

// MARK: - In a file

extension InvertedIndex {
  func write(to file: inout ColumnFileWriter) throws {
    try table.write(to: &file)
    try file.write(blocks.count)
    for block in blocks { try block.write(to: &file) }
    try file.write(changed.count)
    for (row, words) in changed {
      try file.write(row)
      try file.write(words)
    }
  }

  /// Reads the words of a number of rows; throws for other rows or words.
  init(from file: inout ColumnFileReader, size: Int) throws {
    (self.size, isComplete) = (size, true)
    table = try StringTable(from: &file)
    for index in 0..<(try file.count()) {
      guard index * PostingBlock.size < size else { throw ColumnFileReader.Damage() }
      blocks.append(try PostingBlock(from: &file, words: table.count))
    }
    for _ in 0..<(try file.count()) {
      let row = try file.number(Int.self)
      let words = try file.elements(UInt32.self, atMost: .max)
      guard (0..<size).contains(row), words.allSatisfy({ $0 < table.count }),
        changed.updateValue(words, forKey: row) == nil
      else { throw ColumnFileReader.Damage() }
    }
  }
}
