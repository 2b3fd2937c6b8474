import FetchKit
import Foundation

/// Commits of 100 changes to lists of several sizes, interleaved so that other load affects all alike.
@MainActor
struct Commits {
  private var lists: [CommittedList]

  init(rows: [Int]) throws { lists = try rows.map(CommittedList.init) }

  mutating func run(_ runs: Int) async throws {
    defer { for list in lists { list.remove() } }
    let alone = try await measure(runs) { try $0.commit() }
    let fetches = try lists.map { list in try milliseconds { try list.fetch() } }
    let observed = try await measure(runs) { try await $0.commitAndWait() }
    for (index, list) in lists.enumerated() {
      print("\(list.rows) rows: first fetch \(String(format: "%.0f ms", fetches[index]))")
      print("  commit without a delegate: \(summary(alone[index]))")
      print(
        "  commit until the delegate is called: \(summary(observed[index])), \(list.events / runs) events each"
      )
    }
    printRatio("commit without a delegate", alone)
    printRatio("commit until the delegate is called", observed)
  }

  /// The times of each list.
  private mutating func measure(
    _ runs: Int, _ body: (inout CommittedList) async throws -> Void
  ) async throws -> [[Double]] {
    var times = lists.map { _ in [Double]() }
    for _ in 0..<runs {
      for index in lists.indices {
        let start = ContinuousClock.now
        try await body(&lists[index])
        times[index].append((ContinuousClock.now - start) / .milliseconds(1))
      }
    }
    return times
  }

  private func printRatio(_ name: String, _ times: [[Double]]) {
    guard let small = times.first?.sorted(), let large = times.last?.sorted() else { return }
    let median = large[large.count / 2] / small[small.count / 2]
    let ratios = String(format: "median %.2f, minimum %.2f", median, large[0] / small[0])
    print("largest list / smallest, \(name): \(ratios)")
  }
}

/// A store with a results controller, and commits of 50 updates, 25 inserts and 25 deletes all over the list.
@MainActor
struct CommittedList {
  let rows: Int
  private let items: ItemStore
  private let results: FetchedResultsController<Item>
  private let listener = Listener()
  private var known: [ObjectID]
  private var random = SeededRandom(seed: 2)

  init(rows: Int) throws {
    self.rows = rows
    items = try ItemStore(rows: rows)
    known = try items.store.objectIDs(FetchRequest<Item>())
    var request = FetchRequest<Item>()
    request.sortDescriptors = [
      FetchSortDescriptor("section", comparison: .natural), FetchSortDescriptor(\Item.price),
      FetchSortDescriptor(\Item.name, comparison: .natural),
    ]
    results = FetchedResultsController(request, store: items.store, sectionNameKeyPath: "section")
    results.changeObserver = { [listener] in listener.receive($0.count) }
  }

  func remove() { items.remove() }

  /// The number of reported changes.
  var events: Int { listener.events }

  func fetch() throws { try results.performFetch() }

  mutating func commitAndWait() async throws {
    try commit()
    await listener.wait()
  }

  mutating func commit() throws {
    var chosen: Set<ObjectID> = []
    while chosen.count < 75 { chosen.insert(take()) }
    let ids = chosen.sorted()
    try items.store.write("Change") { work in
      for id in ids.prefix(25) { work.delete(id) }
      for id in ids.dropFirst(25) {
        var item = ItemStore.item(&random)
        item.objectID = id
        work.update(item)
      }
      for _ in 0..<25 { known.append(work.insert(ItemStore.item(&random))) }
    }
    known += ids.dropFirst(25)
  }

  /// Removes a random identifier; the order does not matter.
  private mutating func take() -> ObjectID {
    known.swapAt(.random(in: known.indices, using: &random), known.count - 1)
    return known.removeLast()
  }
}

/// Waits for the changes of a commit, which arrive immediately or in the next turn of the main queue.
@MainActor
private final class Listener {
  private(set) var events = 0
  private var hasReceived = false
  private var waiting: CheckedContinuation<Void, Never>?

  func receive(_ count: Int) {
    events += count
    hasReceived = true
    waiting?.resume()
    waiting = nil
  }

  func wait() async {
    if !hasReceived { await withCheckedContinuation { waiting = $0 } }
    hasReceived = false
  }
}
