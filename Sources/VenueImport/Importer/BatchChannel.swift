import FetchKit
import Foundation

/// Hands full batches from the reading thread to the writing one, and empty ones back.
///
/// There is a fixed number of batches: who is too fast waits. Every member is used only under the
/// lock, which makes the class safe to share.
final class BatchChannel: @unchecked Sendable {
  private let condition = NSCondition()
  private var empty: [RowBatch]
  private var full: [RowBatch] = []
  private var end: Result<Void, ImportFailure>?
  private var isAbandoned = false

  init(entity: EntityDescription, count: Int = 12) {
    empty = (0..<count).map { _ in RowBatch(entity: entity) }
  }

  /// The batch to begin with; there is one as long as nobody asked before.
  func firstBatch() -> RowBatch? {
    condition.lock()
    defer { condition.unlock() }
    return empty.popLast()
  }

  /// Hands on the rows of `batch` and makes it an empty one, when there is one; throws when the
  /// writer has given up.
  func exchange(_ batch: inout RowBatch) throws(ImportFailure) {
    condition.lock()
    defer { condition.unlock() }
    full.append(batch)
    condition.broadcast()
    while empty.isEmpty, !isAbandoned { condition.wait() }
    guard let next = empty.popLast() else { throw .cancelled() }
    batch = next
  }

  /// Hands on the last rows.
  func put(_ batch: consuming RowBatch) {
    condition.lock()
    full.append(batch)
    condition.broadcast()
    condition.unlock()
  }

  /// Says that no batch will follow, and why if that is a failure.
  func finish(_ result: Result<Void, ImportFailure>) {
    condition.lock()
    end = result
    condition.broadcast()
    condition.unlock()
  }

  /// The next full batch; nil at the end, and the reader's failure as soon as there is one.
  func takeFull() throws(ImportFailure) -> RowBatch? {
    condition.lock()
    defer { condition.unlock() }
    while true {
      if case .failure(let failure) = end { throw failure }
      if !full.isEmpty { return full.removeFirst() }
      if end != nil { return nil }
      condition.wait()
    }
  }

  /// Gives a batch back after its rows were written.
  func giveBack(_ batch: consuming RowBatch) {
    batch.removeAll()
    condition.lock()
    empty.append(batch)
    condition.broadcast()
    condition.unlock()
  }

  /// Says that the writer takes no more batches.
  func abandon() {
    condition.lock()
    isAbandoned = true
    condition.broadcast()
    condition.unlock()
  }
}
