internal import Collation

extension TextPatternError: DescribedError {
  package var errorMessage: ErrorMessage {
    if reason == .tooSlow { return cause }
    guard let offset else {
      return ErrorMessage(
        "pattern.invalid", "\"\(pattern)\" is not a regular expression: \(cause)")
    }
    return ErrorMessage(
      "pattern.invalidAt",
      "\"\(pattern)\" is not a regular expression: \(cause) at character \(offset + 1)")
  }

  private var cause: ErrorMessage {
    switch reason {
    case .unclosedGroup: ErrorMessage("pattern.unclosedGroup", "unclosed '('")
    case .unopenedGroup: ErrorMessage("pattern.unopenedGroup", "unmatched ')'")
    case .unclosedSet: ErrorMessage("pattern.unclosedSet", "unclosed '['")
    case .nothingToRepeat: ErrorMessage("pattern.nothingToRepeat", "nothing to repeat")
    case .nothingAfterBackslash:
      ErrorMessage("pattern.nothingAfterBackslash", "nothing after '\\'")
    case .notUnderstood: ErrorMessage("pattern.invalidSyntax", "invalid syntax")
    case .tooSlow:
      ErrorMessage("pattern.tooSlow", "pattern '\(pattern)' takes too long: simplify it")
    }
  }
}
