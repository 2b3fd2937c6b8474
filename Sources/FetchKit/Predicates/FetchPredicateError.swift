internal import Collation

/// An error in reading, checking or evaluating a predicate.
///
/// ```swift
/// do {
///   try FetchPredicate(format: "stats.tipCount >").check(for: Venue.entity)
/// } catch {
///   print(error)
///   // unexpected end of predicate: expected a key path, a value or a condition
///   //   stats.tipCount >
///   //                   ^
/// }
/// ```
public struct FetchPredicateError: DescribedError, Hashable {
  /// The stage at which a predicate failed.
  public enum Stage: Hashable, Sendable {
    /// The format string does not follow the grammar.
    case parse
    /// The predicate does not fit the entity: an unknown key, an impossible type.
    case check
    /// The operands of an object cannot be compared.
    case evaluate
  }

  /// The stage at which the predicate failed.
  public let stage: Stage
  package let errorMessage: ErrorMessage
  /// The number of UTF-8 bytes before the error in the format string; nil when unknown.
  public let offset: Int?
  /// The format string; nil when the predicate was not created from one.
  public var format: String?

  init(_ stage: Stage, _ reason: ErrorMessage, offset: Int? = nil, format: String? = nil) {
    self.stage = stage
    errorMessage = reason
    self.offset = offset
    self.format = format
  }

  /// The error of an operand of another kind than a function or an operator needs.
  static func mismatch(
    of name: String, _ expected: ErrorMessage, _ value: FetchValue
  ) -> FetchPredicateError {
    FetchPredicateError(
      .evaluate, .mismatchedOperand(of: name, expected: expected, found: value.kind))
  }

  /// A stable name of the reason, such as `predicate.unknownKey`.
  package var identifier: String { errorMessage.withoutSuggestion.id }

  /// The reason in one English sentence without a period.
  public var message: String { errorMessage.description }

  /// The message, followed by the format string with a caret under the error.
  public var description: String {
    guard let format, let textBefore else { return message }
    let indent = String(repeating: " ", count: textBefore.count)
    let line = String(format.map { $0.isNewline || $0 == "\t" ? " " : $0 })
    return "\(message)\n  \(line)\n  \(indent)^"
  }

  /// The part of the format string before the error; nil without a format string.
  ///
  /// Without an offset, the error is at the first occurrence of the name in the message.
  package var textBefore: String? {
    guard let format else { return nil }
    if let offset { return String(decoding: format.utf8.prefix(offset), as: UTF8.self) }
    let range = errorMessage.firstText.flatMap { format.firstRange(of: $0) }
    return String(format[..<(range?.lowerBound ?? format.startIndex)])
  }
}

extension ErrorMessage {
  /// The first argument that is a text, also inside other messages; nil when there is none.
  fileprivate var firstText: String? {
    for argument in arguments {
      switch argument {
      case .text(let text): return text
      case .message(let message): if let text = message.firstText { return text }
      }
    }
    return nil
  }
}

// MARK: - Reasons

extension FetchPredicateError {
  enum Expected {
    static let operand = ErrorMessage(
      "predicate.expected.operand", "a key path, a value or a condition")
    static let keyPath = ErrorMessage("predicate.expected.keyPath", "a key path")
    static let key = ErrorMessage("predicate.expected.key", "a key after the dot")
    static let variable = ErrorMessage("predicate.expected.variable", "a variable such as $x")
    static let end = ErrorMessage("predicate.expected.end", "AND, OR or the end")
    static let comparison = ErrorMessage(
      "predicate.expected.comparison", "a comparison such as == or CONTAINS")
    static let options = ErrorMessage("predicate.expected.options", "the options c, d, l or n")
    static let expression = ErrorMessage(
      "predicate.expected.expression", "an expression before it, not a condition")
    static let number = ErrorMessage("predicate.expected.number", "a number")
    static let string = ErrorMessage("predicate.expected.string", "a string")
    static let date = ErrorMessage("predicate.expected.date", "a date")
    static let collection = ErrorMessage("predicate.expected.collection", "a collection")
    static let collectionOrString = ErrorMessage(
      "predicate.expected.collectionOrString", "a collection or a string")
    static let typeName = ErrorMessage("predicate.expected.typeName", "the name of a type")

