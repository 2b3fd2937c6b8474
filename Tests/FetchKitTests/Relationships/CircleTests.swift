import FetchKit
import Testing

/// A part that may be related to itself.
private struct Part: FetchableEntity {
  var objectID: ObjectID?
  var name = ""
  var parent: ObjectReference<Part>?
  var kids: [ObjectReference<Part>] = []
  var likes: [ObjectReference<Part>] = []
  var likedBy: [ObjectReference<Part>] = []
  var next: ObjectReference<Part>?
  var previous: ObjectReference<Part>?

  static let entity = EntityDescription(
    Part.self, name: "Part",
    properties: [
      .attribute("name", \.name), .toOne("parent", \.parent, inverse: "kids"),
      .toMany("kids", \.kids, inverse: "parent"),
      .toMany("likes", \.likes, table: "part_like", inverse: "likedBy"),
      .toMany("likedBy", \.likedBy, inverse: "likes"),
      .toOne("next", \.next, inverse: "previous"),
      .toOne("previous", \.previous, inverse: "next"),
    ])

  /// The relationships that lead to the part itself.
  var circles: [String] {
    let own: [(String, Bool)] = [
      ("parent", parent?.id == objectID), ("kids", kids.map(\.id) == [objectID]),
      ("likes", likes.map(\.id) == [objectID]), ("likedBy", likedBy.map(\.id) == [objectID]),
      ("next", next?.id == objectID), ("previous", previous?.id == objectID),
    ]
    return own.filter(\.1).map(\.0)
  }
}

@Suite struct CircleTests {
  private let store: FetchStore

  init() throws {
    store = try FetchStore(path: ":memory:", model: ManagedObjectModel(entities: [Part.entity]))
    try store.write("Add") { $0.insert(Part(name: "a")) as ObjectID }
  }

  /// The relationships that lead from the part to itself after a change.
  private func circles(after change: (inout Part, ObjectReference<Part>) -> Void) throws -> [String]
  {
    var part = try #require(store.fetch(FetchRequest<Part>()).first)
    change(&part, try ObjectReference(part))
    try store.write("Change") { [part] in $0.update(part) }
    return try #require(store.fetch(FetchRequest<Part>()).first).circles
  }

  @Test func `an object becomes its own parent from both sides`() throws {
    #expect(try circles { $0.parent = $1 } == ["parent", "kids"])
    #expect(try circles { part, _ in part.name = "b" } == ["parent", "kids"])
    #expect(try circles { part, _ in part.parent = nil } == [])
    #expect(try circles { $0.kids = [$1] } == ["parent", "kids"])
    #expect(try circles { part, _ in part.kids = [] } == [])
  }

  @Test func `an object relates to itself in a table from both sides`() throws {
    #expect(try circles { $0.likes = [$1] } == ["likes", "likedBy"])
    #expect(try circles { part, _ in part.likes = [] } == [])
    #expect(try circles { $0.likedBy = [$1] } == ["likes", "likedBy"])
    #expect(try circles { part, _ in part.likedBy = [] } == [])
  }

  @Test func `an object becomes its own partner from both sides`() throws {
    #expect(try circles { $0.next = $1 } == ["next", "previous"])
    #expect(try circles { part, _ in part.next = nil } == [])
    #expect(try circles { $0.previous = $1 } == ["next", "previous"])
    #expect(try circles { part, _ in part.previous = nil } == [])
  }
}
