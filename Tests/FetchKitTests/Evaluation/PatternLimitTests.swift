import FetchKit
import Testing

struct PatternLimitTests {
  @Test func `a pattern that takes too long is refused in memory as in SQL`() throws {
    let store = try Album.store()
    let slow = String(repeating: "a", count: 40)
    try store.write("Begin") { $0.insert(Album(slow, code: "1")) }
    var request = FetchRequest<Album>()
    request.predicate = try FetchPredicate(format: "title MATCHES '(a+)+b'")
    let message = "pattern '(a+)+b' takes too long: simplify it"
    let refused = #expect(throws: StoreError.self) { try store.count(request) }
    #expect(refused?.code == .invalidRequest)
    #expect(refused?.message == message)
    let error = #expect(throws: FetchPredicateError.self) {
      try request.predicate?.evaluate(with: Album(slow, code: "1"))
    }
    #expect(error?.message == message)
    let batch = BatchDeleteRequest(entity: Album.entity, where: request.predicate)
    #expect(throws: StoreError.self) { try store.perform(batch) }
    #expect(try store.count(FetchRequest<Album>()) == 1)
  }
}
