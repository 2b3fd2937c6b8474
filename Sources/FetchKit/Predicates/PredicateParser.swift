/// Reads a format text: a recursive descent over its tokens, one function for a level of precedence.
///
/// The grammar is that of Apple's Predicate Programming Guide, "BNF Definition of Cocoa Predicates".
struct PredicateParser {
  /// What a parenthesis can hold: it is not known before its end.
  enum Node {
    case predicate(FetchPredicate)
    case expression(FetchExpression)
  }

  static let maximumDepth = 500

  let format: String
  private let tokens: [PredicateToken]
  private var position = 0
  private var arguments: ArraySlice<FetchExpression>
  private var depth = 0

  init(_ format: String, arguments: [FetchExpression]) throws(PredicateError) {
    self.format = format
    self.arguments = arguments[...]
    tokens = try PredicateLexer.tokens(of: format)
  }

  /// Reads the whole text as a predicate.
  mutating func predicate() throws(PredicateError) -> FetchPredicate {
    let node = try disjunction()
    try expectEnd()
    return try condition(node)
  }

  /// Reads the whole text as an expression.
  mutating func expression() throws(PredicateError) -> FetchExpression {
    let node = try disjunction()
    try expectEnd()
    return try operand(node)
  }

  private func expectEnd() throws(PredicateError) {
    guard token.kind == .end else { throw unexpected("the end, AND or OR") }
    guard arguments.isEmpty else {
      throw fail("\(arguments.count) more arguments than placeholders", at: token.offset)
    }
  }
}

// MARK: - Tokens

extension PredicateParser {
  var token: PredicateToken { tokens[position] }

  func fail(_ message: String, at offset: Int) -> PredicateError {
    PredicateError(.parse, message, offset: offset, format: format)
  }

  func unexpected(_ expected: String) -> PredicateError {
    fail("expected \(expected), found \(token.description)", at: token.offset)
  }

  mutating func advance() { if position < tokens.count - 1 { position += 1 } }

  mutating func take(symbol: String) -> Bool {
    guard token.kind == .symbol(symbol) else { return false }
    advance()
    return true
  }

  mutating func take(anyOf symbols: [String]) -> String? {
    guard case .symbol(let symbol) = token.kind, symbols.contains(symbol) else { return nil }
    advance()
    return symbol
  }

  mutating func take(keyword: String...) -> Bool {
    guard let found = token.keyword, keyword.contains(found) else { return false }
    advance()
    return true
  }

  mutating func expect(symbol: String) throws(PredicateError) {
    guard take(symbol: symbol) else { throw unexpected("'\(symbol)'") }
  }

  /// The next argument for a placeholder.
  mutating func argument() throws(PredicateError) -> FetchExpression {
    guard let argument = arguments.popFirst() else {
      throw fail("no argument is left for \(token.description)", at: token.offset)
    }
    return argument
  }

  /// Runs one level deeper; refuses to go below the limit, long before the stack ends.
  private mutating func nested(
    _ body: (inout PredicateParser) throws(PredicateError) -> Node
  ) throws(PredicateError) -> Node {
    depth += 1
    defer { depth -= 1 }
    guard depth <= Self.maximumDepth else {
      throw fail("nested more than \(Self.maximumDepth) levels deep", at: token.offset)
    }
    return try body(&self)
  }
}

// MARK: - Predicates

extension PredicateParser {
  func condition(_ node: Node) throws(PredicateError) -> FetchPredicate {
    switch node {
    case .predicate(let predicate): return predicate
    case .expression: throw unexpected("a comparison such as == or CONTAINS")
    }
  }

  func operand(_ node: Node) throws(PredicateError) -> FetchExpression {
    switch node {
    case .expression(let expression): return expression
    case .predicate: throw unexpected("an expression, not a condition, before this")
    }
  }

  mutating func disjunction() throws(PredicateError) -> Node {
    let first = try conjunction()
    guard isOr else { return first }
    var parts = [try condition(first)]
    while takeOr() { parts.append(try condition(try conjunction())) }
    return .predicate(.any(parts))
  }

