/// A named expression whose value is a column of dictionary results.
///
/// ```swift
/// ExpressionDescription(name: "sumDeals", function: .sum, keyPath: "specialCount", resultType: .integer)
/// // SELECT fetchkit_sum(special_count) AS "sumDeals"
/// ```
///
/// The evaluated object (`SELF`) and to-one relationships have the value of `FetchValue.init(_: ObjectID)`, whose
/// `objectID` identifies the object.
public struct ExpressionDescription: Hashable, Sendable {
  /// The key in the dictionaries.
  public let name: String
  /// The expression; `sum:`, `min:`, `max:`, `average:` and `count:` aggregate the rows of a group.
  public let expression: FetchExpression
  /// The type of the value; nil to keep the type that SQLite returns.
  public let resultType: AttributeType?

  /// Creates a column from an expression.
  public init(name: String, expression: FetchExpression, resultType: AttributeType? = nil) {
    self.name = name
    self.expression = expression
    self.resultType = resultType
  }

  /// Creates a column from a function of a key path.
  public init(
    name: String, function: ExpressionFunction, keyPath: String, resultType: AttributeType? = nil
  ) {
    self.init(
      name: name, expression: .function(function, [.keyPath(keyPath)]), resultType: resultType)
  }

  /// Creates a column from a function of a Swift key path.
  public init<Root: DescribedValue, Member>(
    name: String, function: ExpressionFunction, keyPath: KeyPath<Root, Member>,
    resultType: AttributeType? = nil
  ) {
    self.init(
      name: name, function: function, keyPath: Root.keyPathName(of: keyPath),
      resultType: resultType)
  }

  /// Returns a column with the number of rows of a group.
  ///
  /// ```swift
  /// request.propertiesToFetch = ["title", .expression(.rowCount(name: "copies"))]
  /// ```
  public static func rowCount(name: String) -> ExpressionDescription {
    ExpressionDescription(
      name: name, expression: .function(.count, [.evaluatedObject]), resultType: .integer)
  }
}

/// A column of dictionary results: an attribute or an expression.
///
/// ```swift
/// request.propertiesToFetch = ["city", .expression(.rowCount(name: "venues"))]
/// request.propertiesToGroupBy = ["city"]
/// // SELECT city, COUNT(*) AS venues FROM venue GROUP BY city
/// ```
public enum FetchProperty: Hashable, Sendable, ExpressibleByStringLiteral {
  /// An attribute, by its key path.
  case attribute(String)
  /// A named expression.
  case expression(ExpressionDescription)

  /// Creates an attribute from its key path as a literal.
  public init(stringLiteral keyPath: String) { self = .attribute(keyPath) }

  /// Returns the attribute of a Swift key path.
  public static func attribute<Root: DescribedValue, Member>(_ keyPath: KeyPath<Root, Member>)
    -> FetchProperty
  {
    .attribute(Root.keyPathName(of: keyPath))
  }

  /// The key in the dictionaries.
  public var name: String {
    switch self {
    case .attribute(let keyPath): keyPath
    case .expression(let description): description.name
    }
  }
}
