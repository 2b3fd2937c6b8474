import Testing
import TestSupport

@testable import Collation

struct TextMatcherTests {
  private static let both: TextOptions = [.caseInsensitive, .diacriticInsensitive]

  /// The kinds for which a pattern matches.
  private func kinds(_ text: String, _ pattern: String, _ options: TextOptions) -> [TextMatcher
    .Kind]
  {
    TextMatcher.Kind.allCases.filter {
      TextMatcher(pattern, kind: $0, options: options).matches(text)
    }
  }

  @Test(
    arguments: [
      ("Milk Tea", "Milk", [], [.contains, .hasPrefix]), ("Milk Tea", "milk", [], []),
      ("Milk Tea", "Tea", [], [.contains, .hasSuffix]), ("Milk Tea", "lk", [], [.contains]),
      ("Milk", "Milk", [], TextMatcher.Kind.allCases), ("Milk", "Milky", [], []),
      ("Milk", "", [], []), ("", "", [], [.equals, .like]), ("", "a", [], []),
      ("Milk Tea", "mILK", .caseInsensitive, [.contains, .hasPrefix]),
      ("MILK[TEA]", "{tea}", .caseInsensitive, []), ("a`B", "@b", .caseInsensitive, []),
      ("Café Olé", "cafe", both, [.contains, .hasPrefix]),
      ("Café Olé", "OLE", both, [.contains, .hasSuffix]),
      ("Cafe Ole", "olé", both, [.contains, .hasSuffix]), ("Café", "cafe", .caseInsensitive, []),
      ("Cafe\u{301}", "fé", .diacriticInsensitive, [.contains, .hasSuffix]),
      ("Cafe\u{301}", "fé", [], []), ("Cafe\u{301}", "Cafe", [], [.contains, .hasPrefix]),
      ("Cafe", "\u{301}", .diacriticInsensitive, []),
      ("Große Straße", "STRASSE", .caseInsensitive, [.contains, .hasSuffix]),
      ("50嵐 珍珠奶茶", "珍珠", both, [.contains]), ("がく", "か", both, []),
      ("か\u{3099}く", "が", both, [.contains, .hasPrefix]),
      ("Tea\u{0}House", "house", both, [.contains, .hasSuffix]),
      ("MILK", "milk", [.caseInsensitive, .normalized], []),
    ] as [(String, String, TextOptions, [TextMatcher.Kind])])
  func `a text contains, begins with, ends with or equals a pattern`(
    text: String, pattern: String, options: TextOptions, expected: [TextMatcher.Kind]
  ) {
    #expect(kinds(text, pattern, options) == expected)
  }

  /// The same, the simple way.
  private func slowly(_ kind: TextMatcher.Kind, _ text: [UInt8], _ part: [UInt8]) -> Bool {
    switch kind {
    case .equals: text == part
    case .hasPrefix: !part.isEmpty && text.starts(with: part)
    case .hasSuffix: !part.isEmpty && text.reversed().starts(with: part.reversed())
    case .contains, .like:
      !part.isEmpty && text.indices.contains { text[$0...].starts(with: part) }
    }
  }

  @Test(arguments: [TextOptions(), .caseInsensitive, .diacriticInsensitive, both])
  func `texts of all lengths match as in the simplest search`(options: TextOptions) {
    var random = SeededRandom(seed: 6)
    let folding = TextFolding(options)
    for length in 0..<60 {
      for alphabet in ["aB", "abé", "aA\u{301}茶"] {
        let text = random.text(of: Array(alphabet.unicodeScalars), upTo: length)
        let part = random.text(of: Array(alphabet.unicodeScalars), upTo: min(length, 6))
        for kind in TextMatcher.Kind.allCases where kind != .like {
          let matcher = TextMatcher(part, kind: kind, options: options)
          let expected = slowly(kind, folding.fold(text), folding.fold(part))
          #expect(matcher.matches(text) == expected, "\(kind) \(text) \(part)")
        }
      }
    }
  }

  @Test func `a pattern is found at every place of every length`() {
    let matcher = TextMatcher("Milk", kind: .contains, options: .caseInsensitive)
    for count in 4..<50 {
      for place in 0...(count - 4) {
        let text = String(repeating: "m", count: place) + "mILk"
        #expect(matcher.matches(text + String(repeating: "k", count: count - place - 4)))
      }
      #expect(!matcher.matches(String(repeating: "mil", count: count)))
    }
  }

  @Test func `bytes that are no UTF-8 are searched too`() {
    let text: [UInt8] = [0xFF, 0x4D, 0xC3, 0x69]
    text.withUnsafeBufferPointer { text in
      #expect(TextMatcher("m", kind: .contains, options: .caseInsensitive).matches(text))
      #expect(TextMatcher("M\u{FFFD}i", kind: .hasSuffix, options: .caseInsensitive).matches(text))
      #expect(!TextMatcher("M\u{FFFD}i", kind: .hasSuffix, options: []).matches(text))
    }
  }
}
