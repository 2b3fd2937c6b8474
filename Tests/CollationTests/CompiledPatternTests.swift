import Testing

@testable import Collation

struct CompiledPatternTests {
  @Test(
    arguments: [
      ("ABC-123", "[A-Z]{3}-[0-9]{3}", [], true), ("xABC-123", "[A-Z]{3}-[0-9]{3}", [], false),
      ("ab", "a|ab", [], true), ("abc", "a|ab", [], false), ("", "", [], true),
      ("a\n", "a", [], false),
      ("12345X", #"\d{10}|\d{9}[Xx]"#, [], false), ("1234567890", #"\d{10}|\d{9}[Xx]"#, [], true),
      ("Alice", "a.*E", [], false), ("Alice", "a.*E", .caseInsensitive, true),
      ("Alice", "a.*E", [.caseInsensitive, .normalized], false),
      ("Café", "cafe", .caseInsensitive, false), ("Café", "Cafe", .diacriticInsensitive, true),
      ("Cafe", "Caf[é]", .diacriticInsensitive, true),
      ("Cafe\u{301}", "Caf.", .diacriticInsensitive, true),
      ("Farenight 451", #"(F|g)\w+\s\d{3}"#, .diacriticInsensitive, true),
      ("珍珠🧋", "..[🧋]", [], true),
    ] as [(String, String, TextOptions, Bool)])
  func `the whole text has to match`(
    text: String, pattern: String, options: TextOptions, expected: Bool
  ) throws {
    let compiled = try CompiledPattern(pattern, options: options)
    #expect(try compiled.matches(text) == expected)
    var effort = CompiledPattern.Effort()
    let isMatch = try Array(text.utf8).withUnsafeBufferPointer { try compiled.matches($0, &effort) }
    #expect(isMatch == expected)
  }

  @Test(
    arguments: [
      ("a(b", .unclosedGroup, 1), ("a)(b", .unopenedGroup, 1), ("x[a[b]", .unclosedSet, 1),
      ("a|*b", .nothingToRepeat, 2), ("(?+", .nothingToRepeat, 2),
      ("a\\", .nothingAfterBackslash, 1),
      ("a{3,1}", .notUnderstood, nil),
    ] as [(String, TextPatternError.Reason, Int?)])
  func `an invalid pattern reports the mistake`(
    pattern: String, reason: TextPatternError.Reason, offset: Int?
  ) {
    #expect(throws: TextPatternError(pattern: pattern, reason: reason, offset: offset)) {
      try CompiledPattern(pattern, options: [])
    }
  }

  @Test(arguments: [
    ("(a+)+b", String(repeating: "a", count: 40)),
    ("(.|a)*x", String(repeating: "ab", count: 1_000_000)),
  ])
  func `a pattern that takes too many steps is refused`(pattern: String, text: String) throws {
    let compiled = try CompiledPattern(pattern, options: [])
    #expect(try compiled.matches("x") == (pattern == "(.|a)*x"))
    let error = #expect(throws: TextPatternError.self) { try compiled.matches(text) }
    #expect(error?.reason == .tooSlow)
  }

  @Test(arguments: [".*house.*x", "(lorem|ipsum| )*", "[a-z ]+", ".*?l.*?x"])
  func `a long text is no reason to give up`(pattern: String) throws {
    let text = String(repeating: "lorem ipsum ", count: 300)
    _ = try CompiledPattern(pattern, options: []).matches(text)
  }

  @Test func `one pattern is used by several tasks at once`() async throws {
    let compiled = try CompiledPattern("b.ba [0-9]+", options: .caseInsensitive)
    let count = await withTaskGroup(of: Bool.self) { group in
      for number in 0..<200 { group.addTask { (try? compiled.matches("Boba \(number)")) == true } }
      return await group.reduce(0) { $0 + ($1 ? 1 : 0) }
    }
    #expect(count == 200)
  }
}
