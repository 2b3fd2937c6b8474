extension SIMD16<UInt8> {
  /// Whether all bytes are ASCII.
  @inline(__always)
  var isASCII: Bool {
    let halves = unsafeBitCast(self, to: SIMD2<UInt64>.self)
    return (halves[0] | halves[1]) & 0x8080_8080_8080_8080 == 0
  }

  /// Small letters for the ASCII capitals; all other bytes stay.
  @inline(__always)
  var lowercasedASCII: Self {
    let isCapital = (self &- Self(repeating: 0x41)) .< Self(repeating: 26)
    return self | Self(repeating: 0x20).replacing(with: 0, where: .!isCapital)
  }
}
