import Testing

@testable import FetchKit

struct OrderedIDsTests {
  @Test(arguments: 1...8)
  func `random insertions and removals agree with an array`(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    var plain = Array(Int64(0)..<Int64(seed * 700))
    var ordered = OrderedIDs(plain)
    var next = Int64(1_000_000)
    for _ in 0..<3000 {
      if plain.isEmpty || Int.random(in: 0..<5, using: &random) < 3 {
        let index = Int.random(in: 0...plain.count, using: &random)
        plain.insert(next, at: index)
        ordered.insert(next, at: index)
        next += 1
      } else {
        let id = plain.remove(at: Int.random(in: 0..<plain.count, using: &random))
        ordered.remove(id)
      }
    }
    #expect(ordered.all == plain)
    #expect(ordered.count == plain.count)
    #expect(plain.indices.allSatisfy { ordered[$0] == plain[$0] })
    #expect(plain.indices.allSatisfy { ordered.index(of: plain[$0]) == $0 })
    let middle = plain.count / 3..<plain.count / 2
    #expect(ordered.ids(at: middle) == Array(plain[middle]))
    #expect(ordered.index(of: -5) == nil)
  }

  @Test func `a list can be emptied and filled again`() {
    var ordered = OrderedIDs([1, 2, 3])
    for id in [2, 1, 3] as [Int64] { ordered.remove(id) }
    #expect(ordered.all == [])
    ordered.insert(7, at: 0)
    ordered.insert(8, at: 1)
    ordered.insert(-9, at: 0)
    #expect(ordered.all == [-9, 7, 8])
    #expect(ordered.index(of: -9) == 0)
  }
}
