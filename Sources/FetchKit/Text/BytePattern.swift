/// Bytes to be found in others, perhaps in either case of ASCII letters.
///
/// With `ignoresCase` the pattern itself is in small letters. Nothing here allocates.
struct BytePattern {
  /// What is looked for.
  var bytes: TextBytes
  /// Whether capitals of ASCII match the small letters of the pattern.
  var ignoresCase = false

  /// Whether the whole text matches.
  @inline(__always)
  func equals(_ text: TextBytes) -> Bool {
    text.count == bytes.count && matches(text, at: 0)
  }

  /// Whether the text begins with the pattern; false for an empty one.
  @inline(__always)
  func begins(_ text: TextBytes) -> Bool {
    !bytes.isEmpty && text.count >= bytes.count && matches(text, at: 0)
  }

  /// Whether the text ends with the pattern; false for an empty one.
  @inline(__always)
  func ends(_ text: TextBytes) -> Bool {
    !bytes.isEmpty && text.count >= bytes.count && matches(text, at: text.count - bytes.count)
  }

  /// Whether the pattern is somewhere in the text; false for an empty one.
  @inline(__always)
  func occurs(in text: TextBytes) -> Bool {
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

  /// Looks closer at the places whose byte in `candidates` is set.
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
