import SQLiteBulkLoad
import Testing
import TestSupport

@testable import FetchKit

struct OrderedIDsTests {
  /// A list beside an array with the same rows, each with a number as its key.
  private struct Pair {
    var plain: [(id: Int64, key: UInt64)]
    var ordered: OrderedIDs
    private let isCompact: Bool

    init(_ keys: [UInt64], isCompact: Bool, firstID: Int64 = 0) {
      plain = keys.enumerated().map { (firstID + Int64($0), $1) }
      self.isCompact = isCompact
      ordered = OrderedIDs()
      ordered = OrderedIDs(content(plain.map(\.id)))
      if isCompact { ordered = OrderedIDs(plain.map(\.id)) ?? ordered }
    }

    /// Removes and inserts rows with new keys; leaves that have grown are built again.
    mutating func change(removing ids: [Int64], inserting rows: [(id: Int64, key: UInt64)]) {
      var edits = ids.compactMap { id in
        ordered.place(of: id).map { OrderedIDs.Edit(place: $0, id: id, prefix: nil) }
      }
      for row in rows.sorted(by: { $0.key < $1.key }) { edits.append(insertion(row)) }
      plain.removeAll { ids.contains($0.id) }
      plain = (plain + rows).sorted { $0.key < $1.key }
      ordered.apply(edits)
      for rank in Set(edits.map(\.place.rank)).sorted(by: >) {
        guard let prefixes = ordered.leaf(rank).prefixes,
          prefixes.prefixes.count > prefixes.limit
        else { continue }
        ordered.replaceLeaf(rank, by: content(ordered.ids(ofLeaf: rank)))
      }
    }

    private func content(_ ids: [Int64]) -> OrderedIDsBuilder.Content {
      let keys = Dictionary(uniqueKeysWithValues: plain.map { ($0.id, $0.key) })
      var builder = OrderedIDsBuilder()
      for id in ids {
        builder.keys.append(bigEndian: keys[id] ?? 0)
        builder.append(id)
      }
      return builder.finish()
    }

    private func insertion(_ row: (id: Int64, key: UInt64)) -> OrderedIDs.Edit {
      withUnsafeBytes(of: row.key.bigEndian) { Array($0) }.withUnsafeBufferPointer { key in
        let rank = ordered.rank(ofKey: key)
        let leaf = ordered.leaf(rank)
        let prefix = leaf.prefixes?.prefix(of: key) ?? 0
        let keys = Dictionary(uniqueKeysWithValues: plain.map { ($0.id, $0.key) })
        let candidates = leaf.prefixes?.range(of: prefix) ?? leaf.ids.indices
        let ids = ordered.ids(ofLeaf: rank)
        let offset = candidates.first { keys[ids[$0]] ?? 0 > row.key } ?? candidates.upperBound
        return OrderedIDs.Edit(
          place: OrderedIDs.Place(rank: rank, offset: offset), id: row.id, prefix: prefix)
      }
    }
  }

  @Test(arguments: 1...3, [false, true])
  func `random insertions and removals agree with an array`(seed: Int, isCompact: Bool) {
    var random = SeededRandom(seed: UInt64(seed))
    let limit: UInt64 = seed.isMultiple(of: 2) ? .max : 1 << 20
    var keys = Set((0..<seed * 300).map { _ in UInt64.random(in: 0..<limit, using: &random) })
    // Ids around the limit of compact ones, and small ones.
    let firstID = seed.isMultiple(of: 3) ? Int64(OrderedIDs.compactLimit - 200) : 0
    var pair = Pair(keys.sorted(), isCompact: isCompact, firstID: firstID)
    var next = firstID + 1_000_000
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
    #expect(ordered.brokenInvariant == nil)
    #expect(ordered.all == plain)
    #expect(ordered.count == plain.count)
    #expect(plain.indices.allSatisfy { ordered[$0] == plain[$0] })
    #expect(plain.indices.allSatisfy { ordered.index(of: plain[$0]) == $0 })
    let middle = plain.count / 3..<plain.count / 2
    #expect(ordered.ids(at: middle) == Array(plain[middle]))
    #expect(ordered.index(of: -5) == nil)
    let chosen = Set(plain.shuffled(using: &random).prefix(40) + [-5, 999_999_999])
    #expect(
      ordered.places(of: chosen).map(\.id) == plain.filter(chosen.contains))
  }

  @Test(arguments: [false, true])
  func `a list can be emptied and filled again`(isCompact: Bool) {
    var pair = Pair([10, 20, 30], isCompact: isCompact)
    pair.change(removing: [0, 1, 2], inserting: [])
    #expect(pair.ordered.all == [])
    pair.change(removing: [], inserting: [(7, 2), (8, 3), (-9, 1)])
    #expect(pair.ordered.all == [-9, 7, 8])
    #expect(pair.ordered.index(of: -9) == 0)
  }

  @Test(arguments: [false, true])
  func `a copy stays as it was`(isCompact: Bool) {
    var pair = Pair([10, 20, 30], isCompact: isCompact)
    let copy = pair.ordered
    pair.change(removing: [1], inserting: [(7, 40)])
    #expect(copy.all == [0, 1, 2])
    #expect(pair.ordered.all == [0, 2, 7])
  }

  @Test func `a list of repeated ids is refused`() {
    #expect(OrderedIDs([1, 2, -3, .max])?.all == [1, 2, -3, .max])
    #expect(OrderedIDs([1, 2, 1]) == nil)
    #expect(OrderedIDs([1, -2, -2]) == nil)
    #expect(OrderedIDs([])?.all == [])
  }
}
