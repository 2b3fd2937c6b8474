internal import Collation
internal import SQLiteBulkLoad

/// Makes a list of identities that come in order with their sort keys.
struct OrderedIDsBuilder: ~Copyable {
  /// The keys of the leaf that is being filled; the next one is appended before its identity.
  var keys = ByteBuffer(capacity: 32 * 1024)
  private var ends: [Int] = []
  /// How many bytes the keys of the leaf share.
  private var shared = 0
  private var ids: [Int64] = []
  private var leaves: [OrderedIDs.Leaf] = []

  /// From how many rows on a leaf may be ended before it is full.
  private static let least = 32

  /// Appends the identity whose key has just been appended to `keys`.
  ///
  /// A leaf is ended where what its keys share changes, so that marks tell its rows apart.
  mutating func append(_ id: Int64) {
    let start = ends.last ?? 0
    let key = TextBytes(rebasing: keys.bytes[start...])
    let common = ends.isEmpty ? key.count : LeafMarks.sharedBytes(keys.bytes, key, atMost: shared)
    if ids.count == OrderedIDs.fill || (common < shared && ids.count >= Self.least) {
      endLeaf(before: start)
      shared = keys.count
    } else {
      shared = common
    }
    ids.append(id)
    ends.append(keys.count)
  }

  /// The leaves of all identities.
  mutating func finish() -> [OrderedIDs.Leaf] {
    if !ids.isEmpty { endLeaf(before: keys.count) }
    return leaves
  }

  /// Ends the leaf and keeps the key that begins behind it.
  private mutating func endLeaf(before start: Int) {
    let marks = LeafMarks(keys: keys.bytes, ends: ends, shared: ids.count == 1 ? 0 : shared)
    leaves.append(OrderedIDs.Leaf(ids: ids, marks: marks))
    ids.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    keys.removeFirst(start)
  }
}
