/// Cuts a format text into tokens.
struct PredicateLexer {
  private let format: String
  private let scalars: String.UnicodeScalarView
  private var index: String.UnicodeScalarView.Index
  /// UTF-8 bytes before `index`.
  private var offset = 0

  init(_ format: String) {
    self.format = format
    scalars = format.unicodeScalars
    index = scalars.startIndex
  }

  /// All tokens, an `end` last; throws at what begins none.
  static func tokens(of format: String) throws(FetchPredicateError) -> [PredicateToken] {
    var lexer = PredicateLexer(format)
    var tokens: [PredicateToken] = []
    while true {
      let token = try lexer.next()
      tokens.append(token)
      if token.kind == .end { return tokens }
    }
  }

  private mutating func next() throws(FetchPredicateError) -> PredicateToken {
    skipBlanks()
    let start = offset
    guard let scalar = peek() else { return PredicateToken(kind: .end, offset: start, end: start) }
    let kind = try kind(startingWith: scalar)
    return PredicateToken(kind: kind, offset: start, end: offset)
  }

  private mutating func kind(startingWith scalar: Unicode.Scalar) throws(FetchPredicateError)
    -> PredicateToken.Kind
  {
    switch scalar {
    case "'", "\"": return .string(try string(quote: scalar))
    case "%": return try placeholder()
    case "#": return .name(try name(after: "#"))
    case "$": return .variable(try name(after: "$"))
    case "@": return .collectionOperator("@" + (try name(after: "@")))
    case "0"..."9": return try number()
    case ".":
      if let following = peek(1), isDigit(following) { return try number() }
      return symbol()
    default:
      if isNameStart(scalar) { return word() }
      guard "()[]{},=!<>|&^+-*/:.".unicodeScalars.contains(scalar) else {
        throw fail(.invalidCharacter(String(scalar)), at: offset)
      }
      return symbol()
    }
  }

  private func fail(_ reason: FetchPredicateError.Reason, at offset: Int) -> FetchPredicateError {
    FetchPredicateError(.parse, reason, offset: offset, format: format)
  }
}

// MARK: - Reading scalars

extension PredicateLexer {
  private func peek(_ distance: Int = 0) -> Unicode.Scalar? {
    var place = index
    for _ in 0..<distance {
      guard place < scalars.endIndex else { return nil }
      place = scalars.index(after: place)
    }
    return place < scalars.endIndex ? scalars[place] : nil
  }

  private mutating func advance() {
    offset += UTF8.width(scalars[index])
    index = scalars.index(after: index)
  }

  private mutating func take(while condition: (Unicode.Scalar) -> Bool) -> String {
    var text = String.UnicodeScalarView()
    while let scalar = peek(), condition(scalar) {
      text.append(scalar)
      advance()
    }
    return String(text)
  }

  private mutating func skipBlanks() {
    while let scalar = peek(), scalar.properties.isWhitespace { advance() }
  }

}

// MARK: - Names and symbols

extension PredicateLexer {
  private mutating func name(after sign: Unicode.Scalar) throws(FetchPredicateError) -> String {
    let start = offset
    advance()
    let text = take(while: isNamePart)
    guard !text.isEmpty else { throw fail(.missingName(after: String(sign)), at: start) }
    return text
  }

  private mutating func word() -> PredicateToken.Kind {
    let text = take(while: isNamePart)
    guard text.utf8.count == 3, text.lowercased() == "uti" else { return .word(text) }
    for rest in ["-CONFORMS-TO", "-EQUALS"] where follows(rest) {
      return .word(text + takeCount(rest.count))
    }
    return .word(text)
  }

  private func follows(_ text: String) -> Bool {
    String(scalars[index...].prefix(text.unicodeScalars.count)).uppercased() == text
  }

  private mutating func takeCount(_ count: Int) -> String {
    var rest = count
    return take { _ in
      rest -= 1
      return rest >= 0
    }
  }

  private mutating func symbol() -> PredicateToken.Kind {
    let two = String(scalars[index...].prefix(2))
    let known = ["==", "!=", "<>", "<=", "=<", ">=", "=>", "&&", "||", "**", ":="]
    return .symbol(takeCount(known.contains(two) ? 2 : 1))
  }

  private mutating func placeholder() throws(FetchPredicateError) -> PredicateToken.Kind {
    let start = offset
    advance()
    _ = take { "hlqLztj0123456789.".unicodeScalars.contains($0) }
    guard let letter = peek(), "@KdDiuUxXoOfFeEgGaAcs".unicodeScalars.contains(letter) else {
      throw fail(.invalidPlaceholder, at: start)
    }
    advance()
    return .placeholder(Character(letter))
  }
}

// MARK: - Numbers

