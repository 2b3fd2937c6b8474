import FetchKit
import Foundation
import Testing

@MainActor
struct FetchedResultsControllerTests {
  private func store() throws -> FetchStore {
    let store = try FetchStore(
      path: ":memory:", model: ManagedObjectModel(entities: [Worker.entity]))
    try store.write("Hire") { work in
      work.insert(Worker("Ada", age: 36, sex: "female"))
      work.insert(Worker("Alan", age: 41, sex: "male"))
      work.insert(Worker("Grace", age: 85, sex: "female"))
    }
    return store
  }

  private func controller(_ store: FetchStore) -> FetchedResultsController<Worker> {
    var request = FetchRequest<Worker>()
    request.sortDescriptors = [FetchSortDescriptor("sex"), FetchSortDescriptor(\Worker.name)]
    return FetchedResultsController(request, store: store, sectionNameKeyPath: "sex")
  }

  @Test func `sections hold the rows in order`() throws {
    let results = controller(try store())
    #expect(results.sections == [])
    try results.performFetch()
    #expect(results.sections.map(\.name) == ["female", "male"])
    #expect(results.sections.map(\.numberOfObjects) == [2, 1])
    #expect(results.sectionIndexTitles == ["F", "M"])
    #expect(try results.object(at: IndexPath(row: 1, section: 0)).name == "Grace")
  }

