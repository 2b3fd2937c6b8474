/// Random numbers that are the same for the same seed (xorshift64).
public struct SeededRandom: RandomNumberGenerator {
  private var state: UInt64

  public init(seed: UInt64) { state = seed &* 0x9E37_79B9_7F4A_7C15 | 1 }

  public mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }

  /// Returns a text of at most `count` characters of the alphabet.
  public mutating func text(of alphabet: [Unicode.Scalar], upTo count: Int) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...count, using: &self) {
      text.append(alphabet[Int.random(in: 0..<alphabet.count, using: &self)])
    }
    return String(text)
  }
}
