import Testing

@testable import ColumnCache
@testable import FetchKit

struct InvertedIndexTests {
  /// More rows than a block has: words in nearly all of them, in some, in one, in none.
  private static let texts = (0..<70_000).map { row in
    [
      "tea", row.isMultiple(of: 3) ? "milk\nbar" : "", row == 40_000 ? "einzig" : "",
      row > 66_000 ? " späť  \n" : "é\n茶", String(row % 900),
    ].joined(separator: " ")
  }

  private func words(_ texts: [String]) -> InvertedIndex {
    var words = InvertedIndex()
    words.grow(to: texts.count)
    for (row, text) in texts.enumerated() { #expect(set(text, at: row, &words)) }
    words.finishReading()
    return words
  }

  private func set(_ text: String, at row: Int, _ words: inout InvertedIndex) -> Bool {
    var text = text
    return text.withUTF8 { words.set($0, at: row) }
  }

  private func rows(_ words: InvertedIndex, _ text: String) -> [Int]? {
    rows(words, anyOf: [text])
  }

  private func rows(_ words: InvertedIndex, anyOf texts: [String]) -> [Int]? {
    guard let bits = words.rows(containingAnyOf: texts) else { return nil }
    var rows: [Int] = []
    bits.forEach { rows.append($0) }
    return rows
  }

  @Test func `a text is found in the rows that have a word that contains it`() {
    let words = words(Self.texts)
    for text in ["tea", "il", "einzig", "ä", "ť", "茶", "89", "7", "nirgends", "teamilk"] {
      let expected = Self.texts.indices.filter { Self.texts[$0].contains(text) }
      #expect(rows(words, text) == expected, "\(text)")
    }
  }

  @Test func `one of several texts is found at once`() {
    let words = words(Self.texts)
    let texts = ["einzig", "ä", "", "89"]
    let expected = Self.texts.indices.filter { row in
      texts.contains { !$0.isEmpty && Self.texts[row].contains($0) }
    }
    #expect(rows(words, anyOf: texts) == expected)
    #expect(rows(words, anyOf: ["einzig", "k t"]) == nil)
    #expect(rows(words, anyOf: []) == [])
  }

  @Test func `a text with a space is not answered, an empty text is in no row`() {
    let words = words(["milk tea", "milk\ntea", ""])
    #expect(rows(words, "k t") == nil)
    #expect(rows(words, "k\nt") == nil)
    #expect(rows(words, " ") == nil)
    #expect(rows(words, "") == [])
  }

  @Test func `a changed row has its new words only`() {
    var words = words(["milk tea", "milk", "tea"])
    words.grow(to: 5)
    for (row, text) in [(0, "coffee"), (1, ""), (4, "oat milk")] {
      #expect(set(text, at: row, &words))
    }
    #expect(rows(words, "milk") == [4])
    #expect(rows(words, "offe") == [0])
    #expect(rows(words, "e") == [0, 2])
  }
}
