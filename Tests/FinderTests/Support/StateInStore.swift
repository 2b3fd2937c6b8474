import FetchKit
import Foundation

@testable import Finder

/// Saves the finder's state in the store of a harness. Without one there, an empty state hides the hints for new
/// users.
struct StateInStore: FinderStateStore {
  let store: FetchStore
  /// The initial saved state; nil for a first run.
  let blank: String?

  @MainActor init(store: FetchStore, isFirstRun: Bool = false) {
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
