/// A word of a format text.
struct PredicateToken: Hashable {
  enum Kind: Hashable {
    /// A name that may be a keyword.
    case word(String)
    /// A name after `#` or one that is no keyword whatever it says.
    case name(String)
    /// `@count` and the like, with the sign.
    case collectionOperator(String)
    /// `$name`, without the sign.
    case variable(String)
    case string(String)
    case integer(Int64)
    case double(Double)
    /// Digits alone whose number no integer holds.
    case largeInteger(Double)
    /// `%@`, `%K`, `%d`: the letter after the sign and its length modifiers.
    case placeholder(Character)
    /// An operator or a bracket.
    case symbol(String)
    case end
  }

  let kind: Kind
  /// UTF-8 bytes before the token.
  let offset: Int
  /// UTF-8 bytes before what follows it.
  let end: Int
  /// The keyword in capitals; nil when the token is none.
  let keyword: String?

  init(kind: Kind, offset: Int, end: Int) {
    self.kind = kind
    self.offset = offset
    self.end = end
    keyword = if case .word(let text) = kind { Self.keyword(text) } else { nil }
  }

  /// The keyword that a word is, whatever its case; nil when it is none.
  static func keyword(_ word: String) -> String? {
    guard word.utf8.count <= 15 else { return nil }
    let capitals = String(decoding: word.utf8.map { $0.uppercasedASCII }, as: UTF8.self)
    return keywords.contains(capitals) ? capitals : nil
  }

  /// The reserved words of the format language (Apple's Predicate Programming Guide, "Reserved words").
  static let keywords: Set<String> = [
    "AND", "OR", "IN", "NOT", "ALL", "ANY", "SOME", "NONE", "LIKE", "CASEINSENSITIVE", "CI",
    "MATCHES", "CONTAINS", "BEGINSWITH", "ENDSWITH", "BETWEEN", "NULL", "NIL", "SELF", "TRUE",
    "YES", "FALSE", "NO", "FIRST", "LAST", "SIZE", "ANYKEY", "SUBQUERY", "FETCH", "CAST",
    "TRUEPREDICATE", "FALSEPREDICATE", "UTI-CONFORMS-TO", "UTI-EQUALS", "TERNARY", "FUNCTION",
    "UNION", "INTERSECT", "MINUS",
  ]
}

extension UInt8 {
  /// The capital of an ASCII letter; all other bytes stay.
  fileprivate var uppercasedASCII: UInt8 { self &- 0x61 < 26 ? self & 0xDF : self }
}
