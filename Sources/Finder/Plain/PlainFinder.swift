public import FetchKit
import TerminalKit
import Venues

/// The finder line by line, for screen readers and terminals that cannot draw: it is given lines,
/// and answers with lines.
///
/// Nothing is told by a sign, a color or a place on a screen.
public final class PlainFinder {
  /// What a number means right now.
  enum Mode: Hashable {
    case list
    case filter
    case sort
    case saved
    /// Not a number: the value of a saved filter's variable.
    case value(PlainBlank)
  }

  let store: Store
  /// Where distances are measured from.
  var origin: Origin { didSet { text.origin = origin } }
  let startOrigin: Origin
  private(set) var text: PlainText
  var choices: FilterChoices
  var sorts: [SortChoice]
  var mode = Mode.list
  /// The filters that were told, by their numbers.
  var filters: [PlainChoice] = []
  /// The saved filters that were told, by their numbers.
  var saved: [SavedFilter] = []
  /// The rows that have been told, from the first.
  var told = 0
  var total = 0
  /// The 0-based row of the venue that was told last; nil before one was.
  var current: Int?

  /// How many venues are told at once.
  static let pageLength = 10

  /// A finder on a store.
  public init(store: Store, settings: FinderSettings) {
    self.store = store
    origin = settings.origin
    startOrigin = settings.origin
    choices = settings.choices
    sorts = settings.sorts.isEmpty ? .standard : settings.sorts
    text = PlainText(
      strings: settings.language.strings(settings.units), origin: settings.origin)
  }

  var strings: any Strings { text.strings }

  /// What is told before the first question.
  public func greeting() async -> [String] {
    [strings.plainGreeting] + (await answer("list") ?? [])
  }

  /// What the user is asked now.
  public var question: String { strings.plainQuestion(mode) }

  /// The answer to a line; nil when the user wants to leave.
  public func answer(_ line: String) async -> [String]? {
    let line = TextWidth.sanitized(line).trimmed
    if case .value(let blank) = mode {
      let answer = PlainValue(line, for: blank.use, strings)
      return answer == .quit ? nil : await told { try await fill(blank, answer) }
    }
    guard let command = PlainCommand(line, strings) else { return [strings.plainUnknown(line)] }
    if command == .word(.quit, "") { return nil }
    return await told { try await answer(command) }
  }

  /// An answer as it is told, or what is wrong.
  private func told(_ answer: () async throws -> [String]) async -> [String] {
    do {
      return try await answer().map { TextWidth.sanitized($0) }
    } catch let error as FetchPredicateError {
      return [strings.failed(words(error))]
    } catch {
      return [strings.failed(strings.phrase(String(describing: error)))]
    }
  }

  /// What is wrong with a condition, and where.
  private func words(_ error: FetchPredicateError) -> String {
    guard let before = error.textBefore else { return strings.fault(error.errorMessage) }
    return strings.fault(error.errorMessage, behind: before.count)
  }

  private func answer(_ command: PlainCommand) async throws -> [String] {
    switch command {
    case .number(let number): try await choose(number)
    case .word(let word, let text): try await answer(word, text)
    }
  }

  private func answer(_ word: PlainWord, _ text: String) async throws -> [String] {
    switch word {
    case .list: try await list()
    case .more: try await more()
    case .next: try await detail((current ?? -1) + 1)
    case .previous: try await detail((current ?? 1) - 1)
    case .filter: try await tellFilters()
    case .sort: orders()
    case .stats: try await stats()
    case .help:
      [strings.plainHelpOnNumbers] + PlainWord.allCases.map { strings.plainCommand($0).line }
    case .quit: []
    case .save: try save(text)
    case .saved: text.isEmpty ? try tellSaved() : try await take(text)
    case .forget: try forget(text)
    case .near: try await measure(from: text)
    case .search, .category, .city, .rating, .within, .condition, .clear:
      try await narrow(word, text)
    case .favorite, .note, .delete, .undo, .redo: try await change(word, text)
    }
  }

  private func choose(_ number: Int) async throws -> [String] {
    switch mode {
    case .list: return try await detail(number - 1)
    case .filter:
      guard let choice = filters.at(number - 1) else { return [strings.plainNoNumber(number)] }
      choice.toggle(in: &choices)
      return try await tellFilters()
    case .sort:
      guard let option = SortOption.all(with: sorts).at(number - 1) else {
        return [strings.plainNoNumber(number)]
      }
      sorts = option.choose(over: sorts)
      return try await list()
    case .saved:
      guard let filter = saved.at(number - 1) else { return [strings.plainNoNumber(number)] }
      return try await take(filter)
    case .value: return []
    }
  }
}

extension Array {
  /// The element at a place; nil where there is none.
  func at(_ index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}

extension String {
  /// The text without blanks around it.
  fileprivate var trimmed: String {
    let start = drop(while: \.isWhitespace)
    return String(start.reversed().drop(while: \.isWhitespace).reversed())
  }
}
