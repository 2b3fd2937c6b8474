extension TextBytes {
  /// Copies a text that is all ASCII, with small letters for the capitals.
  func copyLowercasedASCII(to target: UnsafeMutablePointer<UInt8>) {
    guard let base = baseAddress else { return }
    guard count >= 8 else {
      for index in 0..<count { target[index] = base[index].lowercasedASCII }
      return
    }
    func copy(at place: Int) {
      let word = UnsafeRawPointer(base + place).loadUnaligned(as: UInt64.self)
      UnsafeMutableRawPointer(target + place)
        .storeBytes(of: word.lowercasedASCII, as: UInt64.self)
    }
    for place in stride(from: 0, to: count - 8, by: 8) { copy(at: place) }
    // The last eight bytes may overlap those before.
    copy(at: count - 8)
  }
}

extension UInt64 {
  /// Eight bytes of ASCII with small letters for the capitals.
  fileprivate var lowercasedASCII: UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let isFromA = self &+ ones &* (0x80 - 0x41)
    let isAfterZ = self &+ ones &* (0x80 - 0x5B)
    return self | ((isFromA & ~isAfterZ) & (ones &* 0x80)) >> 2
  }
}
