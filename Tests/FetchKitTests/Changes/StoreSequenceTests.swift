import FetchKit
import Foundation
import Testing

struct StoreSequenceTests {
  private func store() throws -> FetchStore {
    let store = try FetchStore(
      path: ":memory:", model: ManagedObjectModel(entities: [Worker.entity]))
    try store.write("Hire") { work in
      work.insert(Worker("Ada", age: 36, sex: "female"))
      work.insert(Worker("Alan", age: 41, sex: "male"))
    }
    return store
  }

  private let women = FetchRequest<Worker>(
    where: .comparison(\Worker.sex, .equal, "female"), sortedBy: FetchSortDescriptor(\Worker.name))

  @Test(.timeLimit(.minutes(10))) func `results follow the commits that change them`() async throws
  {
    let store = try store()
    var results = store.results(of: women).makeAsyncIterator()
    #expect(try await results.next()?.map(\.name) == ["Ada"])
    try await store.write("Hire") { $0.insert(Worker("Grace", age: 85, sex: "female")) }
    #expect(try await results.next()?.map(\.name) == ["Ada", "Grace"])
    // Of several changes the newest state remains; one that changes nothing in the results is left out.
    try await store.write("Hire") { $0.insert(Worker("Edsger", age: 60, sex: "male")) }
    for age in 1...20 {
      try await store.write("Age") { transaction in
        transaction.insert(Worker("Jan \(age)", age: age, sex: "female"))
      }
    }
    #expect(try await results.next()?.count == 22)
  }

  @Test(.timeLimit(.minutes(10))) func `a count and sums are sequences`() async throws {
    let store = try store()
    var counts = store.counts(of: women).makeAsyncIterator()
    #expect(try await counts.next() == 1)
    var total = FetchRequest<Worker>()
    total.propertiesToFetch = [
      .expression(ExpressionDescription(name: "ages", function: .sum, keyPath: \Worker.age))
    ]
    var sums = store.dictionaryResults(of: total).makeAsyncIterator()
    #expect(try await sums.next() == [["ages": 77]])
    try await store.write("Hire") { $0.insert(Worker("Edsger", age: 3, sex: "male")) }
    #expect(try await sums.next() == [["ages": 80]])
    try await store.write("Hire") { $0.insert(Worker("Grace", age: 5, sex: "female")) }
    #expect(try await counts.next() == 2)
  }

  @Test(.timeLimit(.minutes(10))) func `changed objects of several commits are combined`()
    async throws
  {
    let store = try store()
    var changes = store.changedObjects(of: Worker.self).makeAsyncIterator()
    let ids = try await store.objectIDs(FetchRequest<Worker>())
    let new = try await store.write("Hire") { $0.insert(Worker("Grace", age: 85, sex: "female")) }
    let first = try #require(try await changes.next())
    #expect(first.inserted == [new])
    try await store.write("Fire") { $0.delete(ids[0]) }
    try await store.perform(
      BatchUpdateRequest(Worker.self, set: [\.age: 1], where: #Predicate { $0.name == "Alan" }))
    let found = try #require(try await changes.next())
    #expect(found.deleted == [ids[0]])
    #expect(found.updated == [ids[1]])
    #expect(!found.isIncomplete)
  }

  @Test func `an object that is deleted and comes back is an updated one`() async throws {
    let store = try store()
    var changes = store.changedObjects(of: Worker.self).makeAsyncIterator()
    let ids = try await store.objectIDs(FetchRequest<Worker>())
    try await store.write("Fire") { $0.delete(ids[0]) }
    _ = try await changes.next()
    try await store.write("Fire") { $0.delete(ids[1]) }
    try await store.undo()
    let found = try #require(try await changes.next())
    #expect(found.inserted == [])
    #expect(found.updated == [ids[1]])
    #expect(found.deleted == [])
  }

  @Test func `an inserted object with elements is not an updated one`() async throws {
    let store = try FetchStore(path: ":memory:", model: ManagedObjectModel(entities: [Book.entity]))
    var changes = store.changedObjects(of: Book.self).makeAsyncIterator()
    let id = try await store.write("Add") { $0.insert(Book("Emma", words: ["a", "b"])) }
    let found = try #require(try await changes.next())
    #expect(found.inserted == [id])
    #expect(found.updated == [])
  }

  @Test(.timeLimit(.minutes(10)))
  func `an object that comes and goes between two reads is not a changed one`() async throws {
    let store = try store()
    var changes = store.changedObjects(of: Worker.self).makeAsyncIterator()
    let grace = Worker("Grace", age: 85, sex: "female")
    for _ in 1...2 {
      let id: ObjectID = try await store.write("Hire") { $0.insert(grace) }
      try await store.write("Fire") { $0.delete(id) }
    }
    try await store.write("Hire and fire") { $0.delete($0.insert(grace) as ObjectID) }
    let new: ObjectID = try await store.write("Hire") { $0.insert(grace) }
    let found = try #require(try await changes.next())
    #expect(found.deleted == [])
    #expect(found.inserted == [new])
    try await store.write("Fire") { $0.delete(new) }
    #expect(try await changes.next()?.deleted == [new])
  }

  @Test(.timeLimit(.minutes(10))) func `a loop ends when its task is canceled`() async throws {
    let store = try store()
    let women = women
    let (started, continuation) = AsyncStream<Void>.makeStream()
    let loop = Task {
      var count = 0
      for try await _ in store.counts(of: women) {
        count += 1
        continuation.yield()
      }
      return count
    }
    for await _ in started { break }
    loop.cancel()
    #expect(try await loop.value == 1)
  }

  @Test func `a loop ends when its task is canceled before a read`() async throws {
    let store = try store()
    let women = women
    let loop = Task {
      withUnsafeCurrentTask { $0?.cancel() }
      var count = 0
      for try await _ in store.counts(of: women) { count += 1 }
      return count
    }
    #expect(try await loop.value == 0)
  }

  @Test(.timeLimit(.minutes(10))) func `a loop that waits throws when the store is closed`()
    async throws
  {
    let file = try TemporaryStore()
    for store in [try store(), try file.open(Worker.entity)] {
      var counts = store.counts(of: women).makeAsyncIterator()
      _ = try await counts.next()
      let changes = store.changedObjects(of: Worker.self).makeAsyncIterator()
      let loops = [wait(for: counts), wait(for: changes)]
      try store.close()
      for loop in loops {
        let error = await #expect(throws: StoreError.self) { try await loop.value }
        #expect(error?.message == "the store is closed")
      }
      let late = await #expect(throws: StoreError.self) {
        try await self.wait(for: store.changedObjects(of: Worker.self).makeAsyncIterator()).value
      }
      #expect(late?.message == "the store is closed")
    }
  }

  private func wait<Output>(for iterator: sending StoreSequence<Output>.AsyncIterator) -> Task<
    Void, any Error
  > {
    Task {
      var iterator = iterator
      _ = try await iterator.next()
    }
  }
}
