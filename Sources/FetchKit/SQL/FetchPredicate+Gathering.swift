internal import Collation

/// Long compounds of comparisons with one key, gathered in lists: SQLite prepares an IN over 10,000 values at
/// once, and 10,000 terms in seconds.
extension FetchPredicate {
  private static let longest = 100

  /// Parts of an OR with `key == a` and `key == b` as `key IN {a, b}`; as they are when there are few.
  static func gatheringEqualities(in parts: [FetchPredicate]) -> [FetchPredicate] {
    gathering(.equal, in: parts) { $0 }
  }

  /// Parts of an AND with `key != a` and `key != b` as `NOT key IN {a, b}`; as they are when there are few.
  static func gatheringInequalities(in parts: [FetchPredicate]) -> [FetchPredicate] {
    gathering(.notEqual, in: parts) { .not($0) }
  }

  private struct Side: Hashable {
    let expression: FetchExpression
    let options: TextOptions
  }

  private static func gathering(
    _ comparison: ComparisonOperator, in parts: [FetchPredicate],
    _ list: (FetchPredicate) -> FetchPredicate
  ) -> [FetchPredicate] {
    guard parts.count > longest else { return parts }
    var result: [FetchPredicate] = []
    var sides: [Side] = []
    var values: [Side: [Value]] = [:]
    for part in parts {
      guard let (side, value) = part.keyAndConstant(comparison) else {
        result.append(part)
        continue
      }
      if values[side] == nil { sides.append(side) }
      values[side, default: []].append(value)
    }
    return result
      + sides.map { side in
        list(
          .comparison(
            side.expression, .in, .constant(.list(values[side] ?? [])), options: side.options))
      }
  }

  /// The key path and the constant that are compared; nil for anything else.
  private func keyAndConstant(_ operation: ComparisonOperator) -> (Side, Value)? {
    guard case .comparison(let comparison) = self, comparison.comparison == operation,
      comparison.modifier == .direct, case .keyPath = comparison.left,
      case .constant(let value) = comparison.right, value.isScalar
    else { return nil }
    return (Side(expression: comparison.left, options: comparison.options), value)
  }
}
