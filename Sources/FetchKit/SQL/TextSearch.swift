internal import Collation

/// A string test, encoded as an integer argument of `fetchkit_match`.
struct TextSearch: Hashable, Sendable {
  let comparison: ComparisonOperator
  let options: TextOptions

  /// The operators by code; codes are not stored in files.
  private static let comparisons: [ComparisonOperator] = [
    .contains, .beginsWith, .endsWith, .like, .matches,
  ]

  init?(_ comparison: ComparisonOperator, _ options: TextOptions) {
    guard Self.comparisons.contains(comparison) else { return nil }
    self.comparison = comparison
    self.options = options
  }

  init?(code: Int64) {
    let kind = Int(code & 15)
    guard Self.comparisons.indices.contains(kind) else { return nil }
    comparison = Self.comparisons[kind]
    options = TextOptions(rawValue: UInt8(truncatingIfNeeded: code >> 4))
  }

  var code: Int64 {
    Int64(Self.comparisons.firstIndex(of: comparison) ?? 0) | Int64(options.rawValue) << 4
  }
}

/// A search for one pattern, which SQLite keeps with a statement while the pattern stays the same.
final class PreparedSearch {
  private enum Test {
    case matcher(TextMatcher)
    case expression(CompiledPattern)
  }

  private let test: Test
  private var effort = CompiledPattern.Effort()

  /// Throws for an invalid regular expression.
  init(_ search: TextSearch, _ pattern: String) throws(TextPatternError) {
    test =
      if let kind = search.comparison.textKind {
        .matcher(TextMatcher(pattern, kind: kind, options: search.options))
      } else {
        .expression(try CompiledPattern(pattern, options: search.options))
      }
  }

  func matches(_ text: TextBytes) throws(TextPatternError) -> Bool {
    switch test {
    case .matcher(let matcher): matcher.matches(text)
    case .expression(let pattern): try pattern.matches(text, &effort)
    }
  }
}

extension TextOptions {
  /// Whether strings are folded before comparison.
  var folds: Bool {
    !contains(.normalized) && !isDisjoint(with: [.caseInsensitive, .diacriticInsensitive])
  }

  /// Whether `<` and `>` are not the order of code points.
  var orders: Bool { folds || contains(.localeAware) && !contains(.normalized) }

  var code: FetchValue { .integer(Int64(rawValue)) }
}

// MARK: - Compiling

extension PredicateCompiler {
  func textTest(
    _ left: SQLExpression, _ right: SQLExpression, _ comparison: ComparisonPredicate,
    _ precision: Precision
  ) throws(FetchPredicateError) -> SQLFragment {
    if left.kind == .null || right.kind == .null { return dialect.condition(false) }
    for side in [left, right] where side.kind != .string {
      throw mismatch(
        comparison.comparison.rawValue, FetchPredicateError.Expected.string, side.kind,
        comparison.position)
    }
    try checkPattern(right, comparison)
    let test = try test(left, right, comparison)
    return exact(test, isOptional: left.isOptional || right.isOptional, precision)
  }

  private func test(
    _ left: SQLExpression, _ right: SQLExpression, _ comparison: ComparisonPredicate
  ) throws(FetchPredicateError) -> SQLFragment {
    if comparison.comparison == .contains, !comparison.options.folds, right.isValue {
      return right.constant == .string("")
        ? dialect.condition(false)
        : "\(sql: dialect.isSQLite ? "instr" : "STRPOS")(\(left.fragment), \(right.fragment)) > 0"
    }
    if !dialect.isSQLite, !comparison.options.folds {
      return try portableTest(left, right, comparison)
    }
    if comparison.comparison == .typeEquals {
      let code = TextOptions.caseInsensitive.code
      return
        "(\(left.fragment) IS NOT NULL AND fetchkit_equals(\(left.fragment), \(right.fragment), \(code)))"
    }
    guard let search = TextSearch(comparison.comparison, comparison.options) else {
      return dialect.condition(false)
    }
    return "fetchkit_match(\(left.fragment), \(right.fragment), \(FetchValue.integer(search.code)))"
  }

  /// A test for a prefix or a suffix in other databases.
  private func portableTest(
    _ left: SQLExpression, _ right: SQLExpression, _ comparison: ComparisonPredicate
  ) throws(FetchPredicateError) -> SQLFragment {
    switch comparison.comparison {
    case .beginsWith where right.isValue, .endsWith where right.isValue:
      if right.constant == .string("") { return dialect.condition(false) }
      return comparison.comparison == .beginsWith
        ? "STARTS_WITH(\(left.fragment), \(right.fragment))"
        : "RIGHT(\(left.fragment), LENGTH(\(right.fragment))) = \(right.fragment)"
    default: throw dialect.failure(.textPattern)
    }
  }

  /// Compiles a constant regular expression, so that an invalid one is found before SQLite runs.
  private func checkPattern(_ right: SQLExpression, _ comparison: ComparisonPredicate)
    throws(FetchPredicateError)
  {
    guard comparison.comparison == .matches, case .string(let pattern) = right.constant else {
      return
    }
    do {
      _ = try CompiledPattern(pattern, options: comparison.options)
    } catch {
      throw fail(.invalidPattern(error), comparison.position)
    }
  }
}
