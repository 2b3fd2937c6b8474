import Foundation
import Testing

@testable import FetchKit

/// Format strings and their canonical form.
@Suite struct PredicateParserTests {
  @Test(arguments: [
    ("a = 1", "a == 1"), ("a <> 1", "a != 1"), ("a =< 1", "a <= 1"), ("a => 1", "a >= 1"),
    ("a==1&&b==2||!c==3", "(a == 1 AND b == 2) OR NOT c == 3"),
    ("a == 1 or b == 2 and c == 3", "a == 1 OR (b == 2 AND c == 3)"),
    ("not a == 1 and b == 2", "NOT a == 1 AND b == 2"),
    ("not (a == 1 and b == 2)", "NOT (a == 1 AND b == 2)"),
    (
      "a == 1 AND (b == 2 AND (c == 3 AND d == 4)) AND e == 5",
      "a == 1 AND b == 2 AND c == 3 AND d == 4 AND e == 5"
    ),
    ("((((a == 1))))", "a == 1"),
    ("SOME a.b == 1", "ANY a.b == 1"), ("none a.b == 1", "NOT ANY a.b == 1"),
    ("a == true AND b == No", "a == 1 AND b == 0"),
    ("a == NULL", "a == nil"), ("SELF == nil", "SELF == nil"), ("self.a == 1", "a == 1"),
    ("a == 0x1F", "a == 31"), ("a == 0b101", "a == 5"), ("a == 0o17", "a == 15"),
    ("a == 1.5e3", "a == 1500.0"), ("a == .5", "a == 0.5"), ("a == -5", "a == -5"),
    ("a == -9223372036854775808", "a == -9223372036854775808"),
    ("a == 9223372036854775808", "a == 9.223372036854776e+18"),
    ("a == 1 + 2 * 3 ** 4", "a == 1 + 2 * 3 ** 4"),
    ("a == (1 + 2) * 3", "a == (1 + 2) * 3"), ("a == 1 - (2 - 3)", "a == 1 - (2 - 3)"),
    ("a == 2 ** 3 ** 4", "a == 2 ** 3 ** 4"), ("a == (2 ** 3) ** 4", "a == (2 ** 3) ** 4"),
    ("a == -b", "a == 0 - b"), ("a - -1 == 0", "a - -1 == 0"), ("a == -2 ** 2", "a == -2 ** 2"),
    ("a & 1 == 0", "a & 1 == 0"), ("(a | 1) ^ 2 == 0", "a | 1 ^ 2 == 0"),
    ("a & 1 + 2 == 0", "a & 1 + 2 == 0"), ("(a & 1) + 2 == 0", "(a & 1) + 2 == 0"),
    ("a IN b UNION c MINUS d", "a IN b UNION c MINUS d"),
    (
      "bands(a, 1, 2.5) == 0",
      "TERNARY(a == nil, nil, TERNARY(a < 1.0, 0.0, TERNARY(a < 2.5, 1.0, 2.5))) == 0"
    ),
    ("a BETWEEN {1, b}", "a BETWEEN {1, b}"), ("a IN {}", "a IN {}"),
    ("a CONTAINS[dc] 'x'", "a CONTAINS[cd] \"x\""), ("a ==[nl] 'x'", "a ==[ln] \"x\""),
    ("a like 'x*'", "a LIKE \"x*\""),
    (#"a == 'it\'s' "#, #"a == "it's""#), (#"a == "\x41\u00e9\101\n""#, #"a == "AéA\n""#),
    (#"a == '\uD83E\uDDCB'"#, "a == \"🧋\""),
    ("#in == 1 AND #size.#first == 2", "#in == 1 AND #size.first == 2"),
    ("a.in.size == 1", "a.in.size == 1"), ("g.@max.#self == 1", "g.@max.self == 1"),
    (
      "a[0] == 1 AND a[FIRST] == 1 AND a[last] == 1 AND a[Size] == 1",
      "a[0] == 1 AND a[FIRST] == 1 AND a[LAST] == 1 AND a[SIZE] == 1"
    ),
    ("(SELF.h)['A'] == 1", "h[\"A\"] == 1"), ("a[b + 1].c == 1", "a[b + 1].c == 1"),
    ("sum:(a) == 1 AND sum(a, b) == 1", "sum(a) == 1 AND sum(a, b) == 1"),
    ("add:to:(a, b) == 1", "a + b == 1"), ("raise:toPower:(a, 2) == 1", "a ** 2 == 1"),
    ("NOW() > now()", "now() > now()"), ("modulus:by:(a, 2) == 1", "modulus:by:(a, 2) == 1"),
    ("FUNCTION(a, 'abs:') == 1", "abs(a) == 1"),
    (
      "FUNCTION(SELF, 'valueForKeyPath:', 'a b') == 1",
      "FUNCTION(SELF, \"valueForKeyPath:\", \"a b\") == 1"
    ),
    ("CAST(a, 'NSNumber') == 1", "CAST(a, \"NSNumber\") == 1"),
    ("a > 2001-01-02", "a > CAST(86400.000000, \"NSDate\")"),
    ("a > 2001-01-01T00:00:10Z", "a > CAST(10.000000, \"NSDate\")"),
    (
      "a BETWEEN {2001-01-01T01:00+01:00, 2001-01-01T00:00:00.5}",
      "a BETWEEN {CAST(0.000000, \"NSDate\"), CAST(0.500000, \"NSDate\")}"
    ),
    ("a == 2014-5-1", "a == 2014 - 5 - 1"), ("a == 2014 - 05-01", "a == 2014 - 5 - 1"),
    ("a == 30. AND b > .5", "a == 30.0 AND b > 0.5"),
    (
      "a == 0xFFFFFFFFFFFFFFFF AND b == -0x8000000000000000",
      "a == 1.8446744073709552e+19 AND b == -9223372036854775808"
    ),
    ("a uti-equals 'public.text'", "a UTI-EQUALS \"public.text\""),
    ("a UTI-CONFORMS-TO b", "a UTI-CONFORMS-TO b"),
    (
      "FUNCTION(now(), 'dateByAddingTimeInterval:', -60) < a",
      "CAST(CAST(now(), \"NSNumber\") + -60, \"NSDate\") < a"
    ),
    (
      "TERNARY(a == 1 OR b == 2, 'x', 'y') == 'x'",
      "TERNARY(a == 1 OR b == 2, \"x\", \"y\") == \"x\""
    ),
    (
      "SUBQUERY(a, $x, $x.b == 1 AND $x.c > d).@count > 0",
      "SUBQUERY(a, $x, $x.b == 1 AND $x.c > d).@count > 0"
    ),
    ("$v := a + 1 > 2", "($v := a + 1) > 2"), ("ANYKEY == 1", "ANYKEY == 1"),
    ("truepredicate and FALSEPREDICATE", "TRUEPREDICATE AND FALSEPREDICATE"),
    ("ſelf == 1", "ſelf == 1"), ("_é9 == 1", "_é9 == 1"),
  ])
  func `a format is parsed and printed`(format: String, printed: String) throws {
    let predicate = try FetchPredicate(format: format)
    #expect(predicate.predicateFormat == printed)
    #expect(try FetchPredicate(format: printed) == predicate)
  }

  @Test func `arguments replace placeholders in order`() throws {
    let date = Date(timeIntervalSinceReferenceDate: 1.5)
    let arguments: [(String, [any PredicateArgument], String)] = [
      ("%K == %@", ["a.b", "x"], "a.b == \"x\""), ("%K.@count > %d", ["a", 2], "a.@count > 2"),
      ("a.%K == 1", ["b"], "a.b == 1"), ("a == '%@'", [], "a == \"%@\""),
      ("a IN %@", [[1, 2]], "a IN {1, 2}"), ("a BETWEEN %@", [1...5], "a BETWEEN {1, 5}"),
      ("a == %@", [Int?.none], "a == nil"), ("a == %@", [true], "a == 1"),
      ("a == %f AND b == %ld", [2, 3.9], "a == 2.0 AND b == 3"),
      ("a == %@", [date], "a == CAST(1.500000, \"NSDate\")"),
      (
        "a == CAST(%@, 'NSDate')", [-Double.infinity],
        "a == CAST(CAST(\"-inf\", \"NSNumber\"), \"NSDate\")"
      ),
      ("a == %@", [Data([1, 2])], "a == CAST(\"AQI=\", \"NSData\")"),
      ("a == %@", [FetchValue.object(["k": 1])], "a == CAST({\"k\", 1}, \"NSDictionary\")"),
      ("a == %@", [Double.infinity], "a == CAST(\"inf\", \"NSNumber\")"),
      ("a == %@", [Double.nan], "a == nil"), ("a == %s", ["x"], "a == \"x\""),
      ("%K == 1", ["two words"], "FUNCTION(SELF, \"valueForKeyPath:\", \"two words\") == 1"),
      ("%K == 1", ["SELF"], "SELF == 1"), ("%K == 1", ["in"], "#in == 1"),
      ("%@ == 1", [FetchExpression.keyPath("a")], "a == 1"),
    ]
    for (format, values, printed) in arguments {
      let predicate = try FetchPredicate(format: format, arguments: values)
      #expect(predicate.predicateFormat == printed)
      #expect(try FetchPredicate(format: printed) == predicate, "\(printed)")
    }
  }

  @Test func `a quoted placeholder is text and takes no argument`() throws {
    let predicate = try FetchPredicate(format: "%K like '%@'", "firstName", "Adam")
    #expect(predicate.predicateFormat == "firstName LIKE \"%@\"")
    #expect(
      try FetchPredicate(format: "a == \"%K\" AND %K == '%d'", "b", "c", 3).predicateFormat
        == "a == \"%K\" AND b == \"%d\"")
    let surplus = refusal { try FetchPredicate(format: "%K like '%@'", "a", "b", "c") }
    #expect(surplus?.message == "more arguments than placeholders: 1 left")
  }

  @Test func `control characters and quotes survive printing`() throws {
    let text = "\u{0}\u{1F}\u{7F}\"'\\\n\r\t\u{85}🧋e\u{301}"
    let predicate = try FetchPredicate(format: "a == %@", text)
    let again = try FetchPredicate(format: predicate.predicateFormat)
    guard case .comparison(let comparison) = again,
      case .constant(.string(let read)) = comparison.right
    else {
      Issue.record("\(again) is no comparison with a text")
      return
    }
    #expect(Array(read.unicodeScalars) == Array(text.unicodeScalars))
  }

  @Test func `variables are replaced except those of a subquery`() throws {
    let predicate = try FetchPredicate(format: "a == $x AND SUBQUERY(b, $x, $x.c == $y).@count > 0")
    #expect(predicate.variables == ["x", "y"])
    let replaced = predicate.substituting(["x": FetchExpression.keyPath("k"), "y": 5])
    #expect(replaced.predicateFormat == "a == k AND SUBQUERY(b, $x, $x.c == 5).@count > 0")
    #expect(
      try FetchPredicate(format: "$x.name == 1").substituting(["x": FetchExpression.keyPath("a")])
        == FetchPredicate(format: "a.name == 1"))
  }

  @Test func `a function call is created from a selector`() throws {
    #expect(
      try FetchExpression(forFunction: "sum:", arguments: [.keyPath("a")]).expressionFormat
        == "sum(a)")
    let unknown = refusal {
      try FetchExpression(forFunction: "sums:", arguments: [.keyPath("a")])
    }
    #expect(unknown?.message == "unknown function 'sums:', did you mean 'sum:'?")
    let wrong = refusal {
      try FetchExpression(forFunction: "sqrt:", arguments: [])
    }
    #expect(wrong?.message == "wrong number of arguments for 'sqrt:': expected 1, found 0")
  }
}
