import FetchKit
import Synchronization
import Venues

/// The destination store of an import.
final class ImportTarget: Sendable {
  /// The mode of an import.
  enum Access {
    case store(Store)
    /// It does not exist yet.
    case new(NewStore)
  }

  private let path: String
  private let model: ManagedObjectModel
  private let metadata: [String: String]
  private let opened: Mutex<Store?>

  init(_ store: Store) {
    path = store.path
    model = store.model
    metadata = [:]
    opened = Mutex(store)
  }

  /// A store that is created by the first import when it does not exist.
  init(path: String, model: ManagedObjectModel, metadata: [String: String]) {
    self.path = path
    self.model = model
    self.metadata = metadata
    opened = Mutex(nil)
  }

  func access() throws -> Access {
    try opened.withLock { opened in
      if let opened { return .store(opened) }
      if path != ":memory:" { PrivateFolder.removeAbandoned(beside: path) }
      if let new = NewStore(path: path, model: model, metadata: metadata) { return .new(new) }
      let store = try Store(path: path, model: model, connections: .one)
      opened = store
      return .store(store)
    }
  }
}
