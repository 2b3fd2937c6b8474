@_exported public import Collation

/// A comparison of two expressions.
public struct ComparisonPredicate: Hashable, Sendable {
  /// The operand before the operator.
  public let left: FetchExpression
  /// The operator.
  public let comparison: ComparisonOperator
  /// The operand after the operator.
  public let right: FetchExpression
  /// Whether the left side is one value or a collection to go through.
  public let modifier: ComparisonModifier
  /// How texts are compared.
  public let options: TextOptions
  /// Where the operator stood in the format text.
  public let position: SourcePosition

  /// Compares two expressions.
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
  /// The left side is one value.
  case direct = ""
  /// True when one element compares; false for an empty collection.
  case any = "ANY"
  /// True when every element compares, and for an empty collection.
  case all = "ALL"
}

/// The operators of comparisons, by their canonical spelling.
public enum ComparisonOperator: String, Hashable, Sendable, CaseIterable {
  /// Equal values; nil equals nil only.
  case equal = "=="
  /// The negation of `equal`: true for nil and a value.
  case notEqual = "!="
  /// Below; false with nil on a side.
  case lessThan = "<"
  /// Below or equal; true for two nils.
  case lessThanOrEqual = "<="
  /// Above; false with nil on a side.
  case greaterThan = ">"
  /// Above or equal; true for two nils.
  case greaterThanOrEqual = ">="
  /// Between two bounds, both included.
  case between = "BETWEEN"
  /// An element of the collection, or a part of the text, on the right.
  case `in` = "IN"
  /// The left side has the element or the part of text on the right.
  case contains = "CONTAINS"
  /// The text begins with another; never with an empty one.
  case beginsWith = "BEGINSWITH"
  /// The text ends with another; never with an empty one.
  case endsWith = "ENDSWITH"
  /// The whole text fits a pattern of `*` and `?`.
  case like = "LIKE"
  /// The whole text fits a regular expression.
  case matches = "MATCHES"
  /// Two Uniform Type Identifiers are the same, whatever their case.
  case typeEquals = "UTI-EQUALS"
  /// A type is below another: read and printed, but never answered, as the hierarchy is Apple's.
  case typeConforms = "UTI-CONFORMS-TO"

  /// The operator with its sides exchanged; nil when it has no mirror.
  var mirrored: ComparisonOperator? {
    switch self {
    case .equal, .notEqual: self
    case .lessThan: .greaterThan
    case .lessThanOrEqual: .greaterThanOrEqual
    case .greaterThan: .lessThan
    case .greaterThanOrEqual: .lessThanOrEqual
    case .between, .in, .contains, .beginsWith, .endsWith, .like, .matches, .typeEquals,
      .typeConforms:
      nil
    }
  }

  /// Whether the operator tests a text against another.
  var isTextTest: Bool {
    switch self {
    case .beginsWith, .endsWith, .like, .matches, .typeEquals, .typeConforms: true
    case .equal, .notEqual, .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual,
      .between, .in, .contains:
      false
    }
  }
}
