import FetchKit
import Testing

@Suite struct DeleteRuleTests {
  private let catalog: Catalog
  private var store: FetchStore { catalog.store }

  init() throws { catalog = try Catalog() }

  private func delete(_ id: ObjectID?) throws {
    let id = try #require(id)
    try store.write("Delete") { $0.delete(id) }
  }

  private func titles() throws -> [String] { try catalog.fetch(Story.self).map(\.title) }

  @Test func `cascade deletes related objects and can be undone`() throws {
    try delete(catalog.writer("Herbert").objectID)
    #expect(try titles() == ["Solaris", "Beowulf"])
    #expect(
      try catalog.fetch(Topic.self).map { try catalog.titles(of: $0.stories) } == [[], ["Solaris"]])
    try store.undo()
    #expect(try titles() == ["Dune", "Dune Messiah", "Solaris", "Beowulf"])
    #expect(try catalog.titles(of: catalog.writer("Herbert").stories) == ["Dune", "Dune Messiah"])
    #expect(
      try catalog.fetch(Topic.self).map { try catalog.titles(of: $0.stories) }
        == [["Dune", "Dune Messiah"], ["Dune", "Solaris"]])
    try store.redo()
    #expect(try titles() == ["Solaris", "Beowulf"])
  }

  @Test func `nullify removes references and can be undone`() throws {
    try delete(catalog.fetch(Topic.self, "name == 'space'").first?.objectID)
    func topics() throws -> [[String?]] {
      try catalog.fetch(Story.self, prefetching: ["topics"]).map { $0.topics.map(\.name) }
    }
    #expect(try topics() == [["sand"], ["sand"], [], []])
    try store.undo()
    #expect(try topics() == [["space", "sand"], ["sand"], ["space"], []])
  }

  private struct Tree: FetchableEntity {
    var objectID: ObjectID?
    var leaves: [ObjectReference<Leaf>] = []

    static let entity = EntityDescription(
      Tree.self, name: "Tree",
      properties: [.toMany("leaves", \.leaves, inverse: "tree", deleteRule: .cascade)])
  }

  private struct Leaf: FetchableEntity, Equatable {
    var objectID: ObjectID?
    var tree: ObjectReference<Tree>?
    var next: ObjectReference<Leaf>?
    var links: [ObjectReference<Leaf>] = []

    static let entity = EntityDescription(
      Leaf.self, name: "Leaf",
      properties: [
        .toOne("tree", \.tree, inverse: "leaves"), .toOne("next", \.next),
        .toMany("links", \.links, table: "leaf_link"),
      ])
  }

  @Test func `references between objects that are deleted together come back with them`() throws {
    let store = try FetchStore(
      path: ":memory:", model: ManagedObjectModel(entities: [Tree.entity, Leaf.entity]))
    let tree = try store.write("Insert") { transaction in
      let tree: ObjectReference<Tree> = transaction.insert(Tree())
      let first: ObjectReference<Leaf> = transaction.insert(Leaf(tree: tree))
      let second: ObjectReference<Leaf> = transaction.insert(
        Leaf(tree: tree, next: first, links: [first]))
      guard var leaf = try transaction.object(with: first) else { return tree }
      (leaf.next, leaf.links) = (second, [second, first])
      transaction.update(leaf)
      return tree
    }
    let before = try store.fetch(FetchRequest<Leaf>())
    #expect(before.map(\.links.count) == [2, 1])
    let deletions: [() throws -> Void] = [
      { try store.write("Delete") { $0.delete(tree) } },
      { _ = try store.perform(BatchDeleteRequest(entity: Tree.entity)) },
      { _ = try store.perform(BatchDeleteRequest(entity: Leaf.entity)) },
    ]
    for delete in deletions {
      try delete()
      for _ in 1...2 {
        #expect(try store.count(FetchRequest<Leaf>()) == 0)
        try store.undo()
        #expect(try store.fetch(FetchRequest<Leaf>()) == before)
        try store.redo()
      }
      try store.undo()
    }
  }

  @Test func `deny keeps an object that has related objects`() throws {
    let ace = try catalog.fetch(House.self)[0]
    #expect(
      StoreFailure { try delete(ace.objectID) }
        == StoreFailure(
          .constraint, "House cannot be deleted while 'writers' has objects, found 1"))
    try delete(catalog.writer("Herbert").objectID)
    try delete(ace.objectID)
    #expect(try catalog.fetch(House.self).isEmpty)
    try store.undo()
    try store.undo()
    #expect(try catalog.writer("Herbert").house?.id == ace.objectID)
  }

  @Test func `a batch follows the delete rules`() throws {
    let request = BatchDeleteRequest(
      entity: Writer.entity, where: try FetchPredicate(format: "born > 1900"))
    let result = try store.perform(request)
    #expect(result.matched == 2)
    #expect(try titles() == ["Beowulf"])
    try store.undo()
    #expect(try titles().count == 4)
    #expect(try catalog.writer("Herbert").stories.count == 2)
    let houses = BatchDeleteRequest(entity: House.entity, where: nil)
    #expect(throws: StoreError.self) { try store.perform(houses) }
  }

  @Test func `the history counts the objects that a batch deletes by rules`() throws {
    try delete(catalog.writer("Herbert").objectID)
    let alone = try store.history().first?.count
    try store.undo()
    let request = BatchDeleteRequest(
      entity: Writer.entity, where: try FetchPredicate(format: "name == 'Herbert'"))
    #expect(try store.perform(request) == BatchResult(matched: 1, changed: 1))
    #expect(try store.history().first?.count == alone)
    #expect(alone == 3)
  }

  @Test func `a change and a deletion in one transaction are undone together`() throws {
    var dune = try catalog.story("Dune")
    let herbert = try #require(catalog.writer("Herbert").objectID)
    dune.writer = nil
    dune.price = 99
    try store.write("Free Dune, delete its writer") { [dune] transaction in
      transaction.update(dune)
      transaction.delete(herbert)
    }
    #expect(try titles() == ["Dune", "Solaris", "Beowulf"])
    try store.undo()
    #expect(try catalog.story("Dune").price == 9)
    #expect(try catalog.titles(of: catalog.writer("Herbert").stories) == ["Dune", "Dune Messiah"])
    try store.redo()
    #expect(try titles() == ["Dune", "Solaris", "Beowulf"])
    #expect(try catalog.story("Dune").price == 99)
  }

  @Test func `inserts with relationships are undone and redone`() throws {
    try store.write("Insert") { transaction in
      let orwell: ObjectReference<Writer> = transaction.insert(Writer("Orwell"))
      transaction.insert(Story("1984", by: orwell))
      var beowulf = try transaction.fetch(
        FetchRequest<Story>(where: .comparison(\Story.title, .equal, "Beowulf")))[0]
      beowulf.writer = orwell
      transaction.update(beowulf)
    }
    #expect(try catalog.titles(of: catalog.writer("Orwell").stories) == ["Beowulf", "1984"])
    try store.undo()
    #expect(try catalog.story("Beowulf").writer == nil)
    try store.redo()
    #expect(try catalog.titles(of: catalog.writer("Orwell").stories) == ["Beowulf", "1984"])
  }
}
