import Testing

@Suite struct DocumentTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test(arguments: [("README.md", 3), ("Documentation/Predicates.md", 1)])
  func `the commands of a document print what it says`(document: String, count: Int) async throws {
    let blocks = try FencedBlocks(of: document).blocks(in: "console")
    let examples = blocks.flatMap { Example.all(in: $0.lines) }
    #expect(examples.count == count)
    for example in examples {
      let outcome = try await sandbox.shell("{ \(example.command); } 2>&1")
      #expect(outcome.stdout == example.output, "\(example.command)")
    }
  }

  @Test(.enabled(if: TerminalSession.canRun, TerminalSession.whySkipped))
  func `the README's picture is the finder`() async throws {
    let block = try #require(try FencedBlocks(of: "README.md").blocks(in: "text").first)
    let size = TerminalSize(columns: 100, rows: block.lines.count)
    let terminal = try await TerminalSession(sandbox, size)
    try await terminal.type("boba --price 1 --deals")
    try await terminal.until("the picture") { $0.rows == block.lines }
  }

  @Test func `the files that documents link to are there`() throws {
    let documents =
      ["README.md", "CHANGELOG.md"]
      + ["Architecture", "Store", "Predicates"].map {
        "Documentation/\($0).md"
      }
    #expect(try documents.flatMap(Links.missing) == [])
  }
}

/// A command in a console block with what it prints.
struct Example {
  var command: String
  var output = ""

  static func all(in lines: [String]) -> [Example] {
    lines.reduce(into: []) { examples, line in
      if line.hasPrefix("$ ") {
        examples.append(Example(command: String(line.dropFirst(2))))
      } else if !examples.isEmpty {
        examples[examples.count - 1].output += line + "\n"
      }
    }
  }
}
