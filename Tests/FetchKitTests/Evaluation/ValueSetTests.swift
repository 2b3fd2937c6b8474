import Foundation
import Testing

@testable import FetchKit

/// Long lists in memory.
struct ValueSetTests {
  /// Linear searches would compare 2,000,000,000 values.
  @Test(.timeLimit(.minutes(10))) func `IN over 100,000 values is evaluated for 20,000 objects`()
    throws
  {
    let numbers = try FetchPredicate(format: "n IN %@", (0..<100_000).map { $0 * 2 })
    let texts = try FetchPredicate(format: "NOT %@ CONTAINS[c] s", (0..<100_000).map { "Id \($0)" })
    var found = (numbers: 0, texts: 0)
    for index in 0..<20_000 {
      let object: FetchValue = [
        "n": .double(Double(index)), "s": .string(index.isMultiple(of: 4) ? "id \(index)" : "x"),
      ]
      if try numbers.evaluate(with: object) { found.numbers += 1 }
      if try texts.evaluate(with: object) { found.texts += 1 }
    }
    #expect(found == (10_000, 15_000))
  }

  @Test func `a set has the equality of predicates`() {
    let now = Date(timeIntervalSinceReferenceDate: 0.1)
    let values: [FetchValue] = [
      nil, true, 1, 1.0, 0, -0.0, 1.5, .double(.nan), .double(.infinity), .integer(.max),
      9223372036854775808.0, "é", "e\u{301}", "É", "ss", "ß", .date(now),
      .date(Date(timeIntervalSince1970: now.timeIntervalSince1970)), .data(Data([1])),
      [1, "A"], [true, "a"], ["k": 1], [],
    ]
    for options: TextOptions in [
      [], .caseInsensitive, .diacriticInsensitive, [.caseInsensitive, .diacriticInsensitive],
      [.normalized, .caseInsensitive], .localeAware,
    ] {
      for first in values {
        let set = ValueSet([first], options: options)
        for second in values {
          #expect(
            set.contains(second) == ValueComparison.isEqual(first, second, options),
            "\(first) \(second) \(options)")
        }
      }
    }
  }

  @Test func `a changed comparison searches its new list`() throws {
    var comparison = ComparisonPredicate(
      left: .keyPath("n"), comparison: .in, right: .list((0..<20).map { .constant(.integer($0)) }))
    let object: FetchValue = ["n": 30, "s": "A"]
    #expect(try !FetchPredicate.comparison(comparison).evaluate(with: object))
    comparison.right = .list((20..<40).map { .constant(.integer($0)) })
    #expect(try FetchPredicate.comparison(comparison).evaluate(with: object))
    comparison.left = .keyPath("s")
    comparison.right = .list((0..<20).map { .constant(.string("a\($0 == 0 ? "" : "\($0)")")) })
    #expect(try !FetchPredicate.comparison(comparison).evaluate(with: object))
    comparison.options = .caseInsensitive
    #expect(try FetchPredicate.comparison(comparison).evaluate(with: object))
  }

  @Test func `ANY and ALL search each list of a long list`() throws {
    let lists = FetchValue.list((0..<20).map { .list([.integer($0), .integer(100)]) })
    for (modifier, number, holds) in [
      (ComparisonModifier.any, 19, true), (.any, 20, false), (.all, 100, true), (.all, 0, false),
    ] {
      let predicate = FetchPredicate.comparison(
        .constant(lists), .contains, .constant(.integer(Int64(number))), modifier: modifier)
      #expect(try predicate.evaluate(with: FetchValue.null) == holds)
    }
  }

  @Test func `set operations on long lists are fast`() throws {
    let list = try FetchExpression(
      format: "%@ MINUS %@", (0..<50_000).map { $0 }, (0..<50_000).map { $0 * 2 })
    guard case .list(let rest) = try list.value(with: FetchValue.null) else {
      Issue.record("no list")
      return
    }
    #expect(rest.count == 25_000)
  }
}
