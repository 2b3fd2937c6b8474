internal import Collation

/// A test of one text against another, as one number that the registered function takes.
struct TextSearch: Hashable, Sendable {
  let comparison: ComparisonOperator
  let options: TextOptions

  /// The tests in the order of their codes; the order is part of no file, so it may change.
  private static let comparisons: [ComparisonOperator] = [
    .contains, .beginsWith, .endsWith, .like, .matches,
  ]

  /// nil for a comparison that is no search.
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

  /// The search for a pattern, prepared for many texts; throws for a bad regular expression.
  func prepared(_ pattern: String) throws(TextPatternError) -> Prepared {
    guard let kind = comparison.textKind else {
      return .expression(try CompiledPattern(pattern, options: options))
    }
    return .matcher(TextMatcher(pattern, kind: kind, options: options))
  }

  enum Prepared: Sendable {
    case matcher(TextMatcher)
    case expression(CompiledPattern)

    func matches(_ text: TextBytes) throws(TextPatternError) -> Bool {
      switch self {
      case .matcher(let matcher): matcher.matches(text)
      case .expression(let pattern): try pattern.matches(text)
      }
    }
  }
}
