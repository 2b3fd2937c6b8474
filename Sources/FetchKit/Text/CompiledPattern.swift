import Foundation

/// A regular expression of MATCHES in ICU's syntax, which has to match the whole text.
///
/// With `[d]` the marks are taken from the pattern and from the texts; a mark that the pattern
/// names by its number, as in `\u00E9`, stays.
///
/// Trying it on a text takes a limited number of steps: a pattern like `(a+)+b` would take twice as long with each
/// character. The limit counts steps and not time, so that the same texts match wherever they are compared.
struct CompiledPattern: Sendable {
  /// How often the engine may report progress, which it does every 10,000 steps.
  private static let limit = 1000

  private let pattern: String
  private let expression: NSRegularExpression
  private let folding: TextFolding

  /// Compiles a pattern, or throws why it cannot be used.
  init(_ pattern: String, options: TextOptions) throws(TextPatternError) {
    self.pattern = pattern
    let isPlain = options.contains(.normalized)
    folding = TextFolding(isPlain ? [] : options.intersection(.diacriticInsensitive))
    let ignoresCase = !isPlain && options.contains(.caseInsensitive)
    let folded = String(decoding: folding.fold(pattern), as: UTF8.self)
    if !folded.isEmpty {
      // Alone first: `a)(b` is wrong, but would close the group around it.
      _ = try Self.compile(folded, ignoresCase: ignoresCase, shown: pattern)
    }
    expression = try Self.compile(
      "\\A(?:\(folded))\\z", ignoresCase: ignoresCase, shown: pattern)
  }

  private static func compile(
    _ pattern: String, ignoresCase: Bool, shown: String
  ) throws(TextPatternError) -> NSRegularExpression {
    do {
      return try NSRegularExpression(
        pattern: pattern, options: ignoresCase ? .caseInsensitive : [])
    } catch {
      throw PatternDiagnosis.error(for: shown)
    }
  }

  /// Whether a text matches; throws when that takes too many steps or too much memory to tell.
  func matches(_ text: String) throws(TextPatternError) -> Bool {
    let folded = folding.isIdentity ? text : String(decoding: folding.fold(text), as: UTF8.self)
    let whole = NSRange(location: 0, length: folded.utf16.count)
    // How often the block was called; -1 for a match. One variable, because each costs time.
    var calls = 0
    expression.enumerateMatches(
      in: folded, options: [.reportProgress, .reportCompletion], range: whole
    ) { match, flags, stop in
      if match != nil {
        calls = -1
      } else {
        calls += flags.contains(.internalError) ? Self.limit + 1 : 1
      }
      if calls < 0 || calls > Self.limit { stop.pointee = true }
    }
    guard calls <= Self.limit else { throw TextPatternError(pattern: pattern, reason: .tooSlow) }
    return calls < 0
  }

  /// Whether a text matches; bytes that are no UTF-8 are read as U+FFFD.
  func matches(_ text: TextBytes) throws(TextPatternError) -> Bool {
    try matches(String(decoding: text, as: UTF8.self))
  }
}
