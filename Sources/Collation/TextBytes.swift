/// The bytes of a UTF-8 text; SQLite does not guarantee that they are valid.
@usableFromInline
package typealias TextBytes = UnsafeBufferPointer<UInt8>

/// A scalar decoded from a text and its length in bytes.
struct DecodedScalar: Equatable {
  var value: UInt32
  var length: Int

  /// The replacement for invalid UTF-8, as in `String(decoding:as:)`.
  static let replacement: UInt32 = 0xFFFD
}

extension UnsafeBufferPointer<UInt8> {
  @usableFromInline
  package var isASCII: Bool {
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

  /// Decodes the scalar at an index; the longest invalid prefix of a scalar is one U+FFFD.
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

/// The properties of the first byte of a multi-byte scalar; nil when no scalar begins with it.
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

extension TextBytes {
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
  /// Eight bytes of ASCII in lowercase.
  fileprivate var lowercasedASCII: UInt64 {
    let ones: UInt64 = 0x0101_0101_0101_0101
    let isFromA = self &+ ones &* (0x80 - 0x41)
    let isAfterZ = self &+ ones &* (0x80 - 0x5B)
    return self | ((isFromA & ~isAfterZ) & (ones &* 0x80)) >> 2
  }
}

extension String {
  @inlinable
  package func withTextBytes<Result>(_ body: (TextBytes) -> Result) -> Result {
    var text = self
    return text.withUTF8 { body($0) }
  }
}

/// Calls `body` with temporary memory, on the stack when it is small.
@inlinable
package func withTemporaryBytes<Result>(
  _ count: Int, _ body: (UnsafeMutableBufferPointer<UInt8>) -> Result
) -> Result {
  // A constant size is allocated on the stack without a call into the runtime.
  if count <= 1024 {
    return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: 1024, body)
  }
  return withUnsafeTemporaryAllocation(of: UInt8.self, capacity: count, body)
}

extension SIMD16<UInt8> {
  @inline(__always)
  var isASCII: Bool {
    let halves = unsafeBitCast(self, to: SIMD2<UInt64>.self)
    return (halves[0] | halves[1]) & 0x8080_8080_8080_8080 == 0
  }

  /// Whether any byte is an ASCII digit.
  @inline(__always)
  var hasDigit: Bool {
    Self.isAny((self &- Self(repeating: 0x30)) .< Self(repeating: 10))
  }

  @inline(__always)
  func hasByte(upTo limit: UInt8) -> Bool {
    Self.isAny(self .<= Self(repeating: limit))
  }

  @inline(__always)
  private static func isAny(_ mask: SIMDMask<SIMD16<Int8>>) -> Bool {
    let halves = unsafeBitCast(mask, to: SIMD2<UInt64>.self)
    return halves[0] | halves[1] != 0
  }

  @inline(__always)
  var lowercasedASCII: Self {
    let isCapital = (self &- Self(repeating: 0x41)) .< Self(repeating: 26)
    return self | Self(repeating: 0x20).replacing(with: 0, where: .!isCapital)
  }
}