  private mutating func conjunction() throws(PredicateError) -> Node {
    let first = try negation()
    guard isAnd else { return first }
    var parts = [try condition(first)]
    while takeAnd() { parts.append(try condition(try negation())) }
    return .predicate(.all(parts))
  }

  private var isOr: Bool { token.keyword == "OR" || token.kind == .symbol("||") }
  private var isAnd: Bool { token.keyword == "AND" || token.kind == .symbol("&&") }
  private mutating func takeOr() -> Bool { take(keyword: "OR") || take(symbol: "||") }
  private mutating func takeAnd() -> Bool { take(keyword: "AND") || take(symbol: "&&") }

  private mutating func negation() throws(PredicateError) -> Node {
    guard take(keyword: "NOT") || take(symbol: "!") else { return try comparison() }
    return try nested { parser throws(PredicateError) in
      .predicate(.not(try parser.condition(try parser.negation())))
    }
  }

  private mutating func comparison() throws(PredicateError) -> Node {
    if take(keyword: "TRUEPREDICATE") { return .predicate(.constant(true)) }
    if take(keyword: "FALSEPREDICATE") { return .predicate(.constant(false)) }
    if take(keyword: "NONE") { return .predicate(.not(try comparison(modifier: .any))) }
    if take(keyword: "ANY", "SOME") { return .predicate(try comparison(modifier: .any)) }
    if take(keyword: "ALL") { return .predicate(try comparison(modifier: .all)) }
    let left = try self.left()
    guard case .expression(let expression) = left, isComparisonNext else { return left }
    return .predicate(try comparison(of: expression, modifier: .direct))
  }

  private mutating func comparison(modifier: ComparisonModifier) throws(PredicateError)
    -> FetchPredicate
  {
    let left = try operand(try self.left())
    return try comparison(of: left, modifier: modifier)
  }

  private mutating func comparison(
    of left: FetchExpression, modifier: ComparisonModifier
  ) throws(PredicateError) -> FetchPredicate {
    let position = SourcePosition(offset: token.offset)
    guard let comparison = takeComparison() else {
      throw unexpected("a comparison such as == or CONTAINS")
    }
    let options = try self.options()
    let right = try operand(try self.left())
    return .comparison(
      ComparisonPredicate(
        left: left, comparison: comparison, right: right, modifier: modifier, options: options,
        position: position))
  }

  private var isComparisonNext: Bool {
    var copy = self
    return copy.takeComparison() != nil
  }

  private mutating func takeComparison() -> ComparisonOperator? {
    if let symbol = take(anyOf: ["==", "=", "!=", "<>", "<", ">", "<=", "=<", ">=", "=>"]) {
      let canonical = ["=": "==", "<>": "!=", "=<": "<=", "=>": ">="][symbol] ?? symbol
      return ComparisonOperator(rawValue: canonical)
    }
    guard let keyword = token.keyword, let comparison = ComparisonOperator(rawValue: keyword) else {
      return nil
    }
    advance()
    return comparison
  }

  private mutating func options() throws(PredicateError) -> TextOptions {
    guard token.kind == .symbol("["), case .word(let letters) = tokens[position + 1].kind else {
      return []
    }
    advance()
    var options: TextOptions = []
    for letter in letters.lowercased() {
      guard let option = TextOptions(letter: letter) else {
        throw unexpected("the options c, d, l and n")
      }
      options.insert(option)
    }
    advance()
    try expect(symbol: "]")
    return options
  }
}

extension TextOptions {
  /// Every option with its letter, in the order in which they are printed.
  static let letters: [(letter: Character, option: TextOptions)] = [
    ("c", .caseInsensitive), ("d", .diacriticInsensitive), ("l", .localeAware), ("n", .normalized),
  ]

  init?(letter: Character) {
    guard let found = Self.letters.first(where: { $0.letter == letter }) else { return nil }
    self = found.option
  }
}

// MARK: - Expressions

extension PredicateParser {
  /// One side of a comparison: everything that binds tighter than the comparison.
  private mutating func left() throws(PredicateError) -> Node {
    try binary(level: 1)
  }

