import FetchKit
import Foundation
import Testing

@MainActor
struct FetchedResultsControllerTests {
  private func store() throws -> Store {
    let store = try Store(path: ":memory:", model: ManagedObjectModel(entities: [Worker.entity]))
    try store.write("Hire") { work in
      work.insert(Worker("Ada", age: 36, sex: "female"))
      work.insert(Worker("Alan", age: 41, sex: "male"))
      work.insert(Worker("Grace", age: 85, sex: "female"))
    }
    return store
  }

  private func controller(_ store: Store) -> FetchedResultsController<Worker> {
    var request = FetchRequest<Worker>()
    request.sortDescriptors = [FetchSortDescriptor("sex"), FetchSortDescriptor(\Worker.name)]
    return FetchedResultsController(request, store: store, sectionNameKeyPath: "sex")
  }

  @Test func `sections hold the rows in order`() throws {
    let results = controller(try store())
    try results.performFetch()
    #expect(results.sections.map(\.name) == ["female", "male"])
    #expect(results.sections.map(\.numberOfObjects) == [2, 1])
    #expect(results.sectionIndexTitles == ["F", "M"])
    #expect(results.object(at: IndexPath(row: 1, section: 0)).name == "Grace")
  }

  @Test func `a commit arrives at the delegate before write returns`() throws {
    let store = try store()
    let results = controller(store)
    let log = ChangeRecorder()
    results.delegate = log
    try results.performFetch()
    var alan = results.object(at: IndexPath(row: 0, section: 1))
    alan.sex = "female"
    try store.write("Edit") { $0.update(alan) }
    #expect(
      log.lines == [
        "will", "delete [1, 0]", "insert [0, 1]", "section delete 1 male", "did",
      ])
    #expect(results.sections.map(\.name) == ["female"])
  }

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
    #expect(results.object(atIndex: 0).name == "Ada")
    #expect(results.object(atIndex: 0).age == 30)
  }

  /// Changes all rows and starts the refresh before it returns.
  private func makeEverybodyThirty(_ store: Store) throws {
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
  func controller<Element>(
    _ controller: FetchedResultsController<Element>, sectionIndexTitleForSectionName name: String
  ) -> String? {
    name == "male" ? nil : String(name.prefix(2))
  }
}

/// Records the calls of a delegate.
final class ChangeRecorder: FetchedResultsControllerDelegate {
  private(set) var lines: [String] = []

  func controllerWillChangeContent<Element>(_ controller: FetchedResultsController<Element>) {
    lines.append("will")
  }

  func controller<Element>(
    _ controller: FetchedResultsController<Element>, didChange object: ObjectID,
    at indexPath: IndexPath?, for type: FetchedResultsChangeType, newIndexPath: IndexPath?
  ) {
    let places = [indexPath, newIndexPath].compactMap(\.self).map { "[\($0.section), \($0.row)]" }
    lines.append("\(type) \(places.joined(separator: " to "))")
  }

  func controller<Element>(
    _ controller: FetchedResultsController<Element>, didChange section: FetchedResultsSection,
    atSectionIndex index: Int, for type: FetchedResultsChangeType
  ) {
    lines.append("section \(type) \(index) \(section.name)")
  }

  func controllerDidChangeContent<Element>(_ controller: FetchedResultsController<Element>) {
    lines.append("did")
  }

  func controller<Element>(
    _ controller: FetchedResultsController<Element>, didFailWith error: any Error
  ) {
    lines.append("fail: \(error)")
  }
}
