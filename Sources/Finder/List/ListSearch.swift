import FetchKit
import TerminalKit
import Venues

/// The search of the list, for exact words or for similar ones.
final class ListSearch {
  private unowned let list: VenueListScreen
  /// The words that searches are compared with; nil until they are needed, and after changes.
  private var vocabulary: SearchVocabulary?
  /// The newest search for similar words.
  private var task: Task<Void, Never>?
  /// When it started; nil if none is running.
  private(set) var startedAt: Duration?
  /// The view before the search.
  private var before: ListSnapshot?
  /// Whether the list becomes one of similar words if nothing matches the search.
  private var seeksSimilar = false

  init(_ list: VenueListScreen) { self.list = list }

  /// Rereads the words of the venues for the next search.
  func storeDidChange() { vocabulary = nil }

  func begin() {
    before = list.snapshot
    list.state.search = TextField(list.state.choices.search)
  }

  func restore() {
    cancelTask()
    seeksSimilar = false
    list.state.search = nil
    if let before { list.restore(before) }
    before = nil
  }

  /// Searches for venues with all words of a text, or with similar ones.
  func search(_ text: String) {
    if list.state.findsSimilar || list.state.choices.similar != nil, !text.isBlank {
      return searchSimilar(to: text)
    }
    searchExactly(text)
  }

  private func searchExactly(_ text: String) {
    cancelTask()
    show(search: text, similar: nil)
    seeksSimilar = true
  }

  /// Searches for similar words if nothing matches those that were typed last, even if Enter came before the list.
  func trySimilarIfEmpty() {
    guard seeksSimilar, list.page.isLoaded, list.model.awaitedSince == nil else { return }
    seeksSimilar = false
    let text = list.state.choices.search
    if list.page.viewport.count == 0, list.state.choices.similar == nil, !text.isBlank {
      searchSimilar(to: text)
    }
  }

  private func cancelTask() {
    task?.cancel()
    startedAt = nil
  }

  /// Toggles between exact and similar words.
  func toggleSimilar() {
    list.state.findsSimilar.toggle()
    guard let text = list.state.search?.text else { return }
    if list.state.findsSimilar { search(text) } else { searchExactly(text) }
  }

  private func show(search text: String, similar: SimilarWords?) {
    var choices = list.state.choices
    choices.search = text
    choices.similar = similar
    if choices != list.state.choices { list.show(choices: choices) }
  }

  private func searchSimilar(to text: String) {
    task?.cancel()
    startedAt = list.context.clock()
    list.context.later(FinderContext.maximumDelay) {}
    task = list.context.tasks.start {
      [self, list, store = list.context.store, forAll = list.state.findsSimilar] in
      do {
        let known = vocabulary
        let (words, similar) = try await store.snapshot { snapshot in
          let words = try known ?? SearchVocabulary.fetch(from: snapshot)
          return (words, words.similar(to: text, forAll: forAll))
        }
        if vocabulary == nil { vocabulary = words }
        guard !Task.isCancelled else { return }
        startedAt = nil
        show(search: text, similar: similar)
      } catch {
        startedAt = nil
        list.context.report(error)
      }
    }
  }
}
