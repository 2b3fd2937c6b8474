import Foundation

/// Hands full buffers from one thread to another, and empty ones back.
///
/// Their number is fixed, so the faster thread waits for the slower one. Every member is used only under the
/// lock, which makes the class safe to share.
final class Exchange<Buffer: Sendable>: @unchecked Sendable {
  private let condition = NSCondition()
  /// A waiting thread is woken once this many buffers are ready, because every wake-up takes microseconds.
  private let wakeCount: Int
  private var empty: [Buffer]
  private var full: [Buffer] = []
  private var end: Result<Void, ImportFailure>?
  private var isConsumerGone = false

  init(_ empty: [Buffer]) {
    self.empty = empty
    wakeCount = max(1, empty.count / 4)
  }

  /// Takes an empty buffer; nil if all are in use.
  func takeEmpty() -> Buffer? { condition.withLock { empty.popLast() } }

  /// Hands on a full buffer and replaces it with an empty one, for which it may wait; throws if the consumer has given up.
  func exchange(_ buffer: inout Buffer) throws(ImportFailure) {
    condition.lock()
    defer { condition.unlock() }
    full.append(buffer)
    if full.count >= wakeCount { condition.broadcast() }
    if empty.isEmpty {
      while empty.count < wakeCount, !isConsumerGone { condition.wait() }
    }
    guard !isConsumerGone, let next = empty.popLast() else { throw ImportFailure(.cancelled) }
    buffer = next
  }

  /// Hands on the last buffer.
  func putFull(_ buffer: Buffer) { change { full.append(buffer) } }

  /// Ends the exchange, successfully or with a failure.
  func finish(_ result: Result<Void, ImportFailure>) { change { end = result } }

  /// The next full buffer; nil at the end, and the failure as soon as there is one.
  func takeFull() throws(ImportFailure) -> Buffer? {
    condition.lock()
    defer { condition.unlock() }
    if full.isEmpty {
      while full.count < wakeCount, end == nil { condition.wait() }
    }
    if case .failure(let failure) = end { throw failure }
    return full.isEmpty ? nil : full.removeFirst()
  }

  /// Gives back a buffer that has been emptied.
  func putEmpty(_ buffer: Buffer) {
    condition.lock()
    defer { condition.unlock() }
    empty.append(buffer)
    if empty.count >= wakeCount { condition.broadcast() }
  }

  /// Makes the producer stop.
  func abandon() { change { isConsumerGone = true } }

  /// Whether the consumer has given up.
  var isAbandoned: Bool { condition.withLock { isConsumerGone } }

  private func change(_ body: () -> Void) {
    condition.withLock(body)
    condition.broadcast()
  }
}
