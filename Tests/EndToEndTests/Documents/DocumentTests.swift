import Foundation
import Testing

@Suite struct DocumentTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// The documents, with the number of commands in each.
  private static let documents = [
    ("README.md", 8), ("CONTRIBUTING.md", 0), ("SECURITY.md", 0), ("CHANGELOG.md", 0),
    ("Documentation/Architecture.md", 0), ("Documentation/Formats.md", 4),
    ("Documentation/Predicates.md", 1), ("Documentation/Recipes.md", 14),
    ("Documentation/Store.md", 4), ("Documentation/Terminals.md", 0),
  ]

  @Test(arguments: documents)
  func `the commands of a document print what it says`(document: String, count: Int) async throws {
    let blocks = try FencedBlocks(of: document).blocks(in: "console")
    #expect(blocks.flatMap { Example.all(in: $0.lines) }.count == count)
    for block in blocks where block.tools.allSatisfy({ Program.installed($0) != nil }) {
      for example in Example.all(in: block.lines) {
        let outcome = try await sandbox.shell("{ \(example.command); } 2>&1")
        #expect(outcome.stdout == example.output, "\(example.command)")
      }
    }
  }

  /// Blocks in `sh` need a network, a terminal or programs that may not be there: for these something
  /// stands in (see `StandIns`), and what is left is `boba`'s part.
  @Test(arguments: documents.map(\.0))
  func `the other commands of a document run, too`(document: String) async throws {
    let path = "\(Program.package)/Tests/EndToEndTests/Documents/StandIns"
    let search = try #require(sandbox.environment["PATH"])
    for line in try FencedBlocks(of: document).blocks(in: "sh").flatMap(\.lines) {
      if line.hasPrefix("Scripts/") {
        let script = line.prefix { $0 != " " }
        #expect(FileManager.default.isExecutableFile(atPath: "\(Program.package)/\(script)"))
      } else {
        let outcome = try await sandbox.shell(
          CronLine.command(line), environment: ["PATH": "\(path):\(search)", "KEY": "k"])
        #expect(outcome.status == 0 && outcome.stderr == "", "\(line)\n\(outcome)")
      }
    }
  }

  @Test func `the commands and options that texts name are real ones`() async throws {
    var help: [String: String] = [:]
    for mention in try Self.documents.flatMap({ try Mention.all(in: $0.0) }) {
      if help[mention.command] == nil {
        let words = ["help"] + mention.command.split(separator: " ").map(String.init)
        help[mention.command] = try await sandbox.run(words).stdout
      }
      let text = help[mention.command] ?? ""
      #expect(text != "", "\(mention)")
      for option in mention.options { #expect(text.contains(option), "\(mention)") }
    }
  }

  @Test func `the files that documents link to are there`() throws {
    #expect(try Self.documents.map(\.0).flatMap(Links.missing) == [])
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
