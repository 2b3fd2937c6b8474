internal import Collation
internal import Foundation
internal import SQLiteBulkLoad

/// Eight bytes of the sort key of each object of a leaf, which tell where a changed object belongs.
///
/// Neighbors in a long list share the first bytes of their keys; the eight bytes after those tell nearly all of
/// them apart. A key that does not begin with the shared bytes comes before or after all others.
struct KeyPrefixes: Sendable {
  /// Not greater than any key of the leaf, and greater than all keys of the leaves before.
  let firstKey: [UInt8]
  /// The number of bytes of `firstKey` that all keys share.
  let sharedCount: Int
  /// The prefix of each key, ascending; keys with equal prefixes have to be compared.
  var prefixes: [UInt64]
  /// A leaf of more ids should be built again from their keys.
  let limit: Int

  init() { self.init(keys: TextBytes(start: nil, count: 0), ends: [], sharedCount: 0) }

  /// The prefixes of ascending keys that share some bytes, given the end of each in `keys`.
  init(keys: TextBytes, ends: [Int], sharedCount: Int) {
    func key(_ index: Int) -> TextBytes {
      TextBytes(rebasing: keys[(index == 0 ? 0 : ends[index - 1])..<ends[index]])
    }
    firstKey = ends.isEmpty ? [] : Array(key(0))
    self.sharedCount = sharedCount
    limit = min(512, max(32, 2 * ends.count))
    prefixes = ends.indices.map { Self.prefix(key($0), from: sharedCount) }
  }

  func prefix(of key: TextBytes) -> UInt64 {
    let order = firstKey.withUnsafeBufferPointer { Self.compare(key, $0, count: sharedCount) }
    return order < 0 ? 0 : order > 0 ? .max : Self.prefix(key, from: sharedCount)
  }

  /// The keys with a prefix; where they would be when there are none.
  func range(of prefix: UInt64) -> Range<Int> {
    let lower = prefixes.partitioningIndex { $0 >= prefix }
    return lower..<prefixes.partitioningIndex { $0 > prefix }
  }

  /// Whether a key comes before all of the leaf.
  func begins(after key: TextBytes) -> Bool {
    firstKey.withUnsafeBufferPointer { Self.compare(key, $0, count: $0.count) < 0 }
  }

  static func sharedCount(_ left: TextBytes, _ right: TextBytes, atMost limit: Int) -> Int {
    let limit = min(limit, left.count, right.count)
    var count = 0
    while count < limit, left[count] == right[count] { count += 1 }
    return count
  }

  /// Eight bytes of a key as a number, zeros after its end.
  private static func prefix(_ key: TextBytes, from start: Int) -> UInt64 {
    (start..<start + 8).reduce(0) { $0 << 8 | ($1 < key.count ? UInt64(key[$1]) : 0) }
  }

  /// Negative when a key comes before the first bytes of another, 0 when it begins with them.
  private static func compare(_ key: TextBytes, _ other: TextBytes, count: Int) -> Int {
    guard count > 0, let left = key.baseAddress, let right = other.baseAddress else { return 0 }
    let order = Int(memcmp(left, right, min(count, key.count)))
    return order == 0 && key.count < count ? -1 : order
  }
}

/// Builds a list with key prefixes of ids that come in order.
struct OrderedIDsBuilder: ~Copyable {
  struct Content: Sendable {
    fileprivate(set) var leaves: [OrderedIDs.Leaf] = []
    fileprivate(set) var codes = IDCodes()
  }

  /// The keys of the leaf that is being filled; the key of an id is appended before the id.
  var keys = ByteBuffer(capacity: 32 * 1024)
  private var ends: [Int] = []
  private var sharedCount = 0
  private var ids: [UInt32] = []
  private var content = Content()

  /// A leaf with at least this many ids may end before it is full.
  private static let minimumCount = 32

  /// Appends the id whose key has just been appended to `keys`.
  ///
  /// A leaf ends where the bytes that its keys share change, so that prefixes tell its keys apart.
  mutating func append(_ id: Int64) {
    let start = ends.last ?? 0
    let key = TextBytes(rebasing: keys.bytes[start...])
    let common =
      ends.isEmpty ? key.count : KeyPrefixes.sharedCount(keys.bytes, key, atMost: sharedCount)
    if ids.count == OrderedIDs.leafCount
      || (common < sharedCount && ids.count >= Self.minimumCount)
    {
      finishLeaf(before: start)
      sharedCount = keys.count
    } else {
      sharedCount = common
    }
    ids.append(content.codes.insert(id))
    ends.append(keys.count)
  }

  /// The leaves of all ids.
  consuming func finish() -> Content {
    if !ids.isEmpty { finishLeaf(before: keys.count) }
    return content
  }

  /// Ends the leaf and keeps the key that begins after it.
  private mutating func finishLeaf(before start: Int) {
    let prefixes = KeyPrefixes(
      keys: keys.bytes, ends: ends, sharedCount: ids.count == 1 ? 0 : sharedCount)
    content.leaves.append(OrderedIDs.Leaf(ids: ids, prefixes: prefixes))
    ids.removeAll(keepingCapacity: true)
    ends.removeAll(keepingCapacity: true)
    keys.removeFirst(start)
  }
}
