import FetchKit
import TerminalKit
import Venues

/// A condition that is being typed: its meaning, error and completions.
struct ConditionText: Hashable {
  /// The error and its position.
  struct Problem: Hashable {
    let fault: ErrorMessage
    /// The text before the position; nil if unknown.
    let textBefore: String?

    /// The width of the text before the position; nil if unknown.
    var place: Int? { textBefore.map { TextWidth.displayWidth(of: $0) } }
  }

  /// Words that can replace a part of the text.
  struct Completion: Hashable {
    var words: [String] = []
    /// The replaced characters.
    var range = 0..<0
    /// Whether to list the words before Tab is pressed.
    var isListed = false
  }

  /// The predicate, which may have variables; nil if there is none, or an error.
  private(set) var predicate: FetchPredicate?
  private(set) var problem: Problem?
  /// The completions at the cursor, or else the suggestion of the error.
  private(set) var completion = Completion()

  private static let words =
    ShortName.words + Venue.entity.keyPaths.sorted().filter { !ShortName.words.contains($0) } + [
      "AND", "OR", "NOT", "CONTAINS[cd]", "BEGINSWITH[cd]", "ENDSWITH[cd]", "LIKE[cd]",
      "MATCHES[cd]", "BETWEEN", "IN", "ANY", "ALL", "NONE", "nil", "TRUEPREDICATE",
    ]

  /// Reads a text; `position` is the number of characters before the cursor.
  init(_ text: String, position: Int) {
    read(text)
    let word = String(
      text.prefix(position).reversed().prefix { $0.isLetter || $0 == "." }.reversed())
    let words = Self.completions(after: text.prefix(position).dropLast(word.count)).filter {
      $0 != word && $0.lowercased().hasPrefix(word.lowercased())
    }
    let isListed = text.isBlank || !word.isEmpty && !words.isEmpty
    let own = Completion(
      words: words, range: (position - word.count)..<position, isListed: isListed)
    completion = isListed ? own : suggestion(in: text) ?? own
  }

  /// The words that can follow a text: none at the end of a number or a string, or in the name of a variable, `AND` and
  /// `OR` after a condition.
  private static func completions(after text: Substring) -> [String] {
    guard let last = text.last else { return words }
    if last.isNumber || "\"')]}$_".contains(last) { return [] }
    return last.isWhitespace && isCondition(String(text)) ? ["AND", "OR"] : words
  }

  /// Whether a text is a valid condition.
  static func isCondition(_ text: String) -> Bool { Self(text, position: 0).predicate != nil }

  private mutating func read(_ text: String) {
    guard !text.isBlank else { return }
    do {
      let read = try FetchPredicate.venueTemplate(text)
      problem = read.faultOfVariables(in: Venue.entity).map { Problem(fault: $0, textBefore: nil) }
      if problem == nil { predicate = read }
    } catch {
      problem = Problem(fault: error.errorMessage, textBefore: error.textBefore)
    }
  }

  /// The word that the error suggests instead of the unknown one at its position.
  private func suggestion(in text: String) -> Completion? {
    guard let problem, let (wrong, word) = problem.fault.suggestedReplacement,
      let found = text.dropFirst(problem.textBefore?.count ?? 0).firstRange(of: wrong)
    else { return nil }
    let start = text.distance(from: text.startIndex, to: found.lowerBound)
    return Completion(words: [word], range: start..<(start + wrong.count))
  }
}

/// The words that Tab inserts one after the other.
struct CompletionCycle: Hashable {
  private let start: TextField
  let completion: ConditionText.Completion
  /// The inserted word; nil before the first one.
  private(set) var index: Int?

  init(_ start: TextField, _ completion: ConditionText.Completion) {
    self.start = start
    self.completion = completion
  }

  /// The text with the inserted word.
  var field: TextField {
    guard let index else { return start }
    let range = completion.range
    let before = start.text.prefix(range.lowerBound) + completion.words[index]
    return TextField(
      String(before) + start.text.dropFirst(range.upperBound), position: before.count)
  }

  mutating func move(forwards: Bool) {
    let count = completion.words.count
    guard count > 0 else { return }
    index = index.map { ($0 + (forwards ? 1 : count - 1)) % count } ?? (forwards ? 0 : count - 1)
  }
}

extension ErrorMessage {
  /// An unknown word and the suggested one; nil without a suggestion.
  fileprivate var suggestedReplacement: (wrong: String, word: String)? {
    guard case .text(let wrong)? = withoutSuggestion.arguments.first, self != withoutSuggestion,
      case .text(let word)? = arguments.last
    else { return nil }
    return (wrong, word)
  }
}

extension String {
  /// Whether it has only white space.
  var isBlank: Bool { allSatisfy(\.isWhitespace) }
}
