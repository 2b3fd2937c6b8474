import FetchKit
import TerminalKit
import Venues

/// A condition that is being typed: its meaning, error and completions.
struct ConditionText: Hashable {
  /// The error and its position.
  struct Problem: Hashable {
    let fault: ErrorMessage
    /// The width of the text before the position; nil if unknown.
    let place: Int?
  }

  /// nil if there is none, or an error.
  private(set) var predicate: FetchPredicate?
  private(set) var problem: Problem?
  /// The completions of the word before the cursor.
  let completions: [String]
  private let wordLength: Int

  private static let words = [
    "AND", "OR", "NOT", "CONTAINS[cd]", "BEGINSWITH[cd]", "ENDSWITH[cd]", "LIKE[cd]",
    "MATCHES[cd]", "BETWEEN", "IN", "ANY", "ALL", "NONE", "nil", "TRUEPREDICATE",
  ]

  /// Reads a text; `position` is the number of characters before the cursor.
  init(_ text: String, position: Int) {
    let word = String(
      text.prefix(position).reversed().prefix { $0.isLetter || $0 == "." }.reversed())
    wordLength = word.count
    let candidates = Venue.entity.keyPaths.sorted() + Self.words
    completions =
      word.isEmpty
      ? [] : candidates.filter { $0 != word && $0.lowercased().hasPrefix(word.lowercased()) }
    read(text)
  }

  private mutating func read(_ text: String) {
    guard text.contains(where: { !$0.isWhitespace }) else { return }
    do {
      let read = try FetchPredicate(format: text)
      try read.check(for: Venue.entity)
      predicate = read
    } catch {
      var error = error
      error.format = text
      let place = error.textBefore.map { TextWidth.displayWidth(of: $0) }
      problem = Problem(fault: error.errorMessage, place: place)
    }
  }

  /// The text that completes the word to the common prefix of the completions, or to the first one.
  var addition: String {
    guard let first = completions.first else { return "" }
    var common = first
    for word in completions {
      common = String(zip(common, word).prefix { $0 == $1 }.map(\.0))
    }
    let whole = common.count > wordLength ? common : first
    return String(whole.dropFirst(wordLength))
  }
}
