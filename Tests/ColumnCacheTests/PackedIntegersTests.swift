import TestSupport
import Testing

@testable import ColumnCache
@testable import FetchKit
@testable import FetchKitTests

/// All rows of a packed column at once.
struct PackedIntegersTests {
  /// Random integers up to a maximum, 0 for a missing one.
  private func integers(_ count: Int, upTo maximum: UInt32, _ random: inout SeededRandom)
    -> PackedIntegers
  {
    var integers = PackedIntegers()
    integers.grow(to: count)
    for row in 0..<count { integers.set(.random(in: 0...maximum, using: &random), at: row) }
    return integers
  }

  @Test(arguments: [(300, 9), (5000, 101), (200_000, 101), (200_000, 60_000), (5000, 90_000)])
  func `a sum of tenths is rounded as when they are added one by one`(
    count: Int, maximum: UInt32
  ) {
    var random = SeededRandom(seed: 7)
    let tenths = integers(count, upTo: maximum, &random)
    for share in [1, 2, 5] {
      let rows = Bitmap(size: count) { $0 % share == 0 }
      for shift in [1.0, 40] {
        func value(_ integer: UInt32) -> Double { (Double(integer) - shift) / 10 }
        var (sum, error) = (0.0, 0.0)
        rows.forEach { row in
          guard tenths[row] != 0 else { return }
          let (number, old) = (value(tenths[row]), sum)
          sum += number
          guard StoreSnapshot.compensatesSums else { return }
          error +=
            abs(old) > abs(number) ? (old - sum) + number : (number - sum) + old
        }
        #expect(tenths.total(rows, value) == sum + error)
      }
    }
  }

  @Test(arguments: [UInt32(3), 300, 60_000])
  func `rows are sorted by their integers, equal ones stay in order`(maximum: UInt32)
    throws
  {
    var random = SeededRandom(seed: 7)
    let integers = integers(3000, upTo: maximum, &random)
    let members = Bitmap(size: 3000) { $0 % 3 != 0 }
    var rows: [UInt32] = []
    members.forEach { rows.append(UInt32($0)) }
    rows.shuffle(using: &random)
    for isAscending in [true, false] {
      for isFirst in [true, false] {
        func key(_ row: UInt32) -> Int {
          let integer = Int(integers[Int(row)])
          guard integer > 0 else { return isFirst ? -100_000 : 100_000 }
          return isAscending ? integer : -integer
        }
        let sorted = try #require(
          integers.sorted(
            rows, of: members, isAscending: isAscending, placesZeroFirst: isFirst))
        // The sort of the standard library is stable.
        #expect(sorted == rows.sorted { key($0) < key($1) })
      }
    }
  }
}
