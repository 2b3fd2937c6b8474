import GRDB
import Testing
import TestSupport

@testable import FetchKit

struct UndoTests {
  private func store(_ limits: UndoLimits = UndoLimits()) throws -> FetchStore {
    let store = try FetchStore(
      path: ":memory:", model: ManagedObjectModel(entities: [Album.entity]), undoLimits: limits)
    try store.write("Begin") { work in
      work.insert(Album("Blue", code: "1", artist: "Joni", price: 9, words: ["a", "b"]))
      work.insert(Album("Kind of Blue", code: "2", artist: "Miles", price: 12))
      work.insert(
        Album("Café Bleu", code: "3", price: 5, reviews: [review(4, "ça va"), review(2, nil)]))
    }
    return store
  }

  private func review(_ stars: Int, _ text: String?) -> Album.Review {
    var review = Album.Review()
    review.stars = stars
    review.text = text
    return review
  }

  private func albums(_ store: FetchStore) throws -> [Album] {
    try store.fetch(FetchRequest<Album>())
  }

  @Test func `an edit can be undone and redone`() throws {
    let store = try store()
    let before = try albums(store)
    var album = before[2]
    album.title = "Café Noir"
    album.reviews = []
    album.words = ["new"]
    try store.write("Rename") { [album] in $0.update(album) }
    let after = try albums(store)
    #expect(after[2].searchText == "cafe noir")
    #expect(try store.undo()?.name == "Rename")
    #expect(try albums(store) == before)
    #expect(try store.count(searching: "ca va") == 1)
    #expect(try store.redo()?.name == "Rename")
    #expect(try albums(store) == after)
    #expect(try store.count(searching: "noir") == 1)
  }

  @Test func `a change that updates and deletes an object is undone as a whole`() throws {
    let store = try store()
    let before = try albums(store)
    var album = before[2]
    album.title = "Café Noir"
    album.reviews = []
    try store.write("Change and delete") { [album] work in
      work.update(album)
      if let id = album.objectID { work.delete(id) }
      work.delete(work.insert(Album("Gone", code: "9")))
    }
    #expect(try albums(store) == Array(before.prefix(2)))
    try store.undo()
    #expect(try albums(store) == before)
    try store.redo()
    #expect(try albums(store) == Array(before.prefix(2)))
    try store.undo()
    #expect(try albums(store) == before)
  }

  @Test func `a batch keeps only the columns that it changes`() throws {
    let store = try store()
    let before = try albums(store)
    let result = try store.perform(
      BatchUpdateRequest(
        entity: Album.entity,
        set: ["price": try FetchExpression(format: "price * 2"), "title": .constant("Same")],
        where: try FetchPredicate(format: "price > 6")),
      name: "Double")
    #expect(result == BatchResult(matched: 2, changed: 2))
    #expect(try albums(store).map(\.price) == [18, 24, 5])
    #expect(try store.count(searching: "same") == 2)
    try store.undo()
    #expect(try albums(store) == before)
    #expect(try store.count(searching: "blue") == 2)
  }

  @Test func `undo restores deleted objects with their elements and ids`() throws {
    let store = try store()
    let before = try albums(store)
    try store.perform(BatchDeleteRequest(entity: Album.entity), name: "Clear")
    #expect(try albums(store) == [])
    try store.undo()
    #expect(try albums(store) == before)
  }

  @Test(arguments: [
    #"ANY words == "a""#, "words.@count == 2", "ANY reviews.stars > 3", "reviews.@max.stars == 5",
    "SUBQUERY(reviews, $one, $one.stars > 3).@count > 0", #"NONE words == "c""#,
  ])
  func `a batch deletes the objects that a condition on lists found`(format: String) throws {
    let store = try Album.store()
    try store.write("Begin") { work in
      for (code, words, stars) in [("1", ["a", "b"], 5), ("2", ["c"], 1)] {
        var review = Album.Review()
        review.stars = stars
        work.insert(Album(code, code: code, words: words, reviews: [review, Album.Review()]))
      }
    }
    let before = try albums(store)
    let deletion = BatchDeleteRequest(
      entity: Album.entity, where: try FetchPredicate(format: format))
    #expect(try store.perform(deletion) == BatchResult(matched: 1, changed: 1))
    #expect(try albums(store) == [before[1]])
    #expect(try store.problems() == [])
    try store.undo()
    #expect(try albums(store) == before)
  }

