import FetchKit
import Foundation

@testable import Finder

/// Keeps the finder's memory with the store of a app; before that, one without anything in it, as
/// newcomers see hints.
struct StateInStore: FinderStateStore {
  let store: Store
  /// What is there before anything was kept; nil for a first run.
  let blank: String?

  @MainActor init(store: Store, isFirstRun: Bool = false) {
    self.store = store
    blank = isFirstRun ? nil : FinderState().data.map { String(decoding: $0, as: UTF8.self) }
  }

  func load() -> Data? {
    let text = (try? store.metadata(forKey: "memory")) ?? blank
    return text.map { Data($0.utf8) }
  }

  func keep(_ data: Data) async {
    let text = String(decoding: data, as: UTF8.self)
    try? await store.write("Remember") { $0.setMetadata(text, forKey: "memory") }
  }
}
