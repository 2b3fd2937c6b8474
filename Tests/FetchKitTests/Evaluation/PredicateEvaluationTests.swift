import Foundation
import Testing

@testable import FetchKit

/// Evaluation in memory, including what a store cannot do.
@Suite struct PredicateEvaluationTests {
  private static let values: [(String, FetchValue)] = [
    ("1 + 2", 3), ("7 / 2", 3), ("7 / 2.0", 3.5), ("-7 / 2", -3), ("1 / 0", .null),
    ("1 + nil", .null), ("9223372036854775807 + 1", 9223372036854775808.0),
    ("-9223372036854775808 / -1", 9223372036854775808.0), ("modulus:by:(7, -2)", 1),
    ("modulus:by:(-7, 2)", -1), ("modulus:by:(7.5, 2)", 1.5), ("modulus:by:(7, 0)", .null),
    ("modulus:by:(-9223372036854775808, -1)", 0), ("2 ** 10", 1024), ("2 ** -1", 0.5),
    ("4 ** 0.5", 2.0), ("sqrt(-1)", .null), ("log(1000)", 3.0), ("ln(1)", 0.0), ("log(0)", .null),
    ("ln(0)", .null), ("exp(0)", 1.0),
    ("abs(-9223372036854775808)", 9223372036854775808.0), ("floor(-1.5)", -2.0),
    ("ceiling(-1.5)", -1.0), ("trunc(-1.5)", -1.0), ("floor(3)", 3), ("6 & 3", 2), ("6 | 3", 7),
    ("6 ^ 3", 5), ("onesComplement(0)", -1), ("leftshift:by:(1, 3)", 8),
    ("rightshift:by:(8, 2)", 2),
    ("leftshift:by:(1, 100)", 0), ("uppercase('straße')", "STRASSE"), ("lowercase('ÄB')", "äb"),
    ("length('🧋')", 2), ("sum({1, 2, nil, 3})", 6), ("sum({})", 0), ("count({1, nil})", 2),
    ("count(nil)", 0), ("min({3, 1, 2})", 1), ("max('a', 'b')", "b"), ("average({1, 2})", 1.5),
    ("average({})", .null), ("median({3, 1, 2})", 2.0), ("median({1, 2})", 1.5),
    ("percentile({1, 2, 3, 4}, 25)", 1.75), ("percentile({5, 1}, 0)", 1.0),
    ("percentile({5, 1}, 101)", .null), ("percentile({}, 50)", .null),
    ("distinct({1, 1.0, 2, nil, 'a'})", 3), ("countDistinct({})", 0),
    ("bin(8.7, 0.1)", 8.7), ("bin(1.0, 0.3)", 0.9), ("bin(-0.1, 0.3)", -0.3),
    ("bin(1.5, 0.7)", 1.4), ("bin(7.3, 0.5)", 7.0), ("bin(-1, 4)", -4), ("bin(1, 0)", .null),
    ("year(2024-02-29T23:59:59Z)", 2024), ("month(1969-12-31)", 12), ("day(2024-02-29)", 29),
    ("weekday(2024-02-29)", 4), ("weekday(1969-12-28)", 7), ("year(nil)", .null),
    ("year(CAST('2014-05-01', 'NSDate'))", 2014), ("CAST('soon', 'NSDate')", .null),
    ("mode({1, 2, 2, 3, 3})", [2, 3]), ("stddev({2, 4, 4, 4, 5, 5, 7, 9})", 2.0),
    ("objectFrom:withIndex:({1, 2}, 1)", 2), ("{1, 2}[5]", .null), ("{1, 2}[-1]", .null),
    ("{1, {2, 3}}[LAST][FIRST]", 2), ("CAST('12', 'NSNumber')", 12),
    ("CAST('1.5', 'NSNumber')", 1.5),
    ("CAST('x', 'NSNumber')", .null), ("CAST(5.0, 'NSString')", "5"),
    ("CAST(0.1, 'NSString')", "0.1"),
    ("CAST(CAST(5, 'NSDate'), 'NSNumber')", 5.0), ("{1, 2} UNION {2, 3}", [1, 2, 3]),
    ("{1, 2} INTERSECT {2, 3}", [2]), ("{1, 2, 1} MINUS {2}", [1]), ("{1, 2, 3}.@sum", 6),
    ("{3, 4, 3}.@distinctUnionOfObjects.self", [3, 4]),
    ("{{3, 4}, {3}}.@distinctUnionOfArrays.self", [3, 4]),
    ("{{3, 4}, {3}}.@unionOfArrays.self", [3, 4, 3]), ("'abc'.length", 3), ("noindex(4)", 4),
    ("TERNARY(1 == 2, 'x', nil)", .null), ("randomn(1)", 0),
    ("distanceToLocation:fromLocation:({0, 0}, {0, 0})", 0.0), ("$v := 1 + 2", 3),
  ]

  @Test(arguments: values)
  func `an expression has a value`(format: String, value: FetchValue) throws {
    let found = try FetchExpression(format: format).value(with: FetchValue.null)
    #expect(found == value)
  }

  @Test(arguments: [
    "1 + 'x'", "abs('x')", "year(2024)", "bin('x', 1)", "median({'a'})", "uppercase(1)",
    "sum({'a'})", "CAST(1, 'NSThing')", "CAST(1, 2)", "$x",
    "{1}.@nothing", "distanceToLocation:fromLocation:({1}, {0, 0})",
  ])
  func `an expression without a value is an error`(format: String) throws {
    let expression = try FetchExpression(format: format)
    let error = refusal { try expression.value(with: FetchValue.null) }
    #expect(error?.stage == .evaluate)
  }

