/// Writes predicates and expressions as SQL that means the same as evaluating them in memory.
///
/// Foundation's rules for nil hold: a comparison is never unknown. Where a filter takes NULL for false
/// anyway, the plain form is written so that SQLite can use its indexes.
struct PredicateCompiler {
  /// How much a condition has to say.
  enum Precision {
    /// NULL may stand for false: the condition decides which rows pass.
    case filter
    /// 0 or 1, never NULL: the condition is negated or is a value.
    case exact
  }

  /// Whether comparisons that can never hold, such as a number with a text, are refused.
  var isStrict = false
  /// Whether `sum:` and the like go over the rows of a group.
  var aggregatesRows = false
  /// Names that stand for a computed column, in `having`.
  var names: [String: SQLExpression] = [:]

  /// Whether the predicate is so deep that SQLite's parser has to be spared.
  private var isDeep = false
  private(set) var scope: SQLScope
  private(set) var variables: [String: SQLScope] = [:]
  /// How many subqueries deep this is; inside one, columns need their table's name.
  private(set) var depth = 0

  init(entity: EntityDescription) {
    scope = SQLScope(entity: entity)
  }

  /// The condition of a `WHERE`.
  func filter(_ predicate: FetchPredicate) throws(FetchPredicateError) -> SQLFragment {
    try predicate.checkDepth(.check)
    var compiler = self
    compiler.isDeep = predicate.isDeeper(than: 16)
    return try compiler.condition(predicate, .filter)
  }

  func condition(_ predicate: FetchPredicate, _ precision: Precision) throws(FetchPredicateError)
    -> SQLFragment
  {
    switch predicate {
    case .constant(let value): return value ? "1" : "0"
    case .comparison(let comparison): return try condition(comparison, precision)
    case .and(let parts):
      return try joined(FetchPredicate.gatheringInequalities(in: parts), " AND ", precision)
    case .or(let parts):
      return try joined(FetchPredicate.gatheringEqualities(in: parts), " OR ", precision)
    case .not(.not(let inner)): return try condition(inner, precision)
    case .not(.and(let parts)) where isDeep:
      return try condition(.or(parts.map(FetchPredicate.not)), .exact)
    case .not(.or(let parts)) where isDeep:
      return try condition(.and(parts.map(FetchPredicate.not)), .exact)
    case .not(let inner): return "NOT (\(try condition(inner, .exact)))"
    }
  }

  private func joined(_ parts: [FetchPredicate], _ connective: String, _ precision: Precision)
    throws(FetchPredicateError) -> SQLFragment
  {
    var conditions: [SQLFragment] = []
    // SQLite's parser keeps what stands before a parenthesis and has room for 100 words.
    let ordered = isDeep ? parts.sorted { $0.depth > $1.depth } : parts
    for part in ordered {
      conditions.append(try grouped(part, precision))
    }
    guard !conditions.isEmpty else { return connective == " AND " ? "1" : "0" }
    return balanced(conditions[...], connective)
  }

  private func grouped(_ predicate: FetchPredicate, _ precision: Precision)
    throws(FetchPredicateError)
    -> SQLFragment
  {
    let text = try condition(predicate, precision)
    switch predicate {
    case .and, .or: return "(\(text))"
    case .not(.and), .not(.or), .not(.not): return isDeep ? "(\(text))" : text
    case .constant, .comparison, .not: return text
    }
  }

  /// A chain as a balanced tree: SQLite refuses expressions more than 1,000 levels deep.
  func balanced(_ conditions: ArraySlice<SQLFragment>, _ connective: String) -> SQLFragment {
    guard conditions.count > 100 else { return conditions.joined(separator: connective) }
    let middle = conditions.startIndex + conditions.count / 2
    let left = balanced(conditions[..<middle], connective)
    let right = balanced(conditions[middle...], connective)
    return "(\(left))\(sql: connective)(\(right))"
  }

  func fail(_ reason: FetchPredicateError.Reason, _ position: SourcePosition = .unknown)
    -> FetchPredicateError
  {
    FetchPredicateError(.check, reason, offset: position.offset)
  }

  func mismatch(
    _ name: String, _ expected: ErrorMessage, _ found: Value.Kind,
    _ position: SourcePosition = .unknown
  ) -> FetchPredicateError {
    fail(.mismatchedOperand(of: name, expected: expected, found: found), position)
  }

  /// The compiler for what stands inside a subquery.
  func nested() -> PredicateCompiler {
    var copy = self
    copy.depth += 1
    copy.aggregatesRows = false
    copy.names = [:]
    return copy
  }

  /// The compiler whose key paths start from an element.
  func inside(_ element: SQLScope) -> PredicateCompiler {
    var copy = self
    copy.scope = element
    return copy
  }

  func binding(_ variable: String, to element: SQLScope) -> PredicateCompiler {
    var copy = self
    copy.variables[variable] = element
    return copy
  }

  /// The column of an attribute, with its table's name where a subquery could take it for its own.
  func column(_ name: String, of scope: SQLScope) -> SQLFragment {
    let quoted = SQLName.quoted(name)
    return "\(sql: depth > 0 ? scope.name + "." + quoted : quoted)"
  }
}

extension FetchPredicate {
  /// Checks that the predicate can be asked of an entity's store.
  ///
  /// Throws a `FetchPredicateError` of stage `check` for an unknown key, a comparison of types that can never be
  /// equal or ordered, a to-many without a quantifier, and what only works in memory.
  public func check(for entity: EntityDescription) throws(FetchPredicateError) {
    var compiler = PredicateCompiler(entity: entity)
    compiler.isStrict = true
    _ = try compiler.filter(self)
  }
}
