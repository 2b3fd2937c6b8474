internal import Collation
public import Foundation

/// `localizedStandardContains` of a typed predicate: `CONTAINS[cdl]`.
///
/// Foundation on Linux knows the operator but not its expression.
public struct TypedTextSearch<Text: PredicateExpression, Part: PredicateExpression>:
  PredicateExpression
where Text.Output: StringProtocol, Part.Output: StringProtocol {
  /// Whether the text was found.
  public typealias Output = Bool

  /// What is searched.
  public let text: Text
  /// What is looked for; "" is found nowhere.
  public let part: Part

  /// Searches as the fetch does.
  public func evaluate(_ bindings: PredicateBindings) throws -> Bool {
    let part = String(try part.evaluate(bindings))
    return TextMatcher(part, kind: .contains, options: .search)
      .matches(String(try text.evaluate(bindings)))
  }
}

extension TypedTextSearch: Sendable where Text: Sendable, Part: Sendable {}
extension TypedTextSearch: Codable where Text: Codable, Part: Codable {}
extension TypedTextSearch: StandardPredicateExpression
where Text: StandardPredicateExpression, Part: StandardPredicateExpression {}

extension TypedTextSearch: TranslatableExpression {
  var operatorName: String { "localizedStandardContains" }

  func term(in context: TermContext) throws(TypedQueryError) -> Term {
    .condition(
      .compared(
        try context.term(of: text).expression(for: operatorName), .contains,
        try context.term(of: part).expression(for: operatorName), options: .search))
  }
}

extension TextOptions {
  fileprivate static let search: TextOptions = [
    .caseInsensitive, .diacriticInsensitive, .localeAware,
  ]
}

#if !canImport(Darwin)
  extension PredicateExpressions {
    /// What `#Predicate` makes of `localizedStandardContains`.
    public static func build_localizedStandardContains<Text, Part>(
      _ text: Text, _ part: Part
    ) -> TypedTextSearch<Text, Part> {
      TypedTextSearch(text: text, part: part)
    }
  }
#endif
