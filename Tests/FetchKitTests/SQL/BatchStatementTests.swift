import GRDB
import Synchronization
import Testing

@testable import FetchKit

struct BatchStatementTests {
  /// The statements that SQLite runs to write, without those of the change log and the undo history.
  private func statements(_ body: (FetchStore) throws -> Void) throws -> [String] {
    let store = try FetchStore(
      path: ":memory:", model: ManagedObjectModel(entities: [Worker.entity]))
    try store.write("Hire") { work in
      for age in 0..<3 { work.insert(Worker("Ada", age: age, sex: nil)) }
    }
    let log = Mutex<[String]>([])
    store.database.writeWithoutTransaction { database in
      database.trace { event in log.withLock { $0.append("\(event)") } }
    }
    try body(store)
    return log.withLock(\.self).filter { line in
      ["INSERT", "UPDATE", "DELETE"].contains { line.hasPrefix($0) }
        && !line.contains("fetchkit_change") && !line.contains("fetchkit_step")
    }
  }

  @Test func `a batch update is one update and one insert of the old values`() throws {
    let found = try statements { store in
      let older = BatchUpdateRequest(
        entity: Worker.entity, set: ["age": .constant(50)],
        where: try FetchPredicate(format: "age > 0"))
      let result = try store.perform(older)
      #expect(result == BatchResult(matched: 2, changed: 2))
    }
    #expect(found.map { String($0.prefix(6)) } == ["INSERT", "UPDATE"])
    #expect(found.first?.contains("SELECT") == true)
  }

  @Test func `a to-many relationship cannot be set`() throws {
    let store = try FetchStore(path: ":memory:", model: ManagedObjectModel(entities: [Book.entity]))
    try store.write("Add") { $0.insert(Book("Emma")) as ObjectID }
    let request = BatchUpdateRequest(entity: Book.entity, set: ["words": .constant(.list([]))])
    #expect(
      refusal { try store.perform(request) }?.message
        == "'words' is a to-many relationship, which a batch update cannot set")
  }
}
