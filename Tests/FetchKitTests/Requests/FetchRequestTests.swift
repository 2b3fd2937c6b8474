import Foundation
import Testing

@testable import FetchKit

/// Results of requests.
@Suite struct FetchRequestTests {
  private func library() throws -> Library { try Library() }

  private func sql(_ request: FetchRequest<Book>) throws -> String {
    try FetchStatement(request.query, entity: Book.entity).objectIDs().sql
  }

  @Test func `sort descriptors become an order with the primary key last`() throws {
    let store = try library().store
    let orders: [([FetchSortDescriptor], String, [String])] = [
      ([], "pk", ["Dune", "Émile", "Untitled", "dune 2", "Dune 10"]),
      ([.init("title")], "title ASC, pk", ["Dune", "Dune 10", "Untitled", "dune 2", "Émile"]),
      (
        [.init("title", comparison: .natural)], "title_order ASC, pk",
        ["Dune", "dune 2", "Dune 10", "Émile", "Untitled"]
      ),
      (
        [.init("author", comparison: .caseInsensitive), .init("price", ascending: false)],
        "fetchkit_fold(author, ?) ASC, price DESC, pk",
        ["Untitled", "Dune 10", "Dune", "dune 2", "Émile"]
      ),
      (
        [.init(\Book.year, nils: .last)], "year ASC NULLS LAST, pk",
        ["Émile", "Dune", "dune 2", "Dune 10", "Untitled"]
      ),
      (
        [.init("year", ascending: false, nils: .first)], "year DESC NULLS FIRST, pk",
        ["Untitled", "Dune 10", "dune 2", "Dune", "Émile"]
      ),
      (
        [.init("year", ascending: false)], "year DESC, pk",
        ["Dune 10", "dune 2", "Dune", "Émile", "Untitled"]
      ),
    ]
    for (descriptors, order, titles) in orders {
      var request = FetchRequest<Book>()
      request.sortDescriptors = descriptors
      #expect(try sql(request) == "SELECT pk FROM book ORDER BY \(order)")
      #expect(try store.fetch(request).map(\.title) == titles)
    }
  }

