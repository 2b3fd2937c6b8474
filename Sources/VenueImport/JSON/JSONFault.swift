/// What is wrong with a piece of JSON or CSV, and where.
struct JSONFault: Error, Equatable {
  enum Kind: Equatable {
    /// Found a byte where something else was expected.
    case unexpected(UInt8, expected: String)
    case controlCharacter(UInt8)
    case invalidEscape
    case invalidNumber
    case notUTF8
    case tooDeep
    case tooManyValues
    case tooManyCells
    /// The bytes end inside a value; `open` is where the innermost open value begins.
    case end(of: String, open: Int)
  }

  let kind: Kind
  /// Bytes from the start of the scanned slice.
  let offset: Int

  /// Whether more bytes could make the slice right.
  var isEnd: Bool {
    if case .end = kind { true } else { false }
  }

  /// The fault in words; the end of the input is worded by who knows the lines.
  var message: String {
    switch kind {
    case .unexpected(let byte, let expected): "expected \(expected), found \(Self.name(byte))"
    case .controlCharacter(let byte): "\(Self.name(byte)) inside a text"
    case .invalidEscape: "not an escape sequence"
    case .invalidNumber: "not a number"
    case .notUTF8: "not UTF-8"
    case .tooDeep: "nested more than \(JSONScanner.maximumDepth) levels deep"
    case .tooManyValues: "more values in one venue than \(JSONTape.maximumCount)"
    case .tooManyCells: "more cells in one line than \(CSVScanner.maximumCells)"
    case .end(let container, _): "the file ends inside \(container)"
    }
  }

  private static func name(_ byte: UInt8) -> String {
    switch byte {
    case 0x0A, 0x0D: "the end of the line"
    case 0..<0x20, 0x7F...:
      "the byte 0x" + (byte < 16 ? "0" : "") + String(byte, radix: 16, uppercase: true)
    default: "'\(Character(UnicodeScalar(byte)))'"
    }
  }
}
