/// What stands where a predicate goes wrong.
public enum PredicateFinding: Hashable, Sendable {
  /// A word, an operator or a sign, as it is written.
  case sign(String)
  /// A string, without its quotes.
  case string(String)
  /// A number in digits.
  case number(String)
  /// Nothing more.
  case end
}

extension PredicateFinding: CustomStringConvertible {
  /// As it is named in messages.
  public var description: String {
    switch self {
    case .sign(let text): "'\(text)'"
    case .string(let text): "the string \"\(text)\""
    case .number(let text): "the number \(text)"
    case .end: "the end"
    }
  }
}
