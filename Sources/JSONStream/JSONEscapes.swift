/// Decodes the escape sequences of a validated text.
enum JSONEscapes {
  /// Writes the text without escapes; it is never longer than `length`.
  ///
  /// A lone surrogate and a NUL cannot be kept in a text: each becomes U+FFFD and is counted.
  static func unescape(
    _ text: UnsafePointer<UInt8>, _ length: Int, into target: UnsafeMutablePointer<UInt8>
  ) -> (count: Int, lost: Int) {
    var (read, written, lost) = (0, 0, 0)
    while read < length {
      guard text[read] == Byte.backslash else {
        target[written] = text[read]
        (read, written) = (read + 1, written + 1)
        continue
      }
      guard text[read + 1] == UInt8(ascii: "u") else {
        target[written] = short(text[read + 1])
        (read, written) = (read + 2, written + 1)
        continue
      }
      let (scalar, used) = unicode(text + read, length - read)
      if scalar == nil { lost += 1 }
      written += encode(scalar ?? "\u{FFFD}", into: target + written)
      read += used
    }
    return (written, lost)
  }

  /// The value of a hexadecimal digit; nil for any other byte.
  static func hexDigit(_ byte: UInt8) -> UInt32? {
    switch byte {
    case Byte.zero...Byte.nine: UInt32(byte - Byte.zero)
    case UInt8(ascii: "a")...Byte.f: UInt32(byte - UInt8(ascii: "a") + 10)
    case UInt8(ascii: "A")...UInt8(ascii: "F"): UInt32(byte - UInt8(ascii: "A") + 10)
    default: nil
    }
  }

  /// The scalar of `\uXXXX` or of a surrogate pair, and the bytes it takes.
  private static func unicode(
    _ text: UnsafePointer<UInt8>, _ length: Int
  ) -> (Unicode.Scalar?, Int) {
    let first = unit(text)
    guard first != 0 else { return (nil, 6) }
    guard first & 0xFC00 == 0xD800 else { return (Unicode.Scalar(first), 6) }
    guard length >= 12, text[6] == Byte.backslash, text[7] == UInt8(ascii: "u") else {
      return (nil, 6)
    }
    let second = unit(text + 6)
    guard second & 0xFC00 == 0xDC00 else { return (nil, 6) }
    return (Unicode.Scalar(0x10000 + ((first & 0x3FF) << 10 | second & 0x3FF)), 12)
  }

  private static func unit(_ escape: UnsafePointer<UInt8>) -> UInt32 {
    (2..<6).reduce(0) { $0 << 4 | (hexDigit(escape[$1]) ?? 0) }
  }

  private static func encode(
    _ scalar: Unicode.Scalar, into target: UnsafeMutablePointer<UInt8>
  ) -> Int {
    var count = 0
    for byte in UTF8.encode(scalar) ?? UTF8.encodedReplacementCharacter {
      target[count] = byte
      count += 1
    }
    return count
  }

  private static func short(_ letter: UInt8) -> UInt8 {
    switch letter {
    case UInt8(ascii: "b"): 0x08
    case Byte.f: 0x0C
    case Byte.n: 0x0A
    case UInt8(ascii: "r"): 0x0D
    case Byte.t: 0x09
    default: letter
    }
  }
}
