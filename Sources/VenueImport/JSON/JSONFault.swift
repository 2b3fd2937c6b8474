/// Why bytes are not well-formed JSON or CSV, and where.
package struct JSONFault: Error, Hashable {
  package enum Kind: Hashable, Sendable {
    case unexpected(UInt8, expected: Expectation)
    case controlCharacter(UInt8)
    case invalidEscape
    case invalidNumber
    case invalidUTF8
    case tooDeep(limit: Int)
    case tooManyValues(limit: Int)
    case tooManyCells(limit: Int)
    /// The bytes end inside a construct; `open` is where the innermost open one begins.
    case end(of: Construct, open: Int)
  }

  /// What the grammar allows at a place.
  package enum Expectation: Hashable, Sendable {
    case value, key, colon, commaOrBrace, commaOrBracket, commaOrEndOfLine, endOfLine
    case literal(String)
  }

  /// What the bytes can end inside of.
  package enum Construct: Hashable, Sendable {
    case value, object, array, string, number, literal, record, quotedCell
  }

  let kind: Kind
  /// Bytes from the start of the scanned slice.
  let offset: Int

  /// Whether more bytes could complete the slice.
  var isEnd: Bool {
    if case .end = kind { true } else { false }
  }
}
