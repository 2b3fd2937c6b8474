extension FetchPredicateError {
  /// The expected value in a message.
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
