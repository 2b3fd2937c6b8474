internal import Collation

/// A recursive descent parser of format strings.
///
/// The grammar is in Apple's Predicate Programming Guide, "BNF Definition of Cocoa Predicates".
struct PredicateParser {
  /// The content of parentheses, which may turn out to be either.
  enum Node {
    case condition(FetchPredicate)
    case operand(FetchExpression)
  }

  /// Deep recursion over a tree would overflow the stack.
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

  mutating func predicate() throws(FetchPredicateError) -> FetchPredicate {
    let condition = try condition(try disjunction())
    try expectEnd()
    return condition
  }

  mutating func expression() throws(FetchPredicateError) -> FetchExpression {
    let node = try disjunction()
    try expectEnd()
    return try operand(node)
  }

  private func expectEnd() throws(FetchPredicateError) {
    guard token.kind == .end else { throw unexpected(Expected.end) }
    let surplus = arguments.count - quotedPlaceholderCount
    guard surplus <= 0 else { throw fail(.extraArguments(count: surplus), at: token.offset) }
  }

  /// The number of placeholders in quotes, as in `'%@'`: they are text, and an argument for them is ignored.
  private var quotedPlaceholderCount: Int {
    tokens.reduce(0) { count, token in
      guard case .string(let text) = token.kind else { return count }
      return count
        + zip(text, text.dropFirst()).count { $0 == "%" && PredicateLexer.isPlaceholder($1) }
    }
  }
}

// MARK: - Trees

extension PredicateParser {
  /// Mutating, so that the error is at the token after the node.
  mutating func condition(_ node: Node) throws(FetchPredicateError) -> FetchPredicate {
    switch node {
    case .condition(let condition): return condition
    case .operand: throw noComparison
    }
  }

  private var noComparison: FetchPredicateError {
    guard case .word(let text) = token.kind, !isAfterNumber else {
      return unexpected(Expected.comparison)
    }
    return unexpected(
      Expected.comparison,
      suggestion: NearestName.nearest(to: text, in: ComparisonOperator.allCases.map(\.rawValue)))
  }

  /// Whether the token follows a number, as a unit does, so that it is not a misspelled comparison.
  private var isAfterNumber: Bool {
    guard position > 0 else { return false }
    switch tokens[position - 1].kind {
    case .integer, .double, .largeInteger: return true
    case .word, .name, .collectionOperator, .variable, .string, .date, .placeholder, .symbol, .end:
      return false
    }
  }

  mutating func operand(_ node: Node) throws(FetchPredicateError) -> FetchExpression {
    switch node {
    case .operand(let operand): return operand
    case .condition: throw unexpected(Expected.expression)
    }
  }

  /// Returns a tree; throws for one that is nested too deeply.
  func checked<Tree: SyntaxTree>(_ tree: Tree) throws(FetchPredicateError) -> Tree {
    guard tree.depth <= Self.maximumDepth else { throw tooDeep() }
    return tree
  }

  /// Enters nested syntax; throws beyond the maximum depth.
  ///
  /// Every `enter` needs a `leave`, except when parsing fails.
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

  var following: PredicateToken { tokens[min(position + 1, tokens.count - 1)] }

  typealias Expected = FetchPredicateError.Expected

  func fail(_ reason: FetchPredicateError.Reason, at offset: Int) -> FetchPredicateError {
    FetchPredicateError(.parse, reason, offset: offset, format: format)
  }

  func unexpected(_ expected: ErrorMessage, suggestion: String? = nil) -> FetchPredicateError {
    guard token.kind != .end else {
      return fail(.unexpectedEnd(expected: expected), at: token.offset)
    }
    if let words = unquotedWords {
      return fail(.unquotedWords(text(words), unexpected: tokenText), at: words.lowerBound)
    }
    return fail(
      .unexpectedToken(tokenText, expected: expected, suggestion: suggestion), at: token.offset)
  }

  /// The bytes of the words around the token that are meant as a text, as in `city = New York`.
  private var unquotedWords: Range<Int>? {
    guard position > 1, tokens[position - 2].precedesOperand else { return nil }
    let start = position - 1
    let words = tokens[start...].prefix(while: \.isName)
    guard words.count > 1, let last = words.last, tokens[words.endIndex].followsOperand else {
      return nil
    }
    return tokens[start].offset..<last.end
  }

  private var tokenText: String { text(token.offset..<token.end) }

  private func text(_ bytes: Range<Int>) -> String {
    String(decoding: format.utf8.dropFirst(bytes.lowerBound).prefix(bytes.count), as: UTF8.self)
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

  mutating func argument() throws(FetchPredicateError) -> FetchExpression {
    guard let argument = arguments.popFirst() else {
      throw fail(.missingArgument(placeholder: tokenText), at: token.offset)
    }
    return argument
  }
}

extension PredicateParser {
  mutating func disjunction() throws(FetchPredicateError) -> Node {
    let first = try conjunction()
    return isOr ? try disjunction(from: first) : first
  }

