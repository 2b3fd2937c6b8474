extension PredicateParser {
  mutating func atom() throws(FetchPredicateError) -> Node {
    token.kind == .symbol("(") ? try parenthesis() : .operand(try operandAtom())
  }

  private mutating func operandAtom() throws(FetchPredicateError) -> Operand {
    if token.kind == .symbol("{") { return try aggregate() }
    guard case .word(let text) = token.kind else { return try shortAtom() }
    guard let keyword = token.keyword else { return try nameOrCall(text) }
    guard let phrase = Phrase(rawValue: keyword) else { return try keywordAtom(keyword, text) }
    return try self.phrase(phrase, text)
  }

  /// What is one token, and an assignment to a variable.
  private mutating func shortAtom() throws(FetchPredicateError) -> Operand {
    let token = self.token
    switch token.kind {
    case .string(let text): return constant(.string(text))
    case .integer(let number): return constant(.integer(number))
    case .double(let number), .largeInteger(let number): return constant(.double(number))
    case .placeholder(let letter): return leaf(try placeholder(letter))
    case .variable(let name): return try variable(name)
    case .collectionOperator(let name), .name(let name):
      return take(.keyPath(name, at: SourcePosition(offset: token.offset)))
    case .word, .symbol, .end: throw unexpected(Expected.operand)
    }
  }

  private mutating func constant(_ value: Value) -> Operand { take(.constant(value)) }

  private mutating func take(_ expression: FetchExpression) -> Operand {
    advance()
    return leaf(expression)
  }

  private mutating func parenthesis() throws(FetchPredicateError) -> Node {
    try enter()
    defer { leave() }
    advance()
    let inner = try disjunction()
    try expect(symbol: ")")
    return inner
  }

  private mutating func aggregate() throws(FetchPredicateError) -> Operand {
    try enter()
    defer { leave() }
    advance()
    let elements = try list(until: "}")
    return try made(.list(elements.map(\.tree)), over: elements.map(\.depth))
  }

  /// Expressions with commas between them, up to and with a closing sign.
  mutating func list(until closing: String) throws(FetchPredicateError) -> [Operand] {
    if take(symbol: closing) { return [] }
    var elements: [Operand] = []
    repeat { elements.append(try operand(try left())) } while take(symbol: ",")
    guard take(symbol: closing) else { throw unexpected(Expected.commaOrSymbol(closing)) }
    return elements
  }

  private mutating func variable(_ name: String) throws(FetchPredicateError) -> Operand {
    advance()
    return token.kind == .symbol(":=") ? try assignment(name) : leaf(.variable(name))
  }

  private mutating func assignment(_ name: String) throws(FetchPredicateError) -> Operand {
    try enter()
    defer { leave() }
    advance()
    let value = try operand(try left())
    return try made(.assignment(name, value.tree), over: [value.depth])
  }

  /// A word before a parenthesis that is no ordinary function.
  private enum Phrase: String {
    case subquery = "SUBQUERY"
    case ternary = "TERNARY"
    case function = "FUNCTION"
    case cast = "CAST"
    case first = "FIRST"
    case last = "LAST"
    case size = "SIZE"
  }

  private mutating func phrase(_ phrase: Phrase, _ text: String) throws(FetchPredicateError)
    -> Operand
  {
    switch phrase {
    case .subquery: try subquery()
    case .ternary: try ternary()
    case .function: try functionCall()
    case .cast: try call(.cast)
    case .first, .last, .size: try nameOrCall(text)
    }
  }

  private mutating func keywordAtom(_ keyword: String, _ text: String) throws(FetchPredicateError)
    -> Operand
  {
    switch keyword {
    case "TRUE", "YES": return take(.constant(.integer(1)))
    case "FALSE", "NO": return take(.constant(.integer(0)))
    case "NULL", "NIL": return take(.constant(.null))
    case "SELF": return take(.evaluatedObject)
    case "ANYKEY": return take(.anyKey)
    default:
      throw unexpected(Expected.keyPath(insteadOf: text))
    }
  }
}

// MARK: - Placeholders

extension PredicateParser {
  mutating func placeholder(_ letter: Character) throws(FetchPredicateError) -> FetchExpression {
    let place = token.offset
    let argument = try self.argument()
    let checked = try check(argument, for: letter, at: place)
    advance()
    return checked
  }

  private func check(_ argument: FetchExpression, for letter: Character, at place: Int)
    throws(FetchPredicateError) -> FetchExpression
  {
    switch letter {
    case "@":
      guard case .constant(let value) = argument else { return argument }
      return .constant(value.asConstant)
    case "K": return try keyPath(argument, at: place)
    case "s":
      guard case .constant(.string) = argument else {
        throw mismatch("s", Expected.string, at: place)
      }
      return argument
    default: return try number(argument, for: letter, at: place)
    }
  }

  private func keyPath(_ argument: FetchExpression, at place: Int) throws(FetchPredicateError)
    -> FetchExpression
  {
    switch argument {
    case .constant(.string(let path)):
      guard !path.isEmpty else { throw mismatch("K", Expected.keyPath, at: place) }
      return path.uppercased() == "SELF"
        ? .evaluatedObject : .keyPath(path, at: SourcePosition(offset: place))
    case .keyPath: return argument
    default: throw mismatch("K", Expected.keyPath, at: place)
    }
  }

  private func number(_ argument: FetchExpression, for letter: Character, at place: Int)
    throws(FetchPredicateError) -> FetchExpression
  {
    guard case .constant(let value) = argument, let double = value.doubleValue else {
      throw mismatch(letter, Expected.number, at: place)
    }
    let isFloating = "fFeEgGaA".contains(letter)
    if isFloating { return .constant(Value.double(double).asConstant) }
    guard let integer = value.integerValue ?? Int64(exactly: double.rounded(.towardZero)) else {
      throw fail(.argumentTooLarge(placeholder: "%\(letter)"), at: place)
    }
    return .constant(.integer(integer))
  }

  private func mismatch(_ letter: Character, _ expected: ErrorMessage, at place: Int)
    -> FetchPredicateError
  {
    fail(.mismatchedArgument(placeholder: "%\(letter)", expected: expected), at: place)
  }
}

extension Value {
  /// The value as the format language writes it: truth is 1 or 0, what is not a number is nil.
  fileprivate var asConstant: Value {
    switch self {
    case .bool(let flag): .integer(flag ? 1 : 0)
    case .double(let number): number.isNaN ? .null : self
    case .list(let elements): .list(elements.map(\.asConstant))
    case .object(let members): .object(members.mapValues(\.asConstant))
    case .null, .integer, .string, .date, .data: self
    }
  }
}
