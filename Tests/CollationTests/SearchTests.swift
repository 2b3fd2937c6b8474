import Testing

@testable import Collation

struct SearchTests {
  @Test(arguments: 0..<9)
  func `the partitioning index is the lower bound`(value: Int) {
    let sorted = [1, 3, 3, 5, 7]
    let expected = sorted.firstIndex { $0 >= value } ?? sorted.endIndex
    #expect(sorted.partitioningIndex { $0 >= value } == expected)
    #expect(sorted[1..<4].partitioningIndex { $0 >= value } == min(max(expected, 1), 4))
  }

  @Test func `an empty collection has no other index`() {
    #expect([Int]().partitioningIndex { _ in true } == 0)
  }
}
