import Testing
import TestSupport

@testable import Collation

struct NaturalOrderTests {
  private static let alphabet: [Unicode.Scalar] = [
    "0", "0", "1", "2", "9", "٣", "９", "𝟗", "a", "A", "b", "é", "e", "\u{301}", " ", "/", ":", "~",
    "茶", "ø", "æ", "ı",
    "\u{0}", "\u{1}", "\u{2}", "\u{3}", "🧋", "ß", "s",
  ]

  @Test func `names are in natural order`() {
    let names = [
      "", "\u{0}", "\u{1}", "\u{2}", "\u{3}", " ", " a", "/", "0", "1", "1st", "2", "10", "10a",
      "10b", "99999999",
      "100000000", "999999999", "1000000000", ":", "Boba", "Boba !", "Boba 02", "Boba 2", "boba 2",
      "Boba 2nd",
      "Boba 10", "Boba House", "Cafe", "café", "Café 2", "cafe\u{301} 10", "tea", "Tea Bar", "珍珠",
      "🧋",
    ]
    #expect(names.reversed().sorted { key($0).lexicographicallyPrecedes(key($1)) } == names)
  }

  @Test(arguments: [
    ("", "\u{1}"), ("Boba 2", "boba 12\u{1}Boba 2"), ("Boba 010", "boba 210\u{1}Boba 010"),
    ("0", "0\u{1}0"),
    ("É", "e\u{1}É"), ("1234567890", "9210" + "1234567890\u{1}1234567890"), ("٣", "13\u{1}٣"),
    ("\u{0}\u{1}\u{2}", "\u{2}\u{1}\u{2}\u{2}\u{2}\u{3}\u{1}\u{2}\u{1}\u{2}\u{2}\u{2}\u{3}"),
  ])
  func `a key is the folded text and the text`(text: String, expected: String) {
    #expect(String(decoding: key(text), as: UTF8.self) == expected)
  }

