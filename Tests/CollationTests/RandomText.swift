import Collation

/// Random texts that are the same in every run.
struct RandomText: RandomNumberGenerator {
  private var state: UInt64

  init(seed: UInt64) {
    state = seed &* 0x9E37_79B9_7F4A_7C15 | 1
  }

  mutating func next() -> UInt64 {
    state ^= state << 13
    state ^= state >> 7
    state ^= state << 17
    return state
  }

  /// A text of at most `count` characters of the alphabet.
  mutating func text(of alphabet: [Unicode.Scalar], upTo count: Int) -> String {
    var text = String.UnicodeScalarView()
    for _ in 0..<Int.random(in: 0...count, using: &self) {
      text.append(alphabet[Int.random(in: 0..<alphabet.count, using: &self)])
    }
    return String(text)
  }

  /// Bytes that are often UTF-8 and often nearly so.
  mutating func bytes(upTo count: Int) -> [UInt8] {
    let pieces: [[UInt8]] = [
      [0x61], [0x42], [0x31], [0x00], [0x01], [0x02], [0xC3, 0xA9], [0xCC, 0x81],
      [0xE7, 0x8F, 0x8D],
      [0xF0, 0x9F, 0xA7, 0x8B], [0xC3], [0xE7, 0x8F], [0xF0, 0x9F], [0x80], [0xFF], [0xC0, 0x80],
      [0xED, 0xA0, 0x80], [0xF4, 0x90, 0x80, 0x80], [0xE3, 0x82, 0x99], [0xE3, 0x81, 0x8B], [0x2A],
    ]
    return (0..<Int.random(in: 0...count, using: &self)).flatMap { _ in
      pieces[Int.random(in: 0..<pieces.count, using: &self)]
    }
  }
}

extension TextFolding {
  func fold(_ text: String) -> [UInt8] { text.withTextBytes(fold) }
}
