/// The width of every code point, decoded once from WidthData.
struct WidthTable: Sendable {
  /// The width of a code point, or that it is not drawn.
  enum Kind: UInt8 {
    case narrow
    case zero
    case double
    case none
  }

  static let shared = Self()

  private let starts: [UInt32]
  private let ends: [UInt32]
  private let kinds: [Kind]

  private init() {
    var ranges: [(first: UInt32, last: UInt32, kind: Kind)] = []
    Self.decode(WidthData.zero, as: .zero, into: &ranges)
    Self.decode(WidthData.double, as: .double, into: &ranges)
    Self.decode(WidthData.none, as: .none, into: &ranges)
    ranges.sort { $0.first < $1.first }
    starts = ranges.map(\.first)
    ends = ranges.map(\.last)
    kinds = ranges.map(\.kind)
  }

  func kind(of scalar: Unicode.Scalar) -> Kind {
    var low = 0
    var high = starts.count
    while low < high {
      let middle = (low + high) / 2
      if ends[middle] < scalar.value { low = middle + 1 } else { high = middle }
    }
    return low < starts.count && starts[low] <= scalar.value ? kinds[low] : .narrow
  }

  private static func decode(
    _ data: StaticString, as kind: Kind,
    into ranges: inout [(first: UInt32, last: UInt32, kind: Kind)]
  ) {
    data.withUTF8Buffer { bytes in
      for word in bytes.split(separator: UInt8(ascii: " ")) {
        let ends = word.split(separator: UInt8(ascii: "-")).map(hexadecimal)
        guard let first = ends.first, let last = ends.last else { continue }
        ranges.append((first, last, kind))
      }
    }
  }

  private static func hexadecimal(_ digits: Slice<UnsafeBufferPointer<UInt8>>) -> UInt32 {
    digits.reduce(0) { value, digit in
      value * 16 + UInt32(digit < UInt8(ascii: "A") ? digit - 48 : digit - 55)
    }
  }
}
