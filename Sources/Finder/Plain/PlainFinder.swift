public import FetchKit
import Foundation
import TerminalKit
import Venues

/// Plain mode: the finder line by line, for screen readers and terminals that cannot draw.
///
/// It reads lines and answers with sentences, without symbols, color or layout.
public final class PlainFinder {
  /// The list that a number refers to.
  enum Mode: Hashable {
    case list
    case filter
    case sort
    case saved
    /// The next line is the value of a saved filter's variable.
    case value(PlainVariable)
  }

  let store: FetchStore
  /// The origin of distances.
  var origin: Origin { didSet { formatter.origin = origin } }
  let initialOrigin: Origin
  private(set) var formatter: PlainFormatter
  var choices: FilterChoices
  /// The filter that was applied last, with its variables and with their values; nil for none.
  var filled: FilledFilter?
  var sorts: [SortChoice]
  var mode = Mode.list
  /// The filters of the last answer, by number.
  var filters: [PlainChoice] = []
  /// The saved filters of the last answer, by number.
  var saved: [SavedFilter] = []
  /// The ids of the listed venues, by number, and the number of all rows.
  private var shown: [String] = []
  private var total = 0
  /// The 0-based row of the last details and the current venue, which is nil if it no longer existed; nil without details.
  private var current: (row: Int, id: ObjectID?)?

  /// The changes that were made here.
  private var ownSteps: Set<Int> = []
  private let startDate = Date()
  /// The question that another `undo` answers; nil unless the last command was `undo`.
  private var undoQuestion: Confirmation?

  /// The number of venues in an answer.
  private static let pageLength = 10

  /// A finder on a store.
  public init(store: FetchStore, settings: FinderSettings) {
    self.store = store
    origin = settings.origin
    initialOrigin = settings.origin
    choices = settings.choices
    sorts = settings.sorts.isEmpty ? .standard : settings.sorts
    formatter = PlainFormatter(
      strings: Strings(settings.language, units: settings.units), origin: settings.origin)
  }

  var strings: Strings { formatter.strings }

  /// The lines before the first prompt.
  public func greeting() async -> [String] {
    [strings.plainGreeting] + (await answer("list") ?? [])
  }

  /// The prompt for the next line.
  public var question: String { strings.plainPrompt(mode) }

  /// The answer to a line; nil when the user quits.
  public func answer(_ line: String) async -> [String]? {
    let line = TextWidth.singleLine(line).trimmingCharacters(in: .whitespaces)
    if case .value(let variable) = mode {
      let value = PlainValue(line, for: variable.use, strings)
      return value == .quit ? nil : await answer { try await fill(variable, value) }
    }
    guard let input = PlainInput(line, strings) else { return [refusal(of: line)] }
    if input == .command(.quit, "") { return nil }
    return await answer { try await answer(input) }
  }

  /// Why a line is not understood.
  private func refusal(of line: String) -> String {
    let name = line.split(whereSeparator: \.isWhitespace).first.map { $0.lowercased() } ?? line
    return PlainCommand(named: name, in: strings) == nil
      ? strings.plainUnknown(line, nearest: PlainCommand.nearestName(to: name, in: strings))
      : strings.plainTakesNothing(name)
  }

  /// An answer, or the error.
  private func answer(_ body: () async throws -> [String]) async -> [String] {
    do {
      return try await body().map { TextWidth.sanitized($0) }
    } catch let error as FetchPredicateError {
      let message = strings.text(error.errorMessage)
      return [strings.failed(strings.plainFault(message, after: error.textBefore?.count))]
    } catch {
      return [strings.failed(strings.text(of: error))]
    }
  }

  private func answer(_ input: PlainInput) async throws -> [String] {
    if case .command(.undo, _) = input {} else { undoQuestion = nil }
    return switch input {
    case .number(let number): try await choose(number)
    case .command(let command, let text): try await run(command, text)
    }
  }

  private func run(_ command: PlainCommand, _ text: String) async throws -> [String] {
    switch command {
    case .list: try await list()
    case .more: try await more()
    case .next: try await detail(current.map { $0.row + 1 } ?? 0)
    case .previous: try await detail((current?.row ?? 1) - 1)
    case .filter: try await listFilters()
    case .sort: try await text.isEmpty ? listOrders() : sort(by: text)
    case .stats: try await statistics()
    case .help: help(of: text)
    case .quit: []
    case .save: try await save(text)
    case .saved: try await text.isEmpty ? listSaved() : apply(text)
    case .forget: try await forget(text)
    case .near: try await measure(from: text)
    case .search, .category, .city, .neighborhood, .price, .rating, .within, .where, .clear:
      try await narrow(command, text)
    case .favorite, .note, .delete, .undo, .redo: try await change(command, text)
    }
  }

  /// The help of a command, or of all.
  private func help(of name: String) -> [String] {
    guard name.isEmpty else {
      let command = PlainCommand(named: name.lowercased(), in: strings)
      let nearest = PlainCommand.nearestName(to: name, in: strings)
      return [command?.help(in: strings) ?? strings.plainUnknown(name, nearest: nearest)]
    }
    return [strings.plainNumberHelp] + PlainCommand.allCases.map { $0.help(in: strings) }
  }

