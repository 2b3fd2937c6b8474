internal import Foundation

extension PredicateParser {
  mutating func left() throws(FetchPredicateError) -> Node {
    try binary(tighterThan: 0)
  }

  private enum InfixOperator {
    case set(SetOperation)
    case function(ExpressionFunction)

    var precedence: Int {
      switch self {
      case .set: 1
      case .function(let function): function.infix?.precedence ?? 0
      }
    }
  }

  /// Parses left-associative infix operators with a precedence above a limit.
  private mutating func binary(tighterThan limit: Int) throws(FetchPredicateError) -> Node {
    var left = try power()
    while let infix = infixOperator, infix.precedence > limit {
      let first = try operand(left)
      advance()
      let second = try operand(try binary(tighterThan: infix.precedence))
      let tree: FetchExpression =
        switch infix {
        case .set(let operation): .setOperation(operation, first, second)
        case .function(let function): .function(function, [first, second])
        }
      left = .operand(try checked(tree))
    }
    return left
  }

  private var infixOperator: InfixOperator? {
    switch token.kind {
    case .symbol(let sign): ExpressionFunction.bySign[sign].map(InfixOperator.function)
    case .word: token.keyword.flatMap(SetOperation.init).map(InfixOperator.set)
    default: nil
    }
  }

  private mutating func power() throws(FetchPredicateError) -> Node {
    let base = try unary()
    return token.kind == .symbol("**") ? try power(of: base) : base
  }

  private mutating func power(of base: Node) throws(FetchPredicateError) -> Node {
    try enter()
    defer { leave() }
    let first = try operand(base)
    advance()
    let second = try operand(try power())
    let tree = FetchExpression.function(.power, [first, second])
    return .operand(try checked(tree))
  }

  private mutating func unary() throws(FetchPredicateError) -> Node {
    if take(symbol: "+") { return .operand(try signed()) }
    if take(symbol: "-") { return .operand(try negative()) }
    let node = try atom()
    guard case .operand(let operand) = node, hasSteps else { return node }
    return .operand(try steps(after: operand))
  }

  private mutating func signed() throws(FetchPredicateError) -> FetchExpression {
    try enter()
    defer { leave() }
    return try operand(try unary())
  }

  private mutating func negative() throws(FetchPredicateError) -> FetchExpression {
    if let literal = takeNegativeLiteral() { return try steps(after: literal) }
    let value = try signed()
    let tree = FetchExpression.function(.subtract, [.constant(.integer(0)), value])
    return try checked(tree)
  }

  /// Parses a number after a minus sign; the smallest integer has no positive counterpart.
  private mutating func takeNegativeLiteral() -> FetchExpression? {
    let value: FetchValue
    switch token.kind {
    case .integer(let number): value = .integer(-number)
    case .double(let number): value = .double(-number)
    case .largeInteger(let number): value = number == 0x1p63 ? .integer(.min) : .double(-number)
    default: return nil
    }
    advance()
    return .constant(value)
  }

  private var hasSteps: Bool { token.kind == .symbol(".") || token.kind == .symbol("[") }

  /// Parses the suffixes of an atom: `.key`, `.@count`, `[index]`.
  private mutating func steps(after atom: FetchExpression) throws(FetchPredicateError)
    -> FetchExpression
  {
    var result = atom
    while true {
      if take(symbol: ".") {
        result = try checked(result.appending(key: try key()))
      } else if take(symbol: "[") {
        let index = try index()
        result = try checked(.element(result, index))
        try expect(symbol: "]")
      } else {
        return result
      }
    }
  }

  private mutating func key() throws(FetchPredicateError) -> String {
    switch token.kind {
    case .word(let text), .name(let text), .collectionOperator(let text):
      advance()
      return text
    case .placeholder("K"):
      guard case .keyPath(let path, _) = try placeholder("K") else {
        throw unexpected(Expected.keyPath)
      }
      return path
    default: throw unexpected(Expected.key)
    }
  }

  private mutating func index() throws(FetchPredicateError) -> ExpressionIndex {
    try enter()
    defer { leave() }
    if take(keyword: "FIRST") { return .first }
    if take(keyword: "LAST") { return .last }
    if take(keyword: "SIZE") { return .size }
    let place = try operand(try left())
    return .at(place)
  }
}

