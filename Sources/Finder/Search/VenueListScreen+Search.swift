import FetchKit
import TerminalKit
import Venues

extension VenueListScreen {
  func beginSearch() {
    before = snapshot
    state.search = TextField(state.choices.search)
  }

  func restoreSearch() {
    cancelSimilarSearch()
    seeksSimilar = false
    state.search = nil
    if let before { restore(before) }
    before = nil
  }

  /// Edits the search; the list follows every change.
  func edit(_ change: (inout TextField) -> Bool) -> Bool {
    guard var field = state.search, change(&field) else { return false }
    let isChanged = field.text != state.search?.text
    state.search = field
    if isChanged { search(field.text) }
    return true
  }

  /// Searches for venues with all words of a text, or with similar ones.
  func search(_ text: String) {
    if state.findsSimilar || state.choices.similar != nil, !text.isBlank {
      return searchSimilar(to: text)
    }
    searchExactly(text)
  }

  private func searchExactly(_ text: String) {
    cancelSimilarSearch()
    show(search: text, similar: nil)
    seeksSimilar = true
  }

  /// Searches for similar words if nothing matches those that were typed last, even if Enter came before the list.
  func searchSimilarIfEmpty() {
    guard seeksSimilar, page.isLoaded, model.awaitedSince == nil else { return }
    seeksSimilar = false
    let text = state.choices.search
    if page.viewport.count == 0, state.choices.similar == nil, !text.isBlank {
      searchSimilar(to: text)
    }
  }

  private func cancelSimilarSearch() {
    similarSearch?.cancel()
    similarSince = nil
  }

  /// Toggles between exact and similar words.
  func toggleSimilar() {
    state.findsSimilar.toggle()
    guard let text = state.search?.text else { return }
    if state.findsSimilar { search(text) } else { searchExactly(text) }
  }

  private func show(search text: String, similar: SimilarWords?) {
    var choices = state.choices
    choices.search = text
    choices.similar = similar
    if choices != state.choices { show(choices: choices) }
  }

  private func searchSimilar(to text: String) {
    similarSearch?.cancel()
    similarSince = context.clock()
    context.later(Self.patience) {}
    similarSearch = context.tasks.start {
      [self, store = context.store, forAll = state.findsSimilar] in
      do {
        let known = vocabulary
        let (words, similar) = try await store.snapshot { snapshot in
          let words = try known ?? SearchVocabulary.fetch(from: snapshot)
          return (words, words.similar(to: text, forAll: forAll))
        }
        if vocabulary == nil { vocabulary = words }
        guard !Task.isCancelled else { return }
        similarSince = nil
        show(search: text, similar: similar)
      } catch {
        similarSince = nil
        context.report(error)
      }
    }
  }
}
