import Testing

@testable import FetchKit

/// Syntax errors, with their messages and positions.
@Suite struct PredicateParseErrorTests {
  @Test(arguments: [
    (
      "",
      "unexpected end of predicate: expected a key path, a value or a condition\n  \n  ^"
    ),
    (
      "age",
      "unexpected end of predicate: expected a comparison such as == or CONTAINS\n  age\n     ^"
    ),
    (
      "()",
      "unexpected ')': expected a key path, a value or a condition\n  ()\n   ^"
    ),
    (
      ",",
      "unexpected ',': expected a key path, a value or a condition\n  ,\n  ^"
    ),
    (
      "age === 25",
      "unexpected '=': expected a key path, a value or a condition\n  age === 25\n        ^"
    ),
    (
      "age * 25",
      "unexpected end of predicate: expected a comparison such as == or CONTAINS\n  age * 25\n          ^"
    ),
    (
      "age CONTANS 'x'",
      "unexpected 'CONTANS': expected a comparison such as == or CONTAINS, did you mean 'CONTAINS'?\n  age CONTANS 'x'\n      ^"
    ),
    (
      "15 min",
      "unexpected 'min': expected a comparison such as == or CONTAINS\n  15 min\n     ^"
    ),
    (
      "a begins 'x' OR b == 1",
      "unexpected 'begins': expected a comparison such as == or CONTAINS, did you mean 'BEGINSWITH'?\n  a begins 'x' OR b == 1\n    ^"
    ),
    (
      "age of 25",
      "unexpected 'of': expected a comparison such as == or CONTAINS\n  age of 25\n      ^"
    ),
    (
      "seen > 2014-02-30",
      "'2014-02-30' is not a date: expected 2026-01-31 or 2026-01-31T12:00:00Z\n  seen > 2014-02-30\n         ^"
    ),
    (
      "? = 'ABC'",
      "invalid character '?'\n  ? = 'ABC'\n  ^"
    ),
    (
      "name == 'abc",
      "unterminated string: expected '\n  name == 'abc\n          ^"
    ),
    (
      "name == \"a\\u12\"",
      "invalid escape sequence: expected 4 hexadecimal digits\n  name == \"a\\u12\"\n             ^"
    ),
    (
      "a == 1 AND",
      "unexpected end of predicate: expected a key path, a value or a condition\n  a == 1 AND\n            ^"
    ),
    (
      "a == 1 b == 2",
      "unexpected 'b': expected AND, OR or the end\n  a == 1 b == 2\n         ^"
    ),
    (
      "a == New York",
      "unexpected 'York': text is in quotes: \"New York\"\n  a == New York\n       ^"
    ),
    (
      "b == 1 AND (a BEGINSWITH[c] Upper East Side) OR c == 2",
      "unexpected 'East': text is in quotes: \"Upper East Side\"\n"
        + "  b == 1 AND (a BEGINSWITH[c] Upper East Side) OR c == 2\n                              ^"
    ),
    (
      "a IN {Rye, São Paulo}",
      "unexpected 'Paulo': text is in quotes: \"São Paulo\"\n  a IN {Rye, São Paulo}\n             ^"
    ),
    (
      "a == b c == 2",
      "unexpected 'c': expected AND, OR or the end\n  a == b c == 2\n         ^"
    ),
    (
      "(a == 1",
      "unexpected end of predicate: expected ')'\n  (a == 1\n         ^"
    ),
    (
      "a == 1)",
      "unexpected ')': expected AND, OR or the end\n  a == 1)\n        ^"
    ),
    (
      "a IN {1, 2",
      "unexpected end of predicate: expected ',' or '}'\n  a IN {1, 2\n            ^"
    ),
    (
      "nosuch(a) == 1",
      "unknown function 'nosuch'\n  nosuch(a) == 1\n  ^"
    ),
    (
      "lenght(a) == 1",
      "unknown function 'lenght', did you mean 'length:'?\n  lenght(a) == 1\n  ^"
    ),
    (
      "add:to:(1) == 2",
      "wrong number of arguments for 'add:to:': expected 2, found 1\n  add:to:(1) == 2\n  ^"
    ),
    (
      "1 < bands(a, 5, 3)",
      "bands takes a number and ascending bounds above 0\n  1 < bands(a, 5, 3)\n      ^"
    ),
    (
      "sum() == 1",
      "sum: needs a collection\n  sum() == 1\n  ^"
    ),
    (
      "a CONTAINS[x] 'b'",
      "unexpected 'x': expected the options c, d, l or n\n  a CONTAINS[x] 'b'\n             ^"
    ),
    (
      "%@ == 1",
      "no argument for %@\n  %@ == 1\n  ^"
    ),
    (
      "%K == 1",
      "no argument for %K\n  %K == 1\n  ^"
    ),
    (
      "in == 1",
      "unexpected 'in': expected a key path or a value (write #in for a key named like the keyword)\n  in == 1\n  ^"
    ),
    (
      "a == 0xZ",
      "'Z' is not a number in base 16\n  a == 0xZ\n       ^"
    ),
    (
      "a == 12abc",
      "unexpected 'a' after the number 12\n  a == 12abc\n         ^"
    ),
    (
      "a /* b */ == 1",
      "unexpected '*': expected a key path, a value or a condition\n  a /* b */ == 1\n     ^"
    ),
    (
      "a == 1 // b",
      "unexpected '/': expected a key path, a value or a condition\n  a == 1 // b\n          ^"
    ),
    (
      "a \\ b",
      "invalid character '\\'\n  a \\ b\n    ^"
    ),
    (
      "SUBQUERY(a, b, c == 1).@count == 1",
      "unexpected 'b': expected a variable such as $x\n  SUBQUERY(a, b, c == 1).@count == 1\n              ^"
    ),
    (
      "TERNARY(a, b, c) == 1",
      "unexpected ',': expected a comparison such as == or CONTAINS\n  TERNARY(a, b, c) == 1\n           ^"
    ),
    (
      "a == $",
      "expected a name after '$'\n  a == $\n       ^"
    ),
    (
      "ANY a",
      "unexpected end of predicate: expected a comparison such as == or CONTAINS\n  ANY a\n       ^"
    ),
    (
      "é == 'x' AND ? == 2",
      "invalid character '?'\n  é == 'x' AND ? == 2\n               ^"
    ),
    (
      "FUNCTION(a) == 1",
      "FUNCTION needs an object and the name of a function\n  FUNCTION(a) == 1\n  ^"
    ),
    (
      "a.1 == 2",
      "unexpected '.1': expected a comparison such as == or CONTAINS\n  a.1 == 2\n   ^"
    ),
    (
      "a[ == 1",
      "unexpected '==': expected a key path, a value or a condition\n  a[ == 1\n     ^"
    ),
    (
      "a == 'x\\",
      "invalid escape sequence '\\'\n  a == 'x\\\n       ^"
    ),
    (
      "a == '\\ud83d\\u0041'",
      "invalid escape sequence '\\ud83d'\n  a == '\\ud83d\\u0041'\n         ^"
    ),
    (
      "a == '\\xZZ'",
      "invalid escape sequence: expected 2 hexadecimal digits\n  a == '\\xZZ'\n         ^"
    ),
    (
      "a == 1e999",
      "the number 1e999 is too large\n  a == 1e999\n       ^"
    ),
    (
      "a == %",
      "invalid placeholder: expected %@, %K, %d or similar\n  a == %\n       ^"
    ),
  ])
  func `an error shows the place with a caret`(format: String, message: String) {
    let error = refusal { try FetchPredicate(format: format) }
    #expect(error?.stage == .parse)
    #expect(error?.description == message)
  }