    static func symbol(_ symbol: String) -> ErrorMessage {
      ErrorMessage("predicate.expected.symbol", "'\(symbol)'")
    }

    static func commaOrSymbol(_ symbol: String) -> ErrorMessage {
      ErrorMessage("predicate.expected.commaOrSymbol", "',' or '\(symbol)'")
    }

    static func parenthesis(after function: String) -> ErrorMessage {
      ErrorMessage("predicate.expected.parenthesis", "'(' after \(function)")
    }

    static func keyPath(insteadOf keyword: String) -> ErrorMessage {
      ErrorMessage(
        "predicate.expected.notKeyword",
        "a key path or a value (write #\(keyword) for a key named like the keyword)")
    }
  }
}

extension FetchValue.Kind {
  var errorMessage: ErrorMessage {
    switch self {
    case .null: ErrorMessage("predicate.kind.null", "nil")
    case .number: ErrorMessage("predicate.kind.number", "a number")
    case .string: ErrorMessage("predicate.kind.string", "a string")
    case .date: ErrorMessage("predicate.kind.date", "a date")
    case .data: ErrorMessage("predicate.kind.data", "data")
    case .list: ErrorMessage("predicate.kind.list", "a list")
    case .object: ErrorMessage("predicate.kind.object", "an object")
    }
  }
}

extension ErrorMessage {
  // Syntax
  static func unexpectedEnd(expected: ErrorMessage) -> ErrorMessage {
    ErrorMessage("predicate.unexpectedEnd", "unexpected end of predicate: expected \(expected)")
  }
  static func unexpectedToken(_ token: String, expected: ErrorMessage, suggestion: String?)
    -> ErrorMessage
  {
    ErrorMessage("predicate.unexpectedToken", "unexpected '\(token)': expected \(expected)")
      .suggesting(suggestion)
  }
  static func invalidCharacter(_ character: String) -> ErrorMessage {
    ErrorMessage("predicate.invalidCharacter", "invalid character '\(character)'")
  }
  static func unterminatedString(quote: String) -> ErrorMessage {
    ErrorMessage("predicate.unterminatedString", "unterminated string: expected \(quote)")
  }
  static func invalidEscape(_ text: String) -> ErrorMessage {
    ErrorMessage("predicate.invalidEscape", "invalid escape sequence '\(text)'")
  }
  static func missingHexadecimalDigits(count: Int) -> ErrorMessage {
    ErrorMessage(
      "predicate.missingHexadecimalDigits",
      "invalid escape sequence: expected \(count) hexadecimal digits")
  }
  static func missingName(after sign: String) -> ErrorMessage {
    ErrorMessage("predicate.missingName", "expected a name after '\(sign)'")
  }
  static let invalidPlaceholder = ErrorMessage(
    "predicate.invalidPlaceholder", "invalid placeholder: expected %@, %K, %d or similar")
  static func invalidDigit(_ digit: String, number: String) -> ErrorMessage {
    ErrorMessage("predicate.invalidDigit", "unexpected '\(digit)' after the number \(number)")
  }
  static func invalidNumber(_ digits: String, radix: Int) -> ErrorMessage {
    ErrorMessage("predicate.invalidNumber", "'\(digits)' is not a number in base \(radix)")
  }
  static func numberTooLarge(_ number: String) -> ErrorMessage {
    ErrorMessage("predicate.numberTooLarge", "the number \(number) is too large")
  }
  static func invalidDate(_ text: String) -> ErrorMessage {
    ErrorMessage(
      "predicate.invalidDate",
      "'\(text)' is not a date: expected 2026-01-31 or 2026-01-31T12:00:00Z")
  }
  static func nestingTooDeep(limit: Int) -> ErrorMessage {
    ErrorMessage("predicate.nestingTooDeep", "nested more than \(limit) levels deep")
  }

