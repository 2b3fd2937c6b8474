/// Why a predicate or a sort descriptor of Foundation has no counterpart in FetchKit.
public struct TypedQueryError: Error, Hashable, Sendable {
  /// The operator that cannot be translated, by Foundation's name, such as `ConditionalCast`.
  public let operatorName: String
  /// What is wrong with it, in one sentence without a full stop.
  public let message: String
}

extension TypedQueryError: CustomStringConvertible {
  /// The operator and the message.
  public var description: String { "\(operatorName): \(message)" }
}

extension TypedQueryError {
  /// An operator of a type that no translation is known for.
  init(unsupported type: Any.Type) {
    self.init(
      operatorName: Self.name(of: type), message: "this operator has no counterpart in a fetch")
  }

  /// The name of a generic type without its arguments.
  static func name(of type: Any.Type) -> String {
    String("\(type)".prefix { $0 != "<" })
  }
}