  @Test(arguments: [
    ("a ==", "predicate.unexpectedEnd"), ("a CONTANS 'b'", "predicate.unexpectedToken"),
    ("lenght(a) == 1", "predicate.unknownFunction"), ("a == ?", "predicate.invalidCharacter"),
  ])
  func `an error has a stable identifier, also with a suggestion`(
    format: String, identifier: String
  ) {
    #expect(refusal { try FetchPredicate(format: format) }?.identifier == identifier)
  }

  @Test func `an argument must match its placeholder`() {
    let refusals: [(String, [any PredicateArgument], String)] = [
      ("a == %d", ["x"], "%d needs a number"),
      ("a == %d", [1e300], "the argument for %d does not fit in 64 bits"),
      ("%K == 1", [5], "%K needs a key path"),
      ("%K == 1", [""], "%K needs a key path"),
      ("a == %s", [5], "%s needs a string"),
      ("a == 1", [1], "more arguments than placeholders: 1 left"),
    ]
    for (format, arguments, message) in refusals {
      let error = refusal {
        try FetchPredicate(format: format, arguments: arguments)
      }
      #expect(error?.message == message)
    }
  }

  @Test func `a tab or a line break does not shift the caret`() {
    let error = refusal {
      try FetchPredicate(format: "a ==\n\t1 AND ?")
    }
    #expect(
      error?.description
        == "invalid character '?'\n  a ==  1 AND ?\n              ^")
  }
}
