import JSONStream
import Venues

/// The identifier of a place whose file gives it none: the same for the same name and place.
enum DerivedID {
  /// 24 hexadecimal digits.
  static func make(name: TextSlice, _ record: VenueRecord) -> String {
    let key = folded(name) + "\u{1F}" + place(record)
    let high = fnv(key.utf8, from: 0xCBF2_9CE4_8422_2325)
    let low = fnv(key.utf8, from: high) & 0xFFFF_FFFF
    return hex(high, digits: 16) + hex(low, digits: 8)
  }

  /// Coordinates to about a meter, else the address.
  private static func place(_ record: VenueRecord) -> String {
    if let latitude: Double = record[.latitude], let longitude: Double = record[.longitude] {
      return "\(Int((latitude * 1e5).rounded())),\(Int((longitude * 1e5).rounded()))"
    }
    let parts: [TextSlice?] = [record[.address], record[.city], record[.postalCode]]
    return parts.map { $0.map(folded) ?? "" }.joined(separator: "\u{1F}")
  }

  private static func folded(_ text: TextSlice) -> String { text.trimmed.string.lowercased() }

  /// FNV-1a: http://www.isthe.com/chongo/tech/comp/fnv/
  private static func fnv(_ bytes: some Sequence<UInt8>, from start: UInt64) -> UInt64 {
    bytes.reduce(start) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
  }

  private static func hex(_ number: UInt64, digits: Int) -> String {
    let text = String(number, radix: 16)
    return String(repeating: "0", count: digits - text.count) + text
  }
}
