import FetchKit
import Foundation
import TestSupport

/// Asks the same of both engines, row by row, and of the printer and the parser.
///
/// A store refuses a predicate with operands that cannot go together as a whole, before it looks at a row; in memory
/// only an object whose operands are there fails, and the parts behind a decided AND or OR are not looked at. So
/// a failure in memory has to be a refusal by the store, and a refusal is right for predicates that were
/// made ill typed. Nesting beyond what SQLite's parser holds is refused by the store alone.
struct DifferentialFuzzer {
  let store: FetchStore
  private let rows: [FetchValue]
  private let ids: [ObjectID]

  init(seed: UInt64, rows count: Int) throws {
    var random = SeededRandom(seed: seed)
    store = try FuzzModel.store(rows: count, &random)
    var request = FetchRequest<FetchValue>(entity: FuzzModel.entity)
    request.relationshipKeyPathsForPrefetching = FuzzModel.prefetching
    rows = try store.fetch(request)
    ids = try store.objectIDs(FetchRequest<FetchValue>(entity: FuzzModel.entity))
  }

  /// The disagreement about a predicate; nil if all agree.
  func complaint(about predicate: FetchPredicate, isIllTyped: Bool) -> String? {
    roundTrip(predicate) ?? disagreement(predicate, isIllTyped)
  }

  private func roundTrip(_ predicate: FetchPredicate) -> String? {
    do {
      let read = try FetchPredicate(format: predicate.predicateFormat)
      let again = try FetchPredicate(format: read.predicateFormat)
      guard read == again else { return "read again as: \(again)" }
      return inMemory(read) == inMemory(predicate) ? nil : "means something else when read: \(read)"
    } catch {
      return "cannot be read again: \(error)"
    }
  }

  private enum Answer: Equatable {
    case rows([ObjectID])
    case failure(String)
  }

  private static let tooDeep = "the predicate is nested too deeply for SQLite"

  private func disagreement(_ predicate: FetchPredicate, _ isIllTyped: Bool) -> String? {
    switch (inMemory(predicate), inStore(predicate)) {
    case (.rows(let first), .rows(let second)):
      return first == second ? nil : describe(first, second)
    case (.rows, .failure(Self.tooDeep)): return nil
    case (.rows, .failure(let message)):
      return isIllTyped ? nil : "the store refuses it: \(message)"
    case (.failure(let message), .rows): return "only memory refuses it: \(message)"
    case (.failure(let message), .failure): return isIllTyped ? nil : "both refuse it: \(message)"
    }
  }

  private func inMemory(_ predicate: FetchPredicate) -> Answer {
    do {
      return .rows(try zip(rows, ids).filter { try predicate.evaluate(with: $0.0) }.map(\.1))
    } catch {
      return .failure("\(error)")
    }
  }

  private func inStore(_ predicate: FetchPredicate) -> Answer {
    var request = FetchRequest<FetchValue>(entity: FuzzModel.entity)
    request.predicate = predicate
    do {
      return .rows(try store.objectIDs(request))
    } catch {
      return .failure("\(error)")
    }
  }

  private func describe(_ memory: [ObjectID], _ store: [ObjectID]) -> String {
    let odd = Set(memory).symmetricDifference(store).sorted().first
    let index = odd.flatMap(ids.firstIndex) ?? 0
    let side = odd.map(memory.contains) == true ? "memory" : "the store"
    return "only \(side) chooses \(FetchExpression.constant(rows[index]))"
  }
}
