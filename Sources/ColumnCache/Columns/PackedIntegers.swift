internal import CColumns
internal import FetchKit

/// An unsigned integer for each row, in as few bytes as the largest one needs.
struct PackedIntegers: Sendable {
  /// The one of the width is filled, to full words of a `Bitmap`.
  private var bytes: [UInt8] = []
  private var pairs: [UInt16] = []
  private var quads: [UInt32] = []
  private var width = Width.byte
  private(set) var count = 0
  /// An upper bound: the largest integer that was ever set.
  private(set) var maximum: UInt32 = 0

  private enum Width: UInt8 { case byte, pair, quad }
  private static let limit = 1 << 26

  private var words: Int { (count + 63) / 64 }

  init() {}

  init(upTo maximum: UInt32) {
    grow(to: Int(maximum) + 1)
    widen(to: maximum)
    for number in 0...maximum { set(number, at: Int(number)) }
  }

  subscript(row: Int) -> UInt32 {
    @inline(__always) get {
      switch width {
      case .byte: UInt32(bytes[row])
      case .pair: UInt32(pairs[row])
      case .quad: quads[row]
      }
    }
  }

  /// Sets an integer; widens all of them when it needs more bytes than they have.
  @inline(__always)
  mutating func set(_ number: UInt32, at row: Int) {
    if number > maximum { widen(to: number) }
    switch width {
    case .byte: bytes[row] = UInt8(truncatingIfNeeded: number)
    case .pair: pairs[row] = UInt16(truncatingIfNeeded: number)
    case .quad: quads[row] = number
    }
  }

  /// Makes room for rows below `size`, which have 0.
  mutating func grow(to size: Int) {
    guard size > count else { return }
    count = size
    switch width {
    case .byte: bytes += repeatElement(0, count: words * 64 - bytes.count)
    case .pair: pairs += repeatElement(0, count: words * 64 - pairs.count)
    case .quad: quads += repeatElement(0, count: words * 64 - quads.count)
    }
  }

  mutating func replaceAll(_ change: (UInt32) -> UInt32) {
    for row in 0..<count { set(change(self[row]), at: row) }
  }

  private mutating func widen(to number: UInt32) {
    maximum = number
    if width == .byte, number > UInt8.max {
      (pairs, bytes, width) = (bytes.map(UInt16.init), [], .pair)
    }
    if width == .pair, number > UInt16.max {
      (quads, pairs, width) = (pairs.map(UInt32.init), [], .quad)
    }
  }
}

extension PackedIntegers {
  func write(to file: inout ColumnFileWriter) throws {
    try file.write(width.rawValue)
    try file.write(count)
    try file.write(maximum)
    switch width {
    case .byte: try file.write(bytes)
    case .pair: try file.write(pairs)
    case .quad: try file.write(quads)
    }
  }

  /// Reads the integers of `size` rows, of any number without it; throws when one exceeds the maximum.
  init(from file: inout ColumnFileReader, size: Int? = nil) throws {
    guard let width = Width(rawValue: try file.number()) else { throw ColumnFileReader.Damage() }
    self.width = width
    count = try file.number()
    let limit = try file.number(UInt32.self)
    guard count == size ?? count, (0...Self.limit).contains(count), limit < .max else {
      throw ColumnFileReader.Damage()
    }
    let length = words * 64
    switch width {
    case .byte:
      bytes = try file.elements(exactly: length)
      maximum = ccolumns_greatest_8(bytes, Int64(length))
    case .pair:
      pairs = try file.elements(exactly: length)
      maximum = ccolumns_greatest_16(pairs, Int64(length))
    case .quad:
      quads = try file.elements(exactly: length)
      maximum = ccolumns_greatest_32(quads, Int64(length))
    }
    guard maximum <= limit else { throw ColumnFileReader.Damage() }
  }

  /// Whether each integer from 1 to the maximum is there.
  var isDense: Bool {
    guard maximum <= count else { return false }
    var found = Bitmap(size: Int(maximum) + 1)
    switch width {
    case .byte: for number in bytes { found[Int(number)] = true }
    case .pair: for number in pairs { found[Int(number)] = true }
    case .quad: found.formUnion(quads)
    }
    found[0] = true
    return found.count == Int(maximum) + 1
  }
}

// MARK: - All rows at once

extension PackedIntegers {
  /// Larger integers are not counted one by one.
  private static let histogramLimit: UInt32 = 1 << 20

