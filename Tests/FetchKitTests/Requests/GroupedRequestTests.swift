import Foundation
import Testing
import TestSupport

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

  @Test(arguments: ["price", "year", "title_order"])
  func `an order by an attribute is not that of an expression with the name of its column`(
    name: String
  ) throws {
    let store = try Library().store
    let negative = try FetchExpression(format: "price * -1")
    let keyPath = name == "title_order" ? "title" : name
    var request = FetchRequest<Book>()
    request.sortDescriptors = [FetchSortDescriptor(keyPath)]
    request.propertiesToFetch = ["title"]
    let expected = try store.dictionaries(request).map { $0["title"] }
    request.propertiesToFetch = [
      "title", .expression(ExpressionDescription(name: name, expression: negative)),
    ]
    #expect(try store.dictionaries(request).map { $0["title"] } == expected)
  }

  @Test func `the statement for SQLite has literals of all values`() throws {
    let store = try Library([Book("A", price: .infinity), Book("B", price: 1)]).store
    var request = FetchRequest<Book>()
    request.propertiesToFetch = ["title"]
    request.predicate = .and([
      .comparison(.keyPath("price"), .greaterThan, .constant(.double(-.infinity))),
      .comparison(.keyPath("price"), .lessThan, .constant(.double(.infinity))),
      .comparison(.keyPath("cover"), .notEqual, .constant(.data(Data([0, 255])))),
    ])
    let statement = try store.statement(for: request, in: .sqlite)
    #expect(try store.read { try SQLiteStatement($0, sql: statement).map { $0.text(0) } } == ["B"])
  }

  @Test(arguments: 1...8) func `random requests have as many dictionaries as they count`(
    seed: UInt64
  ) throws {
    var random = SeededRandom(seed: seed)
    let store = try FuzzModel.store(rows: 40, &random)
    let keyPaths = ["i", "b", "s", "at", "raw", "place.city"]
    for _ in 0..<60 {
      var request = FetchRequest<FetchValue>(entity: FuzzModel.entity)
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

  /// Aggregates with the functions that compute them in memory from the values of a group.
  private static let statistics: [FetchExpression] = [
    .function(.median, [.keyPath("d")]), .function(.standardDeviation, [.keyPath("e")]),
    .function(.percentile, [.keyPath("d"), .constant(90)]),
    .function(.countDistinct, [.keyPath("s")]), .function(.countDistinct, [.keyPath("d")]),
    .function(.median, [.function(.bin, [.keyPath("e"), .constant(0.5)])]),
    .function(.percentile, [.function(.year, [.keyPath("at")]), .constant(33.3)]),
    .function(.countDistinct, [.function(.weekday, [.keyPath("at")])]),
  ]

  @Test(arguments: 1...6) func `statistics of groups are those of their objects in memory`(
    seed: UInt64
  ) throws {
    var random = SeededRandom(seed: seed)
    let store = try FuzzModel.store(rows: 60, &random)
    var predicates = RandomPredicate(seed: seed)
    for keyPath in ["i", "s", "words", "reviews.text", "numbers", nil] {
      for _ in 0..<10 {
        var request = FetchRequest<FetchValue>(entity: FuzzModel.entity)
        request.predicate = predicates.next()
        guard let objects = try? store.fetch(request) else { continue }
        request.propertiesToGroupBy = keyPath.map { [$0] } ?? []
        request.propertiesToFetch =
          (keyPath.map { [.attribute($0)] } ?? []) + [.expression(.rowCount(name: "n"))]
          + Self.statistics.enumerated().map {
            .expression(ExpressionDescription(name: "a\($0)", expression: $1))
          }
        try expect(store.dictionaries(request), of: objects, by: keyPath)
      }
    }
  }

  /// Compares the groups of some objects with those computed in memory.
  private func expect(
    _ groups: [[String: FetchValue]], of objects: [FetchValue], by keyPath: String?
  ) throws {
    var members: [Data: [FetchValue]] = keyPath == nil ? [Data(): objects] : [:]
    for object in objects {
      guard let keyPath else { break }
      for key in Set(try Self.keys(object, keyPath).map(Self.bytes)) {
        members[key, default: []].append(object)
      }
    }
    #expect(groups.count == members.count)
    for group in groups {
      let key = keyPath.map { Self.bytes(group[$0] ?? .null) } ?? Data()
      let objects = try #require(members[key])
      #expect(group["n"]?.integerValue == Int64(objects.count))
      for (index, expression) in Self.statistics.enumerated() {
        let expected = try Self.value(of: expression, over: objects)
        let found = group["a\(index)"] ?? .null
        let (left, right) = (found.doubleValue, expected.doubleValue)
        let isClose = left.flatMap { left in
          right.map { abs(left - $0) <= 1e-12 * max(abs(left), abs($0)) }
        }
        #expect(found == expected || isClose == true, "\(expression) \(found) \(expected)")
      }
    }
  }

  /// The groups of an object; that of nil when it has no elements.
  private static func keys(_ object: FetchValue, _ keyPath: String) throws -> [FetchValue] {
    let value = try FetchExpression.keyPath(keyPath).value(with: object)
    guard case .list(let elements) = value else { return [value] }
    return elements.isEmpty ? [.null] : elements
  }

  /// Texts are told apart by their bytes.
  private static func bytes(_ value: FetchValue) -> Data {
    value.stringValue.map { Data("s\($0)".utf8) } ?? Data("\(value)".utf8)
  }

  private static func value(of expression: FetchExpression, over objects: [FetchValue]) throws
    -> FetchValue
  {
    guard case .function(let function, let arguments) = expression else { return .null }
    let values = try objects.map { try arguments[0].value(with: $0) }
    let list = FetchExpression.constant(.list(values))
    return try FetchExpression.function(function, [list] + arguments.dropFirst())
      .value(with: FetchValue.null)
  }
}