  // Arguments and variables
  static func missingArgument(placeholder: String) -> ErrorMessage {
    ErrorMessage("predicate.missingArgument", "no argument for \(placeholder)")
  }
  static func extraArguments(count: Int) -> ErrorMessage {
    ErrorMessage("predicate.extraArguments", "more arguments than placeholders: \(count) left")
  }
  static func mismatchedArgument(placeholder: String, expected: ErrorMessage) -> ErrorMessage {
    ErrorMessage("predicate.mismatchedArgument", "\(placeholder) needs \(expected)")
  }
  static func argumentTooLarge(placeholder: String) -> ErrorMessage {
    ErrorMessage(
      "predicate.argumentTooLarge", "the argument for \(placeholder) does not fit in 64 bits")
  }
  static func unboundVariable(_ name: String) -> ErrorMessage {
    ErrorMessage("predicate.unboundVariable", "the variable $\(name) has no value")
  }

  // Functions
  static func unknownFunction(_ name: String, suggestion: String?) -> ErrorMessage {
    ErrorMessage("predicate.unknownFunction", "unknown function '\(name)'")
      .suggesting(suggestion)
  }
  static func wrongArgumentCount(function: String, expected: Int, found: Int) -> ErrorMessage {
    ErrorMessage(
      "predicate.wrongArgumentCount",
      "wrong number of arguments for '\(function)': expected \(expected), found \(found)")
  }
  static func missingCollection(function: String) -> ErrorMessage {
    ErrorMessage("predicate.missingCollection", "\(function) needs a collection")
  }
  static let invalidFunctionCall = ErrorMessage(
    "predicate.invalidFunctionCall", "FUNCTION needs an object and the name of a function")
  static let invalidCoordinate = ErrorMessage(
    "predicate.invalidCoordinate",
    "distanceToLocation:fromLocation: needs {latitude, longitude}")
  static func unknownType(_ name: String) -> ErrorMessage {
    ErrorMessage("predicate.unknownType", "CAST does not support the type '\(name)'")
  }
  static func invalidCast(from kind: FetchValue.Kind, to type: String) -> ErrorMessage {
    ErrorMessage("predicate.invalidCast", "cannot cast \(kind.errorMessage) to \(type) in a store")
  }

  // Keys
  static func unknownKey(_ key: String, entity: String, suggestion: String?) -> ErrorMessage {
    ErrorMessage("predicate.unknownKey", "unknown key '\(key)' in \(entity)")
      .suggesting(suggestion)
  }
  static func unknownCollectionOperator(_ name: String) -> ErrorMessage {
    ErrorMessage("predicate.unknownCollectionOperator", "unknown collection operator '\(name)'")
  }
  static func toManyKey(_ path: String) -> ErrorMessage {
    ErrorMessage(
      "predicate.toManyKey",
      "'\(path)' has many values: use ANY, ALL, NONE, SUBQUERY or an operator such as @count")
  }
  static func missingKey(after path: String, entity: String) -> ErrorMessage {
    ErrorMessage("predicate.missingKey", "'\(path)' needs a key of \(entity) after the operator")
  }
  static func missingElementKey(list: String, example: String) -> ErrorMessage {
    ErrorMessage(
      "predicate.missingElementKey", "'\(list)' needs a key of its elements, such as \(example)")
  }
  static func ungroupedKey(_ path: String) -> ErrorMessage {
    ErrorMessage(
      "predicate.ungroupedKey",
      "'\(path)' is neither in propertiesToGroupBy nor inside a function such as sum(…)")
  }
  static func unfetchedKey(_ key: String) -> ErrorMessage {
    ErrorMessage(
      "predicate.unfetchedKey",
      "the related object with the key '\(key)' was not fetched: name its relationship in relationshipKeyPathsForPrefetching"
    )
  }
  static let havingWithoutGroups = ErrorMessage(
    "predicate.havingWithoutGroups", "havingPredicate needs propertiesToGroupBy")

