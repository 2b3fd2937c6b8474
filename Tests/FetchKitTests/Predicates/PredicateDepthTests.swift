import Foundation
import Testing

@testable import FetchKit

/// Predicates near the limits of the stack and of SQLite.
@Suite struct PredicateDepthTests {
  @Test func `ten thousand terms are one compound in both engines`() throws {
    let library = try Library()
    let or = (0..<10_000).map { "year == \($0)" }.joined(separator: " OR ")
    let predicate = try FetchPredicate(format: or)
    guard case .or(let parts) = predicate else {
      Issue.record("not flattened")
      return
    }
    #expect(parts.count == 10_000)
    #expect(try library.titles(predicate) == ["Dune", "Émile", "dune 2", "Dune 10"])
    let and = (0..<10_000).map { "year != \($0 + 1963)" }.joined(separator: " AND ")
    #expect(try library.titles(and) == ["Émile", "Untitled"])
  }

  @Test func `many terms of any kind are one condition`() throws {
    let library = try Library()
    let mixed = (0..<3000).map { "year == \($0) OR title ==[c] 'DUNE \($0)' OR price > \($0 + 11)" }
      .joined(separator: " OR ")
    #expect(try library.titles(mixed) == ["Dune", "Émile", "dune 2", "Dune 10"])
  }

