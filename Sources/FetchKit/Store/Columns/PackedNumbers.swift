internal import CColumns

/// Whole numbers from 0 up, a row each, in as few bytes as the largest one needs.
struct PackedNumbers: Sendable {
  /// One of these is filled, to full words of a `RowBits`.
  private var bytes: [UInt8] = []
  private var pairs: [UInt16] = []
  private var quads: [UInt32] = []
  private var width = Width.byte
  private(set) var count = 0
  /// No number is greater, or has been.
  private(set) var greatest: UInt32 = 0

  private enum Width: UInt8 { case byte, pair, quad }

  private var words: Int { (count + 63) / 64 }

  subscript(row: Int) -> UInt32 {
    @inline(__always) get {
      switch width {
      case .byte: UInt32(bytes[row])
      case .pair: UInt32(pairs[row])
      case .quad: quads[row]
      }
    }
  }

  /// Sets a number; all others become longer when it needs more room than they have.
  @inline(__always)
  mutating func set(_ number: UInt32, at row: Int) {
    if number > greatest { widen(to: number) }
    switch width {
    case .byte: bytes[row] = UInt8(truncatingIfNeeded: number)
    case .pair: pairs[row] = UInt16(truncatingIfNeeded: number)
    case .quad: quads[row] = number
    }
  }

  /// Makes room up to a size; new rows have 0.
  mutating func grow(to size: Int) {
    guard size > count else { return }
    count = size
    switch width {
    case .byte: bytes += repeatElement(0, count: words * 64 - bytes.count)
    case .pair: pairs += repeatElement(0, count: words * 64 - pairs.count)
    case .quad: quads += repeatElement(0, count: words * 64 - quads.count)
    }
  }

  /// Replaces each number by another one.
  mutating func replaceAll(_ change: (UInt32) -> UInt32) {
    for row in 0..<count { set(change(self[row]), at: row) }
  }

  private mutating func widen(to number: UInt32) {
    greatest = number
    if width == .byte, number > UInt8.max {
      (pairs, bytes, width) = (bytes.map(UInt16.init), [], .pair)
    }
    if width == .pair, number > UInt16.max {
      (quads, pairs, width) = (pairs.map(UInt32.init), [], .quad)
    }
  }
}

extension PackedNumbers {
  func write(to file: inout ColumnWriter) throws {
    try file.write(width.rawValue)
    try file.write(count)
    try file.write(greatest)
    switch width {
    case .byte: try file.write(bytes)
    case .pair: try file.write(pairs)
    case .quad: try file.write(quads)
    }
  }

  /// Reads the numbers of some rows, as many as `size` says; throws when one is above the greatest.
  init(from file: inout ColumnReader, size: Int? = nil) throws {
    guard let width = Width(rawValue: try file.number()) else { throw ColumnReader.Damage() }
    self.width = width
    count = try file.number()
    let limit = try file.number(UInt32.self)
    guard count == size ?? count, (0...Int(FlatIDs.limit)).contains(count), limit < .max else {
      throw ColumnReader.Damage()
    }
    let length = words * 64
    switch width {
    case .byte:
      bytes = try file.elements(exactly: length)
      greatest = ccolumns_greatest_8(bytes, Int64(length))
    case .pair:
      pairs = try file.elements(exactly: length)
      greatest = ccolumns_greatest_16(pairs, Int64(length))
    case .quad:
      quads = try file.elements(exactly: length)
      greatest = ccolumns_greatest_32(quads, Int64(length))
    }
    guard greatest <= limit else { throw ColumnReader.Damage() }
  }

  /// Whether each number from 1 to the greatest is there.
  var isDense: Bool {
    guard greatest <= count else { return false }
    var found = RowBits(size: Int(greatest) + 1)
    switch width {
    case .byte: for number in bytes { found[Int(number)] = true }
    case .pair: for number in pairs { found[Int(number)] = true }
    case .quad: found.insert(quads)
    }
    found[0] = true
    return found.count == Int(greatest) + 1
  }
}

// MARK: - All rows at once

extension PackedNumbers {
  /// The rows whose number is in a range.
  func rows(_ range: ClosedRange<UInt32>) -> RowBits {
    let (low, high) = (range.lowerBound, range.upperBound)
    return RowBits(words: words) { rows in
      switch width {
      case .byte: ccolumns_range_8(bytes, rows, Int64(words), low, high)
      case .pair: ccolumns_range_16(pairs, rows, Int64(words), low, high)
      case .quad: ccolumns_range_32(quads, rows, Int64(words), low, high)
      }
    }
  }

  /// The rows for whose number `holds`, a 1 or a 0 for each up to the greatest, has 1.
  func rows(where holds: [UInt8]) -> RowBits {
    precondition(holds.count > Int(greatest))
    return RowBits(words: words) { rows in
      switch width {
      case .byte: ccolumns_among_8(bytes, rows, Int64(words), holds)
      case .pair: ccolumns_among_16(pairs, rows, Int64(words), holds)
      case .quad: ccolumns_among_32(quads, rows, Int64(words), holds)
      }
    }
  }

  /// What is known of the numbers above 0 of some rows.
  func summary(_ rows: RowBits) -> ccolumns_summary {
    switch width {
    case .byte: ccolumns_sum_8(bytes, rows.words, Int64(words))
    case .pair: ccolumns_sum_16(pairs, rows.words, Int64(words))
    case .quad: ccolumns_sum_32(quads, rows.words, Int64(words))
    }
  }

  /// How often some rows have each number up to a greatest one.
  func tally(_ rows: RowBits, upTo greatest: Int) -> [Int] {
    precondition(greatest >= self.greatest)
    var counts: [Int64] = Array(repeating: 0, count: greatest + 1)
    switch width {
    case .byte: ccolumns_tally_8(bytes, rows.words, Int64(words), &counts)
    case .pair: ccolumns_tally_16(pairs, rows.words, Int64(words), &counts)
    case .quad: ccolumns_tally_32(quads, rows.words, Int64(words), &counts)
    }
    return counts.map(Int.init)
  }
}
