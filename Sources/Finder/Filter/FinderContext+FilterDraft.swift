import Venues

extension FinderContext {
  /// The text that was discarded in a field of the filter.
  func draft(of field: FilterField) -> String? { draft(of: strings.title(of: field)) }

  /// Keeps a text that was discarded in a field of the filter, and says how to get it back.
  func keepDraft(_ text: String, of field: FilterField) {
    guard !text.isBlank else { return }
    let title = strings.title(of: field)
    drafts[title] = text
    hint(strings.discardedText(in: title, recallKey: keyName(of: .up)))
  }
}
