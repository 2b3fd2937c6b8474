import FetchKit
import Synchronization
import Venues

/// The store that an import goes to.
final class ImportTarget: Sendable {
  /// What an import may do with a store.
  enum Access {
    case store(Store)
    /// There is nothing in it, and nobody else here has it open.
    case empty(EmptyStore)
  }

  private let path: String
  private let model: ManagedObjectModel
  private let opened: Mutex<Store?>

  init(_ store: Store) {
    path = store.path
    model = store.model
    opened = Mutex(store)
  }

  /// A store that is opened only when it has venues.
  init(path: String, model: ManagedObjectModel) {
    self.path = path
    self.model = model
    opened = Mutex(nil)
  }

  func access() throws -> Access {
    try opened.withLock { opened in
      if let opened { return .store(opened) }
      if let empty = try EmptyStore(path: path, model: model) { return .empty(empty) }
      let store = try Store(path: path, model: model, connections: .one)
      opened = store
      return .store(store)
    }
  }
}
