internal import Collation

/// A compiler of predicates and expressions to SQL with the semantics of evaluation in memory.
///
/// As in Foundation, a comparison with nil is true or false, never unknown. Where a filter treats NULL as
/// false anyway, the plain form is used, so that SQLite can use indexes.
struct PredicateCompiler {
  /// The required result of a condition.
  enum Precision {
    /// NULL may mean false: the condition filters rows.
    case filter
    /// 0 or 1, never NULL: the condition is negated or is a value.
    case exact
  }

  /// Whether comparisons of different kinds, which never hold, are errors.
  var isStrict = false
  /// Whether `sum:` and the like aggregate the rows of a group.
  var aggregatesRows = false
  /// The computed columns that `having` can use by name.
  var names: [String: SQLExpression] = [:]

  /// Whether the predicate is so deep that the SQL must avoid nesting.
  private var isDeep = false
  private(set) var scope: SQLScope
  private(set) var variables: [String: SQLScope] = [:]
  /// The levels of the definitions of computed attributes around an expression.
  private var definitionDepth = 0
  /// The number of enclosing subqueries; inside one, columns are qualified.
  private(set) var depth = 0
  let dialect: SQLDialect
  private let table: String

  init(entity: EntityDescription, dialect: SQLDialect = .sqlite) {
    table = entity.table.lowercased()
    scope = SQLScope(entity: entity)
    self.dialect = dialect
  }

  func filter(_ predicate: FetchPredicate) throws(FetchPredicateError) -> SQLFragment {
    try predicate.checkDepth(.check)
    var compiler = self
    compiler.isDeep = predicate.depth > 16
    return try compiler.condition(predicate, .filter)
  }

  func condition(_ predicate: FetchPredicate, _ precision: Precision) throws(FetchPredicateError)
    -> SQLFragment
  {
    switch predicate {
    case .constant(let value): return dialect.condition(value)
    case .comparison(let comparison):
      if precision == .filter, let found = try indexedSubquery(comparison) { return found }
      return try condition(comparison, precision)
    case .and(let parts):
      return try joined(FetchPredicate.mergingInequalities(in: Array(parts)), " AND ", precision)
    case .or(let parts):
      return try joined(FetchPredicate.mergingEqualities(in: Array(parts)), " OR ", precision)
    case .not(let inner): return try negation(inner.predicate, precision)
    }
  }

  private func negation(_ predicate: FetchPredicate, _ precision: Precision)
    throws(FetchPredicateError) -> SQLFragment
  {
    switch predicate {
    case .not(let inner): try grouped(inner.predicate, precision)
    case .and(let parts) where isDeep: try condition(.or(parts.map { .not($0) }), .exact)
    case .or(let parts) where isDeep: try condition(.and(parts.map { .not($0) }), .exact)
    case .constant, .comparison, .and, .or: "NOT (\(try condition(predicate, .exact)))"
    }
  }

  private func joined(_ parts: [FetchPredicate], _ connective: String, _ precision: Precision)
    throws(FetchPredicateError) -> SQLFragment
  {
    // SQLite's parser keeps the tokens before a parenthesis on a stack of 100.
    let ordered = isDeep ? parts.sorted { $0.depth > $1.depth } : parts
    let conditions = try ordered.map { part throws(FetchPredicateError) in
      try grouped(part, precision)
    }
    guard !conditions.isEmpty else { return dialect.condition(connective == " AND ") }
    return conditions[...].balanced(by: connective)
  }

  private func grouped(_ predicate: FetchPredicate, _ precision: Precision)
    throws(FetchPredicateError)
    -> SQLFragment
  {
    if let inner = predicate.doublyNegated { return try grouped(inner, precision) }
    let text = try condition(predicate, precision)
    switch predicate {
    case .and, .or: return "(\(text))"
    case .not(let inner) where isDeep:
      if case .comparison = inner.predicate { return text }
      return "(\(text))"
    case .constant, .comparison, .not: return text
    }
  }

  func fail(_ reason: FetchPredicateError.Reason, _ position: SourcePosition = .unknown)
    -> FetchPredicateError
  {
    FetchPredicateError(.check, reason, offset: position.offset)
  }

  func mismatch(
    _ name: String, _ expected: ErrorMessage, _ found: FetchValue.Kind,
    _ position: SourcePosition = .unknown
  ) -> FetchPredicateError {
    fail(.mismatchedOperand(of: name, expected: expected, found: found), position)
  }

  /// Returns the compiler for the content of a subquery.
  func nested() -> PredicateCompiler {
    var copy = self
    copy.depth += 1
    copy.aggregatesRows = false
    copy.names = [:]
    return copy
  }

