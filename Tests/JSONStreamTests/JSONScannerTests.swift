import Testing

@testable import JSONStream

struct JSONScannerTests {
  private static let keys = ["id", "name", "crossStreet", "tips"]

  /// One line for each value on the tape: key, kind, first byte, text or number of children.
  private func outline(_ text: String, isFinal: Bool = true) throws(SyntaxError) -> [String] {
    var scanner = JSONScanner(
      keys: Self.keys.enumerated().map { ($1, JSONKey(rawValue: UInt8($0 + 3))) })
    var bytes = Array(text.utf8)
    let count = bytes.count
    bytes += Array(repeating: 0, count: JSONScanner.padding)
    let result = bytes.withUnsafeBufferPointer { buffer -> Result<[String], SyntaxError> in
      guard let start = buffer.baseAddress else { return .success([]) }
      return Result { () throws(SyntaxError) -> [String] in
        let length = try scanner.scan(start, count: count, isFinal: isFinal)
        return ["\(length)"] + Self.lines(scanner.tape.root)
      }
    }
    return try result.get()
  }

  private static func lines(_ value: JSONValue) -> [String] {
    let key = value.key == .element ? "-" : keys[Int(value.key.rawValue) - 3]
    let text = value.textOrDigits?.string ?? "\(value.kind == .null ? 0 : value.count)"
    return ["\(key) \(value.kind) \(value.offset) \(text)"] + value.children.flatMap(lines)
  }

  @Test func `members with known keys are kept in document order`() throws {
    #expect(
      try outline(
        #"{"id":"1","other":[{"id":2}],"tips":[1.5e3,null,{}],"na\u006de":"A\"\u00e9"} rest"#)
        == [
          "76", "- object 0 4", "id string 6 1", "tips array 36 3", "- number 37 1.5e3",
          "- null 43 0", "- object 48 0", #"name string 64 A"é"#,
        ])
  }

  @Test func `a key with a known prefix is another key`() throws {
    let keys = ["i", "id", "idx", "nam", "name", "names", "", "crossStreet", "crossStreets"]
    for key in keys {
      let kept = try outline("{\"\(key)\":1}").count - 2
      #expect(kept == (Self.keys.contains(key) ? 1 : 0), "\(key)")
    }
  }

  @Test func `a truncated document needs more bytes`() throws {
    let text = #"{"id":"é\n","crossStreet":[true,-2.5e-1,null]}"#
    let bytes = Array(text.utf8)
    for count in 1..<bytes.count where String(validating: bytes[..<count], as: UTF8.self) != nil {
      let start = String(decoding: bytes[..<count], as: UTF8.self)
      #expect { try outline(start, isFinal: false) } throws: { ($0 as? SyntaxError)?.isEnd == true }
    }
  }

  @Test(arguments: [
    ("[1,]", SyntaxError(kind: .unexpected(UInt8(ascii: "]"), expected: .value), offset: 3)),
    (
      "[1 2]",
      SyntaxError(kind: .unexpected(UInt8(ascii: "2"), expected: .commaOrBracket), offset: 3)
    ),
    ("{1:2}", SyntaxError(kind: .unexpected(UInt8(ascii: "1"), expected: .key), offset: 1)),
    (#"{"a" 1}"#, SyntaxError(kind: .unexpected(UInt8(ascii: "1"), expected: .colon), offset: 5)),
    (
      #"{"a":1;"#,
      SyntaxError(kind: .unexpected(UInt8(ascii: ";"), expected: .commaOrBrace), offset: 6)
    ),
    (
      "trye",
      SyntaxError(kind: .unexpected(UInt8(ascii: "y"), expected: .literal("true")), offset: 2)
    ),
    ("01", SyntaxError(kind: .invalidNumber, offset: 0)),
    (#""\x""#, SyntaxError(kind: .invalidEscape, offset: 1)),
    ("\"a\nb\"", SyntaxError(kind: .controlCharacter(10), offset: 2)),
    ("[\"a", SyntaxError(kind: .end(of: .string, open: 1), offset: 3)),
    ("[[1]", SyntaxError(kind: .end(of: .array, open: 0), offset: 4)),
  ])
  func `a syntax error has its kind and place`(text: String, expected: SyntaxError) {
    #expect(throws: expected) { try outline(text) }
  }

  @Test func `nesting has a limit`() throws {
    let depth = JSONScanner.maximumDepth
    let deepest = String(repeating: "[", count: depth) + String(repeating: "]", count: depth)
    #expect(try outline(deepest).count == depth + 1)
    #expect(throws: SyntaxError(kind: .tooDeep(limit: depth), offset: depth)) {
      try outline("[" + deepest + "]")
    }
  }
}
