/// Why bytes are not well-formed JSON or CSV, and where.
public struct SyntaxError: Error, Hashable {
  public enum Kind: Hashable, Sendable {
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

  /// The grammar's expectation at a position.
  public enum Expectation: Hashable, Sendable {
    case value, key, colon, commaOrBrace, commaOrBracket, endOfLine
    case separatorOrEndOfLine(UInt8)
    case literal(String)
  }

  /// The element in which the bytes end.
  public enum Construct: Hashable, Sendable {
    case value, object, array, string, number, literal, record, quotedCell
  }

  public let kind: Kind
  /// Bytes from the start of the scanned slice.
  public let offset: Int

  public init(kind: Kind, offset: Int) {
    self.kind = kind
    self.offset = offset
  }

  /// Whether more bytes could complete the slice.
  public var isEnd: Bool {
    if case .end = kind { true } else { false }
  }
}
