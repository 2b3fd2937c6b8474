import Testing

@testable import FetchKit

struct HeldWordsTests {
  /// More rows than a block has: words in nearly all of them, in some, in one, in none.
  private static let texts = (0..<70_000).map { row in
    [
      "tea", row.isMultiple(of: 3) ? "milk\nbar" : "", row == 40_000 ? "einzig" : "",
      row > 66_000 ? " späť  \n" : "é\n茶", String(row % 900),
    ].joined(separator: " ")
  }

  private func words(_ texts: [String]) -> HeldWords {
    var words = HeldWords()
    words.grow(to: texts.count)
    for (row, text) in texts.enumerated() { #expect(text.withTextBytes { words.set($0, at: row) }) }
    words.endReading()
    return words
  }

  private func rows(_ words: HeldWords, _ text: String) -> [Int]? {
    guard let bits = text.withTextBytes(words.rows) else { return nil }
    var rows: [Int] = []
    bits.forEach { rows.append($0) }
    return rows
  }

  @Test func `a text is found in the rows that have it in a word`() {
    let words = words(Self.texts)
    for text in ["tea", "il", "einzig", "ä", "ť", "茶", "89", "7", "nirgends", "teamilk"] {
      let expected = Self.texts.indices.filter { Self.texts[$0].contains(text) }
      #expect(rows(words, text) == expected, "\(text)")
    }
  }

  @Test func `a text with a gap is left to others, an empty one is nowhere`() {
    let words = words(["milk tea", "milk\ntea", ""])
    #expect(rows(words, "k t") == nil)
    #expect(rows(words, "k\nt") == nil)
    #expect(rows(words, " ") == nil)
    #expect(rows(words, "") == [])
  }

  @Test func `a row that was read anew has its new words only`() {
    var words = words(["milk tea", "milk", "tea"])
    words.grow(to: 5)
    for (row, text) in [(0, "coffee"), (1, ""), (4, "oat milk")] {
      #expect(text.withTextBytes { words.set($0, at: row) })
    }
    #expect(rows(words, "milk") == [4])
    #expect(rows(words, "offe") == [0])
    #expect(rows(words, "e") == [0, 2])
  }
}
