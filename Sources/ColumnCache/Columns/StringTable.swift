internal import CColumns
internal import FetchKit
internal import Foundation

/// Bytes of a text, which SQLite does not promise to be valid UTF-8.
typealias UTF8Bytes = UnsafeBufferPointer<UInt8>

/// Distinct strings, numbered in the order in which they were inserted: a hash table with open addressing.
struct StringTable: Sendable {
  /// The strings, one after the other.
  private var bytes: [UInt8] = []
  /// The end of each string in `bytes`.
  private var ends: [UInt32] = []
  /// One more than the index of the string with a hash; 0 for none.
  private var slots: [UInt32] = Array(repeating: 0, count: minimumSlots)

  private static let minimumSlots = 1024
  private static let capacity = (strings: 1 << 21, bytes: 1 << 25)

  var count: Int { ends.count }

  /// The index of a string, which is inserted if it is missing; nil when the table is full.
  mutating func index(inserting string: UTF8Bytes) -> UInt32? {
    let slot = slot(of: string)
    if slots[slot] != 0 { return slots[slot] - 1 }
    guard count < Self.capacity.strings, bytes.count < Self.capacity.bytes else { return nil }
    bytes.append(contentsOf: string)
    ends.append(UInt32(bytes.count))
    slots[slot] = UInt32(count)
    if count * 2 > slots.count { enlarge() }
    return UInt32(count - 1)
  }

  func forEach(_ body: (UTF8Bytes) -> Void) {
    bytes.withUnsafeBufferPointer { bytes in
      for index in ends.indices { body(UTF8Bytes(rebasing: bytes[range(of: index)])) }
    }
  }

  func mark(containing text: UTF8Bytes, in result: inout [Bool]) {
    bytes.withUnsafeBufferPointer { bytes in
      var (place, index) = (0, 0)
      // All strings are searched at once; a match that reaches into the next string does not count.
      while let match = Self.offset(of: text, in: bytes, from: place) {
        while Int(ends[index]) <= match { index += 1 }
        let isInside = match + text.count <= Int(ends[index])
        if isInside { result[index] = true }
        place = isInside ? Int(ends[index]) : match + 1
      }
    }
  }

  private static func offset(of text: UTF8Bytes, in bytes: UTF8Bytes, from start: Int) -> Int? {
    guard let first = bytes.baseAddress else { return nil }
    let offset = ccolumns_find(
      first + start, Int64(bytes.count - start), text.baseAddress, Int64(text.count))
    return offset < 0 ? nil : start + Int(offset)
  }

  /// For each string the number of strings that come before it byte by byte.
  var sortRanks: [UInt32] {
    bytes.withUnsafeBufferPointer { bytes in
      let order = ends.indices.sorted { left, right in
        let (left, right) = (range(of: left), range(of: right))
        guard let start = bytes.baseAddress else { return false }
        let order = memcmp(
          start + left.lowerBound, start + right.lowerBound, min(left.count, right.count))
        return order == 0 ? left.count < right.count : order < 0
      }
      var ranks = Array(repeating: UInt32(0), count: ends.count)
      for (rank, index) in order.enumerated() { ranks[index] = UInt32(rank) }
      return ranks
    }
  }

  private func range(of index: Int) -> Range<Int> {
    (index == 0 ? 0 : Int(ends[index - 1]))..<Int(ends[index])
  }

  /// The slot that has a string, or the free one where it belongs.
  private func slot(of string: UTF8Bytes) -> Int {
    var slot = Self.hash(string) & (slots.count - 1)
    while slots[slot] != 0, !isEqual(Int(slots[slot] - 1), string) {
      slot = (slot + 1) & (slots.count - 1)
    }
    return slot
  }

  private func isEqual(_ index: Int, _ string: UTF8Bytes) -> Bool {
    let range = range(of: index)
    guard range.count == string.count else { return false }
    return bytes.withUnsafeBufferPointer { bytes in
      guard let left = bytes.baseAddress, let right = string.baseAddress else { return true }
      return memcmp(left + range.lowerBound, right, string.count) == 0
    }
  }

  private mutating func enlarge() {
    slots = Array(repeating: 0, count: slots.count * 4)
    bytes.withUnsafeBufferPointer { bytes in
      for index in ends.indices {
        var slot = Self.hash(UTF8Bytes(rebasing: bytes[range(of: index)])) & (slots.count - 1)
        while slots[slot] != 0 { slot = (slot + 1) & (slots.count - 1) }
        slots[slot] = UInt32(index + 1)
      }
    }
  }

  /// The FNV-1a hash.
  private static func hash(_ string: UTF8Bytes) -> Int {
    var hash: UInt64 = 0xCBF2_9CE4_8422_2325
    for byte in string { hash = (hash ^ UInt64(byte)) &* 0x100_0000_01B3 }
    return Int(truncatingIfNeeded: hash ^ hash >> 32)
  }
}

// MARK: - In a file

extension StringTable {
  func write(to file: inout ColumnFileWriter) throws {
    try file.write(bytes)
    try file.write(ends)
    try file.write(slots)
  }

  /// Reads strings; throws when their ends or slots do not make a table.
  init(from file: inout ColumnFileReader) throws {
    bytes = try file.elements(atMost: Int(UInt32.max))
    ends = try file.elements(atMost: Self.capacity.strings)
    slots = try file.elements(atMost: 8 * Self.capacity.strings)
    guard zip(ends, ends.dropFirst()).allSatisfy(<=), ends.last ?? 0 == bytes.count, areSlotsValid
    else {
      throw ColumnFileReader.Damage()
    }
  }

  /// Whether each string may have one slot, and enough are free for a search to end.
  private var areSlotsValid: Bool {
    let isPowerOfTwo = slots.count & (slots.count - 1) == 0
    return isPowerOfTwo && slots.count >= max(Self.minimumSlots, 2 * count)
      && slots.count { $0 != 0 } == count
      && ccolumns_greatest_32(slots, Int64(slots.count)) == count
  }

  /// Whether each string is found at its own index, so that none is there twice.
  var isDistinct: Bool {
    bytes.withUnsafeBufferPointer { bytes in
      ends.indices.allSatisfy {
        slots[slot(of: UTF8Bytes(rebasing: bytes[range(of: $0)]))] == UInt32($0 + 1)
      }
    }
  }
}