  @Test func `a change of an entity that the model lacks is neither undone nor redone`() throws {
    let file = try TemporaryStore()
    let (tea, cup) = (
      EntityDescription(name: "Tea", attributes: [AttributeDescription("name", .string)]),
      EntityDescription(name: "Cup", attributes: [AttributeDescription("size", .integer)])
    )
    func opened(_ entities: EntityDescription...) throws -> FetchStore {
      try FetchStore(path: file.path, model: ManagedObjectModel(entities: entities))
    }
    let store = try opened(tea, cup)
    try store.write("Add") { transaction in
      transaction.insert(["name": "Oolong"], into: tea)
      transaction.insert(["size": 3], into: cup)
    }
    try store.write("Break") { $0.delete(ObjectID(entityName: "Cup", rowID: 1)) }
    let other = try opened(tea)
    #expect(
      StoreFailure { try other.undo() }
        == StoreFailure(
          .invalidRequest,
          "'Break' cannot be undone: it changed objects of 'Cup', which is not in the model"))
    try store.undo()
    #expect(
      StoreFailure { try other.redo() }
        == StoreFailure(
          .invalidRequest,
          "'Break' cannot be redone: it changed objects of 'Cup', which is not in the model"))
    #expect(
      StoreFailure { try other.undo() }
        == StoreFailure(
          .invalidRequest,
          "'Add' cannot be undone: it changed objects of 'Cup', which is not in the model"))
  }

  @Test func `a new change clears the redo history`() throws {
    let store = try store()
    try store.write("Add") { $0.insert(Album("Hejira", code: "4")) }
    try store.undo()
    try store.write("Add another") { $0.insert(Album("Mingus", code: "5")) }
    #expect(try store.redo() == nil)
    #expect(try store.history().map(\.name) == ["Add another", "Begin"])
  }

  @Test func `deleting an object that is gone is no change`() throws {
    let store = try store()
    let id = try store.write("Add") { $0.insert(Album("Hejira", code: "4")) }
    try store.undo()
    try store.write("Delete") { $0.delete(id) }
    #expect(try store.history().map(\.name) == ["Add", "Begin"])
    #expect(try store.redo()?.name == "Add")
  }

  @Test func `undo restores no elements of an object that another program deleted`() throws {
    let store = try store()
    var album = try albums(store)[0]
    album.words = ["c"]
    try store.write("Edit") { [album] in $0.update(album) }
    try store.write { try $0.execute(sql: "DELETE FROM album WHERE pk = 1") }
    try store.undo()
    #expect(try store.problems() == [])
    #expect(try albums(store).map(\.title) == ["Kind of Blue", "Café Bleu"])
  }

  @Test func `a change that is too large to undo is reported before it runs`() throws {
    let store = try store(UndoLimits(steps: 10, bytes: 10))
    let request = BatchUpdateRequest(entity: Album.entity, set: ["price": .constant(1)])
    #expect(throws: StoreError.self) { try store.perform(request) }
    #expect(try albums(store).map(\.price) == [9, 12, 5])
    var allowed = request
    allowed.allowsUnrestorable = true
    #expect(try store.perform(allowed, name: "Flatten").changed == 3)
    #expect(throws: StoreError.self) { try store.undo() }
    #expect(try store.history().first?.isRestorable == false)
  }

  @Test func `the oldest changes are dropped beyond the limit`() throws {
    let store = try store(UndoLimits(steps: 3, bytes: 1_000_000))
    for number in 10..<20 {
      try store.write("Add \(number)") { $0.insert(Album("A", code: "\(number)")) }
    }
    #expect(try store.history().map(\.name) == ["Add 19", "Add 18", "Add 17"])
  }

  @Test(arguments: 1...20)
  func `undoing and redoing random changes gives the same stores`(seed: Int) throws {
    var random = SeededRandom(seed: UInt64(seed))
    let store = try store()
    var states = [try albums(store)]
    for step in 0..<12 {
      try change(store, step, &random)
      states.append(try albums(store))
    }
    let steps = try store.history().count - 1
    for state in states.reversed().dropFirst().prefix(steps) {
      try store.undo()
      #expect(try Set(albums(store)) == Set(state))
    }
    for state in states.suffix(steps) {
      try store.redo()
      #expect(try Set(albums(store)) == Set(state))
    }
  }

  /// A step that always changes something.
  private func change(_ store: FetchStore, _ step: Int, _ random: inout SeededRandom) throws {
    let all = try albums(store)
    switch Int.random(in: 0..<4, using: &random) {
    case 0:
      try store.write("Delete") { work in
        if let id = all.randomElement(using: &random)?.objectID { work.delete(id) }
        work.insert(Album("New", code: "n\(step)", words: ["x"]))
      }
    case 1:
      try store.write("Edit") { work in
        for var album in all.shuffled(using: &random).prefix(3) {
          album.title += "!"
          album.words.append("w\(step)")
          album.reviews = album.reviews.dropFirst() + [review(step, "text \(step)")]
          work.update(album)
        }
        work.insert(Album("New", code: "n\(step)"))
      }
    case 2:
      try store.perform(
        BatchUpdateRequest(
          entity: Album.entity, set: ["price": try FetchExpression(format: "price + 1")]))
    default:
      try store.write("Both") { work in
        let id = work.insert(Album("Short", code: "s\(step)"))
        work.delete(id)
        work.insert(Album("Long", code: "l\(step)", reviews: [review(1, nil)]))
      }
    }
  }
}

extension FetchStore {
  fileprivate func count(searching text: String) throws -> Int {
    var request = FetchRequest<Album>()
    request.predicate = try FetchPredicate(format: "searchText CONTAINS %@", text)
    return try count(request)
  }
}