extension PredicateLexer {
  private mutating func number() throws(FetchPredicateError) -> PredicateToken.Kind {
    let start = offset
    if peek() == "0", let radix = radix(of: peek(1)) { return try integer(radix: radix) }
    var text = take(while: isDigit)
    if peek() == ".", let digit = peek(1), isDigit(digit) {
      text += takeCount(1) + take(while: isDigit)
    } else if isBarePoint {
      text += takeCount(1) + "0"
    }
    if text.hasPrefix(".") { text = "0" + text }
    text += exponent()
    if let next = peek(), isNameStart(next) {
      throw fail(.invalidDigit(String(next), number: text), at: offset)
    }
    if let integer = Int64(text) { return .integer(integer) }
    guard let double = Double(text), double.isFinite else {
      throw fail(.numberTooLarge(text), at: start)
    }
    return text.allSatisfy(\.isNumber) ? .largeInteger(double) : .double(double)
  }

  /// Whether a point without digits ends the number here, as in `30.`, and no key follows.
  private var isBarePoint: Bool {
    guard peek() == "." else { return false }
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
    _ = takeCount(2)
    let digits = take { isDigit($0) || isNameStart($0) }
    if let number = Int64(digits, radix: radix) { return .integer(number) }
    guard let number = UInt64(digits, radix: radix) else {
      throw fail(.invalidNumber(digits, radix: radix), at: start)
    }
    return .largeInteger(Double(number))
  }

  /// `e5`, `E-5`; empty when no exponent follows.
  private mutating func exponent() -> String {
    guard peek() == "e" || peek() == "E" else { return "" }
    let hasSign = peek(1) == "+" || peek(1) == "-"
    guard let digit = peek(hasSign ? 2 : 1), isDigit(digit) else { return "" }
    return takeCount(hasSign ? 2 : 1) + take(while: isDigit)
  }
}

// MARK: - Strings

extension PredicateLexer {
  private mutating func string(quote: Unicode.Scalar) throws(FetchPredicateError) -> String {
    let start = offset
    advance()
    var text = String.UnicodeScalarView()
    while let scalar = peek() {
      advance()
      if scalar == quote { return String(text) }
      text.append(scalar == "\\" ? try escape(from: start) : scalar)
    }
    throw fail(.unterminatedString(quote: String(quote)), at: start)
  }

  private mutating func escape(from start: Int) throws(FetchPredicateError) -> Unicode.Scalar {
    guard let letter = peek() else { throw fail(.invalidEscape("\\"), at: start) }
    switch letter {
    case "x": return try hexadecimal(length: 2)
    case "u": return try unicode()
    case "0"..."7": return try octal()
    default:
      advance()
      return ["n": "\n", "t": "\t", "r": "\r"][letter] ?? letter
    }
  }

  private mutating func octal() throws(FetchPredicateError) -> Unicode.Scalar {
    let start = offset
    var rest = 3
    let digits = take { scalar in
      rest -= 1
      return rest >= 0 && ("0"..."7").contains(scalar)
    }
    guard let code = UInt32(digits, radix: 8), let scalar = Unicode.Scalar(code) else {
      throw fail(.invalidEscape("\\\(digits)"), at: start)
    }
    return scalar
  }

  private mutating func hexadecimal(length: Int) throws(FetchPredicateError) -> Unicode.Scalar {
    let code = try code(length: length)
    guard let scalar = Unicode.Scalar(code) else {
      throw fail(.invalidEscape("\\u\(String(code, radix: 16))"), at: offset)
    }
    return scalar
  }

  private mutating func code(length: Int) throws(FetchPredicateError) -> UInt32 {
    let start = offset
    let digits = String(takeCount(length + 1).dropFirst())
    guard digits.count == length, let code = UInt32(digits, radix: 16) else {
      throw fail(.missingHexadecimalDigits(count: length), at: start)
    }
    return code
  }

  private mutating func unicode() throws(FetchPredicateError) -> Unicode.Scalar {
    let start = offset
    let high = try code(length: 4)
    guard (0xD800..<0xDC00).contains(high), follows("\\U") else {
      guard let scalar = Unicode.Scalar(high) else {
        throw fail(.invalidEscape("\\u\(String(high, radix: 16))"), at: start)
      }
      return scalar
    }
    advance()
    let low = try code(length: 4)
    guard (0xDC00..<0xE000).contains(low),
      let scalar = Unicode.Scalar(0x10000 + (high - 0xD800) << 10 + (low - 0xDC00))
    else { throw fail(.invalidEscape("\\u\(String(high, radix: 16))"), at: start) }
    return scalar
  }
}

extension PredicateLexer {
  /// Whether a text is a name, so that it can be written as a key as it is.
  static func isName(_ text: some StringProtocol) -> Bool {
    text.unicodeScalars.first.map(isNameStart) ?? false
      && text.unicodeScalars.allSatisfy(isNamePart)
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
