/// Bytes of UTF-8 text, which SQLite does not promise to be valid.
typealias TextBytes = UnsafeBufferPointer<UInt8>

/// The scalar at some place of a text, and how many bytes it takes there.
struct DecodedScalar: Equatable {
  var value: UInt32
  var length: Int

  /// What stands for bytes that are no UTF-8, as in `String(decoding:as:)`.
  static let replacement: UInt32 = 0xFFFD
}

extension UnsafeBufferPointer<UInt8> {
  /// Whether all bytes are ASCII.
  var isASCII: Bool {
    guard let base = baseAddress, count >= 8 else { return allSatisfy { $0 < 0x80 } }
    let bytes = UnsafeRawPointer(base)
    var seen = bytes.loadUnaligned(fromByteOffset: count - 8, as: UInt64.self)
    var offset = 0
    while offset &+ 8 <= count {
      seen |= bytes.loadUnaligned(fromByteOffset: offset, as: UInt64.self)
      offset &+= 8
    }
    return seen & 0x8080_8080_8080_8080 == 0
  }

  /// Decodes the scalar at an index; the longest wrong beginning of a scalar is one U+FFFD.
  @inline(__always)
  func decodeScalar(at index: Int) -> DecodedScalar {
    let lead = self[index]
    guard lead >= 0x80 else { return DecodedScalar(value: UInt32(lead), length: 1) }
    guard let shape = LeadByte(lead) else { return invalid(1) }
    var value = shape.bits
    for offset in 1..<shape.length {
      guard index + offset < count else { return invalid(offset) }
      let byte = self[index + offset]
      let allowed = offset == 1 ? shape.second : 0x80...0xBF
      guard allowed.contains(byte) else { return invalid(offset) }
      value = value << 6 | UInt32(byte & 0x3F)
    }
    return DecodedScalar(value: value, length: shape.length)
  }

  @inline(__always)
  private func invalid(_ length: Int) -> DecodedScalar {
    DecodedScalar(value: DecodedScalar.replacement, length: length)
  }
}

/// What the first byte of a scalar of two to four bytes tells, nil when none begins so.
///
/// The ranges are those of table 3-7 of the Unicode Standard, "Well-Formed UTF-8 Byte Sequences".
private struct LeadByte {
  var length: Int
  var bits: UInt32
  var second: ClosedRange<UInt8>

  @inline(__always)
  init?(_ byte: UInt8) {
    switch byte {
    case 0xC2...0xDF: self.init(length: 2, bits: UInt32(byte & 0x1F), second: 0x80...0xBF)
    case 0xE0: self.init(length: 3, bits: 0, second: 0xA0...0xBF)
    case 0xED: self.init(length: 3, bits: 0xD, second: 0x80...0x9F)
    case 0xE1...0xEF: self.init(length: 3, bits: UInt32(byte & 0xF), second: 0x80...0xBF)
    case 0xF0: self.init(length: 4, bits: 0, second: 0x90...0xBF)
    case 0xF1...0xF3: self.init(length: 4, bits: UInt32(byte & 7), second: 0x80...0xBF)
    case 0xF4: self.init(length: 4, bits: 4, second: 0x80...0x8F)
    default: return nil
    }
  }

  @inline(__always)
  private init(length: Int, bits: UInt32, second: ClosedRange<UInt8>) {
    self.length = length
    self.bits = bits
    self.second = second
  }
}