  @Test func `a request can be limited to object identifiers`() throws {
    let store = try library().store
    let ids = try store.objectIDs(FetchRequest<Book>())
    var request = FetchRequest<Book>()
    request.objectIDs = [ids[3], ObjectID(entityName: "Worker", rowID: ids[1].rowID)]
    #expect {
      try store.fetch(request)
    } throws: {
      "\($0)" == "Worker 2 is not an object of the entity 'Book'"
    }
    request.objectIDs = [ids[3], ids[0]]
    #expect(try store.fetch(request).map(\.title) == ["Dune", "dune 2"])
    request.predicate = try FetchPredicate(format: "title = 'Dune' OR year = nil")
    #expect(try store.fetch(request).map(\.title) == ["Dune"])
    #expect(try store.count(request) == 1)
    var change = BatchUpdateRequest(entity: Book.entity, set: ["price": .constant(99)])
    change.objectIDs = [ids[1]]
    #expect(try store.perform(change).changed == 1)
    var deletion = BatchDeleteRequest(
      entity: Book.entity, where: try FetchPredicate(format: "price < 99"))
    deletion.objectIDs = [ids[1], ids[2]]
    #expect(try store.perform(deletion).matched == 1)
    #expect(try store.objectIDs(FetchRequest<Book>()) == [ids[0], ids[1], ids[3], ids[4]])
  }

  @Test func `offset and limit apply to the results`() throws {
    let store = try library().store
    let cuts: [(offset: Int, limit: Int, titles: [String])] = [
      (0, 2, ["Dune", "Émile"]), (3, 0, ["dune 2", "Dune 10"]), (1, 2, ["Émile", "Untitled"]),
      (9, 0, []), (4, 9, ["Dune 10"]),
    ]
    for cut in cuts {
      var request = FetchRequest<Book>()
      request.fetchOffset = cut.offset
      request.fetchLimit = cut.limit
      #expect(try store.fetch(request).map(\.title) == cut.titles)
      #expect(try store.count(request) == cut.titles.count)
      #expect(try store.objectIDs(request).count == cut.titles.count)
    }
  }

  @Test func `fetched objects equal inserted ones`() throws {
    let library = try library()
    for (stored, original) in zip(library.books, Library.sampleBooks) {
      var copy = stored
      copy.objectID = nil
      #expect(copy == original)
    }
  }

  @Test func `aggregates are one dictionary without NULL columns`() throws {
    let store = try library().store
    var request = FetchRequest<Book>()
    request.propertiesToFetch = [
      .expression(ExpressionDescription(name: "sum", function: .sum, keyPath: "price")),
      .expression(ExpressionDescription(name: "mean", function: .average, keyPath: "year")),
      .expression(
        ExpressionDescription(
          name: "whole", function: .average, keyPath: "year", resultType: .integer)),
      .expression(ExpressionDescription(name: "first", function: .min, keyPath: "title")),
      .expression(ExpressionDescription(name: "last", function: .max, keyPath: "bought")),
      .expression(ExpressionDescription(name: "known", function: .count, keyPath: "author")),
      .expression(ExpressionDescription(name: "sold", function: .sum, keyPath: "inPrint")),
      .expression(.rowCount(name: "all")),
      .expression(
        ExpressionDescription(
          name: "ratio", expression: try FetchExpression(format: "sum(price * 2) / count(SELF)"))),
    ]
    let all = try store.dictionaries(request)
    #expect(
      all == [
        [
          "sum": 27.75, "mean": 1924.0, "whole": 1924, "first": "Dune",
          "last": .date(Date(timeIntervalSince1970: 2000)), "known": 4, "sold": 2, "all": 5,
          "ratio": 11.1,
        ]
      ])
    request.predicate = .constant(false)
    #expect(try store.dictionaries(request) == [["known": 0, "all": 0]])
  }

  @Test func `a having predicate can use computed columns`() throws {
    let store = try library().store
    var request = FetchRequest<Book>()
    request.propertiesToFetch = [
      "author", .expression(.rowCount(name: "books")),
      .expression(ExpressionDescription(name: "dearest", function: .max, keyPath: "price")),
    ]
    request.propertiesToGroupBy = ["author"]
    request.sortDescriptors = [.init("books", ascending: false), .init("author")]
    #expect(
      try store.dictionaries(request) == [
        ["author": "Herbert", "books": 2, "dearest": 9.5], ["books": 1, "dearest": 0.0],
        ["author": "", "books": 1, "dearest": -1.0],
        ["author": "Rousseau", "books": 1, "dearest": 12.0],
      ])
    request.havingPredicate = try FetchPredicate(format: "books > 1 OR dearest > 10")
    #expect(try store.dictionaries(request).map { $0["author"] } == ["Herbert", "Rousseau"])
    request.havingPredicate = try FetchPredicate(format: "max(price) < 0 AND author != nil")
    #expect(try store.dictionaries(request).map { $0["author"] } == [""])
  }

  @Test func `two properties with one name are an error, unless they are the same`() throws {
    let store = try library().store
    var request = FetchRequest<Book>()
    request.propertiesToFetch = ["author", "author"]
    request.fetchLimit = 1
    #expect(try store.dictionaries(request).map(\.count) == [1])
    request.propertiesToFetch = [
      "author", .expression(ExpressionDescription(name: "author", expression: .keyPath("title"))),
    ]
    #expect(
      refusal { try store.dictionaries(request) }?.message
        == "two properties have the name 'author'")
  }

  @Test func `an ungrouped key is an error`() throws {
    let store = try library().store
    var request = FetchRequest<Book>()
    request.propertiesToGroupBy = ["author"]
    request.propertiesToFetch = ["author", "price"]
    #expect(
      refusal { try store.dictionaries(request) }?.message
        == "'price' is neither in propertiesToGroupBy nor inside a function such as sum(…)")
    for format in ["max(price) + year", "TERNARY(year > 1900, 1, 0)", "author.length + price"] {
      request.propertiesToFetch = [
        .expression(ExpressionDescription(name: "x", expression: try .init(format: format)))
      ]
      #expect(refusal { try store.dictionaries(request) }?.stage == .check, "\(format)")
    }
    request.sortDescriptors = [.init("author")]
    for format in ["author.length", "TERNARY(sum(price) > 9, length(author), 1 + 1)", "7"] {
      request.propertiesToFetch = [
        .expression(ExpressionDescription(name: "x", expression: try .init(format: format)))
      ]
      #expect(try store.dictionaries(request).count == 4, "\(format)")
    }
  }

  @Test func `a having predicate aggregates attributes with the name of a column`() throws {
    let store = try library().store
    var request = FetchRequest<Book>()
    request.propertiesToGroupBy = ["author"]
    request.propertiesToFetch = [
      "author", .expression(ExpressionDescription(name: "price", function: .sum, keyPath: "price")),
    ]
    request.havingPredicate = try FetchPredicate(format: "price > 12 AND max(price) < 10")
    #expect(try store.dictionaries(request) == [["author": "Herbert", "price": 16.75]])
  }

  @Test func `distinct results contain equal dictionaries once`() throws {
    let store = try library().store
    var request = FetchRequest<Book>()
    request.propertiesToFetch = ["inPrint"]
    #expect(try store.dictionaries(request).count == 5)
    request.returnsDistinctResults = true
    request.sortDescriptors = [.init("inPrint")]
    #expect(try store.dictionaries(request) == [["inPrint": false], ["inPrint": true]])
    request.fetchLimit = 1
    #expect(try store.dictionaries(request) == [["inPrint": false]])
  }

  @Test func `a to-many relationship cannot be fetched as a property`() throws {
    let store = try library().store
    var request = FetchRequest<Book>()
    request.propertiesToFetch = ["words"]
    #expect(
      refusal { try store.dictionaries(request) }?.message
        == "'words' has many values: use ANY, ALL, NONE, SUBQUERY or an operator such as @count")
  }

  @Test func `an unknown key is an error in every part of a request`() throws {
    let store = try library().store
    var sorted = FetchRequest<Book>()
    sorted.sortDescriptors = [.init("titel")]
    var grouped = FetchRequest<Book>()
    grouped.propertiesToFetch = ["author"]
    grouped.propertiesToGroupBy = ["autor"]
    #expect(
      refusal { try store.fetch(sorted) }?.message
        == "unknown key 'titel' in Book, did you mean 'title'?")
    #expect(
      refusal { try store.dictionaries(grouped) }?.message
        == "unknown key 'autor' in Book, did you mean 'author'?")
    (grouped.propertiesToFetch, grouped.propertiesToGroupBy) = (["titel"], ["author"])
    #expect(
      refusal { try store.dictionaries(grouped) }?.message
        == "unknown key 'titel' in Book, did you mean 'title'?")
  }

  @Test func `a request without a type fetches objects by key`() throws {
    let store = try library().store
    var request = FetchRequest<FetchValue>(entityName: "Book")
    request.predicate = try FetchPredicate(format: "title == 'Dune'")
    let dune = try #require(try store.fetch(request).first)
    #expect(dune.value(forKeyPath: "words") == ["sand", "worm"])
    #expect(
      dune.value(forKeyPath: "reviews") == [
        ["stars": 5, "text": "Great"], ["stars": 3, "text": nil],
      ])
    #expect(dune.value(forKeyPath: "inPrint") == true)
    let error = #expect(throws: StoreError.self) {
      try store.fetch(FetchRequest<FetchValue>(entityName: "Bok"))
    }
    #expect(error?.message == "the model has no entity named 'Bok'")
  }
}
