/// Looks for what is wrong with a regular expression that was refused.
///
/// Foundation on Linux says only that a pattern is invalid, so the usual mistakes are found here.
struct PatternDiagnosis {
  private let characters: [Character]
  private var index = 0
  private var groups: [Int] = []
  private var canRepeat = false

  /// The error for a refused pattern.
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

  /// Sets may hold sets.
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

  /// A `?` after the parenthesis says what kind of group it is.
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
