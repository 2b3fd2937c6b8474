internal import Collation
public import Foundation

extension PredicateExpressions.CollectionContainsCollection: TranslatableExpression {
  func translated(in context: TranslationContext) throws(TypedQueryError) -> TypedOperand {
    try textTest(base, .contains, other, context, otherwise: .nestedListSearch)
  }
}

extension PredicateExpressions.SequenceStartsWith: TranslatableExpression {
  func translated(in context: TranslationContext) throws(TypedQueryError) -> TypedOperand {
    try textTest(base, .beginsWith, prefix, context, otherwise: .listPrefix)
  }
}

extension TranslatableExpression {
  /// A string test with Swift's semantics of "", which every string contains and starts with.
  fileprivate func textTest<Text: PredicateExpression, Part: PredicateExpression>(
    _ text: Text, _ comparison: ComparisonOperator, _ part: Part, _ context: TranslationContext,
    otherwise reason: TypedQueryError.Reason
  ) throws(TypedQueryError) -> TypedOperand {
    guard Text.Output.self is any StringProtocol.Type, Part.Output.self is any StringProtocol.Type
    else { throw failure(reason) }
    let (text, part) = (try expression(text, context), try expression(part, context))
    return .condition(
      .either(.compared(part, .equal, .constant(.string(""))), .compared(text, comparison, part)))
  }
}

/// The pattern is interpreted as one of `MATCHES`, with ICU's syntax.
extension PredicateExpressions.StringContainsRegex: TranslatableExpression {
  func translated(in context: TranslationContext) throws(TypedQueryError) -> TypedOperand {
    let text = try expression(subject, context)
    guard
      case .constant(let regex as PredicateExpressions.PredicateRegex) =
        try context.operand(of: regex)
    else { throw failure(.patternNotLiteral) }
    let pattern = regex.stringRepresentation
    guard (try? CompiledPattern(pattern, options: [])) != nil else {
      throw failure(.invalidPattern(pattern))
    }
    let anywhere = "(?s:.*?)(?:\(pattern))(?s:.*)"
    return .condition(.compared(text, .matches, .constant(.string(anywhere))))
  }
}

/// `caseInsensitiveCompare` in a typed predicate; `== .orderedSame` becomes `==[c]`.
///
/// Foundation on Linux has the operator, but not its expression.
public struct TypedTextOrder<Text: PredicateExpression, Other: PredicateExpression>:
  PredicateExpression
where Text.Output: StringProtocol, Other.Output: StringProtocol {
  /// The order of the strings.
  public typealias Output = ComparisonResult

  /// The string on the left.
  public let text: Text
  /// The string on the right.
  public let other: Other

  /// Returns the order of the strings.
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

  func translated(in context: TranslationContext) throws(TypedQueryError) -> TypedOperand {
    .order(try expression(text, context), try expression(other, context), .caseInsensitive)
  }
}

#if !canImport(Darwin)
  extension PredicateExpressions {
    /// Builds the expression for `caseInsensitiveCompare`.
    public static func build_caseInsensitiveCompare<Text, Other>(
      _ text: Text, _ other: Other
    ) -> TypedTextOrder<Text, Other> {
      TypedTextOrder(text: text, other: other)
    }
  }
#endif

/// `localizedStandardContains` in a typed predicate: `CONTAINS[cdl]`.
///
/// Foundation on Linux has the operator, but not its expression.
public struct TypedTextSearch<Text: PredicateExpression, Part: PredicateExpression>:
  PredicateExpression
where Text.Output: StringProtocol, Part.Output: StringProtocol {
  /// Whether the substring was found.
  public typealias Output = Bool

  /// The string to search.
  public let text: Text
  /// The substring to find; "" is never found.
  public let part: Part

  /// Returns whether the string contains the substring.
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

  func translated(in context: TranslationContext) throws(TypedQueryError) -> TypedOperand {
    .condition(
      .compared(
        try expression(text, context), .contains,
        try expression(part, context), options: .search))
  }
}

extension TextOptions {
  fileprivate static let search: TextOptions = [
    .caseInsensitive, .diacriticInsensitive, .localeAware,
  ]
}

#if !canImport(Darwin)
  extension PredicateExpressions {
    /// Builds the expression for `localizedStandardContains`.
    public static func build_localizedStandardContains<Text, Part>(
      _ text: Text, _ part: Part
    ) -> TypedTextSearch<Text, Part> {
      TypedTextSearch(text: text, part: part)
    }
  }
#endif
