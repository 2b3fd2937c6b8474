internal import CColumns

/// A word of a row of a block.
struct Posting: Sendable {
  let word: UInt32
  let row: UInt16

  /// The postings of each word: the words ascending, their rows in the order of the postings.
  static func runs(_ postings: [Posting]) -> [ArraySlice<Posting>] {
    var starts = Array(repeating: 0, count: Int((postings.lazy.map(\.word).max() ?? 0)) + 2)
    for posting in postings { starts[Int(posting.word) + 1] += 1 }
    for word in starts.indices.dropFirst() { starts[word] += starts[word - 1] }
    var sorted = postings
    var places = starts
    for posting in postings {
      sorted[places[Int(posting.word)]] = posting
      places[Int(posting.word)] += 1
    }
    return starts.indices.dropLast().filter { starts[$0] < starts[$0 + 1] }
      .map { sorted[starts[$0]..<starts[$0 + 1]] }
  }
}

/// The rows of each word among 65,536 rows.
struct PostingBlock: Sendable {
  static let size = 1 << 16
  private static let bitmapLength = size / 8

  /// The words of the rows, ascending.
  private var words: [UInt32] = []
  /// The end of each word's rows in `bytes`.
  private var ends: [UInt32] = []
  /// The rows of each word: the gaps between them as variable-length integers, or a bitmap where the gaps
  /// would be as long.
  private var bytes: [UInt8] = []

  /// A block of postings in the order of their rows.
  init(_ postings: [Posting]) {
    bytes.reserveCapacity(postings.count + 64)
    for run in Posting.runs(postings) {
      let start = bytes.count
      appendGaps(run)
      if bytes.count - start >= Self.bitmapLength {
        bytes.removeSubrange(start...)
        appendBitmap(run)
      }
      words.append(run[run.startIndex].word)
      ends.append(UInt32(bytes.count))
    }
    // A copy without spare capacity.
    bytes = bytes.withUnsafeBufferPointer { Array($0) }
  }

  /// Appends the gaps between the rows of a word; a row that comes twice counts once.
  private mutating func appendGaps(_ run: ArraySlice<Posting>) {
    var next = 0
    for posting in run where posting.row >= next {
      var gap = Int(posting.row) - next
      while gap >= 0x80 {
        bytes.append(UInt8(truncatingIfNeeded: gap) | 0x80)
        gap >>= 7
      }
      bytes.append(UInt8(gap))
      next = Int(posting.row) + 1
    }
  }

  private mutating func appendBitmap(_ run: ArraySlice<Posting>) {
    let start = bytes.count
    bytes += repeatElement(0, count: Self.bitmapLength)
    for posting in run { bytes[start + Int(posting.row >> 3)] |= 1 << (posting.row & 7) }
  }

  /// Sets the bits of the rows of all words that match.
  ///
  /// Rows beyond `rows`, which a forged file may have, are ignored.
  func insertRows(of isMatch: [Bool], into rows: UnsafeMutableRawBufferPointer) {
    bytes.withUnsafeBufferPointer { bytes in
      var start = 0
      for (index, word) in words.enumerated() {
        let end = Int(ends[index])
        if isMatch[Int(word)] { Self.insert(UTF8Bytes(rebasing: bytes[start..<end]), into: rows) }
        start = end
      }
    }
  }

  private static func insert(_ bytes: UTF8Bytes, into rows: UnsafeMutableRawBufferPointer) {
    if bytes.count == bitmapLength {
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

// MARK: - In a file

extension PostingBlock {
  func write(to file: inout ColumnFileWriter) throws {
    try file.write(words)
    try file.write(ends)
    try file.write(bytes)
  }

  /// Reads a block of a number of words; throws if its parts are inconsistent.
  ///
  /// Rows are checked when they are used: checking all of them would take longer than reading them.
  init(from file: inout ColumnFileReader, words count: Int) throws {
    words = try file.elements(atMost: count)
    ends = try file.elements(exactly: words.count)
    bytes = try file.elements(atMost: words.count * Self.bitmapLength)
    guard words.isAscending, words.last.map({ $0 < count }) ?? true, ends.isAscending,
      ends.last ?? 0 == bytes.count
    else { throw ColumnFileReader.Damage() }
  }
}

extension [UInt32] {
  /// Whether each number is greater than the one before it.
  fileprivate var isAscending: Bool { ccolumns_are_ascending(self, Int64(count)) != 0 }
}
