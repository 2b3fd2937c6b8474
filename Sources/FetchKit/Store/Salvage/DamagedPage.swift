internal import Foundation
internal import SQLiteBulkLoad

/// A page that may belong to a tree.
struct DamagedPage {
  let bytes: [UInt8]
  let kind: TreePage.Kind
  /// The start offsets of cells in the page's list that are on the page.
  let cells: [Int]
  /// How many places are not on the page.
  let strayCells: Int
  private let headerStart: Int

  /// nil if the page does not start like one of a tree.
  init?(_ bytes: [UInt8], number: Int) {
    // The first page begins with the header of the file.
    headerStart = number == 1 ? 100 : 0
    guard bytes.count >= headerStart + 12, let kind = TreePage.Kind(rawValue: bytes[headerStart])
    else { return nil }
    let listStart = headerStart + (kind.isLeaf ? 8 : 12)
    let count = Int(bytes.number(at: headerStart + 3, size: 2))
    guard listStart + 2 * count <= bytes.count else { return nil }
    // SQLite ignores the bits of an offset that lead beyond the page, whose size is a power of two.
    let bits = (1 << (Int.bitWidth - (bytes.count - 1).leadingZeroBitCount)) - 1
    let listed = (0..<count).map { Int(bytes.number(at: listStart + 2 * $0, size: 2)) & bits }
    cells = listed.filter { (listStart + 2 * count..<bytes.count).contains($0) }
    strayCells = count - cells.count
    self.kind = kind
    self.bytes = bytes
  }

  /// A leaf without its header and cell list: a cell may start anywhere.
  init(carving bytes: [UInt8], as kind: TreePage.Kind) {
    (self.bytes, self.kind, headerStart, strayCells) = (bytes, kind, 0, 0)
    cells = Array(0..<bytes.count)
  }

  /// Whether cells are in the second half of the page, where SQLite puts the first ones.
  var fillsItsEnd: Bool { strayCells == 0 && cells.contains { $0 > bytes.count / 2 } }

  var children: [Int] {
    guard !kind.isLeaf else { return [] }
    let left = cells.filter { $0 + 4 <= bytes.count }.map { Int(bytes.number(at: $0, size: 4)) }
    return left + [Int(bytes.number(at: headerStart + 8, size: 4))]
  }

  /// The offset of a cell's record header, after the child page number.
  func recordStart(_ cell: Int) -> Int { kind.isLeaf ? cell : cell + 4 }
}

/// A record whose header and values take exactly the bytes that it has, or its first values.
struct DamagedRecord {
  /// How many values the header describes.
  private(set) var describedCount = 0
  /// The type of each value that the bytes have, in SQLite's numbers.
  private(set) var types: [UInt64] = []
  private var starts: [Int] = []
  private let bytes: [UInt8]

  /// Nil when the bytes are not a record; with `allowsTruncation` it ends before the first value that does not fit.
  init?(_ bytes: [UInt8], allowsTruncation: Bool = false) {
    self.bytes = bytes
    var place = 0
    guard let header = bytes.varint(&place), header <= UInt64(bytes.count) else { return nil }
    var start = Int(header)
    while place < Int(header) {
      let isTruncated = types.count < describedCount
      let type = bytes.varint(&place)
      describedCount += 1
      if !isTruncated, let type, let size = Self.size(of: type), size <= bytes.count - start {
        types.append(type)
        starts.append(start)
        start += size
      } else if !allowsTruncation {
        return nil
      }
    }
    guard allowsTruncation || place == Int(header) && start == bytes.count else { return nil }
  }

  private static func size(of type: UInt64) -> Int? {
    switch type {
    case 0...4: Int(type)
    case 5: 6
    case 6, 7: 8
    case 8, 9: 0
    case 10, 11: nil
    default: Int((type - 12) / 2)
    }
  }

  func value(_ index: Int) -> FetchValue {
    let (type, start) = (types[index], starts[index])
    let size = Self.size(of: type) ?? 0
    let content = bytes[start..<(start + size)]
    switch type {
    case 0: return .null
    case 1...6:
      let shift = 64 - 8 * size
      return .integer(Int64(bitPattern: bytes.number(at: start, size: size) << shift) >> shift)
    case 7: return .double(Double(bitPattern: bytes.number(at: start, size: 8)))
    case 8, 9: return .integer(Int64(type) - 8)
    default:
      return type % 2 == 0
        ? .data(Data(content)) : .string(String(decoding: content, as: UTF8.self))
    }
  }
}
