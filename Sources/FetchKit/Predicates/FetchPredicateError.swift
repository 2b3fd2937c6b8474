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
  package let reason: Reason
  /// The number of UTF-8 bytes before the error in the format string; nil when unknown.
  public let offset: Int?
  /// The format string; nil when the predicate was not created from one.
  public var format: String?

  init(_ stage: Stage, _ reason: Reason, offset: Int? = nil, format: String? = nil) {
    self.stage = stage
    self.reason = reason
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

  package var errorMessage: ErrorMessage { reason.errorMessage }

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
  package enum Reason: Hashable, Sendable {
    // Syntax
    case unexpectedEnd(expected: ErrorMessage)
    case unexpectedToken(String, expected: ErrorMessage, suggestion: String?)
    case unquotedWords(String, unexpected: String)
    case invalidCharacter(String)
    case unterminatedString(quote: String)
    case invalidEscape(String)
    case missingHexadecimalDigits(count: Int)
    case missingName(after: String)
    case invalidPlaceholder
    case invalidDigit(String, number: String)
    case invalidNumber(String, radix: Int)
    case numberTooLarge(String)
    case invalidDate(String)
    case nestingTooDeep(limit: Int)

    // Arguments and variables
    case missingArgument(placeholder: String)
    case extraArguments(count: Int)
    case mismatchedArgument(placeholder: String, expected: ErrorMessage)
    case argumentTooLarge(placeholder: String)
    case unboundVariable(String)

    // Functions
    case unknownFunction(String, suggestion: String?)
    case wrongArgumentCount(function: String, expected: Int, found: Int)
    case missingCollection(function: String)
    case invalidFunctionCall
    case invalidBands
    case invalidCoordinate
    case unknownType(String)
    case invalidCast(from: FetchValue.Kind, to: String)

    // Keys
    case unknownKey(String, entity: String, suggestion: String?)
    case unquotedText(String, entity: String, suggestion: String?)
    case unknownCollectionOperator(String)
    case toManyKey(String)
    case structureKey(String, example: String)
    case missingKey(after: String, entity: String)
    case missingElementKey(list: String, example: String)
    case ungroupedKey(String)
    case unfetchedKey(String)
    case havingWithoutGroups
    case repeatedName(String)

    // Operands
    case mismatchedOperand(of: String, expected: ErrorMessage, found: FetchValue.Kind)
    case incomparable(operator: String, FetchValue.Kind, FetchValue.Kind)
    case unordered(FetchValue.Kind, FetchValue.Kind)
    case otherEntity(String, String)
    case invalidBounds
    case mismatchedBranches(FetchValue.Kind, FetchValue.Kind)
    case invalidPattern(TextPatternError)

    // Queries that work in memory only
    case nonportable(NonportableFeature, SQLDialect)
    case memoryOnly(String)
    case selfInStore
    case listInStore
    case subqueryInStore
    case subqueryOfNoCollection
    case quantifierOfNoCollection(String)
    case unsupportedAggregate(function: String)
    case aggregateOfOneValue(function: String, String)
    case unsupportedOperands(function: String)
    case indexOfNoCollection
    case variableIndex
    case keyOfNoKeyPath
    case missingTypeHierarchy

    // Batch updates
    case computedAttribute(String)
    case toManyAssignment(String)
    case relatedAssignment(String, entity: String)
    case otherDestination(String, String, found: String)
    case mismatchedAttribute(String, type: String, found: FetchValue.Kind)
    case missingValue(String)
  }
}

