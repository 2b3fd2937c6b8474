extension SIMD16<UInt8> {
  /// Whether all bytes are ASCII.
  @inline(__always)
  var isASCII: Bool {
    let halves = unsafeBitCast(self, to: SIMD2<UInt64>.self)
    return (halves[0] | halves[1]) & 0x8080_8080_8080_8080 == 0
  }

  /// Whether some byte is a digit of ASCII.
  @inline(__always)
  var hasDigit: Bool {
    Self.isAny((self &- Self(repeating: 0x30)) .< Self(repeating: 10))
  }

  /// Whether some byte is not above a limit.
  @inline(__always)
  func hasByte(upTo limit: UInt8) -> Bool {
    Self.isAny(self .<= Self(repeating: limit))
  }

  @inline(__always)
  private static func isAny(_ mask: SIMDMask<SIMD16<Int8>>) -> Bool {
    let halves = unsafeBitCast(mask, to: SIMD2<UInt64>.self)
    return halves[0] | halves[1] != 0
  }

  /// Small letters for the ASCII capitals; all other bytes stay.
  @inline(__always)
  var lowercasedASCII: Self {
    let isCapital = (self &- Self(repeating: 0x41)) .< Self(repeating: 26)
    return self | Self(repeating: 0x20).replacing(with: 0, where: .!isCapital)
  }
}