  @Test func `a million ids are one binding`() throws {
    let library = try Library()
    let ids = Array(1000..<1_001_000)
    let predicate = try FetchPredicate(format: "year IN %@", ids)
    var request = FetchRequest<Book>()
    request.predicate = predicate
    let sql = try PredicateCompiler(entity: Book.entity).filter(predicate)
    #expect(sql.sql == "year IN (SELECT value FROM json_each(?))")
    #expect(sql.bindings.count == 1)
    #expect(
      try library.store.fetch(request).map(\.title) == ["Dune", "Émile", "dune 2", "Dune 10"])
  }

  @Test func `long lists of any kind are exact`() throws {
    let library = try Library()
    let fill = (0..<2000).map { FetchValue.double(Double($0) + 0.1) }
    let texts = (0..<2000).map { FetchValue.string("\($0)\0") }
    #expect(try library.titles("price IN %@", fill + [9.5, 12]) == ["Dune", "Émile"])
    #expect(
      try library.titles("NOT price IN %@", fill + [9.5, 12]) == ["Untitled", "dune 2", "Dune 10"])
    #expect(try library.titles("title IN[c] %@", texts + ["DUNE"]) == ["Dune"])
    #expect(
      try library.titles("author IN %@", texts + [.null, "Herbert"]) == [
        "Dune", "Untitled", "dune 2",
      ])
  }

  @Test(arguments: [
    ("(", "a", ")"), ("NOT ", "a == 1", ""), ("-", "a", ""), ("+", "a", ""), ("abs(", "a", ")"),
    ("{", "a", "}"), ("TERNARY(TRUEPREDICATE, 1, ", "a", ")"), ("a[", "0", "]"), ("2 ** ", "a", ""),
    ("SUBQUERY(", "a", ", $x, TRUEPREDICATE)"), ("$x := ", "a", ""),
    ("FUNCTION(", "a", ", 'abs:')"),
    ("CAST(", "a", ", 'NSNumber')"), ("SUBQUERY(a, $x, ", "b == 1", ") == 1"),
  ])
  func `nesting is limited before the stack overflows`(open: String, middle: String, close: String)
    throws
  {
    func format(_ depth: Int) -> String {
      let text =
        String(repeating: open, count: depth) + middle + String(repeating: close, count: depth)
      return middle.contains("==") ? text : text + " == 1"
    }
    let predicate = try FetchPredicate(format: format(240))
    #expect(try FetchPredicate(format: predicate.predicateFormat) == predicate)
    _ = try? predicate.evaluate(with: FetchValue.object(["a": 1]))
    // 20,000 levels would overflow any stack here many times over.
    for depth in [600, 20_000] {
      let error = refusal { try FetchPredicate(format: format(depth)) }
      #expect(error?.message == "nested more than 500 levels deep")
    }
  }

  @Test(arguments: ["a + ", "a * ", "a UNION ", "a & "])
  func `a chain that makes a deep tree is an error`(link: String) throws {
    let long = String(repeating: link, count: 400) + "a == 1"
    #expect(throws: Never.self) { try FetchPredicate(format: long) }
    let longer = String(repeating: link, count: 50_000) + "a == 1"
    let error = refusal { try FetchPredicate(format: longer) }
    #expect(error?.message == "nested more than 500 levels deep")
  }

  @Test func `a deep tree built in code is an error in both engines`() throws {
    var deep = FetchExpression.keyPath("price")
    for _ in 0..<2000 { deep = .function(.absolute, [deep]) }
    let predicate = FetchPredicate.comparison(deep, .equal, .constant(1))
    let inMemory = refusal {
      try predicate.evaluate(with: Library.sampleBooks[0])
    }
    #expect(inMemory?.message == "nested more than 500 levels deep")
    let inStore = refusal { try Library.sql(predicate) }
    #expect(inStore?.message == "nested more than 500 levels deep")
  }

  /// 50,000 levels, of NOT only or of all compounds.
  private static func deep(onlyNot: Bool) throws -> FetchPredicate {
    var deep = try FetchPredicate(format: "price == $P")
    for level in 0..<50_000 {
      deep =
        switch onlyNot ? 0 : level % 3 {
        case 0: .not(deep)
        case 1: .and([deep, .constant(true)])
        default: .or([.constant(false), deep])
        }
    }
    return deep
  }

  @Test(arguments: [true, false])
  func `fifty thousand levels built in code do not overflow the stack`(onlyNot: Bool) throws {
    let deep = try Self.deep(onlyNot: onlyNot)
    let again = try Self.deep(onlyNot: onlyNot)
    let isEqual = deep == again
    #expect(isEqual)
    let isOther = deep != .not(again)
    #expect(isOther)
    #expect(deep.hashValue == again.hashValue)
    #expect(deep.predicateFormat.utf8.count > 200_000)
    #expect(deep.keyPaths == ["price"])
    #expect(deep.variables == ["P"])
    let bound = deep.substituting(["P": 1])
    #expect(bound.variables == [])
    let message = "nested more than 500 levels deep"
    #expect(refusal { try bound.evaluate(with: Library.sampleBooks[0]) }?.message == message)
    #expect(refusal { try bound.check(for: Book.entity) }?.message == message)
    let store = try Library().store
    var request = FetchRequest<Book>()
    request.predicate = bound
    #expect(refusal { try store.fetch(request) }?.message == message)
    #expect(refusal { try store.count(request) }?.message == message)
    let update = BatchUpdateRequest(
      entity: Book.entity, set: ["price": .conditional(bound, .constant(1), .constant(2))])
    #expect(refusal { try store.perform(update) }?.message == message)
  }

  @Test func `a deep tree that others share stays when one of them is released`() throws {
    var shared: [FetchPredicate] = []
    var deep = try FetchPredicate(format: "price == 12")
    for level in 0..<10_000 {
      deep = .and([deep, .not(deep)])
      if level == 8 { shared.append(deep) }
    }
    deep = .constant(true)
    #expect(try shared[0].evaluate(with: Library.sampleBooks[1]) == false)
  }

  /// A list or an object inside another, 10,000 levels deep.
  private static func deepValue(isObject: Bool, _ innermost: FetchValue = 1) -> FetchValue {
    (0..<10_000).reduce(innermost) { inner, _ in
      isObject ? .object(["a": inner]) : .list([inner])
    }
  }

  @Test(arguments: [true, false])
  func `ten thousand levels of a value do not overflow the stack`(isObject: Bool) throws {
    let value = Self.deepValue(isObject: isObject)
    let again = Self.deepValue(isObject: isObject)
    let other = Self.deepValue(isObject: isObject, 2)
    let (isEqual, isOther) = (value == again, value == other)
    #expect(isEqual && !isOther)
    #expect(value.hashValue == again.hashValue)
    #expect(value.description.utf8.count == (isObject ? 70_001 : 20_001))
    let constant = FetchExpression.constant(value)
    #expect(constant.expressionFormat.utf8.count > 20_000)
    let format = try FetchPredicate(format: "a == $X").substituting(["X": value]).predicateFormat
    #expect(format.utf8.count > 20_000)
    let equal = FetchPredicate.comparison(constant, .equal, .constant(again))
    #expect(try equal.evaluate(with: FetchValue.null))
    #expect(
      refusal { try FetchPredicate(format: "a == %@", value) }?.message
        == "nested more than 500 levels deep")
    #expect(Set([equal, equal]).count == 1)
    let store = try Library().store
    var request = FetchRequest<Book>()
    request.predicate = .comparison(.keyPath("price"), .equal, constant)
    #expect(
      refusal { try store.fetch(request) }?.message
        == "a list works only with IN, BETWEEN, ANY and ALL in a store")
  }

  @Test func `a value is printed as a literal`() {
    let value: FetchValue = ["name": "Bo\"ba", "tips": [1, 2.5, true], "rating": nil, "a": [:]]
    #expect("\(value)" == #"["a": [:], "name": "Bo\"ba", "rating": nil, "tips": [1, 2.5, true]]"#)
    #expect("\([value.value(forKeyPath: "tips")].compactMap(\.self))" == "[[1, 2.5, true]]")
    #expect(FetchValue.data(Data([1, 2])).description == "2 bytes")
    #expect(
      FetchValue.date(Date(timeIntervalSinceReferenceDate: 0)).description
        == "2001-01-01T00:00:00Z")
  }

  @Test func `compounds may nest deeper than SQLite's parser allows`() throws {
    let library = try Library()
    var deep = try FetchPredicate(format: "author == 'Herbert'")
    for level in 0..<80 {
      let other = try FetchPredicate(format: "year == %d", level)
      deep = level.isMultiple(of: 2) ? .or([other, .not(deep)]) : .not(.and([.not(other), deep]))
    }
    #expect(try library.titles(deep) == ["Dune", "dune 2"])
  }

  @Test func `a predicate too deep for SQLite is an error`() throws {
    let library = try Library()
    let deep = String(repeating: "abs(", count: 120) + "price" + String(repeating: ")", count: 120)
    let predicate = try FetchPredicate(format: "\(deep) == 1")
    #expect(try predicate.evaluate(with: Library.sampleBooks[4]))
    var request = FetchRequest<Book>()
    request.predicate = predicate
    let error = #expect(throws: StoreError.self) { try library.store.fetch(request) }
    #expect(error?.message == "the predicate is nested too deeply for SQLite")
  }

  @Test func `a long sum needs no nesting in SQLite`() throws {
    let sum = (0..<300).map { _ in "price" }.joined(separator: " + ")
    #expect(try Library().titles("\(sum) == 3600") == ["Émile"])
  }
}
