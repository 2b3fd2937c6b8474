/// What is wrong with a predicate, in parts that can be told in any language.
public enum PredicateFault: Hashable, Sendable {
  /// Something else was found than what could stand there; `meant` is a word that it is like.
  case unexpected(PredicateFinding, expected: PredicateExpectation, meant: String? = nil)
  /// A key path that an entity does not have; `meant` is one that it has.
  case unknownKey(String, entity: String, meant: String?)
  /// A function that there is not; `meant` is one that there is.
  case unknownFunction(String, meant: String?)
  /// A sign that belongs to no predicate.
  case unknownSign(String)
  /// A string that ends with the text, without this sign.
  case openString(String)
  /// Values of two kinds, which an operator never compares.
  case incomparable(by: String, PredicateKind, PredicateKind)
  /// A value that is no string, beside an operator that compares strings.
  case noString(by: String, PredicateKind)
  /// BETWEEN without a list of two values.
  case noBounds
  /// A sentence in English about anything else.
  case other(String)
}

extension PredicateFault: CustomStringConvertible {
  /// What was found and what was expected, in one sentence without a full stop.
  public var description: String {
    switch self {
    case .unexpected(let found, let expected, let meant):
      "expected \(expected), found \(found)" + hint(meant)
    case .unknownKey(let key, let entity, let meant):
      "unknown key '\(key)' in \(entity)" + hint(meant.map { "'\($0)'" })
    case .unknownFunction(let name, let meant):
      "there is no function '\(name)'" + hint(meant.map { "'\($0)'" })
    case .unknownSign(let sign): "found '\(sign)', which is no part of a predicate"
    case .openString(let quote): "the string has no closing \(quote)"
    case .incomparable(let comparison, let left, let right):
      "\(comparison) compares \(left.rawValue) with \(right.rawValue)"
    case .noString(let comparison, let kind):
      "\(comparison) needs a string, found \(kind.rawValue)"
    case .noBounds: "BETWEEN needs a list of exactly two values"
    case .other(let text): text
    }
  }

  private func hint(_ meant: String?) -> String { meant.map { ", did you mean \($0)?" } ?? "" }
}