  /// The operators between expressions, loosest first.
  private static let operators: [[String: ExpressionFunction]] = [
    [:], [:], ["&": .bitwiseAnd, "|": .bitwiseOr, "^": .bitwiseXor],
    ["+": .add, "-": .subtract], ["*": .multiply, "/": .divide],
  ]

  private mutating func binary(level: Int) throws(PredicateError) -> Node {
    guard level < Self.operators.count else { return try power() }
    var left = try binary(level: level + 1)
    while true {
      if level == 1, let operation = takeSetOperation() {
        let right = try operand(try binary(level: level + 1))
        left = .expression(.setOperation(operation, try operand(left), right))
      } else if let function = takeOperator(level: level) {
        let right = try operand(try binary(level: level + 1))
        left = .expression(.function(function, [try operand(left), right]))
      } else {
        return left
      }
    }
  }

  private mutating func takeSetOperation() -> SetOperation? {
    guard let keyword = token.keyword, let operation = SetOperation(rawValue: keyword) else {
      return nil
    }
    advance()
    return operation
  }

  private mutating func takeOperator(level: Int) -> ExpressionFunction? {
    guard case .symbol(let symbol) = token.kind, let function = Self.operators[level][symbol] else {
      return nil
    }
    advance()
    return function
  }

  private mutating func power() throws(PredicateError) -> Node {
    let base = try unary()
    guard take(symbol: "**") else { return base }
    return try nested { parser throws(PredicateError) in
      let exponent = try parser.operand(try parser.power())
      return .expression(.function(.power, [try parser.operand(base), exponent]))
    }
  }

  private mutating func unary() throws(PredicateError) -> Node {
    guard take(symbol: "-") else {
      if take(symbol: "+") { return try unary() }
      return try postfix()
    }
    if let literal = takeNegativeLiteral() { return .expression(try steps(after: literal)) }
    return try nested { parser throws(PredicateError) in
      let value = try parser.operand(try parser.unary())
      return .expression(.function(.subtract, [.constant(.integer(0)), value]))
    }
  }

  /// The number after a minus sign; the smallest integer has no positive counterpart.
  private mutating func takeNegativeLiteral() -> FetchExpression? {
    switch token.kind {
    case .integer(let number):
      advance()
      return .constant(.integer(-number))
    case .double(let number):
      advance()
      return .constant(number == 0x1p63 ? .integer(.min) : .double(-number))
    default: return nil
    }
  }

  private mutating func postfix() throws(PredicateError) -> Node {
    let node = try atom()
    guard case .expression(let expression) = node else { return node }
    return .expression(try steps(after: expression))
  }

  /// What may follow an atom: `.key`, `.@count`, `[index]`.
  private mutating func steps(after atom: FetchExpression) throws(PredicateError)
    -> FetchExpression
  {
    var expression = atom
    while true {
      if take(symbol: ".") {
        expression = expression.appending(key: try key())
      } else if take(symbol: "[") {
        expression = .element(expression, try index())
        try expect(symbol: "]")
      } else {
        return expression
      }
    }
  }

  private mutating func key() throws(PredicateError) -> String {
    switch token.kind {
    case .word(let text), .name(let text), .collectionOperator(let text):
      advance()
      return text
    case .placeholder("K"):
      guard case .keyPath(let path, _) = try argument() else { throw unexpected("a key path") }
      advance()
      return path
    default: throw unexpected("a key after the point")
    }
  }

  private mutating func index() throws(PredicateError) -> ExpressionIndex {
    if take(keyword: "FIRST") { return .first }
    if take(keyword: "LAST") { return .last }
    if take(keyword: "SIZE") { return .size }
    return .at(try operand(try left()))
  }
}

extension FetchExpression {
  /// The expression with one more key behind it; key paths grow, others get a step.
  func appending(key: String) -> FetchExpression {
    switch self {
    case .keyPath(let path, let position): .keyPath("\(path).\(key)", at: position)
    case .evaluatedObject: .keyPath(key)
    case .step(let base, let path): .step(base, keyPath: "\(path).\(key)")
    default: .step(self, keyPath: key)
    }
  }
}

// MARK: - Atoms

