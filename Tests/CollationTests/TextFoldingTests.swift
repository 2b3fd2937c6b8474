import Foundation
import Testing
import TestSupport

@testable import Collation

struct TextFoldingTests {
  private static let both: TextOptions = [.caseInsensitive, .diacriticInsensitive]

  private func fold(_ text: String, _ options: TextOptions) -> String {
    String(decoding: TextFolding(options).fold(text), as: UTF8.self)
  }

  private func scalars(_ text: String) -> [UInt32] { text.unicodeScalars.map(\.value) }

  @Test(arguments: [
    ("Milk TEA 2", "milk tea 2"), ("Straße", "strasse"), ("STRASSE", "strasse"),
    ("ΣΊΣΥΦΟΣ", "σίσυφοσ"),
    ("σίσυφος", "σίσυφοσ"), ("ЧАЙ", "чай"), ("Éclair", "éclair"), ("ﬁ", "fi"), ("Ａ", "ａ"),
    ("珍珠", "珍珠"),
    ("ı", "ı"), ("İ", "i\u{307}"), ("Ꭰ", "Ꭰ"), ("ꭰ", "Ꭰ"), ("𐐀", "𐐨"), ("ΐ", "ι\u{308}\u{301}"),
    ("", ""),
  ])
  func `c folds case`(text: String, expected: String) {
    #expect(scalars(fold(text, .caseInsensitive)) == scalars(fold(expected, [])))
  }

  @Test(arguments: [
    ("Café", "Cafe"), ("Cafe\u{301}", "Cafe"), ("Phở Ðặc Biệt", "Pho Ðac Biet"), ("ŁÓDŹ", "ŁODZ"),
    ("Smørrebrød", "Smørrebrød"), ("đ", "đ"), ("Ё й", "Е и"), ("ᾅ ώ", "α ω"),
    ("Ångström K", "Angstrom K"),
    ("がぱ", "がぱ"), ("か\u{3099}は\u{309A}", "がぱ"), ("か\u{301}\u{3099}", "が"), ("한글", "한글"),
    ("\u{1112}\u{1161}\u{11AB}", "한"), ("שּׁ", "שּׁ"), ("क़", "क़"), ("آ", "آ"), ("≠", "="),
    ("\u{301}", ""),
  ])
  func `d takes marks from Latin, Greek and Cyrillic only`(text: String, expected: String) {
    #expect(scalars(fold(text, .diacriticInsensitive)) == scalars(expected))
  }

  @Test(arguments: [
    ("CAFÉ", "cafe"), ("İstanbul", "istanbul"), ("ΐ", "ι"), ("ẞ", "ss"), ("ǰ", "j"), ("ẛ", "s"),
    ("Å", "a"),
  ])
  func `c and d together`(text: String, expected: String) {
    #expect(scalars(fold(text, Self.both)) == scalars(expected))
  }

  @Test func `without c and d, or with n, nothing changes`() {
    for options: TextOptions in [[], .localeAware, [.normalized, .caseInsensitive]] {
      #expect(scalars(fold("CAFÉ e\u{301}", options)) == scalars("CAFÉ e\u{301}"))
      #expect(TextFolding(options).isIdentity)
    }
  }

  @Test(arguments: [TextOptions.caseInsensitive, .diacriticInsensitive, both])
  func `folding twice is folding once, for every scalar`(options: TextOptions) {
    let folding = TextFolding(options)
    for block in 0..<(0x110000 / 256) {
      let range = UInt32(block * 256)..<UInt32((block + 1) * 256)
      let text = range.compactMap(Unicode.Scalar.init).map { String($0) }.joined(separator: " ")
      let once = folding.fold(text)
      #expect(once.withUnsafeBufferPointer(folding.fold) == once, "U+\(String(block, radix: 16))xx")
    }
  }

  @Test(arguments: [TextOptions.caseInsensitive, .diacriticInsensitive, both])
  func `folding twice is folding once, for random texts`(options: TextOptions) {
    let folding = TextFolding(options)
    var random = SeededRandom(seed: 3)
    for _ in 0..<2000 {
      let once = random.bytes(upTo: 20).withUnsafeBufferPointer(folding.fold)
      #expect(once.withUnsafeBufferPointer(folding.fold) == once)
    }
  }

  /// Swift may know a newer Unicode than the tables do.
  private func isInTables(_ scalar: Unicode.Scalar) -> Bool {
    (scalar.properties.age?.major ?? 99) <= 14
  }

  @Test func `a letter and its capital fold to the same`() {
    var apart: [String] = []
    for value in UInt32(0)..<0x1_E960 {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let properties = scalar.properties
      let forms = [String(scalar), properties.lowercaseMapping, properties.uppercaseMapping]
      guard forms.joined().unicodeScalars.allSatisfy(isInTables) else { continue }
      if Set(forms.map { TextFolding(.caseInsensitive).fold($0) }).count > 1 {
        apart.append(String(scalar))
      }
    }
    #expect(apart == ["ı"])
  }

  @Test func `composed and decomposed texts fold to the same under d`() {
    let ranges: [ClosedRange<UInt32>] = [
      0x80...0x52F, 0x1E00...0x1FFF, 0x3040...0x30FF, 0xAC00...0xB000,
    ]
    for scalar in ranges.joined().compactMap(Unicode.Scalar.init) {
      let decomposed = String(scalar).decomposedStringWithCanonicalMapping
      for options in [TextOptions.diacriticInsensitive, Self.both] {
        #expect(scalars(fold(decomposed, options)) == scalars(fold(String(scalar), options)))
      }
    }
  }

  @Test func `bytes that are no UTF-8 become the replacement character`() {
    let bytes: [UInt8] = [0x41, 0xC3, 0x41, 0xF0, 0x9F, 0xFF]
    let folded = bytes.withUnsafeBufferPointer(TextFolding(.caseInsensitive).fold)
    #expect(String(decoding: folded, as: UTF8.self) == "a\u{FFFD}a\u{FFFD}\u{FFFD}")
  }

  @Test func `the folding buffer fits the longest result`() {
    let text = String(repeating: "ΐ", count: 1000)
    #expect(fold(text, .caseInsensitive).unicodeScalars.count == 3000)
    #expect(TextFolding.maximumLength(for: 2000) >= 6000)
    let invalid = Array(repeating: UInt8(0xFF), count: 1000)
    #expect(invalid.withUnsafeBufferPointer(TextFolding(.caseInsensitive).fold).count == 3000)
  }

  @Test func `capitals are lowered at every place of a long text`() {
    for place in 0..<70 {
      var bytes = Array(repeating: UInt8(ascii: "@"), count: 70)
      bytes[place] = UInt8(ascii: "Z")
      var expected = bytes
      expected[place] = UInt8(ascii: "z")
      #expect(bytes.withUnsafeBufferPointer(TextFolding(.caseInsensitive).fold) == expected)
    }
  }
}
