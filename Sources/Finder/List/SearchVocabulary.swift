import FetchKit
import TerminalKit
import Venues

/// The words of names, categories and streets, which misspelled searches are compared with.
nonisolated struct SearchVocabulary: Sendable {
  /// A word in `scalars`.
  private struct Word {
    let range: Range<Int>
    /// A bit for each kind of letter.
    let letters: UInt64
  }

  private var words: [Word] = []
  private var scalars: [UInt32] = []

  /// Shorter words are not similar to any.
  private static let shortest = 2
  /// Shorter words are corrected only beside a known word, or if a single word is similar.
  private static let usual = 4
  /// The number of similar words to search for.
  private static let limit = 12

  /// The words of texts that are folded for searches.
  init(_ texts: some Sequence<String>) {
    var known: Set<Substring> = []
    for text in texts {
      for word in text.split(whereSeparator: { !$0.isLetter }) where word.count >= Self.shortest {
        if known.insert(word).inserted { append(word) }
      }
    }
  }

  private mutating func append(_ word: Substring) {
    let start = scalars.count
    scalars += word.unicodeScalars.map(\.value)
    let range = start..<scalars.count
    words.append(Word(range: range, letters: Self.letters(scalars[range])))
  }

  /// Reads the words of the venues that are searched.
  static func fetch(from snapshot: StoreSnapshot) throws -> SearchVocabulary {
    SearchVocabulary(try snapshot.words(of: "searchText", in: Venue.entity))
  }

  private static func letters(_ scalars: some Sequence<UInt32>) -> UInt64 {
    scalars.reduce(0) { $0 | 1 << UInt64($1 % 64) }
  }

  private func text(_ word: Word) -> String {
    String(String.UnicodeScalarView(scalars[word.range].compactMap(Unicode.Scalar.init)))
  }

  /// Words similar to those of a search, each once; known words get none unless `forAll`. nil if there are none.
  func similar(to search: String, forAll: Bool) -> SimilarWords? {
    var distinct: Set<Substring> = []
    let typed = search.foldedForSearch.split(whereSeparator: \.isWhitespace)
      .filter { distinct.insert($0).inserted }.map(String.init)
    let known = Set(typed.filter(isKnown))
    let words = typed.map { word in
      let isKnown = known.contains(word)
      let similar = isKnown && !forAll ? [] : similar(to: word, beside: known)
      guard similar.contains(where: { !$0.isEmpty }) else { return [[word]] }
      return [isKnown ? [word] : []] + similar
    }
    return words == typed.map { [[$0]] } ? nil : SimilarWords(words)
  }

  private func isKnown(_ typed: String) -> Bool {
    let letters = Self.letters(typed.unicodeScalars.map(\.value))
    return words.contains { letters & ~$0.letters == 0 && text($0).contains(typed) }
  }

  /// The words similar to the typed one, by their number of typing errors from one.
  ///
  /// Many words are similar to a short one: it has none unless another typed word is known, or only one is similar.
  private func similar(to text: String, beside known: Set<String>) -> [[String]] {
    let isShort = text.unicodeScalars.count < Self.usual
    if isShort, known.contains(text) { return [] }
    let found = similar(to: text, isWhole: isShort)
    let isCertain = !known.isEmpty || found.joined().count == 1
    return isShort && !isCertain ? [] : found
  }

  /// The words that begin like the typed one, which may be incomplete; with `isWhole`, only those of
  /// about its length.
  private func similar(to text: String, isWhole: Bool) -> [[String]] {
    let typed = text.unicodeScalars.map(\.value)
    guard typed.count >= Self.shortest else { return [] }
    let limit = typed.count < 6 ? 1 : 2
    let letters = Self.letters(typed)
    var found: [[String]] = Array(repeating: [], count: limit)
    for word in words where word.range.count + limit >= typed.count {
      if isWhole, word.range.count > typed.count + (typed.count > 2 ? 1 : 0) { continue }
      let scalars = scalars[word.range]
      // The first letter is rarely wrong, but may be swapped with the second.
      guard scalars.first == typed.first || scalars.starts(with: [typed[1], typed[0]]),
        (letters & ~word.letters).nonzeroBitCount <= limit
      else { continue }
      let distance = EditDistance.between(
        typed, Array(scalars.prefix(typed.count + limit)), ofPrefix: true, limit: limit)
      if (1...limit).contains(distance) { found[distance - 1].append(self.text(word)) }
    }
    return Self.shortened(found, typed: text)
  }

  /// The words most like the typed one in length, without those that contain another one.
  private static func shortened(_ found: [[String]], typed: String) -> [[String]] {
    var kept: [String] = []
    return found.map { words in
      let sorted = words.sorted {
        (abs($0.count - typed.count), $0) < (abs($1.count - typed.count), $1)
      }
      var own: [String] = []
      for word in sorted where kept.count < limit && !kept.contains(where: word.contains) {
        own.append(word)
        kept.append(word)
      }
      return own
    }
  }
}

/// Finds what a search matches in a text, case and diacritics folded.
enum SearchMatch {
  /// The indexes of the matched characters.
  static func characters(in text: String, of search: [String]) -> Set<Int> {
    let words = Set(search).map { Array($0.foldedForSearch) }
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
