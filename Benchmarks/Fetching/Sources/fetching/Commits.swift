import FetchKit
import Foundation

/// Commits of 100 changes to lists of several sizes by turns, so that what else the machine does hits all alike.
@MainActor
struct Commits {
  private var lists: [CommittedList]

  init(rows: [Int]) throws { lists = try rows.map(CommittedList.init) }

  mutating func run(_ runs: Int) async throws {
    defer { for list in lists { list.remove() } }
    let alone = try await measure(runs) { try $0.commit() }
    let fetches = try lists.map { list in try milliseconds { try list.fetch() } }
    let told = try await measure(runs) { try await $0.commitAndHear() }
    for (index, list) in lists.enumerated() {
      print("\(list.rows) rows: first fetch \(String(format: "%.0f ms", fetches[index]))")
      print("  a commit that nobody hears of: \(summary(alone[index]))")
      print(
        "  a commit until the delegate has heard: \(summary(told[index])), \(list.events / runs) events each"
      )
    }
    tellRatio("a commit that nobody hears of", alone)
    tellRatio("a commit until the delegate has heard", told)
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

  private func tellRatio(_ name: String, _ times: [[Double]]) {
    guard let small = times.first?.sorted(), let large = times.last?.sorted() else { return }
    let median = large[large.count / 2] / small[small.count / 2]
    let ratios = String(format: "median %.2f, minimum %.2f", median, large[0] / small[0])
    print("largest list / smallest, \(name): \(ratios)")
  }
}

/// A store under a results controller, changed all over the list: 50 updates, 25 inserts, 25 deletes.
@MainActor
struct CommittedList {
  let rows: Int
  private let shelf: Shelf
  private let results: FetchedResultsController<Item>
  private let listener = Listener()
  private var known: [ObjectID]
  private var random = SeededRandom(seed: 2)

  init(rows: Int) throws {
    self.rows = rows
    shelf = try Shelf(rows: rows)
    known = try shelf.store.objectIDs(FetchRequest<Item>())
    var request = FetchRequest<Item>()
    request.sortDescriptors = [
      FetchSortDescriptor("section", comparison: .natural), FetchSortDescriptor(\Item.price),
      FetchSortDescriptor(\Item.name, comparison: .natural),
    ]
    results = FetchedResultsController(request, store: shelf.store, sectionNameKeyPath: "section")
    results.changeObserver = { [listener] in listener.hear($0.count) }
  }

  func remove() { shelf.remove() }

  /// How many changes have been told of.
  var events: Int { listener.events }

  func fetch() throws { try results.performFetch() }

  mutating func commitAndHear() async throws {
    try commit()
    await listener.wait()
  }

  mutating func commit() throws {
    var chosen: Set<ObjectID> = []
    while chosen.count < 75 { chosen.insert(take()) }
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

  /// Takes one out of a list whose order does not matter.
  private mutating func take() -> ObjectID {
    known.swapAt(.random(in: known.indices, using: &random), known.count - 1)
    return known.removeLast()
  }
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
