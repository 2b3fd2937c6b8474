/// A byte of a pattern, and the bit that a text may have or not have there.
struct MaskedByte {
  /// The expected byte.
  var byte: UInt8
  /// The bit between a capital and its small letter, 0 when case counts or it is no letter.
  var mask: UInt8

  @inline(__always)
  init(_ byte: UInt8, ignoresCase: Bool) {
    self.byte = byte
    mask = ignoresCase && byte &- 0x61 < 26 ? 0x20 : 0
  }

  /// Whether a byte of a text is the expected one.
  @inline(__always)
  func matches(_ other: UInt8) -> Bool { other | mask == byte }
}
