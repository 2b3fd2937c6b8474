import Testing
import TestSupport

@testable import Collation

struct WildcardPatternTests {
  private static let both: TextOptions = [.caseInsensitive, .diacriticInsensitive]

  private func like(_ text: String, _ pattern: String, _ options: TextOptions = []) -> Bool {
    TextMatcher(pattern, kind: .like, options: options).matches(text)
  }

  @Test(arguments: [
    ("abc", "abc"), ("abc", "*"), ("", "*"), ("", ""), ("abc", "a*"), ("abc", "*c"), ("abc", "*b*"),
    ("abc", "???"),
    ("abc", "a?c"), ("abc", "?*?"), ("abc", "**c**"), ("abcdefc", "a*c"),
    ("aaabbbcccdddeeebbbccce", "a*b*c?e"),
    ("aazz?", "?a*z?\\?"), ("a*c", "a\\*c"), ("a\\c", "a\\\\c"), ("a\\c", "a\\c"), ("a\\", "a\\"),
    ("*", "\\*"),
    ("茶", "?"), ("🧋 tea", "? *"), ("50嵐珍珠", "*嵐??"), ("a\nb", "a?b"), ("*a", "\\**"),
    ("mississippi", "m*issip*i"),
  ])
  func `a text is like a pattern`(text: String, pattern: String) {
    #expect(like(text, pattern))
  }

  @Test(arguments: [
    ("abc", "ab"), ("abc", "bc"), ("abc", ""), ("", "?"), ("ac", "a?c"), ("abc", "??"),
    ("abc", "????"), ("acbe", "a*b*c?e"),
    ("abc", "a\\*c"), ("Abc", "a*"), ("茶", "??"), ("e\u{301}", "?"), ("abc", "*d*"),
    ("abc", "?*????"), ("a", "*?*?*"),
  ])
  func `a text is not like a pattern`(text: String, pattern: String) {
    #expect(!like(text, pattern))
  }

  @Test(
    arguments: [
      ("TESTĄ", "testa", both, true), ("TESTĄ", "test?", both, true),
      ("e\u{301}", "?", .diacriticInsensitive, true),
      ("É", "é", .caseInsensitive, true), ("É", "e", .caseInsensitive, false),
      ("ß", "??", .caseInsensitive, true),
      ("Café Olé", "c?fe*OL?", both, true), ("Cafe", "CAF\u{301}?", both, true),
      ("Boba", "b*\u{301}", both, true),
      ("MILK tea", "milk?tea", .caseInsensitive, true),
      ("MILK", "m*", [.caseInsensitive, .normalized], false),
    ] as [(String, String, TextOptions, Bool)])
  func `options fold the pattern and the text`(
    text: String, pattern: String, options: TextOptions, expected: Bool
  ) {
    #expect(like(text, pattern, options) == expected)
  }

  /// The same by trying everything, without escapes.
  private func slowly(_ text: ArraySlice<Unicode.Scalar>, _ pattern: ArraySlice<Unicode.Scalar>)
    -> Bool
  {
    guard let sign = pattern.first else { return text.isEmpty }
    let rest = pattern.dropFirst()
    if sign == "*" {
      return (text.startIndex...text.endIndex).contains { slowly(text[$0...], rest) }
    }
    guard let first = text.first, sign == "?" || sign == first else { return false }
    return slowly(text.dropFirst(), rest)
  }

  @Test func `random patterns match as in an exhaustive search`() {
    var random = SeededRandom(seed: 7)
    for _ in 0..<5000 {
      let text = random.text(of: ["a", "b", "é", "茶"], upTo: 8)
      let pattern = random.text(of: ["a", "b", "é", "茶", "*", "?", "*"], upTo: 6)
      let expected = slowly(Array(text.unicodeScalars)[...], Array(pattern.unicodeScalars)[...])
      #expect(like(text, pattern) == expected, "\(text) LIKE \(pattern)")
    }
  }

  @Test func `many wildcards do not take exponential time`() {
    let pattern = String(repeating: "a*", count: 500) + "b"
    #expect(!like(String(repeating: "a", count: 20_000), pattern))
  }

  @Test func `bytes that are no UTF-8 are one scalar as long as a String says`() {
    for bytes: [UInt8] in [[0xFF], [0xE7, 0x8F], [0xF0, 0x9F, 0xA7]] {
      bytes.withUnsafeBufferPointer { text in
        #expect(TextMatcher("?", kind: .like, options: []).matches(text))
        #expect(TextMatcher("?", kind: .like, options: .caseInsensitive).matches(text))
      }
    }
  }
}
