import FetchKit
import Venues

/// The words of names, categories and streets, which correct misspelled searches.
nonisolated struct SearchVocabulary: Sendable {
  private struct Word {
    let text: String
    let scalars: [UInt32]
    /// A bit for each kind of letter.
    let letters: UInt64
    let count: Int
  }

  private let words: [Word]

  /// Shorter words are not corrected.
  private static let shortest = 4

  init(_ texts: [String]) {
    var counts: [Substring: Int] = [:]
    for text in texts {
      for word in text.split(separator: " ") { counts[word, default: 0] += 1 }
    }
    self.init(counts.map { (String($0), $1) })
  }

  private init(_ counts: [(text: String, count: Int)]) {
    words = counts.map { text, count in
      let scalars = text.unicodeScalars.map(\.value)
      return Word(text: text, scalars: scalars, letters: Self.letters(scalars), count: count)
    }
  }

  /// Reads the words of the venues that are searched.
  static func fetch(from store: FetchStore) throws -> SearchVocabulary {
    var counts: [String: Int] = [:]
    try store.forEachRow(FetchRequest<Venue>(), of: ["searchText"]) { cells in
      guard case .text(let bytes)? = cells.first else { return true }
      let text = String(decoding: bytes, as: UTF8.self)
      for word in text.split(whereSeparator: { !$0.isLetter }) where word.count >= Self.shortest {
        counts[String(word), default: 0] += 1
      }
      return true
    }
    return SearchVocabulary(counts.map { ($0, $1) })
  }

  private static func letters(_ scalars: [UInt32]) -> UInt64 {
    scalars.reduce(0) { $0 | 1 << UInt64($1 % 64) }
  }

  /// The search with its unknown words replaced by the most similar ones; nil if there is nothing to replace.
  func correction(of search: String) -> String? {
    let typed = search.foldedForSearch.split(separator: " ").map(String.init)
    let corrected = typed.map { word in isKnown(word) ? word : nearest(to: word) ?? word }
    return corrected == typed ? nil : corrected.joined(separator: " ")
  }

  private func isKnown(_ word: String) -> Bool {
    words.contains { $0.text.utf8.count >= word.utf8.count && $0.text.contains(word) }
  }

  /// The word that begins most like the typed one, which may be incomplete; the most frequent of several.
  private func nearest(to text: String) -> String? {
    let typed = text.unicodeScalars.map(\.value)
    guard typed.count >= Self.shortest else { return nil }
    let limit = typed.count < 6 ? 1 : 2
    let letters = Self.letters(typed)
    var best: (word: Word, distance: Int)?
    for word in words where word.scalars.count + limit >= typed.count {
      // The first letter is rarely wrong, but may be swapped with the second.
      guard word.scalars.first == typed.first || word.scalars.starts(with: [typed[1], typed[0]])
      else { continue }
      guard (letters & ~word.letters).nonzeroBitCount <= limit else { continue }
      let distance = Self.distance(typed, word.scalars, limit)
      guard distance <= limit else { continue }
      if let best, (best.distance, -best.word.count) <= (distance, -word.count) { continue }
      best = (word, distance)
    }
    return best?.word.text
  }

  /// The edits from a text to the most similar beginning of a word; a swap of neighbors is one.
  private static func distance(_ typed: [UInt32], _ word: [UInt32], _ limit: Int) -> Int {
    let length = min(word.count, typed.count + limit)
    var beforeLast: [Int] = []
    var last = Array(0...length)
    for row in typed.indices {
      var current = [row + 1]
      for column in 0..<length {
        var best = min(
          last[column] + (typed[row] == word[column] ? 0 : 1), last[column + 1] + 1,
          current[column] + 1)
        if row > 0, column > 0, typed[row] == word[column - 1], typed[row - 1] == word[column] {
          best = min(best, beforeLast[column - 1] + 1)
        }
        current.append(best)
      }
      if (current.min() ?? 0) > limit { return limit + 1 }
      (beforeLast, last) = (last, current)
    }
    return last.min() ?? limit + 1
  }
}
