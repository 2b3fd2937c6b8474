/// A byte string to search for, optionally ignoring the case of ASCII letters.
///
/// With `ignoresCase` the pattern itself must be lowercase. Nothing here allocates.
package struct BytePattern {
  package var bytes: TextBytes
  /// Whether ASCII capitals match the lowercase letters of the pattern.
  package var ignoresCase = false

  package init(bytes: TextBytes, ignoresCase: Bool = false) {
    self.bytes = bytes
    self.ignoresCase = ignoresCase
  }

  @inline(__always)
  package func equals(_ text: TextBytes) -> Bool {
    text.count == bytes.count && matches(text, at: 0)
  }

  /// Whether the text begins with the pattern; false for an empty one.
  @inline(__always)
  package func begins(_ text: TextBytes) -> Bool {
    !bytes.isEmpty && text.count >= bytes.count && matches(text, at: 0)
  }

  /// Whether the text ends with the pattern; false for an empty one.
  @inline(__always)
  package func ends(_ text: TextBytes) -> Bool {
    !bytes.isEmpty && text.count >= bytes.count && matches(text, at: text.count - bytes.count)
  }

  /// Whether the pattern is somewhere in the text; false for an empty one.
  @inline(__always)
  package func occurs(in text: TextBytes) -> Bool {
    guard !bytes.isEmpty, text.count >= bytes.count else { return false }
    let places = text.count - bytes.count + 1
    return places < 16 ? occurs(in: text, at: 0..<places) : occursInBlocks(of: text, places: places)
  }

  private func occurs(in text: TextBytes, at places: Range<Int>) -> Bool {
    let first = MaskedByte(bytes[0], ignoresCase: ignoresCase)
    for place in places where first.matches(text[place]) && matches(text, at: place) {
      return true
    }
    return false
  }

  /// Compares the first and the last byte of the pattern at sixteen places at once.
  private func occursInBlocks(of text: TextBytes, places: Int) -> Bool {
    guard let base = text.baseAddress else { return false }
    let pair = EndBytes(of: bytes, ignoresCase: ignoresCase)
    var place = 0
    while place &+ 16 <= places {
      if occurs(in: text, at: place, candidates: pair.candidates(base + place)) { return true }
      place &+= 16
    }
    guard place < places else { return false }
    let last = places &- 16
    return occurs(in: text, at: last, candidates: pair.candidates(base + last))
  }

  @inline(__always)
  private func occurs(in text: TextBytes, at start: Int, candidates: SIMD2<UInt64>) -> Bool {
    guard candidates[0] | candidates[1] != 0 else { return false }
    return occurs(in: text, at: start, candidates: candidates[0])
      || occurs(in: text, at: start &+ 8, candidates: candidates[1])
  }

  /// Compares the whole pattern at each offset whose byte in `candidates` is set.
  private func occurs(in text: TextBytes, at start: Int, candidates: UInt64) -> Bool {
    var rest = candidates
    while rest != 0 {
      let offset = rest.trailingZeroBitCount &>> 3
      if matches(text, at: start &+ offset) { return true }
      rest &= ~(0xFF &<< UInt64(offset &* 8))
    }
    return false
  }

  @inline(__always)
  private func matches(_ text: TextBytes, at place: Int) -> Bool {
    for index in 0..<bytes.count {
      let expected = MaskedByte(bytes[index], ignoresCase: ignoresCase)
      guard expected.matches(text[place &+ index]) else { return false }
    }
    return true
  }
}

/// A byte of a pattern and the bit that is ignored when comparing with it.
struct MaskedByte {
  var byte: UInt8
  /// The bit that differs between cases; 0 for a byte that is not a letter or when case matters.
  var mask: UInt8

  @inline(__always)
  init(_ byte: UInt8, ignoresCase: Bool) {
    self.byte = byte
    mask = ignoresCase && byte &- 0x61 < 26 ? 0x20 : 0
  }

  @inline(__always)
  func matches(_ other: UInt8) -> Bool { other | mask == byte }
}

/// The first and last byte of a pattern, compared at sixteen offsets at once.
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

  /// Returns a byte of ones for each of sixteen offsets where both ends match.
  @inline(__always)
  func candidates(_ text: UnsafePointer<UInt8>) -> SIMD2<UInt64> {
    let bytes = UnsafeRawPointer(text)
    let heads = bytes.loadUnaligned(as: SIMD16<UInt8>.self)
    let tails = bytes.loadUnaligned(fromByteOffset: distance, as: SIMD16<UInt8>.self)
    let foundHeads = (heads | firstMask) .== first
    let foundTails = (tails | lastMask) .== last
    return unsafeBitCast(foundHeads .& foundTails, to: SIMD2<UInt64>.self)
  }
}