  @Test func `a commit arrives at the delegate before write returns`() throws {
    let store = try store()
    let results = controller(store)
    let log = ChangeRecorder()
    results.delegate = log
    try results.performFetch()
    var alan = try results.object(at: IndexPath(row: 0, section: 1))
    alan.sex = "female"
    try store.write("Edit") { $0.update(alan) }
    #expect(
      log.lines == [
        "will", "delete [1, 0]", "insert [0, 1]", "section delete 1 male []", "did",
      ])
    #expect(results.sections.map(\.name) == ["female"])
  }

  @Test func `names that differ in their code points only are sections of their own`() throws {
    let (composed, decomposed) = ("\u{E9}", "e\u{301}")
    let store = try FetchStore(
      path: ":memory:", model: ManagedObjectModel(entities: [Worker.entity]))
    try store.write("Hire") { work in
      for sex in [decomposed, "f", composed] { work.insert(Worker("X", age: 1, sex: sex)) }
    }
    let results = controller(store)
    try results.performFetch()
    #expect(
      results.sections.map { Array($0.name.unicodeScalars) } == [
        Array(decomposed.unicodeScalars), ["f"], Array(composed.unicodeScalars),
      ])
    let before = results.snapshot
    var changes: [ResultsChange] = []
    results.changeObserver = { changes = $0 }
    var worker = try results.object(atIndex: 0)
    worker.sex = composed
    try store.write("Compose") { [worker] in $0.update(worker) }
    #expect(results.sections.map(\.numberOfObjects) == [1, 2])
    #expect(try before.applying(changes) == results.snapshot)
  }

  @Test(arguments: [
    ResultsChange.insertSection(name: "a", index: -1), .insertSection(name: "a", index: 2),
    .deleteSection(name: "", index: -1), .insert(firstID, at: [0, -1]), .insert(firstID, at: []),
    .insert(firstID, at: [-1, 0]), .insert(firstID, at: [0, 0, 0]), .delete(firstID, at: [0]),
    .move(firstID, from: [0, 0], to: [0]), .update(firstID, at: [0], now: [0, 0]),
    .update(firstID, at: [0, 0], now: []),
  ])
  func `a change at an index path that does not exist is refused`(change: ResultsChange) {
    let list = FetchedResultsSnapshot(sections: [.init(name: "", objectIDs: [Self.firstID])])
    #expect(throws: FetchedResultsSnapshot.ReplayError.self) { try list.applying([change]) }
  }

  private nonisolated static let firstID = ObjectID(entityName: "Worker", rowID: 1)

  @Test func `a refresh of the list before is dropped when a fetch ends first`() async throws {
    let store = try store()
    let results = controller(store)
    results.refreshesInBackground = true
    try await results.performFetch()
    try makeEverybodyThirty(store)
    results.fetchRequest.predicate = try FetchPredicate(format: "name == 'Ada'")
    try await results.performFetch()
    await results.waitForChanges()
    #expect(results.sections.map(\.name) == ["female"])
    #expect(try results.object(atIndex: 0).name == "Ada")
    #expect(try results.object(atIndex: 0).age == 30)
  }

  /// Changes all rows and starts the refresh before it returns.
  private func makeEverybodyThirty(_ store: FetchStore) throws {
    try store.perform(BatchUpdateRequest(entity: Worker.entity, set: ["age": .constant(30)]))
  }

  @Test func `a sort order that splits a section is refused`() throws {
    var request = FetchRequest<Worker>()
    request.sortDescriptors = [FetchSortDescriptor("name")]
    let results = FetchedResultsController(request, store: try store(), sectionNameKeyPath: "sex")
    let error = #expect(throws: StoreError.self) { try results.performFetch() }
    #expect(
      error?.message
        == "the section 'female' of 'sex' comes in two places: expected a sort descriptor for 'sex' first, found 'name'"
    )
    results.fetchRequest.sortDescriptors = []
    let missing = #expect(throws: StoreError.self) { try results.performFetch() }
    #expect(
      missing?.message == "sections by 'sex' need a sort descriptor for 'sex' first, found none")
  }

  @Test func `a sort order that keeps sections together is accepted until a commit splits one`()
    throws
  {
    let store = try store()
    try store.perform(
      BatchUpdateRequest(
        entity: Worker.entity, set: ["age": .constant(30)],
        where: .comparison(.keyPath("sex"), .equal, .constant("female"))))
    var request = FetchRequest<Worker>()
    request.sortDescriptors = [FetchSortDescriptor("age"), FetchSortDescriptor("name")]
    let results = FetchedResultsController(request, store: store, sectionNameKeyPath: "sex")
    let log = ChangeRecorder()
    results.delegate = log
    try results.performFetch()
    #expect(results.sections.map(\.name) == ["female", "male"])
    try store.write("Hire") { $0.insert(Worker("Edsger", age: 20, sex: "male")) }
    #expect(
      log.lines == [
        "fail: the section 'male' of 'sex' comes in two places: expected a sort descriptor for 'sex' first, found 'age'"
      ])
    #expect(results.sections.map(\.numberOfObjects) == [2, 1])
  }

  @Test func `writes in a callback are reported in batches of their own`() throws {
    let store = try store()
    let results = controller(store)
    let log = ChangeRecorder()
    results.delegate = log
    try results.performFetch()
    let other = controller(store)
    other.delegate = log
    try other.performFetch()
    log.onWill = {
      guard log.lines.count == 1 else { return }
      _ = try? store.write("Hire") { $0.insert(Worker("Kim", age: 20, sex: "male")) }
    }
    log.onChange = {
      guard log.lines.filter({ $0.hasPrefix("insert") }).count == 1 else { return }
      _ = try? store.perform(BatchDeleteRequest(entity: Worker.entity))
    }
    try store.write("Hire") { $0.insert(Worker("Zoë", age: 20, sex: "x")) }
    var open = false
    for line in log.lines where line == "will" || line == "did" {
      #expect(open == (line == "did"), "\(log.lines)")
      open = line == "will"
    }
    #expect(!open)
    #expect(results.numberOfObjects == 0)
    #expect(other.numberOfObjects == 0)
  }

  @Test func `a fetch in a callback ends the batch`() throws {
    let store = try store()
    let results = controller(store)
    let log = ChangeRecorder()
    results.delegate = log
    try results.performFetch()
    log.onChange = { try? results.performFetch() }
    try store.perform(BatchDeleteRequest(entity: Worker.entity))
    #expect(log.lines == ["will", "delete [0, 0]", "did"])
    #expect(results.numberOfObjects == 0)
  }

  @Test func `an object that is gone is an error and never a blank value`() throws {
    let store = try store()
    let results = controller(store)
    let log = ChangeRecorder()
    results.delegate = log
    try results.performFetch()
    var errors: [StoreError?] = []
    log.onWill = {
      // The list is the old one; the commit has deleted the objects.
      for section in 0..<2 {
        let place = IndexPath(row: 0, section: section)
        errors.append(#expect(throws: StoreError.self) { try results.object(at: place) })
      }
      errors.append(#expect(throws: StoreError.self) { try results.fetchedObjects })
      errors.append(#expect(throws: StoreError.self) { try results.sections[0].objects })
    }
    try store.perform(BatchDeleteRequest(entity: Worker.entity))
    #expect(errors.map { $0?.code } == Array(repeating: .objectNotFound, count: 4))
    #expect(errors.first??.message == "the object is no longer in the store")
    for place in [IndexPath(row: 0, section: 0), IndexPath(row: -1, section: 9), IndexPath()] {
      let error = #expect(throws: StoreError.self) { try results.object(at: place) }
      #expect(error?.code == .invalidRequest)
      #expect(results.objectID(at: place) == nil)
    }
    #expect(results.loadedObject(atIndex: 7) == nil)
  }

  @Test func `sections carry their objects`() throws {
    let store = try store()
    let results = controller(store)
    let log = ChangeRecorder()
    results.delegate = log
    try results.performFetch()
    #expect(
      try results.sections.map { try $0.objects.map(\.name) } == [["Ada", "Grace"], ["Alan"]])
    #expect(try results.fetchedObjects.map(\.name) == ["Ada", "Grace", "Alan"])
    let old = results.sections
    try store.write("Hire") { $0.insert(Worker("Kim", age: 20, sex: "x")) }
    #expect(try old[0].objects.map(\.name) == ["Ada", "Grace"])
    try store.perform(
      BatchDeleteRequest(
        entity: Worker.entity, where: .comparison(.keyPath("sex"), .equal, .constant("x"))))
    #expect(
      log.lines == [
        "will", "section insert 2 x [Kim]", "insert [2, 0]", "did", "will", "delete [2, 0]",
        "section delete 2 x []", "did",
      ])
  }

  @Test(arguments: [
    (FetchSortDescriptor.NilPlacement.first, true, ["", "a"], [2, 1]),
    (.last, true, ["", "a", ""], [1, 1, 1]), (.first, false, ["", "a", ""], [1, 1, 1]),
    (.last, false, ["a", ""], [1, 2]), (.lowest, true, ["", "a"], [2, 1]),
    (.lowest, false, ["a", ""], [1, 2]),
  ])
  func `missing and empty section names are handled in every nil order`(
    nils: FetchSortDescriptor.NilPlacement, ascending: Bool, names: [String], counts: [Int]
  ) throws {
    let store = try FetchStore(
      path: ":memory:", model: ManagedObjectModel(entities: [Worker.entity]))
    var request = FetchRequest<Worker>()
    request.sortDescriptors = [FetchSortDescriptor("sex", ascending: ascending, nils: nils)]
    let results = FetchedResultsController(request, store: store, sectionNameKeyPath: "sex")
    try results.performFetch()
    let start = results.snapshot
    var changes: [ResultsChange] = []
    results.changeObserver = { changes = $0 }
    try store.write("Hire") { work in
      for sex in [nil, "", "a"] { work.insert(Worker("Kim", age: 20, sex: sex)) }
    }
    #expect(results.sections.map(\.name) == names)
    #expect(results.sections.map(\.numberOfObjects) == counts)
    #expect(try start.applying(changes) == results.snapshot)
    let fresh = FetchedResultsController(
      request, store: store, sectionNameKeyPath: "sex", cacheName: "sections")
    for _ in 0..<2 {
      try fresh.performFetch()
      #expect(fresh.snapshot == results.snapshot)
    }
  }

  @Test func `more objects than are kept can be read at once`() throws {
    let store = try FetchStore(
      path: ":memory:", model: ManagedObjectModel(entities: [Worker.entity]))
    try store.write("Hire") { work in
      for age in 1...20_000 { work.insert(Worker("Kim", age: age, sex: nil)) }
    }
    var request = FetchRequest<Worker>()
    request.sortDescriptors = [FetchSortDescriptor("age")]
    let results = FetchedResultsController(request, store: store)
    try results.performFetch()
    #expect(try results.fetchedObjects.map(\.age) == Array(1...20_000))
    try store.write("Hire") { $0.insert(Worker("Ada", age: 0, sex: nil)) }
    #expect(try results.fetchedObjects.map(\.age) == Array(0...20_000))
  }

  @Test func `a failed refresh is reported to the snapshot delegate`() throws {
    let store = try store()
    var request = FetchRequest<Worker>()
    request.sortDescriptors = [FetchSortDescriptor(\Worker.name)]
    request.predicate = try FetchPredicate(format: "name MATCHES '(a+)+b'")
    let results = FetchedResultsController(request, store: store)
    let recorder = SnapshotRecorder()
    results.snapshotDelegate = recorder
    try results.performFetch()
    try store.write("Hire") {
      $0.insert(Worker(String(repeating: "a", count: 5000), age: 1, sex: nil))
    }
    #expect(recorder.lines.count == 1)
    #expect(recorder.lines.first?.contains("(a+)+b") == true)
  }

  @Test func `a request of another entity is refused before its first objects`() async throws {
    let results = FetchedResultsController(
      FetchRequest<Worker>(entityName: "Sale"), store: try store())
    await #expect(throws: StoreError.self) {
      try await results.performFetch(first: 1, wantsFirst: { _ in true }, didShowFirst: {})
    }
  }

  @Test func `without sort descriptors objects are in the order of insertion`() throws {
    let store = try store()
    let results = FetchedResultsController(FetchRequest<Worker>(), store: store)
    try results.performFetch()
    try store.write("Hire") { $0.insert(Worker("Aaron", age: 20, sex: "male")) }
    #expect(try results.fetchedObjects.map(\.name) == ["Ada", "Alan", "Grace", "Aaron"])
  }

  @Test func `a section is found by its title in the index`() throws {
    let store = try store()
    try store.write("Hire") { $0.insert(Worker("Kim", age: 30, sex: "fluid")) }
    let results = controller(store)
    try results.performFetch()
    #expect(results.sectionIndexTitles == ["F", "F", "M"])
    #expect(results.section(forSectionIndexTitle: "F", at: 0) == 0)
    #expect(results.section(forSectionIndexTitle: "F", at: 1) == 1)
    #expect(results.section(forSectionIndexTitle: "M", at: 2) == 2)
    let titles = TitleDelegate()
    results.delegate = titles
    #expect(results.sectionIndexTitles == ["fe", "fl", "M"])
    #expect(results.sections.map(\.indexTitle) == ["fe", "fl", "M"])
    #expect(results.section(forSectionIndexTitle: "fl", at: 1) == 1)
  }
}

