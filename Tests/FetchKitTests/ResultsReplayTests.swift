import FetchKit
import Testing

/// Random scenarios: what the events lead to is what a new fetch gives.
@MainActor
struct ResultsReplayTests {
  enum Layout: CaseIterable {
    case plain, sections, sectionsDescending, filtered, limited, natural
  }

  @Test(arguments: Layout.allCases, 1...3)
  func `events turn the old list into the new one`(layout: Layout, seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed) &* 7919)
    let store = try Store(path: ":memory:", model: ManagedObjectModel(entities: [Worker.entity]))
    try store.write("Hire") { work in
      for _ in 0..<Int.random(in: 0..<30, using: &random) { work.insert(worker(&random)) }
    }
    let results = controller(layout, store)
    results.eventStyle = Bool.random(using: &random) ? .raw : .resolved
    var heard: [ResultsChange] = []
    results.changeObserver = { heard = $0 }
    try results.performFetch()
    for _ in 0..<25 {
      let before = results.snapshot
      heard = []
      try change(store, &random)
      let replayed = try before.applying(heard)
      let fresh = controller(layout, store)
      try fresh.performFetch()
      #expect(results.snapshot == fresh.snapshot)
      #expect(replayed == fresh.snapshot)
      if results.eventStyle == .resolved { expectNoConflicts(heard) }
    }
  }

  /// No move leaves a dying section or enters a new one.
  private func expectNoConflicts(_ changes: [ResultsChange]) {
    var dead: Set<Int> = []
    var new: Set<Int> = []
    for case .deleteSection(_, let index) in changes { dead.insert(index) }
    for case .insertSection(_, let index) in changes { new.insert(index) }
    for case .move(_, let from, let to) in changes {
      #expect(!dead.contains(from.section) && !new.contains(to.section))
    }
  }

  private func controller(_ layout: Layout, _ store: Store) -> FetchedResultsController<Worker> {
    var request = FetchRequest<Worker>()
    switch layout {
    case .plain: request.sortDescriptors = [FetchSortDescriptor("age")]
    case .sections:
      request.sortDescriptors = [FetchSortDescriptor("sex"), FetchSortDescriptor("age")]
    case .sectionsDescending:
      request.sortDescriptors = [
        FetchSortDescriptor("sex", ascending: false, nils: .first),
        FetchSortDescriptor("name", ascending: false, comparison: .caseInsensitive),
      ]
    case .filtered:
      request.predicate = .comparison(.keyPath("age"), .greaterThan, .constant(30))
      request.sortDescriptors = [
        FetchSortDescriptor("sex", nils: .last), FetchSortDescriptor("name"),
      ]
    case .limited:
      request.sortDescriptors = [FetchSortDescriptor("age", ascending: false)]
      request.fetchLimit = 7
    case .natural:
      request.sortDescriptors = [
        FetchSortDescriptor("name", comparison: .natural), FetchSortDescriptor("age"),
      ]
    }
    let hasSections = [.sections, .sectionsDescending, .filtered].contains(layout)
    return FetchedResultsController(
      request, store: store, sectionNameKeyPath: hasSections ? "sex" : nil)
  }

  private func worker(_ random: inout SeededRandom) -> Worker {
    let names = ["Boba 2", "Boba 10", "boba 3", "Ada", "ada", "Émile", "Zoë"]
    let sexes: [String?] = ["female", "male", "x", nil]
    return Worker(
      names.randomElement(using: &random) ?? "", age: Int.random(in: 20..<60, using: &random),
      sex: sexes.randomElement(using: &random) ?? nil)
  }

  private func change(_ store: Store, _ random: inout SeededRandom) throws {
    let all = try store.fetch(FetchRequest<Worker>()).shuffled(using: &random)
    let deleted = Int.random(in: 0..<4, using: &random)
    let updated = Int.random(in: 0..<6, using: &random)
    try store.write("Change") { work in
      for _ in 0..<Int.random(in: 0..<4, using: &random) { work.insert(worker(&random)) }
      for id in all.prefix(deleted).compactMap(\.objectID) { work.delete(id) }
      for old in all.dropFirst(deleted).prefix(updated) {
        var new = worker(&random)
        if Bool.random(using: &random) { (new.sex, new.age) = (old.sex, old.age) }
        if Bool.random(using: &random) { (new.sex, new.name) = (old.sex, old.name) }
        new.objectID = old.objectID
        work.update(new)
      }
    }
  }
}
