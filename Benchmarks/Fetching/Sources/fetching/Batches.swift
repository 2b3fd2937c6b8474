import FetchKit
import Foundation

/// Batch requests over all objects, and their undo.
struct Batches {
  let store: FetchStore

  func run() throws {
    let raise = FetchExpression.function(.multiply, [.keyPath("price"), .constant(1.1)])
    var changed = 0
    let update = try milliseconds {
      changed = try store.perform(
        BatchUpdateRequest(entity: Item.entity, set: ["price": raise])
      ).changed
    }
    print("  batch update of \(changed) rows: \(text(update))")
    print("  undo: \(text(try milliseconds { try store.undo() }))")
    let half = try FetchPredicate(format: "stock < 500")
    let delete = try milliseconds {
      changed = try store.perform(BatchDeleteRequest(entity: Item.entity, where: half)).changed
    }
    print("  batch delete of \(changed) rows: \(text(delete))")
    print("  undo: \(text(try milliseconds { try store.undo() }))")
  }

  private func text(_ time: Double) -> String { String(format: "%.0f ms", time) }
}
