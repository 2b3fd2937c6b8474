import Foundation

/// A compiled regular expression for MATCHES, in ICU syntax, which must match the whole text.
///
/// `[d]` removes diacritics from the pattern and the texts, except those written as escapes such as `\u00E9`.
///
/// Matching is limited to a number of steps, because a pattern like `(a+)+b` backtracks exponentially. The limit
/// counts steps instead of time, so the result does not depend on the machine.
package struct CompiledPattern: Sendable {
  /// The steps that the texts of a request have taken, in progress reports: the engine sends one every 10,000 steps.
  package struct Effort {
    /// The number of reports allowed for all texts, and for one.
    fileprivate static let (limit, textLimit) = (4000, 1000)

    fileprivate var reports = 0

    package init() {}
  }

  private let pattern: String
  private let expression: NSRegularExpression
  private let folding: TextFolding

  /// Compiles a pattern; throws when it is not a valid regular expression.
  package init(_ pattern: String, options: TextOptions) throws(TextPatternError) {
    self.pattern = pattern
    let isPlain = options.contains(.normalized)
    folding = TextFolding(isPlain ? [] : options.intersection(.diacriticInsensitive))
    let ignoresCase = !isPlain && options.contains(.caseInsensitive)
    let folded = folding.folded(pattern)
    if !folded.isEmpty {
      // Compile it alone first: `a)(b` is invalid but becomes valid inside the group below.
      _ = try Self.compile(folded, ignoresCase: ignoresCase, shown: pattern)
    }
    expression = try Self.compile("\\A(?:\(folded))\\z", ignoresCase: ignoresCase, shown: pattern)
  }

  private static func compile(
    _ pattern: String, ignoresCase: Bool, shown: String
  ) throws(TextPatternError) -> NSRegularExpression {
    do {
      return try NSRegularExpression(pattern: pattern, options: ignoresCase ? .caseInsensitive : [])
    } catch {
      throw PatternDiagnosis.error(for: shown)
    }
  }

  /// Whether a text matches; throws when matching takes too many steps or too much memory.
  package func matches(_ text: String) throws(TextPatternError) -> Bool {
    var effort = Effort()
    return try matches(text, &effort)
  }

  /// Whether a text matches; throws when it and those before it take too many steps, or too much memory.
  package func matches(_ text: String, _ effort: inout Effort) throws(TextPatternError) -> Bool {
    let limit = min(Effort.textLimit, Effort.limit - effort.reports)
    let folded = folding.isIdentity ? text : folding.folded(text)
    let whole = NSRange(location: 0, length: folded.utf16.count)
    // The number of calls of the block, inverted after a match. One variable, because each captured one costs time.
    var calls = 0
    expression.enumerateMatches(
      in: folded, options: [.reportProgress, .reportCompletion], range: whole
    ) { match, flags, stop in
      if match != nil {
        calls = ~calls
      } else {
        calls += flags.contains(.internalError) ? limit + 1 : 1
      }
      if calls < 0 || calls > limit { stop.pointee = true }
    }
    guard calls <= limit else { throw TextPatternError(pattern: pattern, reason: .tooSlow) }
    // The call for the end of the text is not a match.
    effort.reports += calls < 0 ? ~calls : max(0, calls - 1)
    return calls < 0
  }

  /// Whether a text matches; invalid UTF-8 is read as U+FFFD.
  package func matches(_ text: TextBytes, _ effort: inout Effort) throws(TextPatternError) -> Bool {
    try matches(String(decoding: text, as: UTF8.self), &effort)
  }
}

/// The reason a regular expression was rejected.
package struct TextPatternError: Error, Hashable, Sendable {
  package enum Reason: Hashable, Sendable {
    case unclosedGroup, unopenedGroup, unclosedSet, nothingToRepeat, nothingAfterBackslash
    case notUnderstood
    /// The pattern is valid but exceeded the step limit.
    case tooSlow
  }

  /// The pattern as the user wrote it.
  package var pattern: String
  package var reason: Reason
  /// The 0-based offset of the problem in characters; nil when it is not known.
  package var offset: Int?
}

/// Finds the mistake in an invalid regular expression.
///
/// Foundation on Linux only reports that a pattern is invalid, so the common mistakes are detected here.
struct PatternDiagnosis {
  private let characters: [Character]
  private var index = 0
  private var groups: [Int] = []
  private var canRepeat = false

  static func error(for pattern: String) -> TextPatternError {
    var diagnosis = PatternDiagnosis(pattern)
    let fault = diagnosis.fault()
    return TextPatternError(
      pattern: pattern, reason: fault?.reason ?? .notUnderstood, offset: fault?.offset)
  }

  private init(_ pattern: String) {
    characters = Array(pattern)
  }

  private typealias Fault = (reason: TextPatternError.Reason, offset: Int)

  private mutating func fault() -> Fault? {
    while index < characters.count {
      if let fault = step() { return fault }
    }
    return groups.last.map { (.unclosedGroup, $0) }
  }

  private mutating func step() -> Fault? {
    let start = index
    let character = characters[start]
    index += 1
    switch character {
    case "\\": return skipEscape(from: start)
    case "[": return skipSet(from: start)
    case "(": openGroup(at: start)
    case ")": return closeGroup(at: start)
    case "*", "+", "?": return canRepeat ? nil : (.nothingToRepeat, start)
    case "|": canRepeat = false
    default: canRepeat = true
    }
    return nil
  }

  private mutating func skipEscape(from start: Int) -> Fault? {
    guard index < characters.count else { return (.nothingAfterBackslash, start) }
    index += 1
    canRepeat = true
    return nil
  }

  /// Skips a set, which may contain nested sets.
  private mutating func skipSet(from start: Int) -> Fault? {
    var depth = 1
    while index < characters.count, depth > 0 {
      switch characters[index] {
      case "\\": index += 1
      case "[": depth += 1
      case "]": depth -= 1
      default: break
      }
      index += 1
    }
    canRepeat = true
    return depth > 0 ? (.unclosedSet, start) : nil
  }

  /// Skips the `?` that introduces the kind of a group.
  private mutating func openGroup(at start: Int) {
    groups.append(start)
    if index < characters.count, characters[index] == "?" { index += 1 }
    canRepeat = false
  }

  private mutating func closeGroup(at start: Int) -> Fault? {
    canRepeat = true
    return groups.popLast() == nil ? (.unopenedGroup, start) : nil
  }
}
