/// A comparison of two expressions.
public struct ComparisonPredicate: Hashable, Sendable {
  public let left: FetchExpression
  public let comparison: ComparisonOperator
  public let right: FetchExpression
  /// Whether the left side is one value or a collection to go through.
  public let modifier: ComparisonModifier
  /// How texts are compared.
  public let options: TextOptions
  /// Where the operator stood in the format text.
  public let position: SourcePosition

  public init(
    left: FetchExpression, comparison: ComparisonOperator, right: FetchExpression,
    modifier: ComparisonModifier = .direct, options: TextOptions = [],
    position: SourcePosition = .unknown
  ) {
    self.left = left
    self.comparison = comparison
    self.right = right
    self.modifier = modifier
    self.options = options
    self.position = position
  }
}

/// How a comparison goes through a collection on its left.
public enum ComparisonModifier: String, Hashable, Sendable {
  case direct = ""
  /// True when one element compares; false for an empty collection.
  case any = "ANY"
  /// True when every element compares, and for an empty collection.
  case all = "ALL"
}

/// The operators of comparisons, by their canonical spelling.
public enum ComparisonOperator: String, Hashable, Sendable, CaseIterable {
  case equal = "=="
  case notEqual = "!="
  case lessThan = "<"
  case lessThanOrEqual = "<="
  case greaterThan = ">"
  case greaterThanOrEqual = ">="
  case between = "BETWEEN"
  case `in` = "IN"
  case contains = "CONTAINS"
  case beginsWith = "BEGINSWITH"
  case endsWith = "ENDSWITH"
  case like = "LIKE"
  case matches = "MATCHES"

  /// The operator with its sides exchanged; nil when it has no mirror.
  var mirrored: ComparisonOperator? {
    switch self {
    case .equal, .notEqual: self
    case .lessThan: .greaterThan
    case .lessThanOrEqual: .greaterThanOrEqual
    case .greaterThan: .lessThan
    case .greaterThanOrEqual: .lessThanOrEqual
    case .between, .in, .contains, .beginsWith, .endsWith, .like, .matches: nil
    }
  }

  /// Whether the operator tests a text against another.
  var isTextTest: Bool {
    switch self {
    case .beginsWith, .endsWith, .like, .matches: true
    case .equal, .notEqual, .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual,
      .between, .in, .contains:
      false
    }
  }
}
