import FetchKit
import Foundation

/// Commits of 100 changes under a results controller: 50 updates, 25 inserts, 25 deletes, all over the list.
@MainActor
struct Commits {
  private let rows: Int
  private let shelf: Shelf
  private var random = SeededRandom(seed: 2)

  init(rows: Int) throws {
    self.rows = rows
    shelf = try Shelf(rows: rows)
  }

  mutating func run(_ runs: Int) async throws {
    defer { shelf.remove() }
    var known = try shelf.store.identities()
    var alone: [Double] = []
    for _ in 0..<runs { alone.append(try milliseconds { try commit(&known) }) }
    var request = FetchRequest<Item>()
    request.sortDescriptors = [
      FetchSortDescriptor("section", comparison: .natural), FetchSortDescriptor(\Item.price),
      FetchSortDescriptor(\Item.name, comparison: .natural),
    ]
    let results = FetchedResultsController(
      request, store: shelf.store, sectionNameKeyPath: "section")
    let fetch = try milliseconds { try results.performFetch() }
    print("\(rows) rows: first fetch \(String(format: "%.0f ms", fetch))")
    print("  a commit that nobody hears of: \(summary(alone))")
    let listener = Listener()
    results.changeObserver = { listener.hear($0.count) }
    var told: [Double] = []
    for _ in 0..<runs {
      let start = ContinuousClock.now
      try commit(&known)
      await listener.wait()
      told.append((ContinuousClock.now - start) / .milliseconds(1))
    }
    print(
      "  a commit until the delegate has heard: \(summary(told)), \(listener.events / runs) events each"
    )
  }

  /// Takes one out of a list whose order does not matter.
  private mutating func take(_ known: inout [ObjectID]) -> ObjectID {
    known.swapAt(.random(in: known.indices, using: &random), known.count - 1)
    return known.removeLast()
  }

  private mutating func commit(_ known: inout [ObjectID]) throws {
    var chosen: Set<ObjectID> = []
    while chosen.count < 75 { chosen.insert(take(&known)) }
    let ids = chosen.sorted()
    try shelf.store.write("Change") { work in
      for id in ids.prefix(25) { work.delete(id) }
      for id in ids.dropFirst(25) {
        var item = Shelf.item(&random)
        item.objectID = id
        work.update(item)
      }
      for _ in 0..<25 { known.append(work.insert(Shelf.item(&random))) }
    }
    known += ids.dropFirst(25)
  }
}

extension Store {
  fileprivate func identities() throws -> [ObjectID] { try objectIDs(FetchRequest<Item>()) }
}

/// Waits for the changes of a commit, which arrive at once or in the next turn of the main queue.
@MainActor
private final class Listener {
  private(set) var events = 0
  private var hasHeard = false
  private var waiting: CheckedContinuation<Void, Never>?

  func hear(_ count: Int) {
    events += count
    hasHeard = true
    waiting?.resume()
    waiting = nil
  }

  func wait() async {
    if !hasHeard { await withCheckedContinuation { waiting = $0 } }
    hasHeard = false
  }
}
