internal import Collation
import Foundation

/// How two values compare: equality never fails, order does for unlike kinds.
enum ValueComparison {
  /// Whether two values are equal; numbers by value, texts under the options, nil only to nil.
  static func isEqual(_ left: Value, _ right: Value, _ options: TextOptions = []) -> Bool {
    switch (left, right) {
    case (.null, .null): true
    case (.string(let first), .string(let second)): TextComparison.equals(first, second, options)
    case (.date(let first), .date(let second)):
      first.timeIntervalSince1970 == second.timeIntervalSince1970
    case (.data(let first), .data(let second)): first == second
    case (.list(let first), .list(let second)):
      first.count == second.count
        && zip(first, second).allSatisfy { isEqual($0, $1, options) }
    case (.object(let first), .object(let second)):
      first.count == second.count
        && first.allSatisfy { key, value in second[key].map { isEqual(value, $0) } ?? false }
    default: numbersAreEqual(left, right)
    }
  }

  private static func numbersAreEqual(_ left: Value, _ right: Value) -> Bool {
    guard let first = try? Number(left), let second = try? Number(right) else { return false }
    return first.compare(to: second) == 0
  }

  /// -1, 0 or 1; nil when exactly one or both are nil; throws for unlike kinds.
  static func order(_ left: Value, _ right: Value, _ options: TextOptions = [])
    throws(FetchPredicateError) -> Int?
  {
    switch (left, right) {
    case (.null, _), (_, .null): return nil
    case (.string(let first), .string(let second)):
      return TextComparison.compare(first, second, options)
    case (.date(let first), .date(let second)):
      return Number.double(first.timeIntervalSince1970)
        .compare(to: .double(second.timeIntervalSince1970))
    case (.data(let first), .data(let second)):
      return first.lexicographicallyPrecedes(second) ? -1 : first == second ? 0 : 1
    default: return try numberOrder(left, right)
    }
  }

  private static func numberOrder(_ left: Value, _ right: Value) throws(FetchPredicateError) -> Int?
  {
    guard let first = try? Number(left), let second = try? Number(right) else {
      throw FetchPredicateError(.evaluate, .unordered(left.kind, right.kind))
    }
    return first.compare(to: second)
  }
}
