internal import Collation

extension PredicateParser {
  mutating func disjunction() throws(FetchPredicateError) -> Node {
    let first = try conjunction()
    return isOr ? try disjunction(from: first) : first
  }

  private mutating func disjunction(from first: Node) throws(FetchPredicateError) -> Node {
    var parts = [try condition(first)]
    while takeOr() { parts.append(try condition(try conjunction())) }
    return .condition(try made(.any(parts.map(\.tree)), over: parts.map(\.depth)))
  }

  private mutating func conjunction() throws(FetchPredicateError) -> Node {
    let first = try negation()
    return isAnd ? try conjunction(from: first) : first
  }

  private mutating func conjunction(from first: Node) throws(FetchPredicateError) -> Node {
    var parts = [try condition(first)]
    while takeAnd() { parts.append(try condition(try negation())) }
    return .condition(try made(.all(parts.map(\.tree)), over: parts.map(\.depth)))
  }

  private var isOr: Bool { token.keyword == "OR" || token.kind == .symbol("||") }
  private var isAnd: Bool { token.keyword == "AND" || token.kind == .symbol("&&") }
  private mutating func takeOr() -> Bool { take(symbol: "||") || take(keyword: "OR") }
  private mutating func takeAnd() -> Bool { take(symbol: "&&") || take(keyword: "AND") }

  private mutating func negation() throws(FetchPredicateError) -> Node {
    if takeNot() { return try negated() }
    if let phrase { return try self.phrase(phrase) }
    return try comparison()
  }

  private mutating func takeNot() -> Bool { take(symbol: "!") || take(keyword: "NOT") }

  private mutating func negated() throws(FetchPredicateError) -> Node {
    try enter()
    defer { leave() }
    let inner = try condition(try negation())
    return .condition(try made(.not(inner.tree), over: [inner.depth]))
  }

  /// A word that begins a condition.
  private enum Phrase: String {
    case always = "TRUEPREDICATE"
    case never = "FALSEPREDICATE"
    case any = "ANY"
    case some = "SOME"
    case all = "ALL"
    case none = "NONE"
  }

  /// The phrase that the token begins; nil when it begins none.
  private var phrase: Phrase? { token.keyword.flatMap(Phrase.init) }

  private mutating func phrase(_ phrase: Phrase) throws(FetchPredicateError) -> Node {
    switch phrase {
    case .always: return constant(true)
    case .never: return constant(false)
    case .any, .some: return .condition(try quantified(.any))
    case .all: return .condition(try quantified(.all))
    case .none:
      let any = try quantified(.any)
      return .condition(try made(.not(any.tree), over: [any.depth]))
    }
  }

  private mutating func comparison() throws(FetchPredicateError) -> Node {
    let left = try self.left()
    guard case .operand(let operand) = left else { return left }
    guard let comparison = comparisonOperator else { return left }
    return .condition(try self.comparison(of: operand, comparison, .direct))
  }

  private mutating func constant(_ value: Bool) -> Node {
    advance()
    return .condition(leaf(.constant(value)))
  }

  private mutating func quantified(_ modifier: ComparisonModifier) throws(FetchPredicateError)
    -> Condition
  {
    advance()
    let left = try operand(try self.left())
    guard let comparison = comparisonOperator else {
      throw unexpected(Expected.comparison)
    }
    return try self.comparison(of: left, comparison, modifier)
  }

  /// The comparison from its operator on.
  private mutating func comparison(
    of left: Operand, _ comparison: ComparisonOperator, _ modifier: ComparisonModifier
  ) throws(FetchPredicateError) -> Condition {
    let position = SourcePosition(offset: token.offset)
    advance()
    let options = try self.options()
    let right = try operand(try self.left())
    return try made(
      .comparison(
        ComparisonPredicate(
          left: left.tree, comparison: comparison, right: right.tree, modifier: modifier,
          options: options, position: position)),
      over: [left.depth, right.depth])
  }

  /// The operator that the token is; nil when it is none.
  private var comparisonOperator: ComparisonOperator? {
    switch token.kind {
    case .symbol("="): .equal
    case .symbol("<>"): .notEqual
    case .symbol("=<"): .lessThanOrEqual
    case .symbol("=>"): .greaterThanOrEqual
    case .symbol(let symbol): ComparisonOperator(rawValue: symbol)
    case .word: token.keyword.flatMap(ComparisonOperator.init)
    default: nil
    }
  }

  private mutating func options() throws(FetchPredicateError) -> TextOptions {
    guard token.kind == .symbol("["), case .word(let letters) = following.kind else { return [] }
    advance()
    var options: TextOptions = []
    for letter in letters.lowercased() {
      guard let option = TextOptions(letter: letter) else {
        throw unexpected(Expected.options)
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
