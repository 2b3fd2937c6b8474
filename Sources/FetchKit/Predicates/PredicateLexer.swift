/// Splits a format string into tokens.
struct PredicateLexer {
  private let format: String
  private var rest: Substring.UnicodeScalarView

  init(_ format: String) {
    self.format = format
    rest = Substring(format).unicodeScalars
  }

  /// Returns all tokens, ending with an `end`.
  static func tokens(of format: String) throws(FetchPredicateError) -> [PredicateToken] {
    var lexer = PredicateLexer(format)
    var tokens: [PredicateToken] = []
    repeat { tokens.append(try lexer.next()) } while tokens.last?.kind != .end
    return tokens
  }

  private mutating func next() throws(FetchPredicateError) -> PredicateToken {
    _ = take(while: \.properties.isWhitespace)
    let start = offset
    guard let scalar = rest.first else {
      return PredicateToken(kind: .end, offset: start, end: start)
    }
    let kind = try kind(from: scalar)
    return PredicateToken(kind: kind, offset: start, end: offset)
  }

  private mutating func kind(from scalar: Unicode.Scalar) throws(FetchPredicateError)
    -> PredicateToken.Kind
  {
    switch scalar {
    case "'", "\"": return .string(try string(quote: scalar))
    case "%": return try placeholder()
    case "#": return .name(try name(after: scalar))
    case "$": return .variable(try name(after: scalar))
    case "@": return .collectionOperator("@" + (try name(after: scalar)))
    case "0"..."9": return try number()
    case "." where peek(1).map(isDigit) ?? false: return try number()
    case _ where isNameStart(scalar): return word()
    case _ where "()[]{},=!<>|&^+-*/:.".unicodeScalars.contains(scalar): return symbol()
    default: throw fail(.invalidCharacter(String(scalar)), at: offset)
    }
  }

  /// The number of UTF-8 bytes before what is left.
  private var offset: Int { format.utf8.distance(from: format.startIndex, to: rest.startIndex) }

  private func fail(_ reason: FetchPredicateError.Reason, at offset: Int) -> FetchPredicateError {
    FetchPredicateError(.parse, reason, offset: offset, format: format)
  }

  private func peek(_ distance: Int = 0) -> Unicode.Scalar? { rest.dropFirst(distance).first }

  private mutating func take(while condition: (Unicode.Scalar) -> Bool) -> String {
    take(rest.prefix(while: condition))
  }

  private mutating func take(_ count: Int) -> String { take(rest.prefix(count)) }

  private mutating func take(_ prefix: Substring.UnicodeScalarView) -> String {
    rest = rest[prefix.endIndex...]
    return String(prefix)
  }

  private func follows(_ text: String) -> Bool {
    String(rest.prefix(text.unicodeScalars.count)).uppercased() == text
  }
}

// MARK: - Names and symbols

extension PredicateLexer {
  private mutating func name(after sign: Unicode.Scalar) throws(FetchPredicateError) -> String {
    let start = offset
    rest.removeFirst()
    let text = take(while: isNamePart)
    guard !text.isEmpty else { throw fail(.missingName(after: String(sign)), at: start) }
    return text
  }

  private mutating func word() -> PredicateToken.Kind {
    let text = take(while: isNamePart)
    guard text.utf8.count == 3, text.lowercased() == "uti",
      let suffix = ["-CONFORMS-TO", "-EQUALS"].first(where: follows)
    else { return .word(text) }
    return .word(text + take(suffix.count))
  }

  private mutating func symbol() -> PredicateToken.Kind {
    let pairs = ["==", "!=", "<>", "<=", "=<", ">=", "=>", "&&", "||", "**", ":="]
    return .symbol(take(pairs.contains(String(rest.prefix(2))) ? 2 : 1))
  }

  private mutating func placeholder() throws(FetchPredicateError) -> PredicateToken.Kind {
    let start = offset
    rest.removeFirst()
    _ = take { "hlqLztj0123456789.".unicodeScalars.contains($0) }
    guard let letter = rest.popFirst().map(Character.init), Self.isPlaceholder(letter)
    else { throw fail(.invalidPlaceholder, at: start) }
    return .placeholder(letter)
  }

