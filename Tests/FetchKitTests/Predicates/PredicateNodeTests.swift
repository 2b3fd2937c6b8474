import Testing

@testable import FetchKit

/// Properties computed from all nodes of a syntax tree.
@Suite struct PredicateNodeTests {
  private let format = """
    ANY a.b == $x AND (SUBQUERY(c, $e, $e.d > $y AND f == 1).@count > abs(l) \
    OR NOT TERNARY(g == nil, {h, 1}, i UNION j) == k[$z]) AND ($w := m) == SELF
    """

  @Test func `key paths of every kind of expression are found`() throws {
    let predicate = try FetchPredicate(format: format)
    #expect(predicate.keyPaths == ["a.b", "c", "f", "g", "h", "i", "j", "k", "l", "m"])
  }

  @Test func `the variable of a subquery needs no value`() throws {
    let predicate = try FetchPredicate(format: format)
    #expect(predicate.variables == ["x", "y", "z"])
    #expect(predicate.substituting(["x": 1, "y": 2, "z": 3, "e": 4]).variables == [])
  }

  @Test(arguments: [
    ("1 + 2 == 3", true), ("TERNARY(1 == 1, now(), 2) == 3", true), ("{1, 2}[0] == 1", true),
    ("a == 1", false), ("random() == 1", false), ("$x == 1", false), ("ANYKEY == 1", false),
    ("NOT (1 == 1 AND 2 == b)", false), ("SUBQUERY({1}, $e, 1 == 1).@count == 1", false),
  ])
  func `a predicate without anything from the object is constant`(
    format: String, isConstant: Bool
  ) throws {
    #expect(try FetchPredicate(format: format).isConstant == isConstant)
  }

  @Test func `depth counts all levels down to the operands`() throws {
    let predicate = try FetchPredicate(format: "NOT (a == 1 AND b == 1 + 2)")
    #expect(predicate.depth == 5)
  }
}