  private static let object: FetchValue = [
    "name": "Émile", "age": 30, "nick": nil, "tags": ["a", "b", nil],
    "home": ["city": "Kyiv", "zip": nil],
    "pets": [["name": "Rex", "age": 3], ["name": "Tom"]],
  ]

  @Test(arguments: [
    ("'Public.Text' UTI-EQUALS 'public.text' AND NOT nick UTI-EQUALS nil", true),
    ("nick == nil AND missing == nil", true), ("nick != 'x'", true), ("nick < 'x'", false),
    ("nick <= nil", true), ("nick >= 'x'", false), ("NOT nick CONTAINS 'x'", true),
    ("name == 30", false), ("age == '30'", false), ("age == 30.0", true),
    ("home.city BEGINSWITH 'K'", true), ("home['city'] == 'Kyiv'", true),
    ("home.@count == 2", true),
    ("tags.@count == 3", true), ("ANY tags == nil", true), ("ALL tags == 'a'", false),
    ("ANY pets.age > 2", true), ("pets.@sum.age == 3", true),
    ("pets.name.@max.self == 'Tom'", true), ("@sum.pets.age == 3", true),
    ("@max.pets.name == 'Tom' AND @sum.age == nil", true),
    ("pets.@distinctUnionOfObjects.name.@count == 2", true),
    ("pets.name == {'Rex', 'Tom'}", true), ("tags[LAST] == nil", true),
    ("ANY ANYKEY == 30", true), ("ANYKEY CONTAINS 31", false), ("30 IN ANYKEY", true),
    ("SUBQUERY(pets, $p, $p.age == nil).name == {'Tom'}", true), ("'Kyiv' IN home", true),
    ("name LIKE[cd] 'EM*'", true), ("name MATCHES '\\u00c9.{4}'", true),
    ("name LIKE '?????'", true),
    ("ANY missing == 1", false), ("ALL missing == 1", true), ("'' IN name", false),
    ("tags UNION {'c'} CONTAINS 'c'", true), ("SELF.age == 30", true), ("name ENDSWITH ''", false),
  ])
  func `a predicate is evaluated with an object in memory`(format: String, expected: Bool) throws {
    #expect(try FetchPredicate(format: format).evaluate(with: Self.object) == expected)
  }

  @Test(arguments: [
    ("age < 'x'", "cannot order a number and a string"),
    ("age BEGINSWITH 'x'", "BEGINSWITH needs a string, found a number"),
    ("age CONTAINS 'x'", "CONTAINS needs a collection or a string, found a number"),
    ("'x' IN age", "IN needs a collection or a string, found a number"),
    ("age BETWEEN {1}", "BETWEEN needs a list of exactly two values"),
    ("age BETWEEN 5", "BETWEEN needs a list of exactly two values"),
    ("ANY age == 1", "ANY needs a collection, found a number"),
    ("age == $x", "the variable $x has no value"),
    (
      "name MATCHES '('",
      "\"(\" is not a regular expression: unclosed '(' at character 1"
    ),
  ])
  func `operands that cannot be compared are an error`(format: String, message: String) throws {
    let predicate = try FetchPredicate(format: format)
    let error = refusal { try predicate.evaluate(with: Self.object) }
    #expect(error?.stage == .evaluate)
    #expect(error?.message == message)
  }

  @Test func `variables are bound during evaluation`() throws {
    let predicate = try FetchPredicate(format: "$x.city == 'Kyiv' AND age > $limit")
    let home = FetchExpression.keyPath("home")
    #expect(try predicate.evaluate(with: Self.object, substituting: ["x": home, "limit": 20]))
    #expect(try !predicate.evaluate(with: Self.object, substituting: ["x": home, "limit": 40]))
  }

  @Test func `integers and doubles compare exactly`() throws {
    let large = FetchValue.integer(1 << 53 + 1)
    #expect(try !FetchPredicate(format: "SELF == 9007199254740992.0").evaluate(with: large))
    #expect(try FetchPredicate(format: "SELF > 9007199254740992.0").evaluate(with: large))
    #expect(try FetchPredicate(format: "SELF == -0.0").evaluate(with: FetchValue.integer(0)))
    #expect(try FetchPredicate(format: "SELF == nil").evaluate(with: FetchValue.null))
    #expect(
      try !FetchPredicate(format: "a == a").evaluate(with: FetchValue.object(["a": .double(.nan)]))
        == false)
  }

  @Test(
    arguments: [
      ("ANY shelves.books == 3", false), ("ANY shelves.books == {3}", true),
      ("ANY shelves.@unionOfArrays.books == 3", true), ("ALL shelves.books == 3", false),
      ("SUBQUERY(shelves, $s, ANY $s.books == 3).@count == 1", true),
    ])
  func `a key path through two collections gives lists of lists`(format: String, answer: Bool)
    throws
  {
    let shop: FetchValue = ["shelves": [["books": [1, 2]], ["books": [3]]]]
    #expect(try FetchPredicate(format: format).evaluate(with: shop) == answer)
  }

  @Test func `a key objectID that does not identify a related object is a key like others`() throws
  {
    let records: FetchValue = ["objectID": "a1", "parts": [["objectID": 7], ["objectID": 8]]]
    for format in ["objectID == 'a1'", "ANY parts.objectID == 8", "parts.@sum.objectID == 15"] {
      #expect(try FetchPredicate(format: format).evaluate(with: records), "\(format)")
    }
    let key: FetchValue = ["objectID": "a1"]
    #expect(try FetchPredicate(format: "objectID == 'a1'").evaluate(with: key))
  }
}
