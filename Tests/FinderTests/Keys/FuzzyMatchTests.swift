import FetchKit
import Testing
import TerminalKit

@testable import Finder

@MainActor
@Suite struct FuzzyMatchTests {
  /// The text with matched characters in brackets; nil without a match.
  private func found(_ word: String, in text: String) -> String? {
    FuzzyMatch(word, in: text, folded: \.foldedForSearch).map { match in
      text.enumerated().map { index, character in
        match.characters.contains(index) ? "[\(character)]" : String(character)
      }.joined()
    }
  }

  @Test(arguments: [
    ("svf", "save the filter", "[s]a[v]e the [f]ilter"),
    ("stf", "save the filter", "[s]ave [t]he [f]ilter"),
    ("filter", "fix the filter", "fix the [f][i][l][t][e][r]"),
    ("the", "the other", "[t][h][e] other"),
    ("oth", "the other", "the [o][t][h]er"),
    ("ilt", "save the filter", "save the f[i][l][t]er"),
    ("CAFÉ", "old cafe", "old [c][a][f][e]"),
    ("导", "导入文件", "[导]入文件"),
    ("导文", "导入文件", "[导]入[文]件"),
    ("сохр", "экспорт: сохранить", "экспорт: [с][о][х][р]анить"),
    ("json", "json", "[j][s][o][n]"),
  ])
  func `letters match in order, preferably at the start of words`(
    word: String, text: String, expected: String
  ) {
    #expect(found(word, in: text) == expected)
  }

  @Test(arguments: [
    ("fs", "save the filter"), ("x", "save"), ("savee", "save"), ("", "save"),
    // Letters from everywhere are not what anybody means.
    ("vhlr", "save the filter"),
  ])
  func `letters in another order do not match`(word: String, text: String) {
    #expect(found(word, in: text) == nil)
  }

  @Test(arguments: [
    ("sav", ["save the filter", "the saved filters", "show all venues"]),
    ("fil", ["filter", "find a list", "the filter"]),
    ("mr", ["mark rows", "mark the rows", "demure"]),
  ])
  func `a better match has a higher score`(word: String, texts: [String]) {
    let scores = texts.compactMap { FuzzyMatch(word, in: $0, folded: \.foldedForSearch)?.score }
    #expect(scores.count == texts.count)
    #expect(scores == scores.sorted(by: >), "\(scores)")
  }
}
