internal import Foundation

/// A record whose header and values take exactly the bytes that it has, or its first values.
struct DamagedRecord {
  /// The number of values in the header.
  private(set) var describedCount = 0
  /// The type of each value that the bytes have, in SQLite's numbers.
  private(set) var types: [UInt64] = []
  private var starts: [Int] = []
  private let bytes: [UInt8]

  /// Nil when the bytes are no record; one `allowsCut` ends before the first value that does not fit.
  init?(_ bytes: [UInt8], allowsCut: Bool = false) {
    self.bytes = bytes
    var place = 0
    guard let header = bytes.varint(&place), header <= UInt64(bytes.count) else { return nil }
    var start = Int(header)
    while place < Int(header) {
      let isCut = types.count < describedCount
      let type = bytes.varint(&place)
      describedCount += 1
      if !isCut, let type, let size = Self.size(of: type), size <= bytes.count - start {
        types.append(type)
        starts.append(start)
        start += size
      } else if !allowsCut {
        return nil
      }
    }
    guard allowsCut || place == Int(header) && start == bytes.count else { return nil }
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

  /// A value by its place, which has to be one of the record.
  func value(_ index: Int) -> Value {
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
