import Foundation
import Testing

@testable import FetchKit

@Suite struct TransactionTests {
  private func store() throws -> FetchStore {
    try FetchStore(
      path: ":memory:", model: ManagedObjectModel(entities: [Worker.entity, Book.entity]))
  }

  private static let request = FetchRequest<Worker>()

  @Test func `a transaction reads its own changes`() throws {
    let store = try store()
    try store.write("Hire") { transaction in
      let ada = transaction.insert(Worker("Ada", age: 36, sex: "female"))
      transaction.insert(Worker("Alan", age: 41, sex: "male"))
      #expect(try transaction.count(Self.request) == 2)
      #expect(try transaction.fetch(Self.request).map(\.name) == ["Ada", "Alan"])
      #expect(try transaction.objectIDs(Self.request).first == ada)
      #expect(
        try transaction.dictionaries(Self.request).map { $0["age"] } == [
          .integer(36), .integer(41),
        ])
      var worker = try #require(try transaction.object(with: ada, as: Worker.self))
      worker.age = 37
      transaction.update(worker)
      #expect(try transaction.objects(with: [ada], as: Worker.self).map(\.age) == [37])
      transaction.delete(ada)
      #expect(try transaction.object(with: ada, as: Worker.self) == nil)
    }
    #expect(try store.fetch(Self.request).map(\.name) == ["Alan"])
  }

  @Test func `a read after a failed change throws its error`() throws {
    let store = try store()
    #expect(throws: StoreError.self) {
      try store.write("Hire") { transaction in
        transaction.insert(.object(["age": "old"]), into: Worker.entity)
        #expect(StoreFailure { try transaction.count(Self.request) }?.code == .constraint)
      }
    }
  }

  @Test func `a savepoint rolls back its own changes only`() throws {
    struct Stop: Error {}
    let store = try store()
    try store.write("Hire") { transaction in
      transaction.insert(Worker("Ada", age: 36, sex: nil))
      #expect(throws: Stop.self) {
        try transaction.savepoint { transaction in
          transaction.insert(Worker("Bob", age: 7, sex: nil))
          try transaction.savepoint { _ = $0.insert(Worker("Cyd", age: 8, sex: nil)) }
          #expect(try transaction.count(Self.request) == 3)
          throw Stop()
        }
      }
      #expect(throws: StoreError.self) {
        try transaction.savepoint { transaction in
          transaction.insert(Worker("Dan", age: 9, sex: nil))
          transaction.insert(.object(["age": "old"]), into: Worker.entity)
        }
      }
      let eve = try transaction.savepoint { $0.insert(Worker("Eve", age: 5, sex: nil)) }
      #expect(eve.rowID > 0)
      #expect(try transaction.fetch(Self.request).map(\.name) == ["Ada", "Eve"])
    }
    #expect(try store.fetch(Self.request).map(\.name) == ["Ada", "Eve"])
    #expect(try store.history().map(\.count) == [2])
    try store.undo()
    #expect(try store.count(Self.request) == 0)
    try store.redo()
    #expect(try store.fetch(Self.request).map(\.name) == ["Ada", "Eve"])
  }

  @Test func `a transaction of rolled back savepoints is no undoable change`() throws {
    struct Stop: Error {}
    let store = try store()
    try store.write("Hire") { transaction in
      #expect(throws: Stop.self) {
        try transaction.savepoint { transaction in
          transaction.insert(Worker("Bob", age: 7, sex: nil))
          throw Stop()
        }
      }
    }
    #expect(try store.history() == [])
  }

  @Test func `an identity of another entity is refused`() throws {
    let store = try store()
    let book = try store.write("Buy") { $0.insert(Book("Dune")) }
    let worker = try store.write("Hire") { $0.insert(Worker("Ada", age: 1, sex: nil)) }
    let failure = StoreFailure(
      .invalidRequest, "Book 1 is not an object of the entity 'Worker'")
    #expect(StoreFailure { try store.object(with: book, as: Worker.self) } == failure)
    #expect(StoreFailure { try store.objects(with: [worker, book], as: Worker.self) } == failure)
    var request = Self.request
    request.objectIDs = [worker, book]
    #expect(StoreFailure { try store.fetch(request) } == failure)
    #expect(StoreFailure { try store.count(request) } == failure)
    var update = BatchUpdateRequest(entity: Worker.entity, set: ["age": .constant(7)])
    update.objectIDs = [book]
    #expect(StoreFailure { try store.perform(update) } == failure)
    var deletion = BatchDeleteRequest(entity: Worker.entity)
    deletion.objectIDs = [book]
    #expect(StoreFailure { try store.perform(deletion) } == failure)
    let changed = StoreFailure {
      try store.write("Change") { transaction in
        #expect(throws: StoreError.self) { try transaction.object(with: book, as: Worker.self) }
        var other = Worker("Bob", age: 2, sex: nil)
        other.objectID = book
        transaction.update(other)
      }
    }
    #expect(changed == failure)
    #expect(
      StoreFailure {
        try store.write("Change") { $0.update(book, to: .object([:]), of: Worker.entity) }
      } == failure)
    #expect(try store.fetch(Self.request).map(\.age) == [1])
  }

  @Test func `a request for objects of another entity's type is refused`() throws {
    let store = try store()
    let request = FetchRequest<Worker>(entityName: "Book")
    let failure = StoreFailure(
      .invalidRequest,
      "a request for objects of the entity 'Book' cannot return Worker, which the entity 'Worker' describes"
    )
    #expect(StoreFailure { try store.fetch(request) } == failure)
    #expect(StoreFailure { try store.count(request) } == failure)
    #expect(StoreFailure { try store.objectIDs(request) } == failure)
    #expect(StoreFailure { try store.dictionaries(request) } == failure)
    #expect(StoreFailure { try store.explain(request) } == failure)
    #expect(StoreFailure { try store.forEach(request) { _ in true } } == failure)
    #expect(StoreFailure { try store.write("Read") { try $0.fetch(request) } } == failure)
    #expect(try store.fetch(FetchRequest<FetchValue>(entityName: "Book")) == [])
  }
}
