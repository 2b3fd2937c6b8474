internal import Collation

/// A string test, encoded as an integer argument of `fetchkit_match`.
struct TextSearch: Hashable, Sendable {
  let comparison: ComparisonOperator
  let options: TextOptions

  /// The operators by code; codes are not stored in files.
  private static let comparisons: [ComparisonOperator] = [
    .contains, .beginsWith, .endsWith, .like, .matches,
  ]

  /// Returns nil for an operator that is not a string test.
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

  /// Returns a matcher for a pattern; throws for an invalid regular expression.
  func prepared(_ pattern: String) throws(TextPatternError) -> Prepared {
    guard let kind = comparison.textKind else {
      return .expression(try CompiledPattern(pattern, options: options))
    }
    return .matcher(TextMatcher(pattern, kind: kind, options: options))
  }

  enum Prepared: Sendable {
    case matcher(TextMatcher)
    case expression(CompiledPattern)

    func matches(_ text: TextBytes, _ effort: inout CompiledPattern.Effort)
      throws(TextPatternError) -> Bool
    {
      switch self {
      case .matcher(let matcher): matcher.matches(text)
      case .expression(let pattern): try pattern.matches(text, &effort)
      }
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

  /// The options as an argument of the SQL functions.
  var code: FetchValue { .integer(Int64(rawValue)) }
}
