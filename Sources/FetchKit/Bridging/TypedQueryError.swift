/// An error in translating a predicate or a sort descriptor of Foundation.
public struct TypedQueryError: DescribedError, Hashable {
  /// The operator that cannot be translated, by Foundation's name, such as `ConditionalCast`.
  public let operatorName: String
  private let reason: ErrorMessage

  /// The reason in one English sentence without a period.
  public var message: String { reason.description }
  /// The operator and the reason.
  public var description: String { errorMessage.description }

  package var errorMessage: ErrorMessage {
    ErrorMessage("typedQuery.failed", "\(operatorName): \(reason)")
  }

  /// The expected or found value in a message.
  enum Operand {
    static let boolean = ErrorMessage("typedQuery.boolean", "a Boolean")
    static let value = ErrorMessage("typedQuery.value", "a value")
    static let range = ErrorMessage("typedQuery.range", "a range")
    static let toMany = ErrorMessage("typedQuery.toMany", "a to-many relationship")
    static let collection = ErrorMessage(
      "typedQuery.collection", "a to-many relationship or a captured array")
  }

  init(_ operatorName: String, _ id: StaticString, _ reason: ErrorMessage.Text) {
    self.operatorName = operatorName
    self.reason = ErrorMessage(id, reason)
  }

  /// The error of an operator on values that a store orders in another way, or not at all.
  static func incomparable(_ operatorName: String, _ type: Any.Type) -> TypedQueryError {
    TypedQueryError(
      operatorName, "typedQuery.incomparableType",
      "a store cannot order values of type \("\(type)")")
  }

  /// The name of a generic type without its arguments.
  static func name(of type: Any.Type) -> String { String("\(type)".prefix { $0 != "<" }) }
}
