import Foundation

/// A value that one thread at a time uses, with a lock that the thread sanitizer knows: on Linux it reports a race for
/// every `Mutex` that threads wait for.
final class Locked<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  init(_ value: sending Value) { self.value = value }

  func withLock<Result>(_ body: (inout Value) -> Result) -> Result {
    lock.withLock { body(&value) }
  }
}
