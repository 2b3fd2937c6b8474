internal import Foundation
internal import SQLiteBulkLoad

/// The leaves of a list as bytes, with what they remember of the sort keys.
enum ListCoding {
  /// Changes with the form of the bytes.
  static let version = "leaves 1"

  /// For each leaf four numbers, the first key, the identities and their marks.
  static func data(_ leaves: [OrderedIDs.Leaf]) -> Data {
    var buffer = ByteBuffer(capacity: 1 << 20)
    for leaf in leaves {
      buffer.append(bigEndian: UInt64(leaf.ids.count))
      buffer.append(bigEndian: UInt64(leaf.marks.shared))
      buffer.append(bigEndian: UInt64(leaf.marks.first.count))
      leaf.marks.first.withUnsafeBufferPointer { buffer.append($0) }
      for id in leaf.ids { buffer.append(bigEndian: UInt64(bitPattern: id)) }
      for mark in leaf.marks.marks { buffer.append(bigEndian: mark) }
    }
    return Data(buffer.bytes)
  }

  /// The leaves of some bytes; nil when they are cut short, or an identity is there twice.
  static func leaves(_ data: Data) -> [OrderedIDs.Leaf]? {
    data.withUnsafeBytes { bytes in
      var reader = Reader(bytes: bytes)
      var leaves: [OrderedIDs.Leaf] = []
      var seen = SeenIDs()
      while reader.hasMore {
        guard let leaf = reader.leaf() else { return nil }
        guard leaf.ids.allSatisfy({ seen.insert($0) }) else { return nil }
        leaves.append(leaf)
      }
      return leaves
    }
  }

  /// The identities of a list so far.
  private struct SeenIDs {
    private var rows = RowBits(size: 1 << 16)
    private var others: Set<Int64> = []

    /// Adds an identity; false when it is there already.
    mutating func insert(_ id: Int64) -> Bool {
      guard (0..<FlatIDs.limit).contains(id) else { return others.insert(id).inserted }
      let row = Int(id)
      if row >= rows.words.count * 64 { rows.grow(to: max(row + 1, rows.words.count * 128)) }
      defer { rows[row] = true }
      return !rows[row]
    }
  }

  private struct Reader {
    let bytes: UnsafeRawBufferPointer
    private var offset = 0

    init(bytes: UnsafeRawBufferPointer) { self.bytes = bytes }

    var hasMore: Bool { offset < bytes.count }

    mutating func leaf() -> OrderedIDs.Leaf? {
      guard let count = size(), let shared = size(), let length = size(),
        let first = take(length), shared <= length, let ids = numbers(count),
        let marks = numbers(count), zip(marks, marks.dropFirst()).allSatisfy(<=)
      else { return nil }
      return OrderedIDs.Leaf(
        ids: ids.map(Int64.init(bitPattern:)),
        marks: LeafMarks(first: Array(first), shared: shared, marks: marks))
    }

    private mutating func size() -> Int? { numbers(1)?.first.flatMap(Int.init(exactly:)) }

    private mutating func numbers(_ count: Int) -> [UInt64]? {
      guard count <= (bytes.count - offset) / 8, let run = take(count * 8) else { return nil }
      return (0..<count).map {
        UInt64(bigEndian: run.loadUnaligned(fromByteOffset: $0 * 8, as: UInt64.self))
      }
    }

    private mutating func take(_ count: Int) -> UnsafeRawBufferPointer? {
      guard count <= bytes.count - offset else { return nil }
      defer { offset += count }
      return UnsafeRawBufferPointer(rebasing: bytes[offset..<offset + count])
    }
  }
}
