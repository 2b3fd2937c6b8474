/// A fuzzy match: letters that occur in a text in their order, with a score.
package struct FuzzyMatch: Hashable {
  /// The score; starts of words and adjacent letters count most.
  package let score: Int
  /// The indexes of the matched characters.
  package let characters: Set<Int>

  private static let wordStart = 10
  private static let neighbor = 9
  private static let sameWord = 5
  private static let otherWord = -5

  package init(score: Int, characters: Set<Int>) {
    self.score = score
    self.characters = characters
  }

  /// Finds the best match of all letters of a word; nil if there is none that a user would recognize.
  package init?(_ word: String, in text: String, folded: (String) -> String) {
    let (letters, places) = Self.fold(text, folded)
    let query = Array(folded(word))
    guard !query.isEmpty, query.count <= letters.count else { return nil }
    let words = Self.words(letters)
    var rows: [[Way?]] = []
    for letter in query {
      let before = rows.last
      rows.append(
        letters.indices.map { place in
          guard letters[place] == letter else { return nil }
          return before.map { Self.way(to: place, from: $0, words) } ?? Self.first(place, words)
        })
    }
    let ends = letters.indices.compactMap { place in
      rows[rows.count - 1][place].map { (place, $0.score + (letters.endsWord(at: place) ? 1 : 0)) }
    }
    guard let end = ends.max(by: { $0.1 < $1.1 }), end.1 > 0 else { return nil }
    score = end.1
    var place: Int? = end.0
    var characters: Set<Int> = []
    for row in rows.reversed() {
      guard let here = place else { break }
      characters.insert(places[here])
      place = row[here]?.before
    }
    self.characters = characters
  }

  /// The folded characters, and for each the index of the character it came from.
  package static func fold(
    _ text: String, _ folded: (String) -> String
  ) -> (letters: [Character], places: [Int]) {
    var letters: [Character] = []
    var places: [Int] = []
    for (place, character) in text.enumerated() {
      let own = folded(String(character))
      letters += own
      places += own.map { _ in place }
    }
    return (letters, places)
  }

  /// The best partial match that ends at a letter of the text.
  private struct Way {
    package var score: Int
    /// The index of the letter before; nil for the first.
    package var before: Int?
  }

  /// The start of the text scores higher than the start of another word.
  private static func first(_ place: Int, _ words: [Int]) -> Way {
    Way(score: !startsWord(place, words) ? 1 : wordStart + (place == 0 ? 4 : 0))
  }

  /// The best partial match that ends at a letter, given those for the letter before.
  private static func way(to place: Int, from row: [Way?], _ words: [Int]) -> Way? {
    var best: Way?
    for before in 0..<place {
      guard let way = row[before] else { continue }
      let score = way.score + bonus(from: before, to: place, words)
      if score > best?.score ?? .min { best = Way(score: score, before: before) }
    }
    return best
  }

  private static func bonus(from before: Int, to place: Int, _ words: [Int]) -> Int {
    let gap = place - before - 1
    if startsWord(place, words) { return wordStart - min(gap, 8) }
    if gap == 0 { return neighbor }
    return words[before] == words[place] ? sameWord : otherWord
  }

  /// The word number of each character; each ideograph is a word.
  private static func words(_ text: [Character]) -> [Int] {
    var word = 0
    return text.indices.map { place in
      guard place > 0 else { return word }
      let (before, here) = (text[place - 1], text[place])
      if !(before.isLetter || before.isNumber) || here.isIdeograph || before.isIdeograph {
        word += 1
      }
      return word
    }
  }

  private static func startsWord(_ place: Int, _ words: [Int]) -> Bool {
    place == 0 || words[place - 1] != words[place]
  }
}

extension [Character] {
  fileprivate func endsWord(at place: Int) -> Bool {
    guard place + 1 < count else { return true }
    return !self[place + 1].isLetter && !self[place + 1].isNumber
  }
}

extension Character {
  fileprivate var isIdeograph: Bool {
    unicodeScalars.first?.properties.isIdeographic == true
  }
}
