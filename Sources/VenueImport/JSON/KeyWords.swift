/// A short key as three machine words and a length: compared without a loop.
struct KeyWords: Equatable {
  static let maximumLength = 24

  private(set) var length = 0
  private var first: UInt64 = 0
  private var second: UInt64 = 0
  private var third: UInt64 = 0

  init() {}

  /// Reads `length` bytes, 1 to 24; up to 7 bytes past them must be readable.
  @inline(__always)
  init(_ key: UnsafePointer<UInt8>, _ length: Int) {
    self.length = length
    first = Self.word(key, length)
    if length > 8 { second = Self.word(key + 8, length &- 8) }
    if length > 16 { third = Self.word(key + 16, length &- 16) }
  }

  /// A spread of the bits, for a table whose size is a power of two up to 65,536.
  @inline(__always)
  var hash: Int {
    let mixed = first ^ (second &* 0x9E37_79B9) ^ (third &* 0x85EB_CA6B) ^ UInt64(length)
    return Int(truncatingIfNeeded: (mixed &* 0x9E37_79B9_7F4A_7C15) >> 48)
  }

  @inline(__always)
  private static func word(_ bytes: UnsafePointer<UInt8>, _ length: Int) -> UInt64 {
    let word = UnsafeRawPointer(bytes).loadUnaligned(as: UInt64.self)
    guard length < 8 else { return word }
    return word & ((1 &<< UInt64(truncatingIfNeeded: length &* 8)) &- 1)
  }
}
