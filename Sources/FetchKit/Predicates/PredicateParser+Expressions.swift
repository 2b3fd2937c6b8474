extension PredicateParser {
  /// One side of a comparison: everything that binds tighter than the comparison.
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

  /// Operands with operators between them, from left to right, as far as they bind tighter.
  private mutating func binary(tighterThan limit: Int) throws(FetchPredicateError) -> Node {
    var left = try power()
    while let infix = infixOperator, infix.precedence > limit {
      let first = try operand(left)
      advance()
      let second = try operand(try binary(tighterThan: infix.precedence))
      let tree: FetchExpression =
        switch infix {
        case .set(let operation): .setOperation(operation, first.tree, second.tree)
        case .function(let function): .function(function, [first.tree, second.tree])
        }
      left = .operand(try made(tree, over: [first.depth, second.depth]))
    }
    return left
  }

  /// The operator that the token is; nil when it is none.
  private var infixOperator: InfixOperator? {
    switch token.kind {
    case .symbol("&"): .function(.bitwiseAnd)
    case .symbol("|"): .function(.bitwiseOr)
    case .symbol("^"): .function(.bitwiseXor)
    case .symbol("+"): .function(.add)
    case .symbol("-"): .function(.subtract)
    case .symbol("*"): .function(.multiply)
    case .symbol("/"): .function(.divide)
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
    let tree = FetchExpression.function(.power, [first.tree, second.tree])
    return .operand(try made(tree, over: [first.depth, second.depth]))
  }

  private mutating func unary() throws(FetchPredicateError) -> Node {
    if take(symbol: "+") { return .operand(try signed()) }
    if take(symbol: "-") { return .operand(try negative()) }
    let node = try atom()
    guard case .operand(let operand) = node, hasSteps else { return node }
    return .operand(try steps(after: operand))
  }

  private mutating func signed() throws(FetchPredicateError) -> Operand {
    try enter()
    defer { leave() }
    return try operand(try unary())
  }

  private mutating func negative() throws(FetchPredicateError) -> Operand {
    if let literal = takeNegativeLiteral() { return try steps(after: literal) }
    let value = try signed()
    let tree = FetchExpression.function(.subtract, [.constant(.integer(0)), value.tree])
    return try made(tree, over: [value.depth])
  }

  /// The number after a minus sign; the smallest integer has no positive counterpart.
  private mutating func takeNegativeLiteral() -> Operand? {
    let value: Value
    switch token.kind {
    case .integer(let number): value = .integer(-number)
    case .double(let number): value = .double(-number)
    case .largeInteger(let number): value = number == 0x1p63 ? .integer(.min) : .double(-number)
    default: return nil
    }
    advance()
    return leaf(.constant(value))
  }

  private var hasSteps: Bool { token.kind == .symbol(".") || token.kind == .symbol("[") }

  /// What may follow an atom: `.key`, `.@count`, `[index]`.
  private mutating func steps(after atom: Operand) throws(FetchPredicateError) -> Operand {
    var result = atom
    while true {
      if take(symbol: ".") {
        result = try made(result.tree.appending(key: try key()), over: [result.depth - 1])
      } else if take(symbol: "[") {
        let index = try index()
        result = try made(.element(result.tree, index.tree), over: [result.depth, index.depth])
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

  private mutating func index() throws(FetchPredicateError) -> Parsed<ExpressionIndex> {
    try enter()
    defer { leave() }
    if take(keyword: "FIRST") { return leaf(.first) }
    if take(keyword: "LAST") { return leaf(.last) }
    if take(keyword: "SIZE") { return leaf(.size) }
    let place = try operand(try left())
    return Parsed(tree: .at(place.tree), depth: place.depth)
  }
}

extension FetchExpression {
  /// The expression with one more key behind it; key paths grow, others get a step.
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