  @Test func `letters without a decomposition are sorted as plain ones`() {
    let names = [
      "Aegir", "Ægir", "Aero", "Bergen", "Đà Nẵng", "Danang", "Isik", "Işık", "Isla", "Łódź",
      "Lodz 2", "Oslo", "Østerbro", "Ottawa", "Œuvre", "Thor", "Þór", "Tokyo",
    ]
    #expect(
      names.shuffled().sorted { key($0).lexicographicallyPrecedes(key($1)) }
        == [
          "Aegir", "Ægir", "Aero", "Bergen", "Đà Nẵng", "Danang", "Isik", "Işık", "Isla", "Łódź",
          "Lodz 2", "Œuvre", "Oslo", "Østerbro", "Ottawa", "Thor", "Þór", "Tokyo",
        ])
    let folding = TextFolding([.caseInsensitive, .diacriticInsensitive])
    #expect(folding.folded("Østerbro Łódź ı") == "østerbro łodz ı")
  }

  private func key(_ text: String) -> [UInt8] {
    text.withTextBytes { NaturalOrder.withKey(of: $0) { Array($0) } }
  }

  private enum Piece {
    case number([UInt32])
    case scalar(UInt32)
  }

  /// The text in the pieces that are compared, the slow way.
  private func pieces(_ text: String) -> [Piece] {
    let folded = TextFolding([.caseInsensitive, .diacriticInsensitive]).fold(text)
    var pieces: [Piece] = []
    var wasDigit = false
    let plain: [Unicode.Scalar: [Unicode.Scalar]] = ["ø": ["o"], "æ": ["a", "e"], "ı": ["i"]]
    let scalars = String(decoding: folded, as: UTF8.self).unicodeScalars
    for scalar in scalars.flatMap({ plain[$0] ?? [$0] }) {
      let isDigit = scalar.properties.generalCategory == .decimalNumber
      let digit = UInt32(scalar.properties.numericValue ?? 0)
      if isDigit, wasDigit, case .number(let digits) = pieces.removeLast() {
        pieces.append(.number(digits.isEmpty && digit == 0 ? [] : digits + [digit]))
      } else {
        pieces.append(isDigit ? .number(digit == 0 ? [] : [digit]) : .scalar(scalar.value))
      }
      wasDigit = isDigit
    }
    return pieces
  }

  private func precedes(_ left: Piece, _ right: Piece) -> Bool {
    switch (left, right) {
    case (.scalar(let one), .scalar(let other)): one < other
    case (.scalar(let one), .number): one < 0x30
    case (.number, .scalar(let other)): 0x30 < other
    case (.number(let one), .number(let other)):
      one.count == other.count ? one.lexicographicallyPrecedes(other) : one.count < other.count
    }
  }

  private func precedes(_ left: String, _ right: String) -> Bool {
    let (one, other) = (pieces(left), pieces(right))
    if one.lexicographicallyPrecedes(other, by: precedes) { return true }
    if other.lexicographicallyPrecedes(one, by: precedes) { return false }
    return left.unicodeScalars.lexicographicallyPrecedes(right.unicodeScalars)
  }

  @Test func `keys are ordered as the names are, compared slowly`() {
    var random = SeededRandom(seed: 8)
    for _ in 0..<8000 {
      let left = random.text(of: Self.alphabet, upTo: 6)
      let right = random.text(of: Self.alphabet, upTo: 6)
      #expect(
        key(left).lexicographicallyPrecedes(key(right)) == precedes(left, right),
        "\(left.debugDescription) \(right.debugDescription)")
      #expect((key(left) == key(right)) == Array(left.utf8).elementsEqual(right.utf8))
    }
  }

  @Test func `a digit or a control character is noticed at every place of a long name`() {
    for place in 0..<50 {
      for (special, written) in [("7", "17"), ("\u{2}", "\u{2}\u{3}"), ("Q", "q")] {
        let rest = 49 - place
        let name =
          String(repeating: "A", count: place) + special + String(repeating: "z", count: rest)
        let folded =
          String(repeating: "a", count: place) + written + String(repeating: "z", count: rest)
        let tail = name.replacing("\u{2}", with: "\u{2}\u{3}")
        #expect(String(decoding: key(name), as: UTF8.self) == folded + "\u{1}" + tail)
      }
    }
  }

  @Test func `numbers of any length are ordered by value`() {
    let lengths = [1, 7, 8, 9, 10, 11, 98, 99, 100, 101, 999, 1000, 1001, 12345]
    let numbers = lengths.flatMap { length in
      ["1", "9"].map { $0 + String(repeating: $0 == "9" ? "9" : "0", count: length - 1) }
    }
    for (smaller, larger) in zip(numbers, numbers.dropFirst()) where smaller != larger {
      #expect(key("a\(smaller)z").lexicographicallyPrecedes(key("a000\(larger)b")))
    }
  }

  @Test func `every decimal digit has its value`() {
    for value in UInt32(0x80)..<0x20000 {
      guard let scalar = Unicode.Scalar(value), (scalar.properties.age?.major ?? 99) <= 14 else {
        continue
      }
      let isDigit = scalar.properties.generalCategory == .decimalNumber
      let expected = isDigit ? scalar.properties.numericValue.map { UInt8($0) } : nil
      #expect(DecimalDigits.value(of: value) == expected)
    }
  }

  @Test func `keys are UTF-8 without NUL, whatever the bytes`() {
    var random = SeededRandom(seed: 9)
    for _ in 0..<3000 {
      let bytes = random.bytes(upTo: 20)
      let key = bytes.withUnsafeBufferPointer { NaturalOrder.withKey(of: $0) { Array($0) } }
      #expect(!key.contains(0))
      #expect(String(validating: key, as: UTF8.self) != nil)
      #expect(key == self.key(String(decoding: bytes, as: UTF8.self)))
    }
  }

  @Test func `a long name has its key`() {
    let name = String(repeating: "Tea 7 ", count: 5000)
    #expect(key(name) == Array((String(repeating: "tea 17 ", count: 5000) + "\u{1}" + name).utf8))
  }

  @Test(arguments: [
    ("Philz", "P"), ("gong cha", "G"), ("école", "É"), ("e\u{301}cole", "É"), ("ßen", "S"),
    ("ﬁg", "F"), ("珍珠", "珍"),
    ("7 Leaves", "7"), ("", ""), (" x", " "), ("чай", "Ч"), ("🧋", "🧋"),
  ])
  func `the index title is the first letter as a capital`(name: String, title: String) {
    #expect(NaturalOrder.indexTitle(of: name) == title)
  }
}
