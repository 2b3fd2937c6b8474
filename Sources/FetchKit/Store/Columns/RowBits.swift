internal import CColumns

/// A set of rows: a bit for each primary key from 0 up to a size.
struct RowBits: Hashable, Sendable {
  private(set) var words: [UInt64]

  /// No rows.
  init(size: Int) { words = Array(repeating: 0, count: (size + 63) / 64) }

  /// The rows that `fill` sets in so many words.
  init(words count: Int, _ fill: (UnsafeMutablePointer<UInt64>) -> Void) {
    words = Array(unsafeUninitializedCapacity: count) { buffer, filled in
      if let start = buffer.baseAddress { fill(start) }
      filled = count
    }
  }

  /// The rows for which a test holds.
  @inline(__always)
  init(size: Int, _ test: (Int) -> Bool) {
    words = []
    words.reserveCapacity((size + 63) / 64)
    for start in stride(from: 0, to: size, by: 64) {
      var word: UInt64 = 0
      for bit in 0..<Swift.min(64, size - start) where test(start &+ bit) { word |= 1 << bit }
      words.append(word)
    }
  }

  var count: Int { Int(ccolumns_count(words, Int64(words.count))) }

  /// How many rows are in both sets, which have the same size.
  func countCommon(_ other: RowBits) -> Int {
    Int(ccolumns_count_common(words, other.words, Int64(words.count)))
  }

  /// Whether all rows are in another set of the same size.
  func isSubset(of other: RowBits) -> Bool {
    zip(words, other.words).allSatisfy { $0 & ~$1 == 0 }
  }

  /// Whether a row is in the set; false for one behind the size.
  subscript(row: Int) -> Bool {
    get { row >= 0 && row >> 6 < words.count && words[row >> 6] >> (row & 63) & 1 == 1 }
    set {
      let bit: UInt64 = 1 << (row & 63)
      if newValue { words[row >> 6] |= bit } else { words[row >> 6] &= ~bit }
    }
  }

  /// Adds rows, for all of which there is room.
  mutating func insert(_ rows: [UInt32]) {
    words.withUnsafeMutableBufferPointer { words in
      if let start = words.baseAddress { ccolumns_mark(rows, Int64(rows.count), start) }
    }
  }

  /// Makes room for more rows.
  mutating func grow(to size: Int) {
    let missing = (size + 63) / 64 - words.count
    if missing > 0 { words += repeatElement(0, count: missing) }
  }

  mutating func formIntersection(_ other: RowBits) {
    words.withUnsafeMutableBufferPointer { words in
      other.words.withUnsafeBufferPointer {
        for index in words.indices { words[index] &= $0[index] }
      }
    }
  }

  mutating func formUnion(_ other: RowBits) {
    words.withUnsafeMutableBufferPointer { words in
      other.words.withUnsafeBufferPointer {
        for index in words.indices { words[index] |= $0[index] }
      }
    }
  }

  mutating func subtract(_ other: RowBits) {
    words.withUnsafeMutableBufferPointer { words in
      other.words.withUnsafeBufferPointer {
        for index in words.indices { words[index] &= ~$0[index] }
      }
    }
  }

  func intersection(_ other: RowBits) -> RowBits {
    var result = self
    result.formIntersection(other)
    return result
  }

  /// Hands over the bits of eight rows each, the first row's as the lowest.
  mutating func withBytes(_ body: (UnsafeMutableRawBufferPointer) -> Void) {
    words.withUnsafeMutableBytes(body)
  }

  /// Calls `body` with each row, ascending.
  @inline(__always)
  func forEach(_ body: (Int) -> Void) {
    for (index, word) in words.enumerated() where word != 0 {
      if word == .max {
        for bit in 0..<64 { body(index << 6 | bit) }
        continue
      }
      var rest = word
      while rest != 0 {
        body(index << 6 | rest.trailingZeroBitCount)
        rest &= rest &- 1
      }
    }
  }
}

extension RowBits {
  func write(to file: inout ColumnWriter) throws { try file.write(words) }

  /// Reads a set of rows below a size; throws when it has others.
  init(from file: inout ColumnReader, size: Int) throws {
    words = try file.elements(exactly: (size + 63) / 64)
    guard size & 63 == 0 || words.last.map({ $0 >> (size & 63) == 0 }) ?? true else {
      throw ColumnReader.Damage()
    }
  }
}
