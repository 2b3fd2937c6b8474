internal import FetchKit

/// A number for each row.
///
/// Integers, and doubles that are all tenths, are packed; other doubles take eight bytes each.
struct NumberColumn: Sendable {
  let areIntegers: Bool
  /// 0 means a missing number; empty if doubles cannot be packed.
  private(set) var packed = PackedIntegers()
  /// The packed integer of the number 0.
  private var zero: Int64 = 1
  /// The factor by which numbers are multiplied: 1 or 10.
  private var scale = 1.0
  /// NaN, which SQLite does not store, stands for a missing number; nil while all are packed.
  private(set) var doubles: [Double]?

  init(areIntegers: Bool) { self.areIntegers = areIntegers }

  /// A column of doubles, of which NaN stands for a missing one.
  init(_ doubles: [Double]) {
    areIntegers = false
    self.doubles = doubles
  }

  /// A column of the packed integers of another one, from 0 to the largest.
  init(integersOf other: NumberColumn) {
    self = other
    packed = PackedIntegers(upTo: other.packed.maximum)
  }

  var count: Int { doubles?.count ?? packed.count }

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

  /// Sets an integer; false for one beyond 32 bits.
  @inline(__always)
  mutating func set(_ number: Int64, at row: Int) -> Bool {
    guard number > Int64(Int32.min), number < Int64(Int32.max) else { return false }
    if number < 0, zero == 1 { shift() }
    packed.set(UInt32(truncatingIfNeeded: number &+ zero), at: row)
    return true
  }

  @inline(__always)
  mutating func set(_ number: Double, at row: Int) {
    if doubles == nil, !setPacked(number, at: row) { unpack() }
    if doubles != nil { doubles?[row] = number }
  }

  /// Sets a double as a packed integer; false for one that is not a multiple of a tenth.
  @inline(__always)
  private mutating func setPacked(_ number: Double, at row: Int) -> Bool {
    let scaled = (number * scale).rounded()
    if scaled / scale == number, scaled.magnitude < Self.limit {
      return set(Int64(scaled), at: row)
    }
    guard scale == 1, (number * 10).rounded() / 10 == number, scaleToTenths() else { return false }
    return setPacked(number, at: row)
  }

  private static let limit = 100_000_000.0

  /// Makes room for negative numbers.
  private mutating func shift() {
    zero = 1 << 31
    packed.replaceAll { $0 == 0 ? 0 : $0 &+ (1 << 31 - 1) }
  }

  private mutating func scaleToTenths() -> Bool {
    guard zero == 1, Double(packed.maximum) * 10 < Self.limit else { return false }
    scale = 10
    packed.replaceAll { $0 == 0 ? 0 : ($0 &- 1) &* 10 &+ 1 }
    return true
  }

  private mutating func unpack() {
    doubles = (0..<packed.count).map { self[$0] ?? .nan }
    packed = PackedIntegers()
  }

  subscript(row: Int) -> Double? {
    if let doubles { return doubles[row].isNaN ? nil : doubles[row] }
    let number = packed[row]
    return number == 0 ? nil : value(number)
  }

  /// The numbers of rows, NaN for missing ones.
  func numbers(_ rows: [Int64]) -> [Double] {
    guard let doubles else {
      return rows.map { row in
        let number = packed[Int(row)]
        return number == 0 ? .nan : value(number)
      }
    }
    return rows.map { doubles[Int($0)] }
  }

  func value(_ packed: UInt32) -> Double { Double(Int64(packed) - zero) / scale }

  /// The scaled sum of `count` numbers, given the sum of their packed integers.
  func sum(_ packed: UInt64, count: Int) -> Int64 {
    Int64(bitPattern: packed) &- zero &* Int64(count)
  }

  /// The sum of the packed numbers of some rows, given their scaled sum.
  ///
  /// Tenths are added one after the other, so that the sum is rounded as that of SQLite.
  func total(_ rows: Bitmap, scaled sum: Int64) -> Double {
    guard scale != 1 else { return Double(sum) }
    return packed.total(rows, value)
  }
}

extension NumberColumn {
  func write(to file: inout ColumnFileWriter) throws {
    try file.write(areIntegers)
    try file.write(zero)
    try file.write(scale)
    try file.write(doubles != nil)
    if let doubles { try file.write(doubles) } else { try packed.write(to: &file) }
  }

