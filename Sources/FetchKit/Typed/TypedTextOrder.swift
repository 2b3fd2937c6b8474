internal import Collation
public import Foundation

/// `caseInsensitiveCompare` of a typed predicate: with `== .orderedSame` it is `==[c]`.
///
/// Foundation on Linux knows the operator but not its expression.
public struct TypedTextOrder<Text: PredicateExpression, Other: PredicateExpression>:
  PredicateExpression
where Text.Output: StringProtocol, Other.Output: StringProtocol {
  /// The order of the two texts.
  public typealias Output = ComparisonResult

  /// The text that is compared.
  public let text: Text
  /// What it is compared with.
  public let other: Other

  /// Compares as the fetch does.
  public func evaluate(_ bindings: PredicateBindings) throws -> ComparisonResult {
    let order = TextComparison.compare(
      String(try text.evaluate(bindings)), String(try other.evaluate(bindings)), .caseInsensitive)
    return order < 0 ? .orderedAscending : order > 0 ? .orderedDescending : .orderedSame
  }
}

extension TypedTextOrder: Sendable where Text: Sendable, Other: Sendable {}
extension TypedTextOrder: Codable where Text: Codable, Other: Codable {}
extension TypedTextOrder: StandardPredicateExpression
where Text: StandardPredicateExpression, Other: StandardPredicateExpression {}

extension TypedTextOrder: TranslatableExpression {
  var operatorName: String { "caseInsensitiveCompare" }

  func term(in context: TermContext) throws(TypedQueryError) -> Term {
    .order(
      try context.term(of: text).expression(for: operatorName),
      try context.term(of: other).expression(for: operatorName), .caseInsensitive)
  }
}

#if !canImport(Darwin)
  extension PredicateExpressions {
    /// What `#Predicate` makes of `caseInsensitiveCompare`.
    public static func build_caseInsensitiveCompare<Text, Other>(
      _ text: Text, _ other: Other
    ) -> TypedTextOrder<Text, Other> {
      TypedTextOrder(text: text, other: other)
    }
  }
#endif
