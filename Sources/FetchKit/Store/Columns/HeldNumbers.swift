/// The numbers of one attribute of all rows.
///
/// Whole numbers, and fractions that are all tenths, are packed; other fractions take eight bytes each.
struct HeldNumbers: Sendable {
  /// Whether the attribute has whole numbers only.
  let areWhole: Bool
  /// 0 stands for a missing number; empty once fractions cannot be packed.
  private(set) var packed = PackedNumbers()
  /// What is packed for the number 0.
  private var zero: Int64 = 1
  /// How many parts of one are packed as one.
  private var parts = 1.0
  /// Not a number, which SQLite cannot hold, stands for a missing one; nil while all are packed.
  private(set) var doubles: [Double]?

  /// `areWhole` says whether the attribute has no fractions.
  init(areWhole: Bool) { self.areWhole = areWhole }

  /// How many rows there is room for.
  var size: Int { doubles?.count ?? packed.count }

  mutating func grow(to size: Int) {
    if let count = doubles?.count {
      doubles?.append(contentsOf: repeatElement(.nan, count: max(0, size - count)))
    } else {
      packed.grow(to: size)
    }
  }

  mutating func remove(at row: Int) {
    if doubles != nil { doubles?[row] = .nan } else { packed.set(0, at: row) }
  }

  /// Sets a whole number; false for one beyond 32 bits.
  @inline(__always)
  mutating func set(_ number: Int64, at row: Int) -> Bool {
    guard number > Int64(Int32.min), number < Int64(Int32.max) else { return false }
    if number < 0, zero == 1 { shift() }
    packed.set(UInt32(truncatingIfNeeded: number &+ zero), at: row)
    return true
  }

  /// Sets a fraction.
  @inline(__always)
  mutating func set(_ number: Double, at row: Int) {
    if doubles == nil, !setPacked(number, at: row) { unpack() }
    if doubles != nil { doubles?[row] = number }
  }

  /// Sets a fraction as a packed one; false when it is none of whole numbers or tenths.
  @inline(__always)
  private mutating func setPacked(_ number: Double, at row: Int) -> Bool {
    let scaled = (number * parts).rounded()
    if scaled / parts == number, scaled.magnitude < Self.limit {
      return set(Int64(scaled), at: row)
    }
    guard parts == 1, (number * 10).rounded() / 10 == number, splitToTenths() else { return false }
    return setPacked(number, at: row)
  }

  private static let limit = 100_000_000.0

  /// Makes room for negative numbers.
  private mutating func shift() {
    zero = 1 << 31
    packed.replaceAll { $0 == 0 ? 0 : $0 &+ (1 << 31 - 1) }
  }

  private mutating func splitToTenths() -> Bool {
    guard zero == 1, Double(packed.greatest) * 10 < Self.limit else { return false }
    parts = 10
    packed.replaceAll { $0 == 0 ? 0 : ($0 &- 1) &* 10 &+ 1 }
    return true
  }

  private mutating func unpack() {
    doubles = (0..<packed.count).map { self[$0] ?? .nan }
    packed = PackedNumbers()
  }

  /// The number of a row; nil for a missing one.
  subscript(row: Int) -> Double? {
    if let doubles { return doubles[row].isNaN ? nil : doubles[row] }
    let number = packed[row]
    return number == 0 ? nil : value(number)
  }

  /// The number that is packed as another one, which is not 0.
  func value(_ packed: UInt32) -> Double { Double(Int64(packed) - zero) / parts }

  /// The sum of some numbers, by the sum of what is packed for them.
  func sum(_ packed: UInt64, count: Int) -> Int64 {
    Int64(bitPattern: packed) &- zero &* Int64(count)
  }

  /// The same as a fraction.
  func fraction(_ sum: Int64) -> Double { Double(sum) / parts }
}