  /// The levels of calls that compile a definition, besides those of its own.
  private static let definitionLevels = 7

  /// Returns the compiler for the definition of a computed attribute; throws for attributes that are defined by each
  /// other.
  func entering(_ definition: FetchExpression) throws(FetchPredicateError) -> PredicateCompiler {
    var copy = self
    copy.definitionDepth += definition.depth + Self.definitionLevels
    let limit = PredicateParser.maximumDepth
    guard copy.definitionDepth <= limit else { throw fail(.nestingTooDeep(limit: limit)) }
    return copy
  }

  /// Returns the compiler whose key paths start from an element.
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

  /// The alias of a table in a subquery at this depth, which is not the name of the outermost table.
  func alias(_ letter: String) -> String {
    let alias = "\(letter)\(depth + 1)"
    return alias == table ? "fetchkit_\(alias)" : alias
  }

  /// Returns the column of an attribute, qualified in subqueries.
  func column(_ name: String, of scope: SQLScope) -> SQLFragment {
    let quoted = SQLName.quoted(name)
    if let key = scope.foreignKey {
      let alias = alias("e")
      return
        "(SELECT \(sql: alias).\(sql: quoted) FROM \(sql: scope.name) AS \(sql: alias) WHERE \(sql: alias).pk = \(key))"
    }
    return "\(sql: depth > 0 ? scope.name + "." + quoted : quoted)"
  }
}

extension FetchPredicate {
  /// The predicate that two negations leave as it is; nil for any other.
  fileprivate var doublyNegated: FetchPredicate? {
    guard case .not(let outer) = self, case .not(let inner) = outer.predicate else { return nil }
    return inner.predicate
  }

  /// Checks that a store can evaluate the predicate for an entity.
  ///
  /// ```swift
  /// try FetchPredicate(format: "nmae == 'Boba'").check(for: Venue.entity)
  /// // throws "unknown key 'nmae' in Venue, did you mean 'name'?"
  /// ```
  ///
  /// Throws a `FetchPredicateError` for an unknown key, a comparison of types that are never equal or
  /// ordered, a to-many relationship without a quantifier, and what works in memory only.
  public func check(for entity: EntityDescription) throws(FetchPredicateError) {
    var compiler = PredicateCompiler(entity: entity)
    compiler.isStrict = true
    _ = try compiler.filter(self)
  }
}

extension FetchExpression {
  /// The kind of its values for objects of an entity, where variables stand for elements of lists; nil for a
  /// constant, and if a store cannot evaluate it.
  package func kind(
    for entity: EntityDescription, elements: [String: ToManyDescription] = [:]
  ) -> FetchValue.Kind? {
    guard !isConstant else { return nil }
    let compiler = elements.reduce(PredicateCompiler(entity: entity)) {
      $0.binding($1.key, to: SQLScope(element: $1.value, alias: $1.key))
    }
    return try? compiler.expression(self).kind
  }
}

/// Merging of long chains of comparisons with one key into lists: SQLite prepares an `IN` with 10,000 values
/// immediately, but 10,000 terms in seconds.
extension FetchPredicate {
  private static let longest = 100

  /// Replaces `key == a OR key == b` by `key IN {a, b}` in a long disjunction.
  static func mergingEqualities(in parts: [FetchPredicate]) -> [FetchPredicate] {
    merging(.equal, in: parts) { $0 }
  }

  /// Replaces `key != a AND key != b` by `NOT key IN {a, b}` in a long conjunction.
  static func mergingInequalities(in parts: [FetchPredicate]) -> [FetchPredicate] {
    merging(.notEqual, in: parts) { .not($0) }
  }

  private static func merging(
    _ comparison: ComparisonOperator, in parts: [FetchPredicate],
    _ list: (FetchPredicate) -> FetchPredicate
  ) -> [FetchPredicate] {
    guard parts.count > longest else { return parts }
    var result: [FetchPredicate] = []
    /// The comparisons with their key path alone.
    var keys: [ComparisonPredicate] = []
    var values: [ComparisonPredicate: [FetchValue]] = [:]
    for part in parts {
      guard case .comparison(var key) = part, key.comparison == comparison,
        key.modifier == .direct, case .keyPath = key.left,
        case .constant(let value) = key.right, value.isScalar, !value.isNull
      else {
        result.append(part)
        continue
      }
      key.right = .constant(.null)
      if values[key] == nil { keys.append(key) }
      values[key, default: []].append(value)
    }
    return result
      + keys.map { key in
        var merged = key
        merged.comparison = .in
        merged.right = .constant(.list(values[key] ?? []))
        return list(.comparison(merged))
      }
  }
}
