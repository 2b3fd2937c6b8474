import FetchKit
import Foundation

/// Compares what a case gave with what it should give.
enum Expectation {
  /// Whether two values are the same; numbers by value with the last digits left open, missing members as nil.
  static func isSame(_ got: Value, _ expected: Value) -> Bool {
    switch (got, expected) {
    case (.list(let first), .list(let second)):
      return first.count == second.count && zip(first, second).allSatisfy(isSame)
    case (.object(let first), .object(let second)):
      return Set(first.keys).union(second.keys).allSatisfy { key in
        isSame(first[key] ?? .null, second[key] ?? .null)
      }
    default:
      guard let first = got.doubleValue, let second = expected.doubleValue else {
        return got == expected
      }
      return first == second || abs(first - second) <= 1e-12 * max(abs(first), abs(second))
    }
  }

  /// Whether two lists hold the same values in any order.
  static func isSameSet(_ got: [Value], _ expected: [Value]) -> Bool {
    var rest = expected
    for value in got {
      guard let index = rest.firstIndex(where: { isSame(value, $0) }) else { return false }
      rest.remove(at: index)
    }
    return rest.isEmpty
  }
}

extension Value {
  /// The value in the words of the format language.
  var shown: String { FetchExpression.constant(self).expressionFormat }
}
