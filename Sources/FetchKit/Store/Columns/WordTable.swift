internal import Collation
internal import CColumns
internal import Foundation

/// Different words, numbered in the order in which they came.
struct WordTable: Sendable {
  /// The words one after the other.
  private var bytes: [UInt8] = []
  /// For each word the place behind its last byte.
  private var ends: [UInt32] = []
  /// For each place of a hash one more than the number of a word; 0 for none.
  private var slots: [UInt32] = Array(repeating: 0, count: 1024)

  /// How many words and bytes there may be: from then on the store is asked.
  private static let capacity = (words: 1 << 21, bytes: 1 << 25)

  var count: Int { ends.count }

  /// The number of a word, a new one for a new word; nil when there are too many.
  mutating func number(of word: TextBytes) -> UInt32? {
    var slot = Self.hash(word) & (slots.count - 1)
    while slots[slot] != 0 {
      let number = slots[slot] - 1
      if isWord(Int(number), word) { return number }
      slot = (slot + 1) & (slots.count - 1)
    }
    guard count < Self.capacity.words, bytes.count < Self.capacity.bytes else { return nil }
    bytes.append(contentsOf: word)
    ends.append(UInt32(bytes.count))
    slots[slot] = UInt32(count)
    if count * 2 > slots.count { enlarge() }
    return UInt32(count - 1)
  }

  /// For each word whether a text is a part of it.
  func containing(_ text: TextBytes) -> [Bool] {
    let pattern = BytePattern(bytes: text)
    return bytes.withUnsafeBufferPointer { bytes in
      ends.indices.map { pattern.occurs(in: TextBytes(rebasing: bytes[range(of: $0)])) }
    }
  }

  /// For each word how many others come before it byte by byte.
  var ranks: [UInt32] {
    bytes.withUnsafeBufferPointer { bytes in
      let order = ends.indices.sorted { left, right in
        let (left, right) = (range(of: left), range(of: right))
        guard let start = bytes.baseAddress else { return false }
        let order = memcmp(
          start + left.lowerBound, start + right.lowerBound, min(left.count, right.count))
        return order == 0 ? left.count < right.count : order < 0
      }
      var ranks = Array(repeating: UInt32(0), count: ends.count)
      for (rank, word) in order.enumerated() { ranks[word] = UInt32(rank) }
      return ranks
    }
  }

  private func range(of number: Int) -> Range<Int> {
    (number == 0 ? 0 : Int(ends[number - 1]))..<Int(ends[number])
  }

  private func isWord(_ number: Int, _ word: TextBytes) -> Bool {
    let range = range(of: number)
    guard range.count == word.count else { return false }
    return bytes.withUnsafeBufferPointer { bytes in
      guard let left = bytes.baseAddress, let right = word.baseAddress else { return true }
      return memcmp(left + range.lowerBound, right, word.count) == 0
    }
  }

  private mutating func enlarge() {
    slots = Array(repeating: 0, count: slots.count * 4)
    bytes.withUnsafeBufferPointer { bytes in
      for number in ends.indices {
        var slot = Self.hash(TextBytes(rebasing: bytes[range(of: number)])) & (slots.count - 1)
        while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = UInt32(number + 1)
      }
    }
  }

  private static func hash(_ word: TextBytes) -> Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in word { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return Int(truncatingIfNeeded: hash ^ hash >> 32)
  }
}

extension WordTable {
  func write(to file: inout ColumnWriter) throws {
    try file.write(bytes)
    try file.write(ends)
    try file.write(slots)
  }

  /// Reads words; throws when their places or their hashes' are not in order.
  init(from file: inout ColumnReader) throws {
    bytes = try file.elements(atMost: Int(UInt32.max))
    ends = try file.elements(atMost: Self.capacity.words)
    slots = try file.elements(atMost: 8 * Self.capacity.words)
    guard ends.areAscending, ends.last ?? 0 == bytes.count, isHashed else {
      throw ColumnReader.Damage()
    }
  }

  /// Whether each word may be in one slot, and enough are free for a search to end.
  private var isHashed: Bool {
    let isPower = slots.count >= 1024 && slots.count & (slots.count - 1) == 0
    return isPower && slots.count >= 2 * count
      && slots.count { $0 != 0 } == count
      && ccolumns_greatest_32(slots, Int64(slots.count)) == count
  }
}
