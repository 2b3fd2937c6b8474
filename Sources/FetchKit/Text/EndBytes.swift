/// The first and the last byte of a pattern, to be compared at many places at once.
///
/// After the method described at http://0x80.pl/articles/simd-strfind.html.
struct EndBytes {
  private let first: SIMD16<UInt8>
  private let firstMask: SIMD16<UInt8>
  private let last: SIMD16<UInt8>
  private let lastMask: SIMD16<UInt8>
  private let distance: Int

  @inline(__always)
  init(of bytes: TextBytes, ignoresCase: Bool) {
    distance = bytes.count - 1
    let head = MaskedByte(bytes[0], ignoresCase: ignoresCase)
    let tail = MaskedByte(bytes[distance], ignoresCase: ignoresCase)
    first = SIMD16(repeating: head.byte)
    firstMask = SIMD16(repeating: head.mask)
    last = SIMD16(repeating: tail.byte)
    lastMask = SIMD16(repeating: tail.mask)
  }

  /// A byte of ones for each of sixteen places where both ends match.
  @inline(__always)
  func candidates(_ text: UnsafePointer<UInt8>) -> SIMD2<UInt64> {
    let bytes = UnsafeRawPointer(text)
    let heads = bytes.loadUnaligned(as: SIMD16<UInt8>.self)
    let tails = bytes.loadUnaligned(fromByteOffset: distance, as: SIMD16<UInt8>.self)
    let found = ((heads | firstMask) .== first) .& ((tails | lastMask) .== last)
    return unsafeBitCast(found, to: SIMD2<UInt64>.self)
  }
}
