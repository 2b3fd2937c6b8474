@_exported public import Collation

/// A comparison of two expressions, such as `ANY tips.text CONTAINS[cd] "tea"`.
///
/// ```swift
/// ComparisonPredicate(left: .keyPath("price"), comparison: .lessThan, right: .constant(10))
/// ```
public struct ComparisonPredicate: Hashable, Sendable {
  /// The expression on the left.
  public var left: FetchExpression { didSet { leftList = ConstantList(left) } }
  /// The operator.
  public var comparison: ComparisonOperator
  /// The expression on the right.
  public var right: FetchExpression { didSet { rightList = ConstantList(right) } }
  /// Whether the left side is a value or a collection whose elements are compared.
  public var modifier: ComparisonModifier
  /// How strings are compared.
  public var options: TextOptions {
    didSet { (leftList, rightList) = (ConstantList(left), ConstantList(right)) }
  }
  /// The position of the operator in the format string.
  public var position: SourcePosition
  private(set) var leftList: ConstantList
  private(set) var rightList: ConstantList

  /// Creates a comparison of two expressions.
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
    leftList = ConstantList(left)
    rightList = ConstantList(right)
  }
}

/// How a comparison applies to a collection on its left.
public enum ComparisonModifier: String, Hashable, Sendable {
  /// The left side is one value.
  case direct = ""
  /// True when the comparison holds for some element; false for an empty collection.
  case any = "ANY"
  /// True when the comparison holds for every element, and for an empty collection.
  case all = "ALL"
}

/// A comparison operator, by its canonical spelling.
public enum ComparisonOperator: String, Hashable, Sendable, CaseIterable {
  /// Equality; nil equals only nil.
  case equal = "=="
  /// Inequality; true for nil and a value.
  case notEqual = "!="
  /// Less than; false when either side is nil.
  case lessThan = "<"
  /// Less than or equal; true for two nils.
  case lessThanOrEqual = "<="
  /// Greater than; false when either side is nil.
  case greaterThan = ">"
  /// Greater than or equal; true for two nils.
  case greaterThanOrEqual = ">="
  /// Between two inclusive bounds.
  case between = "BETWEEN"
  /// Membership in the collection, or a substring of the string, on the right.
  case `in` = "IN"
  /// The collection or string on the left contains the right side.
  case contains = "CONTAINS"
  /// The string starts with another; false for an empty one.
  case beginsWith = "BEGINSWITH"
  /// The string ends with another; false for an empty one.
  case endsWith = "ENDSWITH"
  /// The whole string matches a pattern with `*` and `?`.
  case like = "LIKE"
  /// The whole string matches a regular expression.
  case matches = "MATCHES"
  /// Two uniform type identifiers are equal, ignoring case.
  case typeEquals = "UTI-EQUALS"
  /// A uniform type identifier conforms to another. Parsed and printed, but evaluating it is an error,
  /// because the hierarchy of types is Apple's.
  case typeConforms = "UTI-CONFORMS-TO"

  /// The operator with its sides exchanged; nil for one that has no counterpart.
  package var mirrored: ComparisonOperator? {
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
}

/// The position of an expression in a format string. All positions are equal, so that equality and
/// hashing of predicates ignore them.
public struct SourcePosition: Hashable, Sendable {
  /// The number of UTF-8 bytes before the expression; nil when it was created in code.
  public let offset: Int?

  /// Creates a position in a format string.
  public init(offset: Int) { self.offset = offset }
  private init() { offset = nil }

  /// The position of an expression that was created in code.
  public static let unknown = SourcePosition()

  /// Returns true.
  public static func == (left: SourcePosition, right: SourcePosition) -> Bool { true }
  /// Hashes nothing.
  public func hash(into hasher: inout Hasher) {}
}
