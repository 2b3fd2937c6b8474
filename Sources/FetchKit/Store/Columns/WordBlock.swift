internal import CColumns
internal import Collation
internal import SQLiteBulkLoad

/// In which of 65,536 rows each word is.
struct WordBlock: Sendable {
  static let size = 1 << 16
  /// From how many bytes on the rows of a word are kept as a bit each.
  private static let bitBytes = size / 8

  /// The words that are in any of the rows, ascending.
  private var words: [UInt32] = []
  /// For each of them the place behind its last byte.
  private var ends: [UInt32] = []
  /// For each of them its rows: how many lie between one and the next as a variable-length integer, or
  /// a bit for each row where those would be as long.
  private var bytes: [UInt8] = []

  /// The block of words and the places of their rows in it, in the order of the rows.
  init(_ tokens: [WordToken]) {
    var buffer = ByteBuffer(capacity: tokens.count + 64)
    for run in WordToken.runs(tokens) {
      let start = buffer.count
      Self.append(run, to: &buffer)
      if buffer.count - start >= Self.bitBytes { Self.replace(from: start, by: run, in: &buffer) }
      words.append(run[run.startIndex].word)
      ends.append(UInt32(buffer.count))
    }
    bytes = Array(buffer.bytes)
  }

  /// Appends the gaps between the rows of a word; a row that comes twice counts once.
  private static func append(_ run: ArraySlice<WordToken>, to buffer: inout ByteBuffer) {
    var next = 0
    for token in run where token.row >= next {
      var gap = Int(token.row) - next
      while gap >= 0x80 {
        buffer.append(UInt8(truncatingIfNeeded: gap) | 0x80)
        gap >>= 7
      }
      buffer.append(UInt8(gap))
      next = Int(token.row) + 1
    }
  }

  private static func replace(
    from start: Int, by run: ArraySlice<WordToken>, in buffer: inout ByteBuffer
  ) {
    buffer.removeLast(buffer.count - start)
    var bits: [UInt8] = Array(repeating: 0, count: bitBytes)
    for token in run { bits[Int(token.row >> 3)] |= 1 << (token.row & 7) }
    bits.withUnsafeBufferPointer { buffer.append($0) }
  }

  /// Sets the bits of all rows with a word of those that are wanted; `rows` are those of the block. Rows that it
  /// does not have, as a forged file may say, are left out.
  func add(_ isWanted: [Bool], to rows: UnsafeMutableRawBufferPointer) {
    bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      for (index, word) in words.enumerated() {
        let end = Int(ends[index])
        if isWanted[Int(word)] { Self.add(TextBytes(rebasing: bytes[start..<end]), to: rows) }
        start = end
      }
    }
  }

  private static func add(_ bytes: TextBytes, to rows: UnsafeMutableRawBufferPointer) {
    if bytes.count == bitBytes {
      for index in 0..<Swift.min(bytes.count, rows.count) { rows[index] |= bytes[index] }
      return
    }
    let limit = UInt(bitPattern: rows.count &* 8)
    var row = 0
    var (gap, shift) = (0, 0)
    for byte in bytes {
      gap |= Int(byte & 0x7F) &<< shift
      guard byte < 0x80 else {
        shift &+= 7
        continue
      }
      row &+= gap
      guard UInt(bitPattern: row) < limit else { return }
      rows[row &>> 3] |= 1 &<< UInt8(truncatingIfNeeded: row & 7)
      row &+= 1
      (gap, shift) = (0, 0)
    }
  }
}

extension WordBlock {
  func write(to file: inout ColumnWriter) throws {
    try file.write(words)
    try file.write(ends)
    try file.write(bytes)
  }

  /// Reads the block of so many words; throws when its parts do not agree. Rows are checked when they are used:
  /// to look at all of them would take longer than to read them.
  init(from file: inout ColumnReader, words count: Int) throws {
    words = try file.elements(atMost: count)
    ends = try file.elements(exactly: words.count)
    bytes = try file.elements(atMost: words.count * Self.bitBytes)
    guard words.areAscending, words.last.map({ $0 < count }) ?? true, ends.areAscending,
      ends.last ?? 0 == bytes.count
    else { throw ColumnReader.Damage() }
  }
}

extension [UInt32] {
  /// Whether each number is greater than the one before it.
  var areAscending: Bool { ccolumns_are_ascending(self, Int64(count)) != 0 }
}

/// A word of a row of a block.
struct WordToken: Sendable {
  let word: UInt32
  let row: UInt16

  /// The tokens of each word, the words ascending and their rows in the order in which they are.
  static func runs(_ tokens: [WordToken]) -> [ArraySlice<WordToken>] {
    var starts = Array(repeating: 0, count: Int((tokens.lazy.map(\.word).max() ?? 0)) + 2)
    for token in tokens { starts[Int(token.word) + 1] += 1 }
    for word in starts.indices.dropFirst() { starts[word] += starts[word - 1] }
    var sorted = tokens
    var places = starts
    for token in tokens {
      sorted[places[Int(token.word)]] = token
      places[Int(token.word)] += 1
    }
    return starts.indices.dropLast().filter { starts[$0] < starts[$0 + 1] }
      .map { sorted[starts[$0]..<starts[$0 + 1]] }
  }
}