/// Chooses titles of two letters, but for men.
private final class TitleDelegate: FetchedResultsControllerDelegate {
  func controller(
    _ controller: FetchedResultsController<Worker>, sectionIndexTitleForSectionName name: String
  ) -> String? {
    name == "male" ? nil : String(name.prefix(2))
  }
}

/// Records the calls of a delegate.
final class ChangeRecorder: FetchedResultsControllerDelegate {
  private(set) var lines: [String] = []
  var onWill = {}
  var onChange = {}

  func controllerWillChangeContent(_ controller: FetchedResultsController<Worker>) {
    lines.append("will")
    onWill()
  }

  func controller(
    _ controller: FetchedResultsController<Worker>, didChange object: ObjectID,
    at indexPath: IndexPath?, for type: FetchedResultsChangeType, newIndexPath: IndexPath?
  ) {
    let places = [indexPath, newIndexPath].compactMap(\.self).map { "[\($0.section), \($0.row)]" }
    lines.append("\(type) \(places.joined(separator: " to "))")
    onChange()
  }

  func controller(
    _ controller: FetchedResultsController<Worker>,
    didChange section: FetchedResultsSection<Worker>,
    atSectionIndex index: Int, for type: FetchedResultsChangeType
  ) {
    let names = (try? section.objects.map(\.name)) ?? ["?"]
    lines.append("section \(type) \(index) \(section.name) [\(names.joined(separator: " "))]")
  }

  func controllerDidChangeContent(_ controller: FetchedResultsController<Worker>) {
    lines.append("did")
  }

  func controller(
    _ controller: FetchedResultsController<Worker>, didFailWith error: any Error
  ) {
    lines.append("fail: \(error)")
  }
}

/// Records what a snapshot delegate receives.
@MainActor
private final class SnapshotRecorder: FetchedResultsSnapshotDelegate {
  var lines: [String] = []

  func controller(
    _ controller: FetchedResultsController<Worker>,
    didChangeContentWith snapshot: FetchedResultsSnapshot
  ) {
    lines.append("\(snapshot)")
  }

  func controller(
    _ controller: FetchedResultsController<Worker>, didFailWith error: any Error
  ) {
    lines.append("fail: \(error)")
  }
}