extension PredicateParser {
  private mutating func atom() throws(PredicateError) -> Node {
    let token = self.token
    switch token.kind {
    case .string(let text): return constant(.string(text))
    case .integer(let number): return constant(.integer(number))
    case .double(let number): return constant(.double(number))
    case .placeholder(let letter): return .expression(try placeholder(letter))
    case .variable(let name): return .expression(try variable(name))
    case .collectionOperator(let name), .name(let name):
      advance()
      return .expression(.keyPath(name, at: SourcePosition(offset: token.offset)))
    case .symbol("("): return try nested { parser throws(PredicateError) in try parser.parenthesis() }
    case .symbol("{"): return try nested { parser throws(PredicateError) in
      .expression(try parser.aggregate())
    }
    case .word(let text):
      guard let keyword = token.keyword else { return .expression(try nameOrCall(text)) }
      return .expression(try keywordAtom(keyword))
    case .symbol, .end: throw unexpected("a key path, a value or a condition")
    }
  }

  private mutating func constant(_ value: Value) -> Node {
    advance()
    return .expression(.constant(value))
  }

  private mutating func parenthesis() throws(PredicateError) -> Node {
    advance()
    let inner = try disjunction()
    guard token.kind == .symbol(",") else {
      try expect(symbol: ")")
      return inner
    }
    throw unexpected("')'")
  }

  private mutating func aggregate() throws(PredicateError) -> FetchExpression {
    advance()
    return .list(try list(until: "}"))
  }

  /// Expressions with commas between them, up to and with a closing sign.
  private mutating func list(until closing: String) throws(PredicateError) -> [FetchExpression] {
    if take(symbol: closing) { return [] }
    var elements: [FetchExpression] = []
    repeat { elements.append(try operand(try left())) } while take(symbol: ",")
    guard take(symbol: closing) else { throw unexpected("',' or '\(closing)'") }
    return elements
  }

  private mutating func variable(_ name: String) throws(PredicateError) -> FetchExpression {
    advance()
    guard take(symbol: ":=") else { return .variable(name) }
    return .assignment(name, try operand(try left()))
  }

  private mutating func keywordAtom(_ keyword: String) throws(PredicateError) -> FetchExpression {
    switch keyword {
    case "TRUE", "YES": return take(constant: .integer(1))
    case "FALSE", "NO": return take(constant: .integer(0))
    case "NULL", "NIL": return take(constant: .null)
    case "SELF": return take(.evaluatedObject)
    case "ANYKEY": return take(.anyKey)
    case "SUBQUERY": return try subquery()
    case "TERNARY": return try ternary()
    case "FUNCTION": return try functionCall()
    case "CAST": return try call(.cast)
    case "FIRST", "LAST", "SIZE": return try nameOrCall(keyword.lowercased())
    default: throw unexpected("a key path or a value (a key named like a keyword is written #\(keyword.lowercased()))")
    }
  }

  private mutating func take(constant: Value) -> FetchExpression { take(.constant(constant)) }

  private mutating func take(_ expression: FetchExpression) -> FetchExpression {
    advance()
    return expression
  }
}

// MARK: - Placeholders

extension PredicateParser {
  private mutating func placeholder(_ letter: Character) throws(PredicateError) -> FetchExpression {
    let place = token.offset
    let argument = try self.argument()
    let checked = try check(argument, for: letter, at: place)
    advance()
    return checked
  }

  private func check(_ argument: FetchExpression, for letter: Character, at place: Int)
    throws(PredicateError) -> FetchExpression
  {
    switch letter {
    case "@": return argument
    case "K":
      if case .constant(.string(let path)) = argument {
        return .keyPath(path, at: SourcePosition(offset: place))
      }
      if case .keyPath = argument { return argument }
      throw fail("%K takes a key path, the argument is another value", at: place)
    case "s":
      guard case .constant(.string) = argument else {
        throw fail("%s takes a string, the argument is another value", at: place)
      }
      return argument
    default: return try number(argument, for: letter, at: place)
    }
  }

