import Testing

struct EncodingTests {
  private let sandbox: Sandbox

  /// The query for the cursor position after an accented letter.
  private static let question = "\u{1B}[6n"
  /// Replies and keys that arrive before the query are handled, too; no test waits for them.
  private static let noLocale: [String: String?] = ["LANG": nil, "LC_ALL": "C"]

  init() throws { sandbox = try Sandbox() }

  @Test func `a terminal without UTF-8 gets ASCII only`() async throws {
    let terminal = try BareTerminal(sandbox, environment: Self.noLocale)
    terminal.send("\u{1B}[2;3R")
    try await terminal.until(sent: "Chatime ????")
    try await terminal.until(sent: "12 deals")
    terminal.send("q")
    #expect(try await terminal.end() == 0)
    #expect(String(decoding: terminal.sent, as: UTF8.self).contains(Self.question))
    #expect(terminal.sent.filter { $0 >= 0x80 } == Array("é".utf8))
  }

  @Test func `a UTF-8 terminal gets UTF-8 without a locale`() async throws {
    let terminal = try BareTerminal(sandbox, environment: Self.noLocale)
    terminal.send("\u{1B}[2;2R")
    try await terminal.until(sent: "日出茶太")
    terminal.send("q")
    #expect(try await terminal.end() == 0)
  }

  @Test func `keys typed before the terminal answers are not lost`() async throws {
    let terminal = try BareTerminal(sandbox, environment: Self.noLocale)
    terminal.send("q\u{1B}[2;2R")
    #expect(try await terminal.end() == 0)
  }

  @Test func `with a UTF-8 locale the terminal is not queried`() async throws {
    let terminal = try BareTerminal(sandbox, environment: [:])
    try await terminal.until(sent: "日出茶太")
    #expect(!String(decoding: terminal.sent, as: UTF8.self).contains(Self.question))
    terminal.send("q")
    #expect(try await terminal.end() == 0)
  }
}
