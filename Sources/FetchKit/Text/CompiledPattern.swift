import Foundation

/// A regular expression of MATCHES in ICU's syntax, which has to match the whole text.
///
/// With `[d]` the marks are taken from the pattern and from the texts; a mark that the pattern
/// names by its number, as in `\u00E9`, stays.
struct CompiledPattern: Sendable {
  private let expression: NSRegularExpression
  private let folding: TextFolding

  /// Compiles a pattern, or throws why it cannot be used.
  init(_ pattern: String, options: TextOptions) throws(TextPatternError) {
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

  /// Whether a text matches.
  func matches(_ text: String) -> Bool {
    let folded = folding.isIdentity ? text : String(decoding: folding.fold(text), as: UTF8.self)
    let whole = NSRange(location: 0, length: folded.utf16.count)
    return expression.firstMatch(in: folded, range: whole) != nil
  }

  /// Whether a text matches; bytes that are no UTF-8 are read as U+FFFD.
  func matches(_ text: TextBytes) -> Bool {
    matches(String(decoding: text, as: UTF8.self))
  }
}
