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
}

/// Writes down what a delegate hears.
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
}
