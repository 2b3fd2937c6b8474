import GRDB
import Testing

@testable import FetchKit

@Suite struct UpsertTests {
  private struct Print: FetchableEntity {
    var objectID: ObjectID?
    var isbn: String?
    var edition = 1
    var price = 0.0
    var words: [String] = []

    static let entity = EntityDescription(
      Print.self, name: "Print",
      properties: [
        .attribute("isbn", \.isbn), .attribute("edition", \.edition), .attribute("price", \.price),
        .toMany("words", \.words),
      ],
      uniquenessConstraints: [[\.isbn, \.edition]])

    func validate(_ validation: inout Validation) {
      if price < 0 { validation.fail(\Print.price, "must not be negative") }
      if edition == 0 { validation.fail("edition", "starts at 1") }
      if validation.operation == .update, edition > 9 { validation.fail("edition", "is too late") }
    }
  }

  private let store: FetchStore

  init() throws {
    store = try FetchStore(path: ":memory:", model: ManagedObjectModel(entities: [Print.entity]))
  }

  private func prints() throws -> [String] {
    try store.fetch(FetchRequest<Print>()).map {
      "\($0.isbn ?? "-") \($0.edition) \($0.price) \($0.words)"
    }
  }

  @Test func `values of unique keys that pass from row to row are undone and redone`() throws {
    try store.write("Insert") { transaction in
      for edition in 1...3 { transaction.insert(Print(isbn: "a", edition: edition)) }
    }
    let before = try prints()
    try store.write("Renumber") { transaction in
      var prints = try transaction.fetch(FetchRequest<Print>())
      for (index, edition) in [(0, 4), (1, 1), (2, 2)] {
        prints[index].edition = edition
        transaction.update(prints[index])
      }
    }
    try store.write("Replace") { transaction in
      var prints = try transaction.fetch(FetchRequest<Print>())
      if let id = prints[1].objectID { transaction.delete(id) }
      prints[0].edition = 1
      transaction.update(prints[0])
    }
    let after = try prints()
    #expect(after == ["a 1 0.0 []", "a 2 0.0 []"])
    try store.undo()
    try store.undo()
    #expect(try prints() == before)
    try store.redo()
    try store.redo()
    #expect(try prints() == after)
    #expect(throws: StoreError.self) {
      try store.write("Twice") { $0.insert(Print(isbn: "a", edition: 2)) }
    }
  }

  @Test func `an upsert updates the object with the same values or inserts one`() throws {
    try store.write("Import") { transaction in
      for price in [1.0, 2.0] {
        transaction.upsert(
          Print(isbn: "a", price: price, words: ["\(price)"]), on: \.isbn, \.edition)
        transaction.upsert(Print(isbn: "a", edition: 2, price: price), on: \.isbn, \.edition)
        transaction.upsert(Print(price: price), on: \.isbn, \.edition)
      }
    }
    #expect(
      try prints() == ["a 1 2.0 [\"2.0\"]", "a 2 2.0 []", "- 1 1.0 []", "- 1 2.0 []"])
    try store.write("Untyped") {
      $0.upsert(
        ["isbn": "a", "edition": 2, "price": 5], into: Print.entity, on: ["isbn", "edition"])
    }
    #expect(try prints()[1] == "a 2 5.0 []")
    try store.undo()
    #expect(try prints()[1] == "a 2 2.0 []")
  }

  @Test func `an upsert that finds several objects fails`() throws {
    try store.write("Insert") { transaction in
      for edition in 1...2 { transaction.insert(Print(isbn: "a", edition: edition)) }
    }
    #expect(
      StoreFailure { try store.write("Upsert") { $0.upsert(Print(isbn: "a"), on: \.isbn) } }
        == StoreFailure(.constraint, "several objects of Print have the same isbn"))
    #expect(
      StoreFailure { try store.write("Upsert") { $0.upsert(Print(isbn: "a")) } }
        == StoreFailure(
          .invalidRequest,
          "an upsert of Print, which has no identifier, needs key paths to compare"))
  }

  @Test func `objects that break a uniqueness constraint are refused`() throws {
    try store.write("Insert") { $0.insert(Print(isbn: "a")) }
    #expect(
      StoreFailure { try store.write("Again") { $0.insert(Print(isbn: "a")) } }
        == StoreFailure(.constraint, "another row has the same print.isbn, print.edition"))
    try store.write("Others") { transaction in
      transaction.insert(Print(isbn: "a", edition: 2))
      transaction.insert(Print())
      transaction.insert(Print())
    }
    #expect(try store.count(FetchRequest<Print>()) == 4)
    #expect(throws: StoreError.self) {
      try store.perform(BatchUpdateRequest(Print.self, set: [\.edition: 1]))
    }
  }

  @Test func `a constraint can be added to a store whose objects keep it`() throws {
    let file = try TemporaryStore()
    let attributes = [AttributeDescription("a", .integer), AttributeDescription("b", .string)]
    let plain = EntityDescription(name: "Row", attributes: attributes)
    let unique = EntityDescription(
      name: "Row", attributes: attributes, uniquenessConstraints: [["a", "b"]])
    let id = try file.open(plain).write("Insert") { transaction in
      transaction.insert(["a": 1, "b": "x"], into: plain)
      return transaction.insert(["a": 1, "b": "x"], into: plain)
    }
    #expect(
      StoreFailure { try file.open(unique) }
        == StoreFailure(.constraint, "another row has the same row.a, row.b"))
    try file.open(plain).write("Edit") { $0.delete(id) }
    _ = try file.open(unique)
  }

  @Test func `an object that is not valid is refused with an error for each attribute`() throws {
    let error = #expect(throws: StoreError.self) {
      try store.write("Insert") { $0.insert(Print(edition: 0, price: -1)) }
    }
    #expect(
      error?.message
        == "this Print is not valid: price must not be negative, edition starts at 1")
    #expect(error?.attributeErrors.map(\.keyPath) == ["price", "edition"])
    #expect(error?.attributeErrors.map(\.reason) == ["must not be negative", "starts at 1"])
    try store.write("Insert") { $0.insert(Print(isbn: "b", edition: 10)) }
    var print = try store.fetch(FetchRequest<Print>())[0]
    print.price = 3
    let update = #expect(throws: StoreError.self) {
      try store.write("Update") { [print] in $0.update(print) }
    }
    #expect(update?.attributeErrors.map(\.reason) == ["is too late"])
    #expect(throws: StoreError.self) {
      try store.write("Upsert") { $0.upsert(Print(isbn: "b", edition: 10), on: \.isbn) }
    }
  }

  @Test func `an undo that breaks a constraint names the values`() throws {
    try store.write("Insert") { $0.insert(Print(isbn: "a")) }
    let id = try store.objectIDs(FetchRequest<Print>())[0]
    try store.write("Delete") { $0.delete(id) }
    try store.database.write {
      try $0.execute(sql: "INSERT INTO print (isbn, edition, price) VALUES ('a', 1, 0)")
    }
    #expect(
      StoreFailure { try store.undo() }
        == StoreFailure(
          .failed,
          "'Delete' cannot be undone: another program added a Print with the id 'a, 1', delete it first"
        ))
  }
}
