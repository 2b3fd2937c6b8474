/// Why a predicate could not be read, checked or evaluated.
public struct FetchPredicateError: Error, Hashable, Sendable {
  /// The stage at which it failed.
  public enum Stage: Hashable, Sendable {
    /// The format text does not follow the grammar.
    case parse
    /// The predicate does not fit the entity: an unknown key, an impossible type.
    case check
    /// The operands of an object cannot be compared.
    case evaluate
  }

  /// Where it failed.
  public let stage: Stage
  /// What is wrong.
  public let fault: PredicateFault
  /// UTF-8 bytes before the place in the format text; nil when it is not known.
  public let offset: Int?
  /// The format text; nil when the predicate did not come from one.
  public var format: String?

  init(_ stage: Stage, _ fault: PredicateFault, offset: Int? = nil, format: String? = nil) {
    self.stage = stage
    self.fault = fault
    self.offset = offset
    self.format = format
  }

  init(_ stage: Stage, _ message: String, offset: Int? = nil, format: String? = nil) {
    self.init(stage, .other(message), offset: offset, format: format)
  }

  /// What was found and what was expected, in one sentence without a full stop.
  public var message: String { fault.description }
}

extension FetchPredicateError: CustomStringConvertible {
  /// The message, and under it the format text with a caret under the place.
  public var description: String {
    guard let format, let textBefore else { return message }
    let indent = String(repeating: " ", count: textBefore.count)
    return "\(message)\n  \(singleLine(format))\n  \(indent)^"
  }

  /// The format text before the place that a caret points at; nil without a format text.
  public var textBefore: String? {
    guard let format else { return nil }
    return String(decoding: format.utf8.prefix(offset ?? placeOfName(in: format)), as: UTF8.self)
  }

  /// Where the first name that the message quotes stands in the format text; its beginning when it
  /// quotes none.
  private func placeOfName(in format: String) -> Int {
    let parts = message.split(separator: "'", omittingEmptySubsequences: false)
    guard parts.count > 2, let range = format.firstRange(of: parts[1]) else { return 0 }
    return format.utf8.distance(from: format.startIndex, to: range.lowerBound)
  }

  private func singleLine(_ text: String) -> String {
    String(text.map { $0.isNewline || $0 == "\t" ? " " : $0 })
  }
}
