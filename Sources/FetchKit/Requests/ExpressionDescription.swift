/// A named computation whose result is a column of dictionary results.
///
/// ```swift
/// ExpressionDescription(name: "sumDeals", function: .sum, keyPath: "specialCount", resultType: .integer)
/// // SELECT fetchkit_sum(special_count) AS "sumDeals"
/// ```
public struct ExpressionDescription: Hashable, Sendable {
  /// The key in the dictionaries.
  public let name: String
  /// What is computed; `sum:`, `min:`, `max:`, `average:` and `count:` go over the rows of a group.
  public let expression: FetchExpression
  /// The type of the result; nil to take it as it comes.
  public let resultType: AttributeType?

  /// Names an expression.
  public init(name: String, expression: FetchExpression, resultType: AttributeType? = nil) {
    self.name = name
    self.expression = expression
    self.resultType = resultType
  }

  /// Names a function over the values of a key path.
  public init(
    name: String, function: ExpressionFunction, keyPath: String, resultType: AttributeType? = nil
  ) {
    self.init(
      name: name, expression: .function(function, [.keyPath(keyPath)]), resultType: resultType)
  }

  /// Names a function over the values of a Swift key path.
  public init<Root: DescribedValue, Member>(
    name: String, function: ExpressionFunction, keyPath: KeyPath<Root, Member>,
    resultType: AttributeType? = nil
  ) {
    self.init(
      name: name, function: function, keyPath: Root.keyPathName(of: keyPath),
      resultType: resultType)
  }

  /// The number of rows.
  public static func rowCount(name: String) -> ExpressionDescription {
    ExpressionDescription(
      name: name, expression: .function(.count, [.evaluatedObject]), resultType: .integer)
  }
}
