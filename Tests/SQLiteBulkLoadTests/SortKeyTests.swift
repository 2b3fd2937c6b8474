import Foundation
import Testing
import TestSupport

@testable import SQLiteBulkLoad

struct SortKeyTests {
  private enum Part {
    case null
    case integer(Int64)
    case double(Double)
    case text(String)
  }

  private func key(_ parts: [Part], row: Int64 = 1) -> [UInt8] {
    var key = ByteBuffer()
    for part in parts {
      switch part {
      case .null: SortKey.appendNull(to: &key)
      case .integer(let number): SortKey.append(number, to: &key)
      case .double(let number): SortKey.append(number, to: &key)
      case .text(let text):
        Array(text.utf8).withUnsafeBufferPointer { SortKey.append($0, to: &key) }
      }
    }
    SortKey.appendTail(row: row, note: 7, to: &key)
    return Array(key.bytes)
  }

  @Test func `keys sort like their values, NULL first`() {
    let ascending = [
      key([.null]), key([.integer(.min)]), key([.integer(-1)]), key([.integer(0)]),
      key([.integer(.max)]),
      key([.double(-.infinity)]), key([.double(-1.5)]), key([.double(-0.0)], row: 1),
      key([.double(0)], row: 2), key([.double(1e-300)]), key([.double(70)]),
      key([.text("")]), key([.text("a")]), key([.text("a\0")]), key([.text("a\0b")]),
      key([.text("a\u{1}")]), key([.text("ab")]), key([.text("茶")]),
      key([.text("茶"), .integer(1)]), key([.text("茶"), .integer(2)], row: -1),
    ]
    for (left, right) in zip(ascending, ascending.dropFirst()) {
      #expect(left.lexicographicallyPrecedes(right))
    }
  }

  @Test func `integers and doubles of one column share an order`() {
    let limit = Int64(1) << 53
    let ascending: [(Int64?, Double?)] = [
      (nil, -.infinity), (.min, nil), (.min + 1, nil), (-limit - 1, nil), (nil, -1e10), (-2, nil),
      (nil, -1.5), (0, nil), (nil, 0.5), (1, nil), (nil, 1.5), (limit, nil), (limit + 1, nil),
      (limit + 2, nil), (.max - 1, nil), (.max, nil), (nil, 9.3e18), (nil, .infinity),
    ]
    let keys = ascending.map { whole, fraction in
      var key = ByteBuffer()
      if let whole { SortKey.append(exactly: whole, to: &key) }
      if let fraction { SortKey.append(exactly: fraction, to: &key) }
      return Array(key.bytes)
    }
    for (left, right) in zip(keys, keys.dropFirst()) {
      #expect(left.lexicographicallyPrecedes(right))
    }
    var whole = ByteBuffer()
    var fraction = ByteBuffer()
    SortKey.append(exactly: Int64(0), to: &whole)
    SortKey.append(exactly: -0.0, to: &fraction)
    let (first, second) = (Array(whole.bytes), Array(fraction.bytes))
    #expect(first == second)
  }

  @Test func `a key is decoded to a record of its values and its rowid`() {
    var record = RecordBuilder()
    let bytes = key([.null, .integer(-300), .double(1.5), .text("a\0b"), .text("")], row: 5)
    let decoded = bytes.withUnsafeBufferPointer { Array(SortKey.record($0, &record)) }
    let expected = Array("a\0b".utf8).withUnsafeBufferPointer { text in
      let values = [
        RecordValue(), RecordValue(integer: -300), RecordValue(double: 1.5),
        RecordValue(text: text),
        RecordValue(text: UnsafeBufferPointer(rebasing: text[..<0])), RecordValue(integer: 5),
      ]
      return values.withUnsafeBufferPointer { Array(record.record($0, hasRowid: false)) }
    }
    #expect(decoded == expected)
    #expect(expected.first == 7)
  }

  @Test(arguments: [1 << 20, 1000, 64], [3, 255] as [UInt8])
  func `keys are sorted in memory and in spilled runs`(bytesPerRun: Int, largest: UInt8) throws {
    var random = SeededRandom(seed: 9)
    try expectSorted(bytesPerRun: bytesPerRun) {
      (0..<500).map { _ in
        (0..<Int.random(in: 8...40, using: &random)).map { _ in
          UInt8.random(in: 0...largest, using: &random)
        }
      }
    }
  }

  @Test func `keys with equal beginnings, and equal keys, are sorted`() throws {
    var random = SeededRandom(seed: 10)
    try expectSorted(bytesPerRun: 1 << 20) {
      (0..<2000).map { _ in
        Array("the same sixteen bytes, and ".utf8.prefix(Int.random(in: 14...28, using: &random)))
          + [UInt8.random(in: 0...9, using: &random)]
      }
    }
  }

  private func expectSorted(bytesPerRun: Int, _ make: () -> [[UInt8]]) throws {
    var sorter = KeySorter(folder: NSTemporaryDirectory(), bytesPerRun: bytesPerRun)
    let keys = make()
    for key in keys {
      key.withUnsafeBufferPointer { sorter.bytes.append($0) }
      try sorter.endKey()
    }
    var sorted: [[UInt8]] = []
    try sorter.forEach { sorted.append(Array($0)) }
    #expect(sorted == keys.sorted { $0.lexicographicallyPrecedes($1) })
  }

  @Test(
    arguments: [
      (0, [0]), (127, [0x7F]), (128, [0x81, 0]), (16_383, [0xFF, 0x7F]), (16_384, [0x81, 0x80, 0]),
      (1 << 56, [0x80, 0xC0, 0x80, 0x80, 0x80, 0x80, 0x80, 0x80, 0]),
      (.max, [0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF, 0xFF]),
    ] as [(UInt64, [UInt8])])
  func `varints are written as SQLite does`(number: UInt64, bytes: [UInt8]) {
    var buffer = ByteBuffer()
    buffer.append(varint: number)
    let written = Array(buffer.bytes)
    #expect(written == bytes)
  }
}
