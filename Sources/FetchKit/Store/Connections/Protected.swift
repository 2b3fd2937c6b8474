private import Foundation

/// A value that one thread at a time can use.
///
/// Like `Mutex` of Synchronization, with a lock that the thread sanitizer knows: on Linux it does not see how a thread
/// that waited for a `Mutex` got it, and reports a race.
package final class Protected<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  package init(_ value: sending Value) { self.value = value }

  /// Calls `body` with the value while no other thread has it; `body` must not use it in any other way.
  package func withLock<Result, Failure: Error>(
    _ body: (inout sending Value) throws(Failure) -> sending Result
  ) throws(Failure) -> sending Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
