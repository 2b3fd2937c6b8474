import FetchKit
import TerminalKit

/// Finds what a search matches in a text, case and diacritics folded.
enum SearchMatch {
  /// The indexes of the matched characters.
  static func characters(in text: String, of search: [String]) -> Set<Int> {
    let words = search.map { Array($0.foldedForSearch) }
    guard !words.isEmpty else { return [] }
    let (folded, places) = FuzzyMatch.fold(text, \.foldedForSearch)
    return words.reduce(into: []) { found, word in
      for start in starts(of: word, in: folded) {
        found.formUnion(places[start..<(start + word.count)])
      }
    }
  }

  private static func starts(of word: [Character], in text: [Character]) -> [Int] {
    guard !word.isEmpty, word.count <= text.count else { return [] }
    return (0...(text.count - word.count)).filter {
      text[$0..<($0 + word.count)].elementsEqual(word)
    }
  }
}
