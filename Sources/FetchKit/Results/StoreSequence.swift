/// A value that depends on the objects of an entity: as it is now, and again after each change.
///
/// ```swift
/// for try await books in store.results(of: request) { show(books) }
/// ```
///
/// The value is read when the loop asks for it: a loop that is slower than the changes sees only the newest state.
/// Each loop reads for itself, off the main actor, and ends when its task is canceled. Changes of other processes are
/// included. When the store is closed, it throws.
public struct StoreSequence<Output: Sendable>: AsyncSequence, Sendable {
  fileprivate let store: FetchStore
  fileprivate let entityNames: Set<String>
  fileprivate let read: @Sendable (StoreChanges?) async throws -> Output?

  /// Reads the value after changes.
  public struct AsyncIterator: AsyncIteratorProtocol {
    private let read: @Sendable (StoreChanges?) async throws -> Output?
    private let openState: OpenState
    private let listener: ChangeListener
    private var signals: AsyncStream<Void>.Iterator
    private var last: Output?
    private var isStarted = false

    fileprivate init(_ sequence: StoreSequence) {
      read = sequence.read
      openState = sequence.store.openState
      listener = ChangeListener(sequence.store, sequence.entityNames)
      signals = listener.signals.makeAsyncIterator()
    }

    /// Returns the value, at first at once and then after a change of it; nil when the task has been canceled.
    /// Throws a `StoreError` when the store is closed.
    public mutating func next() async throws -> Output? {
      while true {
        if isStarted {
          guard await signals.next() != nil else { return try end() }
        }
        do {
          let changes = isStarted ? listener.take() : nil
          isStarted = true
          guard let value = try await read(changes),
            (value as? any Equatable)?.equals(last) != true
          else { continue }
          last = value
          return value
        } catch is CancellationError {
          return nil
        }
      }
    }

    /// Throws when the store was closed; nil when the task has been canceled.
    private func end() throws -> Output? {
      if !Task.isCancelled { try openState.using {} }
      return nil
    }
  }

  /// Returns an iterator that sees all changes from now on.
  public func makeAsyncIterator() -> AsyncIterator { AsyncIterator(self) }
}

extension Equatable {
  fileprivate func equals(_ other: Any?) -> Bool { (other as? Self).map { self == $0 } ?? false }
}

private final class ChangeListener: Sendable {
  let signals: AsyncStream<Void>
  private let hub: ChangeHub
  private let token: Int
  private let collected = Protected(StoreChanges())

  init(_ store: FetchStore, _ entityNames: Set<String>) {
    let (signals, continuation) = AsyncStream<Void>.makeStream(bufferingPolicy: .bufferingNewest(1))
    self.signals = signals
    store.watch()
    hub = store.changes
    token = hub.add(
      { [collected] changes in
        guard changes.concern(entityNames) else { return }
        collected.withLock { $0.merge(changes) }
        continuation.yield()
      }, ending: { continuation.finish() })
  }

  deinit { hub.remove(token) }

  func take() -> StoreChanges {
    collected.withLock { changes in
      defer { changes = StoreChanges() }
      return changes
    }
  }
}

extension FetchStore {
  /// The objects of a request, now and after each change of them.
  ///
  /// ```swift
  /// for try await books in store.results(of: cheap) { print(books.count) }
  /// ```
  ///
  /// A change that leaves the objects equal is left out if the type is `Equatable`.
  public func results<Element: FetchableEntity>(of request: FetchRequest<Element>)
    -> StoreSequence<[Element]>
  {
    StoreSequence(store: self, entityNames: request.entityNames) { _ in
      try await self.fetch(request)
    }
  }

  /// The number of a request's results, now and whenever it changes.
  public func counts<Element: FetchableEntity>(of request: FetchRequest<Element>)
    -> StoreSequence<Int>
  {
    StoreSequence(store: self, entityNames: request.entityNames) { _ in
      try await self.count(request)
    }
  }

  /// The dictionaries of a request, such as aggregates, now and whenever they change.
  public func dictionaryResults<Element: FetchableEntity>(of request: FetchRequest<Element>)
    -> StoreSequence<[[String: FetchValue]]>
  {
    StoreSequence(store: self, entityNames: request.entityNames) { _ in
      try await self.dictionaries(request)
    }
  }

  /// The objects of a type that are inserted, updated and deleted from now on.
  ///
  /// ```swift
  /// for try await changes in store.changedObjects(of: Book.self) { index(changes.inserted) }
  /// ```
  ///
  /// The changes of several commits are combined while a loop is busy with the previous ones.
  public func changedObjects<Element: FetchableEntity>(of type: Element.Type)
    -> StoreSequence<ChangedObjects>
  {
    let name = type.entity.name
    return StoreSequence(store: self, entityNames: [name]) { changes in
      changes.map { ChangedObjects($0, of: name) }.flatMap { $0.isEmpty ? nil : $0 }
    }
  }
}

extension FetchRequest where Element: FetchableEntity {
  /// The entities whose changes can change the results.
  fileprivate var entityNames: Set<String> {
    query.relatedEntities(Element.entity).union([Element.entity.name])
  }
}

/// The objects of an entity that changed.
public struct ChangedObjects: Sendable {
  /// The inserted objects.
  public private(set) var inserted: Set<ObjectID> = []
  /// The updated objects.
  public private(set) var updated: Set<ObjectID> = []
  /// The deleted objects.
  public private(set) var deleted: Set<ObjectID> = []
  /// Whether other objects may have changed, too: after a large change, or one that another program made.
  public let isIncomplete: Bool

  fileprivate var isEmpty: Bool {
    !isIncomplete && inserted.isEmpty && updated.isEmpty && deleted.isEmpty
  }

  fileprivate init(_ changes: StoreChanges, of entityName: String) {
    isIncomplete = changes.isUnknown(entityName)
    for (row, operation) in changes.objects[entityName] ?? [:]
    where !changes.isTransient(row, of: entityName) {
      let id = ObjectID(entityName: entityName, rowID: row)
      switch operation {
      case .insert: inserted.insert(id)
      case .update: updated.insert(id)
      case .delete: deleted.insert(id)
      }
    }
  }
}
