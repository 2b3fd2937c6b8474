import Testing
import TestSupport

@testable import Collation

struct TextComparisonTests {
  @Test(
    arguments: [
      ("a", "a", [], 0), ("A", "a", [], -1), ("a", "A", [], 1), ("a", "ab", [], -1),
      ("", "a", [], -1),
      ("é", "e\u{301}", [], 1), ("Z", "é", [], -1), ("ﬀ", "𐐀", [], -1),
      ("A", "a", .caseInsensitive, 0), ("b", "A", .caseInsensitive, 1),
      ("_", "a", .caseInsensitive, -1),
      ("_", "A", .caseInsensitive, -1), ("É", "é", .caseInsensitive, 0),
      ("É", "e", .caseInsensitive, 1),
      ("straße", "STRASSE", .caseInsensitive, 0), ("A", "a", [.caseInsensitive, .normalized], -1),
      ("é", "e", .diacriticInsensitive, 0), ("e\u{301}", "e", .diacriticInsensitive, 0),
      ("e", "e\u{301}", .diacriticInsensitive, 0), ("e\u{301}a", "eb", .diacriticInsensitive, -1),
      ("Boba 10", "Boba 2", [], -1), ("Boba 10", "Boba 2", .localeAware, 1),
      ("Boba 10", "Boba 2", [.localeAware, .normalized], -1), ("b", "A", .localeAware, 1),
      ("B", "a", .localeAware, 1), ("A", "a", .localeAware, -1),
      ("A", "a", [.localeAware, .caseInsensitive], 0), ("Boba 02", "boba 2", .localeAware, -1),
    ] as [(String, String, TextOptions, Int)])
  func `texts are ordered by the code points of what they fold to`(
    left: String, right: String, options: TextOptions, expected: Int
  ) {
    #expect(TextComparison.compare(left, right, options) == expected)
    #expect(TextComparison.compare(right, left, options) == -expected)
  }

  @Test func `order and equality agree, and follow the folded bytes`() {
    var random = SeededRandom(seed: 4)
    for bits in UInt8(0)..<16 {
      let options = TextOptions(rawValue: bits)
      let folding = TextFolding(options)
      for _ in 0..<500 {
        let (one, other) = (random.bytes(upTo: 4), random.bytes(upTo: 4))
        one.withUnsafeBufferPointer { left in
          other.withUnsafeBufferPointer { right in
            let order = TextComparison.compare(left, right, options)
            let (first, second) = (folding.fold(left), folding.fold(right))
            #expect(TextComparison.equals(left, right, options) == (order == 0))
            #expect((first == second) == (order == 0))
            if bits & 4 == 0 {
              #expect(first.lexicographicallyPrecedes(second) == (order < 0))
            }
          }
        }
      }
    }
  }

  @Test func `a matcher compares the folded bytes`() {
    let pairs: [(TextMatcher.Kind, (BytePattern, TextBytes) -> Bool)] = [
      (.equals, { $0.equals($1) }), (.contains, { $0.occurs(in: $1) }),
      (.hasPrefix, { $0.begins($1) }), (.hasSuffix, { $0.ends($1) }),
    ]
    var random = SeededRandom(seed: 5)
    for bits in UInt8(0)..<4 {
      let options = TextOptions(rawValue: bits)
      let folding = TextFolding(options)
      for _ in 0..<500 {
        let (text, pattern) = (random.bytes(upTo: 6), random.bytes(upTo: 2))
        text.withUnsafeBufferPointer { text in
          pattern.withUnsafeBufferPointer { pattern in
            for (kind, matches) in pairs {
              let expected = folding.withFolded(text) { text in
                folding.withFolded(pattern) { matches(BytePattern(bytes: $0), text) }
              }
              let matcher = TextMatcher(pattern, kind: kind, options: options)
              #expect(matcher.matches(text) == expected)
            }
          }
        }
      }
    }
  }
}
