import GRDB
import Testing

@testable import FetchKit

@Suite struct RelationshipModelTests {
  private static func entity(
    _ name: String, _ relationships: [RelationshipDescription]
  ) -> EntityDescription {
    EntityDescription(
      name: name, attributes: [AttributeDescription("name", .string)],
      relationships: relationships)
  }

  private func problem(_ first: [RelationshipDescription], _ second: [RelationshipDescription] = [])
    -> String?
  {
    StoreFailure {
      try ManagedObjectModel(entities: [Self.entity("A", first), Self.entity("B", second)])
        .validate()
    }?.message
  }

  @Test func `the dictionaries of an entity without stored attributes are empty`() throws {
    let hub = EntityDescription(
      name: "Hub", attributes: [], toMany: [ToManyDescription("words", table: "word", of: .string)])
    let store = try FetchStore(path: ":memory:", model: ManagedObjectModel(entities: [hub]))
    try store.write("Add") {
      _ = ($0.insert(.object([:]), into: hub), $0.insert(.object([:]), into: hub))
    }
    var request = FetchRequest<FetchValue>(entity: hub)
    #expect(try store.dictionaries(request) == [[:], [:]])
    request.returnsDistinctResults = true
    #expect(try store.dictionaries(request) == [[:]])
  }

  @Test func `a relationship that does not fit its inverse is refused`() {
    #expect(
      problem([.toOne("c", to: Self.entity("C", []))])
        == "the relationship 'A.c' leads to 'C', which is not in the model")
    #expect(
      problem([.toMany("b", to: Self.entity("B", []))])
        == "the relationship 'A.b' has neither a table nor an inverse")
    #expect(
      problem([.toOne("b", to: Self.entity("B", []), inverse: "a")])
        == "the relationship 'A.b' has no inverse: 'B.a' does not lead back")
    let stored = RelationshipDescription.toMany(
      "b", to: Self.entity("B", [Self.twin]), table: "ab", inverse: "a")
    #expect(
      problem([stored], [Self.twin])
        == "one of the relationships 'A.b' and 'B.a' has to be stored, with a table or as a to-one relationship, and not both"
    )
  }

  private static let twin = RelationshipDescription.toMany(
    "a", to: entity("A", []), table: "ba", inverse: "b")

  @Test func `relationships are added to an existing store and to another entity refused`() throws {
    let file = try TemporaryStore()
    let plain = Self.entity("A", [])
    let other = Self.entity("B", [])
    let id = try file.open(plain, other).write("Insert") { $0.insert(["name": "a"], into: plain) }
    let related = Self.entity("A", [.toOne("b", to: Self.entity("B", []))])
    do {
      let store = try file.open(related, other)
      let target = try store.write("Insert") { transaction in
        let b = transaction.insert(["name": "b"], into: other)
        transaction.update(id, to: ["name": "a", "b": FetchValue(b)], of: related)
        return b
      }
      var request = FetchRequest<FetchValue>(entity: related)
      request.predicate = try FetchPredicate(format: "b.name == 'b' AND b == %@", target)
      #expect(try store.count(request) == 1)
      #expect(try store.dictionaries(request) == [["name": "a", "b": FetchValue(target)]])
    }
    #expect(
      StoreFailure {
        try file.open(Self.entity("A", [.toOne("b", to: Self.entity("A", []))]), other)
      }
        == StoreFailure(
          .invalidModel,
          "the attribute 'b' of the entity 'A' is stored as optional reference to B, the model declares optional reference to A"
        ))
  }

  @Test func `another program that deletes a row leaves no reference to it`() throws {
    let catalog = try Catalog()
    try catalog.store.database.write {
      try $0.execute(sql: "DELETE FROM writer WHERE name = 'Lem'")
    }
    #expect(try catalog.story("Solaris").writer == nil)
    try catalog.store.database.write { try $0.execute(sql: "DELETE FROM topic") }
    #expect(try catalog.story("Dune").topics == [])
  }
}
