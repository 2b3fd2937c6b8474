/// A regular expression that cannot be used.
package struct TextPatternError: Error, Hashable, Sendable, CustomStringConvertible {
  /// Why a pattern was refused.
  package enum Reason: Hashable, Sendable {
    case unclosedGroup, unopenedGroup, unclosedSet, nothingToRepeat, nothingAfterBackslash
    case notUnderstood
    /// It is one, and trying it on a text takes more steps than it may.
    case tooSlow
  }

  /// The pattern as it was written.
  var pattern: String
  /// Why it was refused.
  var reason: Reason
  /// How many characters stand before the place, nil when it is not known.
  var offset: Int?

  package var description: String {
    if reason == .tooSlow { return "pattern '\(pattern)' takes too long: simplify it" }
    let place = offset.map { " at character \($0 + 1)" } ?? ""
    return "\"\(pattern)\" is not a regular expression: \(reason)\(place)"
  }
}

extension TextPatternError.Reason: CustomStringConvertible {
  package var description: String {
    switch self {
    case .unclosedGroup: "a '(' that is not closed"
    case .unopenedGroup: "a ')' that closes nothing"
    case .unclosedSet: "a '[' that is not closed"
    case .nothingToRepeat: "nothing to repeat"
    case .nothingAfterBackslash: "nothing after '\\'"
    case .notUnderstood: "it is not understood"
    case .tooSlow: "it takes too long"
    }
  }
}