extension FetchExpression {
  func appending(key: String) -> FetchExpression {
    switch self {
    case .keyPath(let path, let position): .keyPath("\(path).\(key)", at: position)
    case .evaluatedObject: .keyPath(key)
    case .step(let base, let path): .step(base, keyPath: "\(path).\(key)")
    case .constant, .variable, .function, .aggregate, .subquery, .conditional, .setOperation,
      .element, .assignment, .anyKey:
      .step(self, keyPath: key)
    }
  }
}

extension PredicateParser {
  mutating func atom() throws(FetchPredicateError) -> Node {
    token.kind == .symbol("(") ? try parenthesis() : .operand(try operandAtom())
  }

  private mutating func operandAtom() throws(FetchPredicateError) -> FetchExpression {
    if token.kind == .symbol("{") { return try aggregate() }
    guard case .word(let text) = token.kind else { return try shortAtom() }
    guard let keyword = token.keyword else { return try nameOrCall(text) }
    return try keywordAtom(keyword, text)
  }

  /// Parses an atom of one token, or an assignment to a variable.
  private mutating func shortAtom() throws(FetchPredicateError) -> FetchExpression {
    let token = self.token
    switch token.kind {
    case .string(let text): return constant(.string(text))
    case .integer(let number): return constant(.integer(number))
    case .double(let number), .largeInteger(let number): return constant(.double(number))
    case .date(let seconds): return constant(.date(Date(timeIntervalSince1970: seconds)))
    case .placeholder(let letter): return try placeholder(letter)
    case .variable(let name): return try variable(name)
    case .collectionOperator(let name), .name(let name):
      return take(.keyPath(name, at: SourcePosition(offset: token.offset)))
    case .word, .symbol, .end: throw unexpected(Expected.operand)
    }
  }

  private mutating func constant(_ value: FetchValue) -> FetchExpression { take(.constant(value)) }

  private mutating func take(_ expression: FetchExpression) -> FetchExpression {
    advance()
    return expression
  }

  private mutating func parenthesis() throws(FetchPredicateError) -> Node {
    try enter()
    defer { leave() }
    advance()
    let inner = try disjunction()
    try expect(symbol: ")")
    return inner
  }

  private mutating func aggregate() throws(FetchPredicateError) -> FetchExpression {
    try enter()
    defer { leave() }
    advance()
    let elements = try list(until: "}")
    return try checked(.list(elements))
  }

  /// Parses expressions separated by commas, including the closing symbol.
  mutating func list(until closing: String) throws(FetchPredicateError) -> [FetchExpression] {
    if take(symbol: closing) { return [] }
    var elements: [FetchExpression] = []
    repeat { elements.append(try operand(try left())) } while take(symbol: ",")
    guard take(symbol: closing) else { throw unexpected(Expected.commaOrSymbol(closing)) }
    return elements
  }

  private mutating func variable(_ name: String) throws(FetchPredicateError) -> FetchExpression {
    advance()
    return token.kind == .symbol(":=") ? try assignment(name) : .variable(name)
  }

  private mutating func assignment(_ name: String) throws(FetchPredicateError) -> FetchExpression {
    try enter()
    defer { leave() }
    advance()
    let value = try operand(try left())
    return try checked(.assignment(name, value))
  }

  private mutating func keywordAtom(_ keyword: String, _ text: String) throws(FetchPredicateError)
    -> FetchExpression
  {
    switch keyword {
    case "TRUE", "YES": return take(.constant(.integer(1)))
    case "FALSE", "NO": return take(.constant(.integer(0)))
    case "NULL", "NIL": return take(.constant(.null))
    case "SELF": return take(.evaluatedObject)
    case "ANYKEY": return take(.anyKey)
    case "SUBQUERY": return try subquery()
    case "TERNARY": return try ternary()
    case "FUNCTION": return try functionCall()
    case "CAST": return try call(.cast)
    case "FIRST", "LAST", "SIZE": return try nameOrCall(text)
    default: throw unexpected(Expected.keyPath(insteadOf: text))
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
      guard !value.isNested(deeperThan: Self.maximumDepth) else {
        throw fail(.nestingTooDeep(limit: Self.maximumDepth), at: place)
      }
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
    if isFloating { return .constant(FetchValue.double(double).asConstant) }
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

extension FetchValue {
  /// The value as the format language represents it: Booleans are 1 or 0, NaN is nil.
  fileprivate var asConstant: FetchValue {
    switch self {
    case .bool(let flag): .integer(flag ? 1 : 0)
    case .double(let number): number.isNaN ? .null : self
    case .list(let elements): .list(elements.map(\.asConstant))
    case .object(let members): .object(members.mapValues(\.asConstant))
    case .null, .integer, .string, .date, .data: self
    }
  }
}
