/// An error in translating a predicate or a sort descriptor of Foundation.
public struct TypedQueryError: DescribedError, Hashable {
  /// The operator that cannot be translated, by Foundation's name, such as `ConditionalCast`.
  public let operatorName: String
  let reason: Reason

  /// The reason in one English sentence without a period.
  public var message: String { reason.errorMessage.description }
  /// The operator and the reason.
  public var description: String { errorMessage.description }

  package var errorMessage: ErrorMessage {
    ErrorMessage("typedQuery.failed", "\(operatorName): \(reason.errorMessage)")
  }

  enum Reason: Hashable, Sendable {
    case unsupportedOperator
    case mismatchedOperand(expected: ErrorMessage, found: ErrorMessage)
    case unboundVariable
    case nilConstant
    case unreadableProperty(String)
    case undeclaredAttribute(String)
    case characterCount
    case indexOutOfRange(String)
    case incomparableType(String)
    case nonlexicalOrder
    case missingKeyPath
    case nestedListSearch
    case listPrefix
    case patternNotLiteral
    case invalidPattern(String)
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

  init(_ operatorName: String, _ reason: Reason) {
    self.operatorName = operatorName
    self.reason = reason
  }

  /// The name of a generic type without its arguments.
  static func name(of type: Any.Type) -> String { String("\(type)".prefix { $0 != "<" }) }
}

extension TypedQueryError.Reason {
  var errorMessage: ErrorMessage {
    switch self {
    case .unsupportedOperator:
      ErrorMessage("typedQuery.unsupportedOperator", "not supported in a fetch")
    case .mismatchedOperand(let expected, let found):
      ErrorMessage("typedQuery.mismatchedOperand", "needs \(expected), found \(found)")
    case .unboundVariable:
      ErrorMessage("typedQuery.unboundVariable", "the variable belongs to another predicate")
    case .nilConstant: ErrorMessage("typedQuery.nilConstant", "the captured value is nil")
    case .unreadableProperty(let keyPath):
      ErrorMessage("typedQuery.unreadableProperty", "a fetch cannot read \(keyPath)")
    case .undeclaredAttribute(let keyPath):
      ErrorMessage("typedQuery.undeclaredAttribute", "the entity does not declare \(keyPath)")
    case .characterCount:
      ErrorMessage("typedQuery.characterCount", "a store cannot count characters; use utf16.count")
    case .indexOutOfRange(let index):
      ErrorMessage("typedQuery.indexOutOfRange", "the captured list has no index \(index)")
    case .incomparableType(let type):
      ErrorMessage("typedQuery.incomparableType", "a store cannot order values of type \(type)")
    case .nonlexicalOrder:
      ErrorMessage("typedQuery.nonlexicalOrder", "a store can compare strings only lexically")
    case .missingKeyPath:
      ErrorMessage("typedQuery.missingKeyPath", "the sort descriptor has no key path")
    case .nestedListSearch:
      ErrorMessage("typedQuery.nestedListSearch", "a fetch cannot search for a list in a list")
    case .listPrefix:
      ErrorMessage("typedQuery.listPrefix", "a fetch cannot compare the start of a list")
    case .patternNotLiteral:
      ErrorMessage("typedQuery.patternNotLiteral", "needs a regular expression literal")
    case .invalidPattern(let pattern):
      ErrorMessage("typedQuery.invalidPattern", "/\(pattern)/ is not a valid pattern for MATCHES")
    }
  }
}