  /// Whether a character ends a placeholder, such as `@` in `%@`.
  static func isPlaceholder(_ letter: Character) -> Bool {
    "@KdDiuUxXoOfFeEgGaAcs".contains(letter)
  }

  /// Whether a text can be written as a key as it is.
  static func isName(_ text: some StringProtocol) -> Bool {
    text.unicodeScalars.first.map(isNameStart) ?? false
      && text.unicodeScalars.allSatisfy(isNamePart)
  }
}

// MARK: - Numbers

extension PredicateLexer {
  private mutating func number() throws(FetchPredicateError) -> PredicateToken.Kind {
    let start = offset
    if let date = try date() { return date }
    if rest.first == "0", let radix = radix(of: peek(1)) { return try integer(radix: radix) }
    var text = take(while: isDigit)
    if rest.first == ".", let digit = peek(1), isDigit(digit) {
      text += take(1) + take(while: isDigit)
    } else if isBarePoint {
      text += take(1) + "0"
    }
    if text.hasPrefix(".") { text = "0" + text }
    text += exponent()
    if let next = rest.first, isNameStart(next) {
      throw fail(.invalidDigit(String(next), number: text), at: offset)
    }
    if let integer = Int64(text) { return .integer(integer) }
    guard let double = Double(text), double.isFinite else {
      throw fail(.numberTooLarge(text), at: start)
    }
    return text.allSatisfy(\.isNumber) ? .largeInteger(double) : .double(double)
  }

  /// `2014-05-01`, `2014-05-01T12:30:00Z` or `2014-05-01T12:30+02:00`; nil for a number.
  private mutating func date() throws(FetchPredicateError) -> PredicateToken.Kind? {
    let start = offset
    guard has("0000-00-00") else { return nil }
    var text = take(10)
    if has("T0") {
      text += take(1) + take(while: { isDigit($0) || $0 == ":" || $0 == "." })
      let zone = ["Z", "+00:00", "-00:00", "+0000", "-0000"].first(where: has)
      text += take(zone?.count ?? 0)
    }
    let isWhole = rest.first.map { !isNamePart($0) } ?? true
    guard isWhole, let seconds = ISO8601Date.seconds(text) else {
      throw fail(.invalidDate(text + take(while: isNamePart)), at: start)
    }
    return .date(seconds)
  }

  /// Whether the rest begins with a pattern, in which 0 stands for any digit.
  private func has(_ pattern: String) -> Bool {
    let scalars = pattern.unicodeScalars
    return rest.prefix(scalars.count).count == scalars.count
      && zip(rest, scalars).allSatisfy { $1 == "0" ? isDigit($0) : $0 == $1 }
  }

  /// Whether a point without digits ends the number here, as in `30.`, and no key follows.
  private var isBarePoint: Bool {
    guard rest.first == "." else { return false }
    return peek(1).map { !isNameStart($0) && !"@#%.".unicodeScalars.contains($0) } ?? true
  }

  private func radix(of letter: Unicode.Scalar?) -> Int? {
    switch letter {
    case "x", "X": 16
    case "o", "O": 8
    case "b", "B": 2
    default: nil
    }
  }

  private mutating func integer(radix: Int) throws(FetchPredicateError) -> PredicateToken.Kind {
    let start = offset
    rest = rest.dropFirst(2)
    let digits = take { isDigit($0) || isNameStart($0) }
    if let number = Int64(digits, radix: radix) { return .integer(number) }
    guard let number = UInt64(digits, radix: radix) else {
      throw fail(.invalidNumber(digits, radix: radix), at: start)
    }
    return .largeInteger(Double(number))
  }

  /// `e5`, `E-5`; empty when no exponent follows.
  private mutating func exponent() -> String {
    guard rest.first == "e" || rest.first == "E" else { return "" }
    let hasSign = peek(1) == "+" || peek(1) == "-"
    guard let digit = peek(hasSign ? 2 : 1), isDigit(digit) else { return "" }
    return take(hasSign ? 2 : 1) + take(while: isDigit)
  }
}

// MARK: - Strings

