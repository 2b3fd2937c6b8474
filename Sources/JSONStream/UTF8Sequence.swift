/// The byte pattern of a non-ASCII character, after table 3-7 of the Unicode standard.
public enum UTF8Sequence {
  /// Bytes of the well-formed character at `bytes`; 0 for a malformed one. Reads up to four bytes.
  @inline(__always)
  public static func length(_ bytes: UnsafePointer<UInt8>) -> Int {
    let expected = expectedLength(bytes[0])
    return expected > 0 && validPrefix(bytes) == expected ? expected : 0
  }

  /// The number of bytes that can begin a well-formed character.
  @inline(__always)
  public static func validPrefix(_ bytes: UnsafePointer<UInt8>) -> Int {
    let expected = expectedLength(bytes[0])
    guard expected > 1 else { return expected }
    guard seconds(after: bytes[0]).contains(bytes[1]) else { return 1 }
    var count = 2
    while count < expected, bytes[count] & 0xC0 == 0x80 { count += 1 }
    return count
  }

  /// Bytes that a character beginning with `lead` has; 0 for an invalid lead.
  @inline(__always)
  public static func expectedLength(_ lead: UInt8) -> Int {
    switch lead {
    case 0..<0x80: 1
    case 0xC2...0xDF: 2
    case 0xE0...0xEF: 3
    case 0xF0...0xF4: 4
    default: 0
    }
  }

  @inline(__always)
  public static func seconds(after lead: UInt8) -> ClosedRange<UInt8> {
    switch lead {
    case 0xE0: 0xA0...0xBF
    case 0xED: 0x80...0x9F
    case 0xF0: 0x90...0xBF
    case 0xF4: 0x80...0x8F
    default: 0x80...0xBF
    }
  }
}
