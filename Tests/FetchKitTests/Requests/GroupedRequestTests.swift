import Foundation
import Testing

@testable import FetchKit

/// Requests whose dictionaries combine several objects.
struct GroupedRequestTests {
  private static func sum(_ keyPath: String) -> FetchProperty {
    .expression(ExpressionDescription(name: "sum", function: .sum, keyPath: keyPath))
  }

  @Test func `the count of a grouped or distinct request is the number of its dictionaries`() throws
  {
    let store = try Library().store
    var request = FetchRequest<Book>()
    request.propertiesToFetch = ["author", Self.sum("price")]
    request.propertiesToGroupBy = ["author"]
    #expect(try store.count(request) == 4)
    request.havingPredicate = try FetchPredicate(format: "sum > 10")
    #expect(try store.count(request) == 2)
    request.fetchLimit = 1
    #expect(try store.count(request) == 1)
    #expect(try store.fetch(request).count == 1)
    var distinct = FetchRequest<Book>()
    distinct.propertiesToFetch = ["inPrint"]
    #expect(try store.count(distinct) == 5)
    distinct.returnsDistinctResults = true
    #expect(try store.count(distinct) == 2)
    distinct.fetchOffset = 1
    #expect(try store.count(distinct) == 1)
  }

  @Test(arguments: 1...8) func `random requests have as many dictionaries as they count`(
    seed: UInt64
  ) throws {
    var random = SeededRandom(seed: seed)
    let store = try FuzzModel.store(rows: 40, &random)
    let keyPaths = ["i", "b", "s", "at", "raw", "place.city"]
    for _ in 0..<60 {
      var request = FetchRequest<Value>(entity: FuzzModel.entity)
      let keys = keyPaths.filter { _ in Int.random(in: 0..<3, using: &random) == 0 }
      request.returnsDistinctResults = Bool.random(using: &random)
      if Bool.random(using: &random) { request.propertiesToGroupBy = keys }
      request.propertiesToFetch =
        keys.map(FetchProperty.attribute) + [.expression(.rowCount(name: "n"))]
      if request.propertiesToGroupBy.isEmpty { request.propertiesToFetch?.removeLast() }
      if request.propertiesToFetch == [] { request.propertiesToFetch = ["i"] }
      request.fetchLimit = Int.random(in: 0..<12, using: &random)
      request.fetchOffset = Int.random(in: 0..<4, using: &random)
      #expect(try store.count(request) == store.dictionaries(request).count, "\(request.query)")
    }
  }

  @Test func `what is neither grouped nor aggregated is refused everywhere`() throws {
    let store = try Library().store
    func message(_ change: (inout FetchRequest<Book>) throws -> Void) throws -> String? {
      var request = FetchRequest<Book>()
      request.propertiesToFetch = ["author", Self.sum("price")]
      request.propertiesToGroupBy = ["author"]
      try change(&request)
      return refusal { try store.dictionaries(request) }?.message
    }
    let year = "'year' is neither in propertiesToGroupBy nor inside a function such as sum(…)"
    #expect(try message { $0.sortDescriptors = [.init("author"), .init("year")] } == year)
    #expect(
      try message { $0.havingPredicate = try FetchPredicate(format: "sum > 1 OR year > 3") } == year
    )
    #expect(
      try message {
        $0.havingPredicate = try FetchPredicate(format: "ANY reviews.stars > 3 AND max(year) > 3")
      } == year.replacingOccurrences(of: "year", with: "reviews.stars"))
    #expect(
      try message {
        $0.propertiesToGroupBy = []
        $0.propertiesToFetch = ["year", Self.sum("price")]
      } == year)
    #expect(
      try message {
        $0.propertiesToGroupBy = []
        $0.propertiesToFetch = [Self.sum("price")]
        $0.sortDescriptors = [.init("year")]
      } == year)
    #expect(
      try message { $0.propertiesToFetch = ["author", Self.sum("reviews.stars")] }
        == year.replacingOccurrences(of: "year", with: "reviews.stars"))
    #expect(
      try message { $0.propertiesToGroupBy = [] }
        == year.replacingOccurrences(of: "year", with: "author"))
  }

  @Test func `groups are sorted by keys and by aggregates`() throws {
    let store = try Library().store
    var request = FetchRequest<Book>()
    request.propertiesToFetch = [
      "author", .expression(ExpressionDescription(name: "price", function: .sum, keyPath: "price")),
    ]
    request.propertiesToGroupBy = ["author"]
    request.sortDescriptors = [.init("price", ascending: false), .init("author")]
    #expect(
      try store.dictionaries(request).map { $0["author"] } == ["Herbert", "Rousseau", nil, ""])
    request.havingPredicate = try FetchPredicate(format: "author != nil AND price > 0")
    #expect(try store.dictionaries(request).map { $0["author"] } == ["Herbert", "Rousseau"])
  }

  @Test func `a having predicate without groups is refused`() throws {
    let store = try Library().store
    var request = FetchRequest<Book>()
    request.propertiesToFetch = [Self.sum("price")]
    request.havingPredicate = try FetchPredicate(format: "sum > 1")
    let message = "havingPredicate needs propertiesToGroupBy"
    #expect(refusal { try store.dictionaries(request) }?.message == message)
    #expect(refusal { try store.count(request) }?.message == message)
  }
}
