/// The numbers of a control sequence: "1;5:3" behind an optional "<", "=", ">" or "?".
struct Parameters {
  /// The private marker; nil without one.
  let prefix: UInt8?
  /// True when other bytes stand before the last one.
  let hasIntermediates: Bool
  /// Numbers by semicolon, then by colon; nil for a missing one.
  private let fields: [[Int?]]

  init(_ bytes: [UInt8]) {
    let marker = bytes.first.flatMap { (0x3C...0x3F).contains($0) ? $0 : nil }
    let rest = marker == nil ? bytes[...] : bytes.dropFirst()
    prefix = marker
    hasIntermediates = rest.contains { (0x20...0x2F).contains($0) }
    fields = rest.split(separator: UInt8(ascii: ";"), omittingEmptySubsequences: false).map {
      $0.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false).map(Self.number)
    }
  }

  var count: Int { fields.count }

  /// The number at a place; nil when it is missing.
  subscript(index: Int) -> Int? {
    index < fields.count ? fields[index].first ?? nil : nil
  }

  /// The modifiers, which xterm counts from 1.
  func modifiers(at index: Int) -> Modifiers {
    let bits = max(0, (self[index] ?? 1) - 1)
    var result: Modifiers = []
    if bits & 1 != 0 { result.insert(.shift) }
    if bits & (2 | 8 | 32) != 0 { result.insert(.alt) }
    if bits & 4 != 0 { result.insert(.ctrl) }
    return result
  }

  /// True when kitty tells that the key went up.
  var isRelease: Bool {
    fields.count > 1 && fields[1].count > 1 && fields[1][1] == 3
  }

  private static func number(_ digits: ArraySlice<UInt8>) -> Int? {
    digits.count <= 9 ? Int(String(decoding: digits, as: UTF8.self)) : nil
  }
}
