import Testing
import TestSupport

@testable import ColumnCache
@testable import FetchKit
@testable import FetchKitTests

struct NumberColumnTests {
  @Test(arguments: [1.0, 0.5], [1, 10, 700, 20_000])
  func `the first rows have the lowest or highest numbers, and all that equal the last one`(
    unit: Double, count: Int
  ) {
    var random = SeededRandom(seed: 11)
    var column = NumberColumn(areIntegers: false)
    column.grow(to: 8000)
    for row in 0..<8000 where row % 5 != 0 {
      column.set(Double(Int.random(in: -3000...3000, using: &random)) / 7 * unit, at: row)
    }
    let rows = Bitmap(size: 8000) { $0 % 3 != 0 }
    for isAscending in [true, false] {
      let numbers = (0..<8000).filter { rows[$0] }.compactMap { column[$0] }
        .sorted { isAscending ? $0 < $1 : $0 > $1 }
      let expected = Bitmap(size: 8000) { row in
        guard rows[row], count <= numbers.count else { return rows[row] }
        let last = numbers[count - 1]
        return column[row].map { isAscending ? $0 <= last : $0 >= last } ?? false
      }
      #expect(column.first(count, of: rows, isAscending: isAscending) == expected)
    }
  }
}