  private func choose(_ number: Int) async throws -> [String] {
    guard number > 0 else { return [strings.plainNoNumber(number)] }
    switch mode {
    case .list: return try await detail(number - 1)
    case .filter:
      guard let choice = filters.numbered(number) else { return [strings.plainNoNumber(number)] }
      choice.toggle(in: &choices)
      return try await listFilters()
    case .sort:
      guard let option = SortOption.all(with: sorts).numbered(number) else {
        return [strings.plainNoNumber(number)]
      }
      sorts = option.choose(over: sorts)
      return try await list()
    case .saved:
      guard let filter = saved.numbered(number) else { return [strings.plainNoNumber(number)] }
      return try await apply(filter)
    case .value: return []
    }
  }
}

// MARK: - Venues

extension PlainFinder {
  /// A summary of the list and the first venues.
  func list() async throws -> [String] {
    mode = .list
    current = nil
    let (choices, entity) = (choices, origin.entity)
    let totals = try await store.snapshot {
      try ListTotals.fetch(choices, in: entity, from: $0)
    }
    total = totals.shown.count
    shown = []
    return formatter.summary(totals, choices, sorts) + (try await page())
  }

  private func more() async throws -> [String] {
    guard mode == .list else { return try await list() }
    return shown.count < total ? try await page() : [strings.plainNoMore]
  }

  private func page() async throws -> [String] {
    var request = request()
    request.fetchOffset = shown.count
    request.fetchLimit = Self.pageLength
    let venues = try await store.fetch(request)
    let rows = venues.enumerated().map {
      formatter.row($0.element, number: shown.count + $0.offset + 1, sortedBy: sorts.first)
    }
    shown += venues.map(\.id)
    return rows + (shown.count < total ? [strings.plainMore(shown.count, of: total)] : [])
  }

  /// The details of the venue that was listed in a 0-based row, or that a longer list would have there; it becomes the
  /// current one.
  private func detail(_ row: Int) async throws -> [String] {
    let venue = try await venue(at: row)
    guard venue != nil || shown.indices.contains(row) else {
      return [strings.plainNoNumber(row + 1)]
    }
    mode = .list
    current = (row, venue?.objectID)
    guard let venue else { return [strings.plainSentence(strings.isGone)] }
    return formatter.detail(venue, number: row + 1)
  }

  private func venue(at row: Int) async throws -> Venue? {
    guard row >= 0 else { return nil }
    var request = request()
    if shown.indices.contains(row) {
      request.predicate = .comparison(.keyPath("id"), .equal, .constant(.string(shown[row])))
    } else {
      request.fetchOffset = row
    }
    request.fetchLimit = 1
    return try await store.fetch(request).first
  }

  private func request() -> FetchRequest<Venue> {
    var request = FetchRequest<Venue>(entity: origin.entity)
    request.predicate = choices.predicate
    request.sortDescriptors = sorts.descriptors
    return request
  }
}

// MARK: - Changes

extension PlainFinder {
  private var edits: VenueEdits { VenueEdits(store: store, strings: strings) }

  /// Changes the current venue, or undoes or redoes a change.
  private func change(_ command: PlainCommand, _ note: String) async throws -> [String] {
    guard !store.isReadOnly else { return [strings.plainSentence(strings.readOnly)] }
    if command == .undo || command == .redo { return try await move(undoing: command == .undo) }
    let start = Date()
    let answer = try await edit(command, note)
    let steps = try await store.history().filter { $0.date >= start }
    ownSteps.formUnion(steps.map(\.number))
    return answer
  }

  private func edit(_ command: PlainCommand, _ note: String) async throws -> [String] {
    guard let id = current?.id else { return [strings.plainNoVenue] }
    guard let venue = try await edits.venue(id) else {
      return [strings.plainSentence(strings.isGone)]
    }
    switch command {
    case .note:
      try await edits.setNote(note.isEmpty ? nil : note, of: venue, isConfirmed: false)
      let answer = strings.savedNote(
        venue.name, isEmpty: note.isEmpty, undoKey: PlainCommand.undo.name)
      return [strings.plainSentence(answer)]
    case .delete:
      try await edits.delete([id], name: venue.name, permanently: false)
      let answer = strings.deleted(venue.name, 1, undoKey: PlainCommand.undo.name)
      return [strings.plainSentence(answer)] + (try await list())
    default:
      let isFavorite = !venue.favorite
      try await store.setFavorite(
        isFavorite, ofVenue: venue.id, name: strings.favoriteStep(isFavorite, venue.name, 1))
      return [strings.plainSentence(strings.favored(isFavorite, venue.name, 1, undoKey: nil))]
    }
  }

  /// Undoes or redoes a change; a change of others or of many venues is undone when `undo` is repeated.
  private func move(undoing: Bool) async throws -> [String] {
    let question =
      undoing ? try await edits.undoConfirmation(ownSteps: ownSteps, since: startDate) : nil
    if let question, question != undoQuestion {
      undoQuestion = question
      return [question.title + " " + strings.plainSentence(question.text), strings.plainUndoAgain]
    }
    undoQuestion = nil
    let step = try await edits.move(undoing: undoing)
    let answer =
      switch step {
      case nil: undoing ? strings.nothingToUndo : strings.nothingToRedo
      case let step? where undoing: strings.undone(step.name, redoKey: nil)
      case let step?: strings.redone(step.name)
      }
    return [strings.plainSentence(answer)]
  }
}

extension Array {
  /// The element with a 1-based number; nil if there is none.
  func numbered(_ number: Int) -> Element? {
    number > 0 && number <= count ? self[number - 1] : nil
  }
}
