internal import Dispatch
internal import Glibc
internal import GRDB

/// A read or write of a store that runs on the current thread.
///
/// Calls of the store from inside the closure of another call find the connection here: GRDB would abort the process.
final class StoreAccess {
  let database: Database
  let isWriting: Bool
  /// Whether the closure of a read in this access is being called.
  private(set) var isNested = false
  /// Whether the closure has not returned.
  private(set) var isOpen = true

  private let store: ObjectIdentifier
  private let thread = pthread_self()
  /// The access in whose closure this one began.
  private let outer: StoreAccess?

  private init(_ store: FetchStore, _ database: Database, isWriting: Bool, outer: StoreAccess?) {
    self.store = ObjectIdentifier(store)
    self.database = database
    self.isWriting = isWriting
    self.outer = outer
  }

  private static let key: pthread_key_t = {
    var key = pthread_key_t()
    pthread_key_create(&key, nil)
    return key
  }()

  /// The innermost access of this thread; nil for none.
  private static var innermost: StoreAccess? {
    get {
      pthread_getspecific(key).map { Unmanaged<StoreAccess>.fromOpaque($0).takeUnretainedValue() }
    }
    set { pthread_setspecific(key, newValue.map { Unmanaged.passUnretained($0).toOpaque() }) }
  }

  static var isUnderWay: Bool { innermost != nil }

  static func current(of store: FetchStore) -> StoreAccess? {
    var access = innermost
    while let current = access, current.store != ObjectIdentifier(store) { access = current.outer }
    return access
  }

  static func run<Result>(
    _ store: FetchStore, _ database: Database, isWriting: Bool = false, _ body: () throws -> Result
  ) rethrows -> Result {
    let outer = innermost
    let access = StoreAccess(store, database, isWriting: isWriting, outer: outer)
    innermost = access
    defer {
      access.isOpen = false
      innermost = outer
    }
    return try withExtendedLifetime(access, body)
  }

  /// Runs `body` as a read that a closure of the access asks for.
  func nested<Result>(_ body: (Database) throws -> Result) rethrows -> Result {
    let wasNested = isNested
    isNested = true
    defer { isNested = wasNested }
    return try body(database)
  }

  /// Throws after the end of the closure, on another thread, and on another queue, where GRDB would abort the process.
  func check() throws {
    guard isOpen else {
      throw StoreError(
        .invalidRequest, "store.escaped",
        "a snapshot can be used only in the closure that received it")
    }
    guard pthread_equal(thread, pthread_self()) != 0, ConnectionQueue.isCurrent else {
      throw StoreError(
        .invalidRequest, "store.otherThread",
        "a snapshot or a transaction can be used only on the thread and queue of its closure")
    }
  }
}

/// The queue behind those of all connections, which tells them from queues of the client.
enum ConnectionQueue {
  private static let key = DispatchSpecificKey<Bool>()

  static let target: DispatchQueue = {
    let queue = DispatchQueue(label: "FetchKit.connections", attributes: .concurrent)
    queue.setSpecific(key: key, value: true)
    return queue
  }()

  static var isCurrent: Bool { DispatchQueue.getSpecific(key: key) == true }
}
