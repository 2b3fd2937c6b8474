internal import Collation

/// Reads a format text: a recursive descent over its tokens, one function for a kind of phrase.
///
/// The grammar is that of Apple's Predicate Programming Guide, "BNF Definition of Cocoa Predicates".
struct PredicateParser {
  /// A tree and how many levels it has; trees are refused long before a recursion over them could
  /// end the stack.
  struct Parsed<Tree> {
    let tree: Tree
    let depth: Int
  }

  typealias Condition = Parsed<FetchPredicate>
  typealias Operand = Parsed<FetchExpression>

  /// What a parenthesis can hold: it is not known before its end.
  enum Node {
    case condition(Condition)
    case operand(Operand)
  }

  static let maximumDepth = 500

  let format: String
  let tokens: [PredicateToken]
  var position = 0
  private var arguments: ArraySlice<FetchExpression>
  private var depth = 0

  init(_ format: String, arguments: [FetchExpression]) throws(FetchPredicateError) {
    self.format = format
    self.arguments = arguments[...]
    tokens = try PredicateLexer.tokens(of: format)
  }

  /// Reads the whole text as a predicate.
  mutating func predicate() throws(FetchPredicateError) -> FetchPredicate {
    let condition = try condition(try disjunction())
    try expectEnd()
    return condition.tree
  }

  /// Reads the whole text as an expression.
  mutating func expression() throws(FetchPredicateError) -> FetchExpression {
    let node = try disjunction()
    try expectEnd()
    return try operand(node).tree
  }

  private func expectEnd() throws(FetchPredicateError) {
    guard token.kind == .end else { throw unexpected(Expected.end) }
    guard arguments.isEmpty else {
      throw fail(.extraArguments(count: arguments.count), at: token.offset)
    }
  }
}

// MARK: - Trees

extension PredicateParser {
  /// Mutating, so that it looks at the token after the node and not at the one before it.
  mutating func condition(_ node: Node) throws(FetchPredicateError) -> Condition {
    switch node {
    case .condition(let condition): return condition
    case .operand: throw noComparison
    }
  }

  private var noComparison: FetchPredicateError {
    guard case .word(let text) = token.kind else { return unexpected(Expected.comparison) }
    return unexpected(
      Expected.comparison,
      suggestion: NearestName.nearest(to: text, in: ComparisonOperator.allCases.map(\.rawValue)))
  }

  /// Mutating, so that it looks at the token after the node and not at the one before it.
  mutating func operand(_ node: Node) throws(FetchPredicateError) -> Operand {
    switch node {
    case .operand(let operand): return operand
    case .condition: throw unexpected(Expected.expression)
    }
  }

  /// A tree without parts.
  func leaf<Tree>(_ tree: Tree) -> Parsed<Tree> { Parsed(tree: tree, depth: 1) }

  /// A tree over parts of the given depths.
  func made<Tree>(_ tree: Tree, over depths: [Int]) throws(FetchPredicateError) -> Parsed<Tree> {
    let depth = (depths.max() ?? 0) + 1
    guard depth <= Self.maximumDepth else { throw tooDeep() }
    return Parsed(tree: tree, depth: depth)
  }

  /// Goes some levels deeper; refuses to go below the limit, long before the stack ends.
  ///
  /// Every `enter` has its `leave`; what throws ends the parsing.
  mutating func enter(levels: Int = 1) throws(FetchPredicateError) {
    depth += levels
    guard depth <= Self.maximumDepth else { throw tooDeep() }
  }

  mutating func leave(levels: Int = 1) { depth -= levels }

  private func tooDeep() -> FetchPredicateError {
    fail(.nestingTooDeep(limit: Self.maximumDepth), at: token.offset)
  }
}

// MARK: - Tokens

extension PredicateParser {
  var token: PredicateToken { tokens[position] }

  /// The token after this one; the last one for the last.
  var following: PredicateToken { tokens[min(position + 1, tokens.count - 1)] }

  typealias Expected = FetchPredicateError.Expected

  func fail(_ reason: FetchPredicateError.Reason, at offset: Int) -> FetchPredicateError {
    FetchPredicateError(.parse, reason, offset: offset, format: format)
  }

  func unexpected(_ expected: ErrorMessage, suggestion: String? = nil) -> FetchPredicateError {
    guard token.kind != .end else {
      return fail(.unexpectedEnd(expected: expected), at: token.offset)
    }
    return fail(
      .unexpectedToken(tokenText, expected: expected, suggestion: suggestion), at: token.offset)
  }

  /// The token as written.
  private var tokenText: String {
    String(
      decoding: format.utf8.dropFirst(token.offset).prefix(token.end - token.offset), as: UTF8.self)
  }

  mutating func advance() { if position < tokens.count - 1 { position += 1 } }

  mutating func take(symbol: String) -> Bool {
    guard token.kind == .symbol(symbol) else { return false }
    advance()
    return true
  }

  mutating func take(keyword: String...) -> Bool {
    guard let found = token.keyword, keyword.contains(found) else { return false }
    advance()
    return true
  }

  mutating func expect(symbol: String) throws(FetchPredicateError) {
    guard take(symbol: symbol) else { throw unexpected(Expected.symbol(symbol)) }
  }

  /// The next argument for a placeholder.
  mutating func argument() throws(FetchPredicateError) -> FetchExpression {
    guard let argument = arguments.popFirst() else {
      throw fail(.missingArgument(placeholder: tokenText), at: token.offset)
    }
    return argument
  }
}