  /// Reads the numbers of a number of rows; throws for a way of packing that is never written.
  init(from file: inout ColumnFileReader, areIntegers: Bool, size: Int) throws {
    self.areIntegers = areIntegers
    guard try file.flag() == areIntegers else { throw ColumnFileReader.Damage() }
    zero = try file.number()
    scale = try file.number()
    let isUnpacked = try file.flag()
    guard zero == 1 || zero == 1 << 31, scale == 1 || scale == 10,
      !areIntegers || (scale == 1 && !isUnpacked)
    else { throw ColumnFileReader.Damage() }
    if isUnpacked {
      doubles = try file.elements(exactly: size)
    } else {
      packed = try PackedIntegers(from: &file, size: size)
    }
  }
}

// MARK: - The first rows

extension NumberColumn {
  /// The rows that come first in the order of their numbers, at least `count` of them, and all that are equal to the last
  /// one; those without a number come last. Nil for large integers.
  func first(_ count: Int, of rows: Bitmap, isAscending: Bool) -> Bitmap? {
    guard let doubles else { return packed.first(count, of: rows, isAscending: isAscending) }
    let sign: Double = isAscending ? 1 : -1
    let last = Self.last(count, rows) { doubles[$0] * sign }
    return last.map { last in Bitmap(size: doubles.count) { doubles[$0] * sign <= last } }?
      .intersection(rows) ?? rows
  }

  /// The number at a place in ascending order; nil when there are fewer.
  private static func last(_ count: Int, _ rows: Bitmap, _ number: (Int) -> Double) -> Double? {
    var first: [Double] = []
    var last = Double.infinity
    rows.forEach { row in
      let number = number(row)
      guard number <= last else { return }
      first.append(number)
      guard first.count == 2 * count + 1000 else { return }
      first.sort()
      first.removeLast(first.count - count)
      last = first[count - 1]
    }
    guard count > 0, first.count >= count else { return nil }
    first.sort()
    return first[count - 1]
  }
}

// MARK: - Comparing

extension NumberColumn {
  func missing() -> Bitmap {
    if let doubles { return Bitmap(size: doubles.count) { doubles[$0].isNaN } }
    return packed.rows(0...0)
  }

  /// The rows whose number compares with a constant; nil for an operator that does not compare numbers.
  ///
  /// A missing number is neither less nor greater than any other, and unequal to all.
  func rows(_ comparison: ComparisonOperator, _ right: Double) -> Bitmap? {
    guard let doubles else { return packedRows(comparison, right) }
    return doubles.withUnsafeBufferPointer { Self.rows($0, comparison, right) }
  }

  private static func rows(
    _ numbers: UnsafeBufferPointer<Double>, _ comparison: ComparisonOperator, _ right: Double
  ) -> Bitmap? {
    let size = numbers.count
    return switch comparison {
    case .equal: Bitmap(size: size) { numbers[$0] == right }
    case .notEqual: Bitmap(size: size) { numbers[$0] != right }
    case .lessThan: Bitmap(size: size) { numbers[$0] < right }
    case .lessThanOrEqual: Bitmap(size: size) { numbers[$0] <= right }
    case .greaterThan: Bitmap(size: size) { numbers[$0] > right }
    case .greaterThanOrEqual: Bitmap(size: size) { numbers[$0] >= right }
    default: nil
    }
  }

  /// Packed integers have the order of the numbers, so a comparison is a range of them.
  private func packedRows(_ comparison: ComparisonOperator, _ right: Double) -> Bitmap? {
    let from = firstPacked { value($0) >= right }
    let after = firstPacked { value($0) > right }
    let end = Int64(packed.maximum) + 1
    switch comparison {
    case .equal: return rows(from, after)
    case .notEqual: return packed.rows(0...UInt32.max).subtracting(rows(from, after))
    case .lessThan: return rows(1, from)
    case .lessThanOrEqual: return rows(1, after)
    case .greaterThan: return rows(after, end)
    case .greaterThanOrEqual: return rows(from, end)
    default: return nil
    }
  }

  private func rows(_ start: Int64, _ end: Int64) -> Bitmap {
    guard start < end, let low = UInt32(exactly: start), let high = UInt32(exactly: end - 1) else {
      return Bitmap(size: packed.count)
    }
    return packed.rows(low...high)
  }

  /// The lowest packed integer above 0 from which on a condition holds.
  private func firstPacked(where condition: (UInt32) -> Bool) -> Int64 {
    let packed = 1..<Int64(self.packed.maximum) + 1
    return packed.partitioningIndex { condition(UInt32($0)) }
  }
}
