import TerminalKit
import FetchKit
import Venues

extension PlainFinder {
  /// Saves the filter and the order under a name.
  func save(_ name: String) throws -> [String] {
    guard !store.isReadOnly else { return [strings.readOnly] }
    guard !name.isEmpty else { return [sentence(strings.nameWanted)] }
    guard choices.open == nil else { return [sentence(strings.openIsOfNow)] }
    let filter = SavedFilter(
      name: name, predicate: choices.chosenPredicate, sort: sorts.map(\.text))
    let isReplacing = try filter.save(in: store)
    let answer = strings.saved(name, isReplacing: isReplacing)
    return [isReplacing ? strings.plainSentence(answer) : sentence(answer)]
  }

  /// Tells the saved filters by number.
  func tellSaved() throws -> [String] {
    saved = try SavedFilter.all(in: store)
    mode = saved.isEmpty ? .list : .saved
    guard !saved.isEmpty else { return [strings.plainNothingSaved] }
    return saved.enumerated().map { index, filter in
      "\(index + 1). \(strings.plainSentence(strings.plainFact(filter.name, words(filter))))"
    }
  }

  /// Takes the saved filter of a name, or of a number.
  func take(_ text: String) async throws -> [String] {
    let all = try SavedFilter.all(in: store)
    let numbered = Int(text).flatMap { (mode == .saved ? saved : all).at($0 - 1) }
    guard let filter = all.first(where: { $0.name == text }) ?? numbered else {
      return [strings.plainNoSaved(text)]
    }
    return try await take(filter)
  }

  /// Shows what a saved filter says, or asks for the first of its variables.
  func take(_ filter: SavedFilter) async throws -> [String] {
    let predicate = try filter.template.predicate ?? .constant(true)
    return try await show(predicate, filter.sort.compactMap { SortChoice(text: $0) })
  }

  /// Fills a value in, and asks for the next; without one everything stays as it was.
  func fill(_ blank: PlainBlank, _ answer: PlainValue) async throws -> [String] {
    switch answer {
    case .value(let value):
      try await show(blank.predicate.substituting([blank.name: value]), blank.sorts)
    case .wrong, .help: [strings.plainWantsValue(blank)]
    case .none, .quit: try await list()
    }
  }

  /// Forgets the saved filter of a name, or of a number that was told.
  func forget(_ text: String) throws -> [String] {
    guard !store.isReadOnly else { return [strings.readOnly] }
    guard !text.isEmpty else { return [sentence(strings.nameWanted)] }
    let names = try SavedFilter.all(in: store).map(\.name)
    let told = mode == .saved ? Int(text).flatMap { saved.at($0 - 1)?.name } : nil
    let name = names.contains(text) ? text : told ?? text
    guard try SavedFilter.delete(name, from: store) else { return [strings.plainNoSaved(name)] }
    let answer = [strings.plainSentence(strings.forgotten(name))]
    return mode == .saved ? answer + (try tellSaved()) : answer
  }

  private func show(
    _ predicate: FetchPredicate, _ sorts: [SortChoice]
  ) async throws -> [String] {
    if let blank = PlainBlank(predicate, sorts) {
      mode = .value(blank)
      return [strings.plainWantsValue(blank)]
    }
    let includesClosed = choices.includesClosed
    choices = FilterChoices(recognizing: predicate)
    choices.includesClosed = includesClosed
    self.sorts = sorts.isEmpty ? .standard : sorts
    return try await list()
  }

  private func words(_ filter: SavedFilter) -> String {
    guard let predicate = try? filter.template.predicate else { return filter.predicate }
    let parts = text.chosen(FilterChoices(recognizing: predicate))
    return parts.isEmpty ? strings.allVenues : strings.plainList(parts)
  }

  private func sentence(_ text: String) -> String {
    strings.plainSentence(text.capitalizedFirst)
  }
}