extension PredicateLexer {
  private mutating func string(quote: Unicode.Scalar) throws(FetchPredicateError) -> String {
    let start = offset
    rest.removeFirst()
    var text = String.UnicodeScalarView()
    while let scalar = rest.popFirst() {
      if scalar == quote { return String(text) }
      text.append(scalar == "\\" ? try escape(from: start) : scalar)
    }
    throw fail(.unterminatedString(quote: String(quote)), at: start)
  }

  private mutating func escape(from start: Int) throws(FetchPredicateError) -> Unicode.Scalar {
    guard let letter = rest.first else { throw fail(.invalidEscape("\\"), at: start) }
    switch letter {
    case "x": return Unicode.Scalar(UInt8(try code(length: 2)))
    case "u": return try unicode()
    case "0"..."7": return try octal()
    default:
      rest.removeFirst()
      return ["n": "\n", "t": "\t", "r": "\r"][letter] ?? letter
    }
  }

  private mutating func octal() throws(FetchPredicateError) -> Unicode.Scalar {
    let start = offset
    let digits = take(rest.prefix(3).prefix { ("0"..."7").contains($0) })
    guard let scalar = UInt32(digits, radix: 8).flatMap({ Unicode.Scalar($0) }) else {
      throw fail(.invalidEscape("\\\(digits)"), at: start)
    }
    return scalar
  }

  /// The hexadecimal digits after `x` or `u`.
  private mutating func code(length: Int) throws(FetchPredicateError) -> UInt32 {
    let start = offset
    let digits = String(take(length + 1).dropFirst())
    guard digits.count == length, let code = UInt32(digits, radix: 16) else {
      throw fail(.missingHexadecimalDigits(count: length), at: start)
    }
    return code
  }

  /// A scalar, or two surrogates that make one.
  private mutating func unicode() throws(FetchPredicateError) -> Unicode.Scalar {
    let start = offset
    let high = try code(length: 4)
    var scalar = Unicode.Scalar(high)
    if (0xD800..<0xDC00).contains(high), follows("\\U") {
      rest.removeFirst()
      let low = try code(length: 4)
      let isPair = (0xDC00..<0xE000).contains(low)
      scalar = isPair ? Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00)) : nil
    }
    guard let scalar else { throw fail(.invalidEscape("\\u\(String(high, radix: 16))"), at: start) }
    return scalar
  }
}

// MARK: - Kinds of scalars

private func isDigit(_ scalar: Unicode.Scalar) -> Bool { ("0"..."9").contains(scalar) }

private func isNameStart(_ scalar: Unicode.Scalar) -> Bool {
  scalar == "_" || scalar.properties.isAlphabetic
}

private func isNamePart(_ scalar: Unicode.Scalar) -> Bool {
  isNameStart(scalar) || isDigit(scalar) || scalar.properties.generalCategory == .decimalNumber
    || scalar.properties.generalCategory == .nonspacingMark
}

struct PredicateToken: Hashable {
  enum Kind: Hashable {
    /// A name that may be a keyword.
    case word(String)
    /// A name after `#`, which is never a keyword.
    case name(String)
    /// A collection operator such as `@count`, with the at sign.
    case collectionOperator(String)
    /// `$name`, without the dollar sign.
    case variable(String)
    case string(String)
    case integer(Int64)
    case double(Double)
    /// Seconds since 1970-01-01 UTC.
    case date(Double)
    /// An integer that does not fit in 64 bits.
    case largeInteger(Double)
    /// `%@`, `%K`, `%d`: the letter after the percent sign and length modifiers.
    case placeholder(Character)
    /// An operator, a comma or a bracket.
    case symbol(String)
    case end
  }

  let kind: Kind
  /// The number of UTF-8 bytes before the token.
  let offset: Int
  /// The number of UTF-8 bytes up to the end of the token.
  let end: Int
  /// The keyword in capitals; nil when the token is not a keyword.
  let keyword: String?

  init(kind: Kind, offset: Int, end: Int) {
    self.kind = kind
    self.offset = offset
    self.end = end
    keyword = if case .word(let text) = kind { Self.keyword(text) } else { nil }
  }

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
