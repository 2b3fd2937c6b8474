import SQLiteBulkLoad
import Testing

@testable import FetchKit

struct OrderedIDsTests {
  /// A list beside an array that has the same rows, each with a number as its key.
  private struct Pair {
    var plain: [(id: Int64, key: UInt64)]
    var ordered: OrderedIDs

    init(_ keys: [UInt64]) {
      plain = keys.enumerated().map { (Int64($0), $1) }
      var builder = OrderedIDsBuilder()
      for row in plain {
        builder.keys.append(bigEndian: row.key)
        builder.append(row.id)
      }
      ordered = OrderedIDs(leaves: builder.finish())
    }

    /// Takes rows out and puts rows in that have keys of their own; grown leaves are marked anew.
    mutating func change(removing ids: [Int64], inserting rows: [(id: Int64, key: UInt64)]) {
      var edits = ids.compactMap { id in
        ordered.place(of: id).map { OrderedIDs.Edit(place: $0, id: id, mark: nil) }
      }
      for row in rows.sorted(by: { $0.key < $1.key }) { edits.append(arrival(row)) }
      plain.removeAll { ids.contains($0.id) }
      plain = (plain + rows).sorted { $0.key < $1.key }
      ordered.apply(edits)
      for rank in Set(edits.map(\.place.rank)).sorted(by: >)
      where ordered.ids(ofRank: rank).count > ordered.marks(ofRank: rank).limit {
        ordered.replaceLeaf(rank, by: OrderedIDs.Leaf.leaves(keys(ordered.ids(ofRank: rank))))
      }
    }

    private func keys(_ ids: [Int64]) -> [(id: Int64, key: [UInt8])] {
      let keys = Dictionary(uniqueKeysWithValues: plain.map { ($0.id, $0.key) })
      return ids.map { ($0, bytes(keys[$0] ?? 0)) }
    }

    private func bytes(_ key: UInt64) -> [UInt8] {
      withUnsafeBytes(of: key.bigEndian) { Array($0) }
    }

    private func arrival(_ row: (id: Int64, key: UInt64)) -> OrderedIDs.Edit {
      bytes(row.key).withUnsafeBufferPointer { key in
        let rank = ordered.rank(ofKey: key)
        let marks = ordered.marks(ofRank: rank)
        let keys = Dictionary(uniqueKeysWithValues: plain.map { ($0.id, $0.key) })
        let equals = marks.rows(with: marks.mark(of: key))
        let offset = equals.first { keys[ordered.ids(ofRank: rank)[$0]] ?? 0 > row.key }
        return OrderedIDs.Edit(
          place: OrderedIDs.Place(rank: rank, offset: offset ?? equals.upperBound), id: row.id,
          mark: marks.mark(of: key))
      }
    }
  }

  @Test(arguments: 1...6)
  func `random insertions and removals agree with an array`(seed: Int) {
    var random = SeededRandom(seed: UInt64(seed))
    let limit: UInt64 = seed.isMultiple(of: 2) ? .max : 1 << 20
    var keys = Set((0..<seed * 300).map { _ in UInt64.random(in: 0..<limit, using: &random) })
    var pair = Pair(keys.sorted())
    var next = Int64(1_000_000)
    for _ in 0..<120 {
      let gone = pair.plain.shuffled(using: &random).prefix(Int.random(in: 0..<20, using: &random))
      var new: [(id: Int64, key: UInt64)] = []
      for _ in 0..<Int.random(in: 0..<30, using: &random) {
        let key = UInt64.random(in: 0..<limit, using: &random)
        guard keys.insert(key).inserted else { continue }
        new.append((next, key))
        next += 1
      }
      pair.change(removing: gone.map(\.id), inserting: new)
    }
    let (plain, ordered) = (pair.plain.map(\.id), pair.ordered)
    #expect(ordered.all == plain)
    #expect(ordered.count == plain.count)
    #expect(plain.indices.allSatisfy { ordered[$0] == plain[$0] })
    #expect(plain.indices.allSatisfy { ordered.index(of: plain[$0]) == $0 })
    let middle = plain.count / 3..<plain.count / 2
    #expect(ordered.ids(at: middle) == Array(plain[middle]))
    #expect(ordered.index(of: -5) == nil)
  }

  @Test func `a list can be emptied and filled again`() {
    var pair = Pair([10, 20, 30])
    pair.change(removing: [0, 1, 2], inserting: [])
    #expect(pair.ordered.all == [])
    pair.change(removing: [], inserting: [(7, 2), (8, 3), (-9, 1)])
    #expect(pair.ordered.all == [-9, 7, 8])
    #expect(pair.ordered.index(of: -9) == 0)
  }

  @Test func `a copy stays as it was`() {
    var pair = Pair([10, 20, 30])
    let copy = pair.ordered
    pair.change(removing: [1], inserting: [(7, 40)])
    #expect(copy.all == [0, 1, 2])
    #expect(pair.ordered.all == [0, 2, 7])
  }

  @Test func `a list is the same after it has been kept as bytes`() throws {
    let leaves = OrderedIDs((0..<1000).map { $0 * 7 - 300 }).orderedLeaves
    let data = ListCoding.data(leaves)
    let read = try #require(ListCoding.leaves(data))
    #expect(read.map(\.ids) == leaves.map(\.ids))
    #expect(read.map(\.marks.marks) == leaves.map(\.marks.marks))
    #expect(read.map(\.marks.first) == leaves.map(\.marks.first))
    #expect(read.map(\.marks.shared) == leaves.map(\.marks.shared))
    #expect(ListCoding.leaves(data.dropLast()) == nil)
  }
}
