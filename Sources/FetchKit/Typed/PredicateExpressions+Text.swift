internal import Collation
import Foundation

extension PredicateExpressions.CollectionContainsCollection: TranslatableExpression {
  func term(in context: TermContext) throws(TypedQueryError) -> Term {
    guard Base.Output.self is any StringProtocol.Type, Other.Output.self is any StringProtocol.Type
    else { throw failure(.nestedListSearch) }
    return .condition(
      .textTest(
        try context.term(of: base).expression(for: operatorName), .contains,
        try context.term(of: other).expression(for: operatorName)))
  }
}

extension PredicateExpressions.SequenceStartsWith: TranslatableExpression {
  func term(in context: TermContext) throws(TypedQueryError) -> Term {
    guard Base.Output.self is any StringProtocol.Type, Prefix.Output.self is any StringProtocol.Type
    else { throw failure(.listPrefix) }
    return .condition(
      .textTest(
        try context.term(of: base).expression(for: operatorName), .beginsWith,
        try context.term(of: prefix).expression(for: operatorName)))
  }
}

/// The pattern is read as one of MATCHES, with ICU's syntax.
extension PredicateExpressions.StringContainsRegex: TranslatableExpression {
  func term(in context: TermContext) throws(TypedQueryError) -> Term {
    let text = try context.term(of: subject).expression(for: operatorName)
    guard
      case .constant(let regex as PredicateExpressions.PredicateRegex) =
        try context.term(of: regex)
    else { throw failure(.patternNotLiteral) }
    let pattern = regex.stringRepresentation
    guard (try? CompiledPattern(pattern, options: [])) != nil else {
      throw failure(.invalidPattern(pattern))
    }
    let anywhere = "(?s:.*?)(?:\(pattern))(?s:.*)"
    return .condition(.compared(text, .matches, .constant(.string(anywhere))))
  }
}

extension FetchPredicate {
  /// A text test with Swift's meaning of "", which every text contains and begins with.
  fileprivate static func textTest(
    _ text: FetchExpression, _ comparison: ComparisonOperator, _ part: FetchExpression
  ) -> FetchPredicate {
    .either(
      .compared(part, .equal, .constant(.string(""))), .compared(text, comparison, part))
  }
}