  private mutating func disjunction(from first: Node) throws(FetchPredicateError) -> Node {
    var parts = [try condition(first)]
    while takeOr() { parts.append(try condition(try conjunction())) }
    return .condition(try checked(.any(parts)))
  }

  private mutating func conjunction() throws(FetchPredicateError) -> Node {
    let first = try negation()
    return isAnd ? try conjunction(from: first) : first
  }

  private mutating func conjunction(from first: Node) throws(FetchPredicateError) -> Node {
    var parts = [try condition(first)]
    while takeAnd() { parts.append(try condition(try negation())) }
    return .condition(try checked(.all(parts)))
  }

  private var isOr: Bool { token.keyword == "OR" || token.kind == .symbol("||") }
  private var isAnd: Bool { token.keyword == "AND" || token.kind == .symbol("&&") }
  private mutating func takeOr() -> Bool { take(symbol: "||") || take(keyword: "OR") }
  private mutating func takeAnd() -> Bool { take(symbol: "&&") || take(keyword: "AND") }

  private mutating func negation() throws(FetchPredicateError) -> Node {
    takeNot() ? try negated() : try keywordCondition()
  }

  private mutating func takeNot() -> Bool { take(symbol: "!") || take(keyword: "NOT") }

  private mutating func negated() throws(FetchPredicateError) -> Node {
    try enter()
    defer { leave() }
    let inner = try condition(try negation())
    return .condition(try checked(.not(inner)))
  }

  private mutating func keywordCondition() throws(FetchPredicateError) -> Node {
    switch token.keyword {
    case "TRUEPREDICATE": return constant(true)
    case "FALSEPREDICATE": return constant(false)
    case "ANY", "SOME": return .condition(try quantified(.any))
    case "ALL": return .condition(try quantified(.all))
    case "NONE":
      let any = try quantified(.any)
      return .condition(try checked(.not(any)))
    default: return try comparison()
    }
  }

  private mutating func comparison() throws(FetchPredicateError) -> Node {
    let left = try self.left()
    guard case .operand(let operand) = left else { return left }
    guard let comparison = token.comparisonOperator else { return left }
    return .condition(try self.comparison(of: operand, comparison, .direct))
  }

  private mutating func constant(_ value: Bool) -> Node {
    advance()
    return .condition(.constant(value))
  }

  private mutating func quantified(_ modifier: ComparisonModifier) throws(FetchPredicateError)
    -> FetchPredicate
  {
    advance()
    let left = try operand(try self.left())
    guard let comparison = token.comparisonOperator else { throw unexpected(Expected.comparison) }
    return try self.comparison(of: left, comparison, modifier)
  }

  /// Parses a comparison from its operator on.
  private mutating func comparison(
    of left: FetchExpression, _ comparison: ComparisonOperator, _ modifier: ComparisonModifier
  ) throws(FetchPredicateError) -> FetchPredicate {
    let position = SourcePosition(offset: token.offset)
    advance()
    let options = try self.options()
    let right = try operand(try self.left())
    return try checked(
      .comparison(
        ComparisonPredicate(
          left: left, comparison: comparison, right: right, modifier: modifier,
          options: options, position: position)))
  }

  private mutating func options() throws(FetchPredicateError) -> TextOptions {
    guard token.kind == .symbol("["), case .word(let letters) = following.kind else { return [] }
    advance()
    var options: TextOptions = []
    for letter in letters.lowercased() {
      guard let option = TextOptions(letter: letter) else { throw unexpected(Expected.options) }
      options.insert(option)
    }
    advance()
    try expect(symbol: "]")
    return options
  }
}

extension PredicateToken {
  fileprivate var comparisonOperator: ComparisonOperator? {
    switch kind {
    case .symbol("="): .equal
    case .symbol("<>"): .notEqual
    case .symbol("=<"): .lessThanOrEqual
    case .symbol("=>"): .greaterThanOrEqual
    case .symbol(let symbol): ComparisonOperator(rawValue: symbol)
    case .word: keyword.flatMap(ComparisonOperator.init)
    default: nil
    }
  }

  fileprivate var isName: Bool { if case .word = kind { keyword == nil } else { false } }

  /// Whether the right side of a comparison, or an element of a list, may follow.
  fileprivate var precedesOperand: Bool {
    ["]", "{", ","].contains { kind == .symbol($0) } || comparisonOperator != nil
  }

  /// Whether a comparison or an element of a list may end before the token.
  fileprivate var followsOperand: Bool {
    [")", "}", ",", "&&", "||"].contains { kind == .symbol($0) } || kind == .end
      || keyword == "AND" || keyword == "OR"
  }
}

extension TextOptions {
  /// The options with their letters, in the order in which they are printed.
  static let letters: [(letter: Character, option: TextOptions)] = [
    ("c", .caseInsensitive), ("d", .diacriticInsensitive), ("l", .localeAware), ("n", .normalized),
  ]

  init?(letter: Character) {
    guard let found = Self.letters.first(where: { $0.letter == letter }) else { return nil }
    self = found.option
  }
}
