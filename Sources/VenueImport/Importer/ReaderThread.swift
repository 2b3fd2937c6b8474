import Foundation

/// A thread that makes one value.
///
/// The value is set under the lock, once, which makes the class safe to share.
final class ReaderThread: @unchecked Sendable {
  private let condition = NSCondition()
  private var outcome: ImportReading.Outcome?

  init(_ body: @escaping @Sendable () -> ImportReading.Outcome) {
    let thread = Thread { [self] in finish(body()) }
    thread.stackSize = 4 << 20
    thread.start()
  }

  /// Waits for the thread's end.
  func wait() -> ImportReading.Outcome {
    condition.lock()
    defer { condition.unlock() }
    while true {
      if let outcome { return outcome }
      condition.wait()
    }
  }

  private func finish(_ value: ImportReading.Outcome) {
    condition.lock()
    outcome = value
    condition.broadcast()
    condition.unlock()
  }
}