  /// The rows that come first in the order of their integers, at least `count` of them, and all that are equal to the last
  /// one; those that have 0 come last. Nil for large integers.
  func first(_ count: Int, of rows: Bitmap, isAscending: Bool) -> Bitmap? {
    guard maximum <= Self.histogramLimit else { return nil }
    let counts = histogram(rows, upTo: Int(maximum))
    var rest = count
    var last = isAscending ? 0 : counts.count
    repeat {
      last += isAscending ? 1 : -1
      guard (1..<counts.count).contains(last) else { return rows }
      rest -= counts[last]
    } while rest > 0
    let range = isAscending ? 1...UInt32(last) : UInt32(last)...maximum
    return self.rows(range).intersection(rows)
  }

  /// `rows` sorted by their integers, stably; `members` is the same set as a bitmap. nil for large integers.
  func sorted(_ rows: [UInt32], of members: Bitmap, isAscending: Bool, placesZeroFirst: Bool)
    -> [UInt32]?
  {
    guard width != .quad else { return nil }
    var members = members
    members.grow(to: count)
    let counts = tally(members, upTo: Int(maximum))
    let order = isAscending ? Array(1..<counts.count) : (1..<counts.count).reversed()
    var starts = counts
    var start: Int64 = 0
    for number in placesZeroFirst ? [0] + order : order + [0] {
      starts[number] = start
      start += counts[number]
    }
    precondition(start == rows.count)
    return Array(unsafeUninitializedCapacity: rows.count) { sorted, count in
      count = rows.count
      guard let sorted = sorted.baseAddress else { return }
      switch width {
      case .byte: ccolumns_sort_8(rows, Int64(count), bytes, &starts, sorted)
      case .pair, .quad: ccolumns_sort_16(rows, Int64(count), pairs, &starts, sorted)
      }
    }
  }

  func rows(_ range: ClosedRange<UInt32>) -> Bitmap {
    let (low, high) = (range.lowerBound, range.upperBound)
    return Bitmap(wordCount: words) { rows in
      switch width {
      case .byte: ccolumns_range_8(bytes, rows, Int64(words), low, high)
      case .pair: ccolumns_range_16(pairs, rows, Int64(words), low, high)
      case .quad: ccolumns_range_32(quads, rows, Int64(words), low, high)
      }
    }
  }

  /// The rows whose integer `n` has `matches[n] == 1`.
  func rows(where matches: [UInt8]) -> Bitmap {
    precondition(matches.count > Int(maximum))
    return Bitmap(wordCount: words) { rows in
      switch width {
      case .byte: ccolumns_among_8(bytes, rows, Int64(words), matches)
      case .pair: ccolumns_among_16(pairs, rows, Int64(words), matches)
      case .quad: ccolumns_among_32(quads, rows, Int64(words), matches)
      }
    }
  }

  /// A summary of the integers of some rows, those that are 0 left out.
  func summary(_ rows: Bitmap) -> ccolumns_summary {
    switch width {
    case .byte: ccolumns_sum_8(bytes, rows.words, Int64(words))
    case .pair: ccolumns_sum_16(pairs, rows.words, Int64(words))
    case .quad: ccolumns_sum_32(quads, rows.words, Int64(words))
    }
  }

  /// The sum of the values of the integers of some rows, those that are 0 left out, added in the order of the rows.
  func total(_ rows: Bitmap, _ value: (UInt32) -> Double) -> Double {
    let compensates: Int32 = StoreSnapshot.compensatesSums ? 1 : 0
    func values() -> [Double] { [0] + (1...max(1, maximum)).map(value) }
    switch width {
    case .byte: return ccolumns_total_8(bytes, rows.words, Int64(words), values(), compensates)
    case .pair: return ccolumns_total_16(pairs, rows.words, Int64(words), values(), compensates)
    case .quad:
      var total = ccolumns_total()
      rows.forEach { row in
        if quads[row] != 0 { ccolumns_add(&total, value(quads[row]), compensates) }
      }
      return total.sum + total.error
    }
  }

  func histogram(_ rows: Bitmap, upTo maximum: Int) -> [Int] {
    tally(rows, upTo: maximum).map(Int.init)
  }

  private func tally(_ rows: Bitmap, upTo maximum: Int) -> [Int64] {
    precondition(maximum >= self.maximum)
    var counts: [Int64] = Array(repeating: 0, count: maximum + 1)
    switch width {
    case .byte: ccolumns_tally_8(bytes, rows.words, Int64(words), &counts)
    case .pair: ccolumns_tally_16(pairs, rows.words, Int64(words), &counts)
    case .quad: ccolumns_tally_32(quads, rows.words, Int64(words), &counts)
    }
    return counts
  }
}