extension HeldNumbers {
  func write(to file: inout ColumnWriter) throws {
    try file.write(areWhole)
    try file.write(zero)
    try file.write(parts)
    try file.write(doubles != nil)
    if let doubles { try file.write(doubles) } else { try packed.write(to: &file) }
  }

  /// Reads the numbers of so many rows; throws when they are packed in a way that this never does.
  init(from file: inout ColumnReader, areWhole: Bool, size: Int) throws {
    self.areWhole = areWhole
    guard try file.flag() == areWhole else { throw ColumnReader.Damage() }
    zero = try file.number()
    parts = try file.number()
    let isUnpacked = try file.flag()
    guard zero == 1 || zero == 1 << 31, parts == 1 || parts == 10,
      !areWhole || (parts == 1 && !isUnpacked)
    else { throw ColumnReader.Damage() }
    if isUnpacked {
      doubles = try file.elements(exactly: size)
    } else {
      packed = try PackedNumbers(from: &file, size: size)
    }
  }
}

// MARK: - Comparing

extension HeldNumbers {
  /// The rows without a number.
  func missing() -> RowBits {
    if let doubles { return RowBits(size: doubles.count) { doubles[$0].isNaN } }
    return packed.rows(0...0)
  }

  /// The rows whose number compares with a constant; nil for a comparison of other values.
  ///
  /// A missing number is in no order with any other and different from all.
  func rows(_ comparison: ComparisonOperator, _ right: Double) -> RowBits? {
    guard let doubles else { return packedRows(comparison, right) }
    return doubles.withUnsafeBufferPointer { Self.rows($0, comparison, right) }
  }

  private static func rows(
    _ numbers: UnsafeBufferPointer<Double>, _ comparison: ComparisonOperator, _ right: Double
  ) -> RowBits? {
    let size = numbers.count
    return switch comparison {
    case .equal: RowBits(size: size) { numbers[$0] == right }
    case .notEqual: RowBits(size: size) { numbers[$0] != right }
    case .lessThan: RowBits(size: size) { numbers[$0] < right }
    case .lessThanOrEqual: RowBits(size: size) { numbers[$0] <= right }
    case .greaterThan: RowBits(size: size) { numbers[$0] > right }
    case .greaterThanOrEqual: RowBits(size: size) { numbers[$0] >= right }
    case .between, .in, .contains, .beginsWith, .endsWith, .like, .matches, .typeEquals,
      .typeConforms:
      nil
    }
  }

  /// What is packed has the order of the numbers, so that a comparison is a range.
  private func packedRows(_ comparison: ComparisonOperator, _ right: Double) -> RowBits? {
    let from = firstPacked { value($0) >= right }
    let behind = firstPacked { value($0) > right }
    let end = Int64(packed.greatest) + 1
    switch comparison {
    case .equal: return rows(from, behind)
    case .notEqual:
      var others = packed.rows(0...UInt32.max)
      others.subtract(rows(from, behind))
      return others
    case .lessThan: return rows(1, from)
    case .lessThanOrEqual: return rows(1, behind)
    case .greaterThan: return rows(behind, end)
    case .greaterThanOrEqual: return rows(from, end)
    case .between, .in, .contains, .beginsWith, .endsWith, .like, .matches, .typeEquals,
      .typeConforms:
      return nil
    }
  }

  private func rows(_ start: Int64, _ end: Int64) -> RowBits {
    guard start < end, let low = UInt32(exactly: start), let high = UInt32(exactly: end - 1) else {
      return RowBits(size: packed.count)
    }
    return packed.rows(low...high)
  }

  /// The first packed number above 0 for which a condition holds that holds for all greater ones.
  private func firstPacked(where condition: (UInt32) -> Bool) -> Int64 {
    var (low, high) = (Int64(1), Int64(packed.greatest) + 1)
    while low < high {
      let middle = (low + high) / 2
      if condition(UInt32(middle)) { high = middle } else { low = middle + 1 }
    }
    return low
  }
}
