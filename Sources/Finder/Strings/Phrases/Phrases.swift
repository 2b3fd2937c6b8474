import Foundation

/// All sentences of other parts in one language.
nonisolated struct Phrases: Sendable {
  private struct Entry {
    let english: [String]
    let own: [String]
  }

  private let entries: [Entry]

  /// Those with the most words of their own first: they are what is meant.
  init(_ language: KeyPath<Phrase, String>) {
    entries = Phrase.all.sorted { $0.english.count > $1.english.count }.map { phrase in
      Entry(
        english: phrase.english.components(separatedBy: "{}"),
        own: phrase[keyPath: language].components(separatedBy: "{}"))
    }
  }

  /// The sentence in this language; what is not known stays as it is.
  func text(_ english: String) -> String { known(english) ?? english }

  /// nil when the sentence is not known.
  func known(_ english: String) -> String? {
    for entry in entries {
      guard let gaps = Self.gaps(of: entry.english, in: english) else { continue }
      return zip(entry.own, gaps.map(text) + [""]).map { $0 + $1 }.joined()
    }
    return behindColon(english)
  }

  /// What stands behind a name or a path is a sentence of its own.
  private func behindColon(_ english: String) -> String? {
    guard let colon = english.range(of: ": "),
      let rest = known(String(english[colon.upperBound...]))
    else { return nil }
    return text(String(english[..<colon.lowerBound])) + ": " + rest
  }

  /// What a text has where a sentence differs from time to time; nil when it is another sentence.
  private static func gaps(of pieces: [String], in text: String) -> [String]? {
    guard pieces.count > 1 else { return isSame(text, pieces[0]) ? [] : nil }
    guard text.hasPrefix(pieces[0]) else { return nil }
    var rest = text.dropFirst(pieces[0].count)
    var gaps: [String] = []
    for (index, piece) in pieces.enumerated().dropFirst() {
      if index == pieces.count - 1 {
        guard rest.hasSuffix(piece) else { return nil }
        gaps.append(String(rest.dropLast(piece.count)))
      } else {
        guard let range = rest.range(of: piece) else { return nil }
        gaps.append(String(rest[..<range.lowerBound]))
        rest = rest[range.upperBound...]
      }
    }
    return gaps
  }

  /// Whether a text is a sentence; the system's own begin with a small letter inside of another one.
  private static func isSame(_ text: String, _ sentence: String) -> Bool {
    text == sentence || text == sentence.prefix(1).lowercased() + sentence.dropFirst()
  }
}