  // Operands
  static func mismatchedOperand(
    of name: String, expected: ErrorMessage, found kind: FetchValue.Kind
  ) -> ErrorMessage {
    ErrorMessage(
      "predicate.mismatchedOperand", "\(name) needs \(expected), found \(kind.errorMessage)")
  }
  static func incomparable(operator name: String, _ left: FetchValue.Kind, _ right: FetchValue.Kind)
    -> ErrorMessage
  {
    ErrorMessage(
      "predicate.incomparable",
      "cannot apply \(name) to \(left.errorMessage) and \(right.errorMessage)")
  }
  static func unordered(_ left: FetchValue.Kind, _ right: FetchValue.Kind) -> ErrorMessage {
    ErrorMessage(
      "predicate.unordered", "cannot order \(left.errorMessage) and \(right.errorMessage)")
  }
  static func otherEntity(_ first: String, _ second: String) -> ErrorMessage {
    ErrorMessage(
      "predicate.otherEntity", "cannot compare an object of \(first) with one of \(second)")
  }
  static let invalidBounds = ErrorMessage(
    "predicate.invalidBounds", "BETWEEN needs a list of exactly two values")
  static func mismatchedBranches(_ first: FetchValue.Kind, _ second: FetchValue.Kind)
    -> ErrorMessage
  {
    ErrorMessage(
      "predicate.mismatchedBranches",
      "TERNARY cannot return both \(first.errorMessage) and \(second.errorMessage)")
  }

  // Queries that work in memory only
  static func memoryOnly(_ name: String) -> ErrorMessage {
    ErrorMessage("predicate.memoryOnly", "\(name) works in memory only, not in a store")
  }
  static let selfInStore = ErrorMessage(
    "predicate.selfInStore", "SELF cannot be compared in a store; name one of its keys")
  static let listInStore = ErrorMessage(
    "predicate.listInStore", "a list works only with IN, BETWEEN, ANY and ALL in a store")
  static let subqueryInStore = ErrorMessage(
    "predicate.subqueryInStore", "SUBQUERY needs .@count, [SIZE] or a quantifier in a store")
  static let subqueryOfNoCollection = ErrorMessage(
    "predicate.subqueryOfNoCollection",
    "SUBQUERY needs a to-many relationship as its first argument")
  static func quantifierOfNoCollection(_ quantifier: String) -> ErrorMessage {
    ErrorMessage(
      "predicate.quantifierOfNoCollection",
      "\(quantifier) needs a to-many relationship or a list on its left")
  }
  static func unsupportedAggregate(function: String) -> ErrorMessage {
    ErrorMessage("predicate.unsupportedAggregate", "a store cannot compute \(function) over rows")
  }
  static func aggregateOfOneValue(function: String, _ path: String) -> ErrorMessage {
    ErrorMessage(
      "predicate.aggregateOfOneValue",
      "\(function) needs a list, and '\(path)' is one value of each object: fetch the aggregate of all objects first, and compare with its number"
    )
  }
  static func unsupportedOperands(function: String) -> ErrorMessage {
    ErrorMessage(
      "predicate.unsupportedOperands", "a store cannot compute \(function) from these operands")
  }
  static let indexOfNoCollection = ErrorMessage(
    "predicate.indexOfNoCollection", "an index needs a to-many relationship in a store")
  static let variableIndex = ErrorMessage(
    "predicate.variableIndex", "an index into a list must be a constant in a store")
  static let keyOfNoKeyPath = ErrorMessage(
    "predicate.keyOfNoKeyPath", "a key in brackets must follow a key path in a store")
  static let missingTypeHierarchy = ErrorMessage(
    "predicate.missingTypeHierarchy",
    "UTI-CONFORMS-TO needs Apple's hierarchy of types, which is not available here")

  // Batch updates
  static func computedAttribute(_ path: String) -> ErrorMessage {
    ErrorMessage("predicate.computedAttribute", "'\(path)' is computed and cannot be set")
  }
  static func mismatchedAttribute(_ path: String, type: AttributeType, found kind: FetchValue.Kind)
    -> ErrorMessage
  {
    ErrorMessage(
      "predicate.mismatchedAttribute",
      "'\(path)' has the type \(type.rawValue), found \(kind.errorMessage)")
  }
  static func missingValue(_ path: String) -> ErrorMessage {
    ErrorMessage("predicate.missingValue", "'\(path)' needs a value")
  }
}