  private func number(_ argument: FetchExpression, for letter: Character, at place: Int)
    throws(PredicateError) -> FetchExpression
  {
    guard case .constant(let value) = argument, let double = value.doubleValue else {
      throw fail("%\(letter) takes a number, the argument is another value", at: place)
    }
    let isFloating = "fFeEgGaA".contains(letter)
    if isFloating { return .constant(.double(double)) }
    guard let integer = value.integerValue ?? Int64(exactly: double.rounded(.towardZero)) else {
      throw fail("%\(letter) takes an integer, the argument is too large", at: place)
    }
    return .constant(.integer(integer))
  }
}

// MARK: - Calls

extension PredicateParser {
  /// A key, or a function when a parenthesis or a selector's colon follows.
  private mutating func nameOrCall(_ first: String) throws(PredicateError) -> FetchExpression {
    let start = token.offset
    advance()
    let selector = takeSelector(after: first)
    guard token.kind == .symbol("(") else {
      guard selector == first else { throw unexpected("'(' after \(selector)") }
      return .keyPath(first, at: SourcePosition(offset: start))
    }
    guard let function = ExpressionFunction(formatName: selector) else {
      throw fail("there is no function '\(selector)'", at: start)
    }
    return try arguments(of: function, at: start)
  }

  /// `distanceToLocation:fromLocation:` from its words and colons; the first word is taken already.
  private mutating func takeSelector(after first: String) -> String {
    var selector = first
    while take(symbol: ":") {
      selector += ":"
      if case .word(let text) = token.kind, tokens[position + 1].kind == .symbol(":") {
        selector += text
        advance()
      }
    }
    return selector
  }

  private mutating func call(_ function: ExpressionFunction) throws(PredicateError)
    -> FetchExpression
  {
    let start = token.offset
    advance()
    return try arguments(of: function, at: start)
  }

  private mutating func arguments(of function: ExpressionFunction, at start: Int)
    throws(PredicateError) -> FetchExpression
  {
    try expect(symbol: "(")
    let arguments = try list(until: ")")
    return try make(function, arguments, at: start)
  }

  private func make(_ function: ExpressionFunction, _ arguments: [FetchExpression], at start: Int)
    throws(PredicateError) -> FetchExpression
  {
    if let count = function.argumentCount, count != arguments.count {
      throw fail(
        "\(function.rawValue) takes \(count) arguments, found \(arguments.count)", at: start)
    }
    guard !arguments.isEmpty || function.argumentCount == 0 else {
      throw fail("\(function.rawValue) takes a collection, found nothing", at: start)
    }
    return .function(function, arguments)
  }

  /// `FUNCTION(argument, 'selector', more…)`: the first argument is the receiver.
  private mutating func functionCall() throws(PredicateError) -> FetchExpression {
    let start = token.offset
    advance()
    try expect(symbol: "(")
    var arguments = try list(until: ")")
    guard arguments.count > 1, case .constant(.string(let selector)) = arguments.remove(at: 1) else {
      throw fail("FUNCTION takes an object and the name of a function", at: start)
    }
    guard let function = ExpressionFunction(rawValue: selector) ?? .init(formatName: selector) else {
      throw fail("there is no function '\(selector)'", at: start)
    }
    let fitting = function.argumentCount.map { min($0, arguments.count) } ?? arguments.count
    return try make(function, Array(arguments.suffix(fitting)), at: start)
  }

  private mutating func subquery() throws(PredicateError) -> FetchExpression {
    advance()
    try expect(symbol: "(")
    let collection = try operand(try left())
    try expect(symbol: ",")
    guard case .variable(let name) = token.kind else { throw unexpected("a variable such as $x") }
    advance()
    try expect(symbol: ",")
    let condition = try condition(try nested { parser throws(PredicateError) in try parser.disjunction() })
    try expect(symbol: ")")
    return .subquery(collection, variable: name, condition)
  }

  private mutating func ternary() throws(PredicateError) -> FetchExpression {
    advance()
    try expect(symbol: "(")
    let condition = try condition(try nested { parser throws(PredicateError) in try parser.disjunction() })
    try expect(symbol: ",")
    let first = try nested { parser throws(PredicateError) in try parser.left() }
    try expect(symbol: ",")
    let second = try nested { parser throws(PredicateError) in try parser.left() }
    try expect(symbol: ")")
    return .conditional(condition, try operand(first), try operand(second))
  }
}
