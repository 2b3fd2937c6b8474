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

  @Test(.timeLimit(.minutes(10)), arguments: [14, 16, 18])
  func `the steps of all texts of a request are limited`(length: Int) throws {
    let store = try Album.store()
    let slow = String(repeating: "a", count: length)
    try store.write("Begin") { work in
      for number in 0..<10_000 { work.insert(Album(slow, code: "\(number)")) }
    }
    var request = FetchRequest<Album>()
    request.predicate = try FetchPredicate(format: "title MATCHES '(a+)+b'")
    #expect(
      StoreFailure { try store.count(request) }
        == StoreFailure(.invalidRequest, "pattern '(a+)+b' takes too long: simplify it"))
    request.predicate = try FetchPredicate(format: "title MATCHES 'a+(b|c)*a'")
    #expect(try store.count(request) == 10_000)
  }

  @Test(arguments: [
    "NOT title MATCHES '(a+)+b'", "ANY words MATCHES '(a+)+b'", "NONE words MATCHES '(a+)+b'",
    "ALL words MATCHES[c] '(a+)+b'", "SUBQUERY(words, $x, $x MATCHES '(a+)+b').@count == 0",
    "TERNARY(title MATCHES '(a+)+b', 1, 2) == 2", "price == 0 AND NOT (title MATCHES[d] '(a+)+b')",
    "title MATCHES code",
    "NOT (reviews.@count > 0 OR SUBQUERY(reviews, $r, NOT $r.text MATCHES code)[SIZE] == 0 AND title MATCHES code)",
  ])
  func `a slow pattern is refused wherever it stands`(format: String) throws {
    let store = try Album.store()
    let slow = String(repeating: "a", count: 40)
    let album = Album(
      slow, code: "(a+)+b", words: [slow])
    try store.write("Begin") { $0.insert(album) }
    let predicate = try FetchPredicate(format: format)
    var request = FetchRequest<Album>()
    request.predicate = predicate
    let message = "pattern '(a+)+b' takes too long: simplify it"
    #expect(throws: StoreError.self) { try store.count(request) }
    #expect(#expect(throws: StoreError.self) { try store.fetch(request) }?.message == message)
    #expect(
      #expect(throws: FetchPredicateError.self) { try predicate.evaluate(with: album) }?.message
        == message)
  }
}