extension FetchPredicateError.Reason {
  var errorMessage: ErrorMessage {
    switch self {
    case .unexpectedEnd(let expected):
      ErrorMessage("predicate.unexpectedEnd", "unexpected end of predicate: expected \(expected)")
    case .unexpectedToken(let token, let expected, let suggestion):
      ErrorMessage("predicate.unexpectedToken", "unexpected '\(token)': expected \(expected)")
        .suggesting(suggestion)
    case .unquotedWords(let text, let word):
      ErrorMessage(
        "predicate.unquotedWords", "unexpected '\(word)': text is in quotes: \"\(text)\"")
    case .invalidCharacter(let character):
      ErrorMessage("predicate.invalidCharacter", "invalid character '\(character)'")
    case .unterminatedString(let quote):
      ErrorMessage("predicate.unterminatedString", "unterminated string: expected \(quote)")
    case .invalidEscape(let text):
      ErrorMessage("predicate.invalidEscape", "invalid escape sequence '\(text)'")
    case .missingHexadecimalDigits(let count):
      ErrorMessage(
        "predicate.missingHexadecimalDigits",
        "invalid escape sequence: expected \(count) hexadecimal digits")
    case .missingName(let sign):
      ErrorMessage("predicate.missingName", "expected a name after '\(sign)'")
    case .invalidPlaceholder:
      ErrorMessage(
        "predicate.invalidPlaceholder", "invalid placeholder: expected %@, %K, %d or similar")
    case .invalidDigit(let digit, let number):
      ErrorMessage("predicate.invalidDigit", "unexpected '\(digit)' after the number \(number)")
    case .invalidNumber(let digits, let radix):
      ErrorMessage("predicate.invalidNumber", "'\(digits)' is not a number in base \(radix)")
    case .numberTooLarge(let number):
      ErrorMessage("predicate.numberTooLarge", "the number \(number) is too large")
    case .invalidDate(let text):
      ErrorMessage(
        "predicate.invalidDate",
        "'\(text)' is not a date: expected 2026-01-31 or 2026-01-31T12:00:00Z")
    case .nestingTooDeep(let limit):
      ErrorMessage("predicate.nestingTooDeep", "nested more than \(limit) levels deep")
    case .missingArgument(let placeholder):
      ErrorMessage("predicate.missingArgument", "no argument for \(placeholder)")
    case .extraArguments(let count):
      ErrorMessage("predicate.extraArguments", "more arguments than placeholders: \(count) left")
    case .mismatchedArgument(let placeholder, let expected):
      ErrorMessage("predicate.mismatchedArgument", "\(placeholder) needs \(expected)")
    case .argumentTooLarge(let placeholder):
      ErrorMessage(
        "predicate.argumentTooLarge", "the argument for \(placeholder) does not fit in 64 bits")
    case .unboundVariable(let name):
      ErrorMessage("predicate.unboundVariable", "the variable $\(name) has no value")
    case .unknownFunction(let name, let suggestion):
      ErrorMessage("predicate.unknownFunction", "unknown function '\(name)'")
        .suggesting(suggestion)
    case .wrongArgumentCount(let function, let expected, let found):
      ErrorMessage(
        "predicate.wrongArgumentCount",
        "wrong number of arguments for '\(function)': expected \(expected), found \(found)")
    case .missingCollection(let function):
      ErrorMessage("predicate.missingCollection", "\(function) needs a collection")
    case .invalidFunctionCall:
      ErrorMessage(
        "predicate.invalidFunctionCall", "FUNCTION needs an object and the name of a function")
    case .invalidBands:
      ErrorMessage("predicate.invalidBands", "bands takes a number and ascending bounds above 0")
    case .invalidCoordinate:
      ErrorMessage(
        "predicate.invalidCoordinate",
        "distanceToLocation:fromLocation: needs {latitude, longitude}")
    case .unknownType(let name):
      ErrorMessage("predicate.unknownType", "CAST does not support the type '\(name)'")
    case .invalidCast(let kind, let type):
      ErrorMessage(
        "predicate.invalidCast", "cannot cast \(kind.errorMessage) to \(type) in a store")
    case .unknownKey(let key, let entity, let suggestion):
      ErrorMessage("predicate.unknownKey", "unknown key '\(key)' in \(entity)")
        .suggesting(suggestion)
    case .unquotedText(let text, let entity, nil):
      ErrorMessage(
        "predicate.unquotedText",
        "unknown key '\(text)' in \(entity); text is in quotes: \"\(text)\"")
    case .unquotedText(let text, let entity, let suggestion?):
      ErrorMessage(
        "predicate.unquotedKey",
        "unknown key '\(text)' in \(entity), did you mean '\(suggestion)' or the text \"\(text)\"?")
    case .unknownCollectionOperator(let name):
      ErrorMessage("predicate.unknownCollectionOperator", "unknown collection operator '\(name)'")
    case .toManyKey(let path):
      ErrorMessage(
        "predicate.toManyKey",
        "'\(path)' has many values: use ANY, ALL, NONE, SUBQUERY or an operator such as @count")
    case .structureKey(let path, let example):
      ErrorMessage(
        "predicate.structureKey",
        "'\(path)' is a structure: compare it with nil, or name an attribute of it such as '\(example)'"
      )
    case .missingKey(let path, let entity):
      ErrorMessage("predicate.missingKey", "'\(path)' needs a key of \(entity) after the operator")
    case .missingElementKey(let list, let example):
      ErrorMessage(
        "predicate.missingElementKey", "'\(list)' needs a key of its elements, such as \(example)")
    case .ungroupedKey(let path):
      ErrorMessage(
        "predicate.ungroupedKey",
        "'\(path)' is neither in propertiesToGroupBy nor inside a function such as sum(…)")
    case .repeatedName(let name):
      ErrorMessage("predicate.repeatedName", "two properties have the name '\(name)'")
    case .unfetchedKey(let key):
      ErrorMessage(
        "predicate.unfetchedKey",
        "the related object with the key '\(key)' was not fetched: name its relationship in relationshipKeyPathsForPrefetching"
      )
    case .havingWithoutGroups:
      ErrorMessage("predicate.havingWithoutGroups", "havingPredicate needs propertiesToGroupBy")
    case .mismatchedOperand(let name, let expected, let kind):
      ErrorMessage(
        "predicate.mismatchedOperand", "\(name) needs \(expected), found \(kind.errorMessage)")
    case .incomparable(let name, let left, let right):
      ErrorMessage(
        "predicate.incomparable",
        "cannot apply \(name) to \(left.errorMessage) and \(right.errorMessage)")
    case .unordered(let left, let right):
      ErrorMessage(
        "predicate.unordered", "cannot order \(left.errorMessage) and \(right.errorMessage)")
    case .otherEntity(let first, let second):
      ErrorMessage(
        "predicate.otherEntity", "cannot compare an object of \(first) with one of \(second)")
    case .invalidBounds:
      ErrorMessage("predicate.invalidBounds", "BETWEEN needs a list of exactly two values")
    case .mismatchedBranches(let first, let second):
      ErrorMessage(
        "predicate.mismatchedBranches",
        "TERNARY cannot return both \(first.errorMessage) and \(second.errorMessage)")
    case .invalidPattern(let error): error.errorMessage
    case .nonportable(let feature, let dialect): feature.errorMessage(dialect.title)
    case .memoryOnly(let name):
      ErrorMessage("predicate.memoryOnly", "\(name) works in memory only, not in a store")
    case .selfInStore:
      ErrorMessage(
        "predicate.selfInStore", "SELF cannot be compared in a store; name one of its keys")
    case .listInStore:
      ErrorMessage(
        "predicate.listInStore", "a list works only with IN, BETWEEN, ANY and ALL in a store")
    case .subqueryInStore:
      ErrorMessage(
        "predicate.subqueryInStore", "SUBQUERY needs .@count, [SIZE] or a quantifier in a store")
    case .subqueryOfNoCollection:
      ErrorMessage(
        "predicate.subqueryOfNoCollection",
        "SUBQUERY needs a to-many relationship as its first argument")
    case .quantifierOfNoCollection(let quantifier):
      ErrorMessage(
        "predicate.quantifierOfNoCollection",
        "\(quantifier) needs a to-many relationship or a list on its left")
    case .unsupportedAggregate(let function):
      ErrorMessage("predicate.unsupportedAggregate", "a store cannot compute \(function) over rows")
    case .aggregateOfOneValue(let function, let path):
      ErrorMessage(
        "predicate.aggregateOfOneValue",
        "\(function) needs a list, and '\(path)' is one value of each object: fetch the aggregate of all objects first, and compare with its number"
      )
    case .unsupportedOperands(let function):
      ErrorMessage(
        "predicate.unsupportedOperands", "a store cannot compute \(function) from these operands")
    case .indexOfNoCollection:
      ErrorMessage(
        "predicate.indexOfNoCollection", "an index needs a to-many relationship in a store")
    case .variableIndex:
      ErrorMessage("predicate.variableIndex", "an index into a list must be a constant in a store")
    case .keyOfNoKeyPath:
      ErrorMessage(
        "predicate.keyOfNoKeyPath", "a key in brackets must follow a key path in a store")
    case .missingTypeHierarchy:
      ErrorMessage(
        "predicate.missingTypeHierarchy",
        "UTI-CONFORMS-TO needs Apple's hierarchy of types, which is not available here")
    case .computedAttribute(let path):
      ErrorMessage("predicate.computedAttribute", "'\(path)' is computed and cannot be set")
    case .toManyAssignment(let path):
      ErrorMessage(
        "predicate.toManyAssignment",
        "'\(path)' is a to-many relationship, which a batch update cannot set")
    case .relatedAssignment(let path, let entity):
      ErrorMessage(
        "predicate.relatedAssignment",
        "'\(path)' belongs to related objects: a batch update sets attributes of \(entity) only")
    case .otherDestination(let path, let entity, let other):
      ErrorMessage(
        "predicate.otherDestination", "'\(path)' leads to \(entity), found an object of \(other)")
    case .mismatchedAttribute(let path, let type, let kind):
      ErrorMessage(
        "predicate.mismatchedAttribute",
        "'\(path)' has the type \(type), found \(kind.errorMessage)")
    case .missingValue(let path):
      ErrorMessage("predicate.missingValue", "'\(path)' needs a value")
    }
  }
}
