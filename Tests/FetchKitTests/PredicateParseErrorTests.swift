import Testing

@testable import FetchKit

/// What cannot be read, and how the message shows the place.
@Suite struct PredicateParseErrorTests {
  @Test(arguments: [
    (
      "",
      "expected a key path, a value or a condition, found the end\n  \n  ^"
    ),
    (
      "age",
      "expected a comparison such as == or CONTAINS, found the end\n  age\n     ^"
    ),
    (
      "()",
      "expected a key path, a value or a condition, found ')'\n  ()\n   ^"
    ),
    (
      ",",
      "expected a key path, a value or a condition, found ','\n  ,\n  ^"
    ),
    (
      "age === 25",
      "expected a key path, a value or a condition, found '='\n  age === 25\n        ^"
    ),
    (
      "age * 25",
      "expected a comparison such as == or CONTAINS, found the end\n  age * 25\n          ^"
    ),
    (
      "age CONTANS 'x'",
      "expected a comparison such as == or CONTAINS, found 'CONTANS', did you mean CONTAINS?\n  age CONTANS 'x'\n      ^"
    ),
    (
      "a begins 'x' OR b == 1",
      "expected a comparison such as == or CONTAINS, found 'begins', did you mean BEGINSWITH?\n  a begins 'x' OR b == 1\n    ^"
    ),
    (
      "age of 25",
      "expected a comparison such as == or CONTAINS, found 'of'\n  age of 25\n      ^"
    ),
    (
      "? = 'ABC'",
      "found '?', which is no part of a predicate\n  ? = 'ABC'\n  ^"
    ),
    (
      "name == 'abc",
      "the string has no closing '\n  name == 'abc\n          ^"
    ),
    (
      "name == \"a\\u12\"",
      "expected 4 hexadecimal digits in the string\n  name == \"a\\u12\"\n             ^"
    ),
    (
      "a == 1 AND",
      "expected a key path, a value or a condition, found the end\n  a == 1 AND\n            ^"
    ),
    (
      "a == 1 b == 2",
      "expected the end, AND or OR, found 'b'\n  a == 1 b == 2\n         ^"
    ),
    (
      "(a == 1",
      "expected ')', found the end\n  (a == 1\n         ^"
    ),
    (
      "a == 1)",
      "expected the end, AND or OR, found ')'\n  a == 1)\n        ^"
    ),
    (
      "a IN {1, 2",
      "expected ',' or '}', found the end\n  a IN {1, 2\n            ^"
    ),
    (
      "nosuch(a) == 1",
      "there is no function 'nosuch'\n  nosuch(a) == 1\n  ^"
    ),
    (
      "lenght(a) == 1",
      "there is no function 'lenght', did you mean 'length:'?\n  lenght(a) == 1\n  ^"
    ),
    (
      "add:to:(1) == 2",
      "add:to: takes 2 arguments, found 1\n  add:to:(1) == 2\n  ^"
    ),
    (
      "sum() == 1",
      "sum: takes a collection, found nothing\n  sum() == 1\n  ^"
    ),
    (
      "a CONTAINS[x] 'b'",
      "expected the options c, d, l and n, found 'x'\n  a CONTAINS[x] 'b'\n             ^"
    ),
    (
      "%@ == 1",
      "no argument is left for '%@'\n  %@ == 1\n  ^"
    ),
    (
      "%K == 1",
      "no argument is left for '%K'\n  %K == 1\n  ^"
    ),
    (
      "in == 1",
      "expected a key path or a value (a key named like a keyword is written #in), found 'in'\n  in == 1\n  ^"
    ),
    (
      "a == 0xZ",
      "'Z' is no number in base 16\n  a == 0xZ\n       ^"
    ),
    (
      "a == 12abc",
      "found 'a' in the number 12\n  a == 12abc\n         ^"
    ),
    (
      "a /* b */ == 1",
      "expected a key path, a value or a condition, found '*'\n  a /* b */ == 1\n     ^"
    ),
    (
      "a == 1 // b",
      "expected a key path, a value or a condition, found '/'\n  a == 1 // b\n          ^"
    ),
    (
      "a \\ b",
      "found '\\', which is no part of a predicate\n  a \\ b\n    ^"
    ),
    (
      "SUBQUERY(a, b, c == 1).@count == 1",
      "expected a variable such as $x, found 'b'\n  SUBQUERY(a, b, c == 1).@count == 1\n              ^"
    ),
    (
      "TERNARY(a, b, c) == 1",
      "expected a comparison such as == or CONTAINS, found ','\n  TERNARY(a, b, c) == 1\n           ^"
    ),
    (
      "a == $",
      "expected a name after '$'\n  a == $\n       ^"
    ),
    (
      "ANY a",
      "expected a comparison such as == or IN, found the end\n  ANY a\n       ^"
    ),
    (
      "é == 'x' AND ? == 2",
      "found '?', which is no part of a predicate\n  é == 'x' AND ? == 2\n               ^"
    ),
    (
      "FUNCTION(a) == 1",
      "FUNCTION takes an object and the name of a function\n  FUNCTION(a) == 1\n  ^"
    ),
    (
      "a.1 == 2",
      "expected a comparison such as == or CONTAINS, found the number 0.1\n  a.1 == 2\n   ^"
    ),
    (
      "a[ == 1",
      "expected a key path, a value or a condition, found '=='\n  a[ == 1\n     ^"
    ),
    (
      "a == %",
      "expected a placeholder such as %@, %K or %d\n  a == %\n       ^"
    ),
  ])
  func `an error shows the place with a caret`(format: String, message: String) {
    let error = refusal { try FetchPredicate(format: format) }
    #expect(error?.stage == .parse)
    #expect(error?.description == message)
  }

  @Test func `an argument has to fit its placeholder`() {
    let refusals: [(String, [any PredicateArgument], String)] = [
      ("a == %d", ["x"], "%d takes a number, the argument is another value"),
      ("a == %d", [1e300], "%d takes an integer, the argument is too large"),
      ("%K == 1", [5], "%K takes a key path, the argument is another value"),
      ("%K == 1", [""], "%K takes a key path, the argument is empty"),
      ("a == %s", [5], "%s takes a string, the argument is another value"),
      ("a == 1", [1], "1 more arguments than placeholders"),
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
        == "found '?', which is no part of a predicate\n  a ==  1 AND ?\n              ^")
  }
}
