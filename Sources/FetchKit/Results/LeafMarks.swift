internal import Collation
internal import Foundation

/// What a leaf of a list remembers of the sort keys of its rows: eight bytes of each.
///
/// Neighbors in a long list share the first bytes of their keys; the eight after those tell nearly all
/// of them apart. A row whose key does not share them stands before all others or behind.
struct LeafMarks: Sendable {
  /// No row of the leaf comes before this key, and every row of the leaves before does.
  let first: [UInt8]
  /// How many bytes of `first` the rows share.
  let shared: Int
  /// A number for each row, in the order of the rows; rows with the same one have to be compared.
  private(set) var marks: [UInt64]
  /// From how many rows on the leaf should be marked anew.
  let limit: Int
  /// Whether the keys are not known: all rows have the same mark.
  private let isUnknown: Bool

  /// The marks of so many rows whose keys nobody remembers.
  init(unknown count: Int) {
    first = []
    shared = 0
    marks = Array(repeating: 0, count: count)
    limit = .max
    isUnknown = true
  }

  /// Marks for some rows in order, whose keys share some bytes; `ends` are the ends of their keys in `keys`.
  init(keys: TextBytes, ends: [Int], shared: Int) {
    func key(_ row: Int) -> TextBytes {
      TextBytes(rebasing: keys[(row == 0 ? 0 : ends[row - 1])..<ends[row]])
    }
    first = ends.isEmpty ? [] : Array(key(0))
    self.shared = shared
    limit = min(512, max(32, 2 * ends.count))
    isUnknown = false
    marks = ends.indices.map { Self.mark(key($0), from: shared) }
  }

  init(first: [UInt8], shared: Int, marks: [UInt64]) {
    self.first = first
    self.shared = shared
    self.marks = marks
    limit = min(512, max(32, 2 * marks.count))
    isUnknown = false
  }

  /// The marks of some of the rows.
  func filtered(_ rows: [Int]) -> LeafMarks {
    LeafMarks(first: first, shared: shared, marks: rows.map { marks[$0] })
  }

  /// The number of a row with a key.
  func mark(of key: TextBytes) -> UInt64 {
    if isUnknown { return 0 }
    let order = first.withUnsafeBufferPointer { Self.order(key, $0, count: shared) }
    return order < 0 ? 0 : order > 0 ? .max : Self.mark(key, from: shared)
  }

  /// The rows with the same mark; empty where the row belongs when there are none.
  func rows(with mark: UInt64) -> Range<Int> {
    let low = firstIndex { $0 < mark }
    return low..<(mark == .max ? marks.count : firstIndex { $0 <= mark })
  }

  /// Whether the leaf begins behind a key.
  func begins(after key: TextBytes) -> Bool {
    first.withUnsafeBufferPointer { Self.order(key, $0, count: $0.count) < 0 }
  }

  mutating func insert(_ mark: UInt64, at row: Int) { marks.insert(mark, at: row) }

  mutating func remove(at row: Int) { marks.remove(at: row) }

  private func firstIndex(while condition: (UInt64) -> Bool) -> Int {
    var (low, high) = (0, marks.count)
    while low < high {
      let middle = (low + high) / 2
      if condition(marks[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

// MARK: - Bytes

extension LeafMarks {
  /// How many first bytes two keys share.
  static func sharedBytes(_ left: TextBytes, _ right: TextBytes, atMost limit: Int) -> Int {
    let limit = min(limit, left.count, right.count)
    var count = 0
    while count < limit, left[count] == right[count] { count += 1 }
    return count
  }

  /// Eight bytes of a key as a number; a key that ends has zeros.
  private static func mark(_ key: TextBytes, from start: Int) -> UInt64 {
    var mark: UInt64 = 0
    for index in start..<(start + 8) {
      mark = mark << 8 | (index < key.count ? UInt64(key[index]) : 0)
    }
    return mark
  }

  /// Negative when a key comes before the first bytes of another, 0 when it begins with them.
  private static func order(_ key: TextBytes, _ other: TextBytes, count: Int) -> Int {
    guard count > 0, let left = key.baseAddress, let right = other.baseAddress else { return 0 }
    let order = Int(memcmp(left, right, min(count, key.count)))
    return order == 0 && key.count < count ? -1 : order
  }
}
