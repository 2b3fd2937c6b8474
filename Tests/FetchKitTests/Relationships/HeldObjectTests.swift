import Foundation
import Testing

@testable import FetchKit

private struct Painter: FetchableEntity {
  var objectID: ObjectID?
  var name = ""
  var paintings: [ObjectReference<Painting>] = []

  static let entity = EntityDescription(
    Painter.self, name: "Painter",
    properties: [
      .attribute("name", \.name), .toMany("paintings", \.paintings, inverse: "painter"),
    ], identifier: "name")
}

private struct Painting: FetchableEntity {
  var objectID: ObjectID?
  var title = ""
  var painter: Painter?

  static let entity = EntityDescription(
    Painting.self, name: "Painting",
    properties: [
      .attribute("title", \.title), .toOne("painter", \.painter, inverse: "paintings"),
    ])
}

private struct Loan: FetchableEntity {
  var objectID: ObjectID?
  var painting: Painting?

  static let entity = EntityDescription(
    Loan.self, name: "Loan", properties: [.toOne("painting", \.painting)])
}

/// Relationships whose properties have the related object itself.
@Suite struct HeldObjectTests {
  private let store: FetchStore

  init() throws {
    store = try FetchStore(
      path: ":memory:",
      model: ManagedObjectModel(entities: [Painter.entity, Painting.entity, Loan.entity]))
    try store.write("Add") { transaction in
      let painter = transaction.insert(Painter(name: "Klee"))
      let painting = transaction.insert(
        Painting(title: "Senecio", painter: try transaction.object(with: painter, as: Painter.self))
      )
      transaction.insert(Painting(title: "Unknown"))
      transaction.insert(
        Loan(painting: try transaction.object(with: painting, as: Painting.self)))
    }
  }

  private func titles(_ predicate: FetchPredicate) throws -> [String] {
    let all = try store.fetch(FetchRequest<Painting>())
    let stored = try store.fetch(FetchRequest<Painting>(where: predicate)).map(\.title)
    #expect(try all.filter { try predicate.evaluate(with: $0) }.map(\.title) == stored)
    return stored
  }

  @Test func `each fetch brings the related objects along, also those of related objects`() throws {
    let names = try store.fetch(FetchRequest<Painting>()).map { $0.painter?.name }
    #expect(names == ["Klee", nil])
    #expect(try store.fetch(FetchRequest<Loan>()).first?.painting?.painter?.name == "Klee")
  }

  @Test func `predicates of all kinds follow the property`() throws {
    #expect(try titles(FetchPredicate(format: "painter.name == 'Klee'")) == ["Senecio"])
    #expect(try titles(FetchPredicate(format: "painter == nil")) == ["Unknown"])
    #expect(
      try titles(FetchPredicate(#Predicate<Painting> { $0.painter?.name == "Klee" }))
        == ["Senecio"])
  }

  @Test func `an object has to be stored before others are related to it`() throws {
    let failure = StoreFailure {
      try store.write("Add") { $0.insert(Painting(title: "New", painter: Painter(name: "Marc"))) }
    }
    #expect(
      failure
        == StoreFailure(
          .constraint,
          "this Painting is not valid: painter is not stored yet, insert it first"))
    #expect(try store.count(FetchRequest<Painting>()) == 2)
  }

  @Test @MainActor func `a list follows the related objects`() throws {
    var request = FetchRequest<Painting>()
    request.sortDescriptors = [FetchSortDescriptor("title")]
    let results = FetchedResultsController(request, store: store)
    try results.performFetch()
    var painter = try #require(try store.fetch(FetchRequest<Painter>()).first)
    painter.name = "Paul Klee"
    try store.write("Rename") { $0.update(painter) }
    #expect(try results.fetchedObjects.map { $0.painter?.name } == ["Paul Klee", nil])
    try store.write("Delete") { $0.delete(try #require(painter.objectID)) }
    #expect(try results.fetchedObjects.map { $0.painter?.name } == [nil, nil])
  }

  @Test func `an upsert leaves the lists that it has no objects for`() throws {
    try store.write("Import") { $0.upsert(Painter(name: "Klee")) }
    #expect(try titles(FetchPredicate(format: "painter.name == 'Klee'")) == ["Senecio"])
  }
}
