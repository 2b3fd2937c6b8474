import FetchKit
import Foundation
import Testing
import Venues

@Suite struct DocumentTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// The documents with their numbers of console commands.
  private static let documents = [
    ("README.md", 8), ("CONTRIBUTING.md", 0), ("SECURITY.md", 0), ("CHANGELOG.md", 0),
    ("Benchmarks/README.md", 0), ("Documentation/Architecture.md", 0),
    ("Documentation/Complaints.md", 0), ("Documentation/Design.md", 0),
    ("Documentation/Formats.md", 8),
    ("Documentation/KeyPaths.md", 4), ("Documentation/Predicates.md", 1),
    ("Documentation/Promises.md", 0), ("Documentation/Recipes.md", 34),
    ("Documentation/Scale.md", 2), ("Documentation/Store.md", 4), ("Documentation/Terminals.md", 0),
    ("Documentation/Troubleshooting.md", 0),
  ]

  @Test(arguments: documents)
  func `the console commands of a document print its output`(document: String, count: Int)
    async throws
  {
    let blocks = try FencedBlocks(of: document).blocks(in: "console")
    #expect(blocks.flatMap { Example.all(in: $0.lines) }.count == count)
    for block in blocks where block.tools.allSatisfy({ Program.installed($0) != nil }) {
      for example in Example.all(in: block.lines) {
        let outcome = try await sandbox.shell("{ \(example.command); } 2>&1")
        #expect(outcome.stdout == example.output, "\(example.command)")
      }
    }
  }

  /// Blocks in `sh` need a network, a terminal or other programs, which `StandIns` replaces.
  @Test(arguments: documents.map(\.0))
  func `the shell commands of a document run`(document: String) async throws {
    let path = "\(Program.package)/Tests/EndToEndTests/Documents/StandIns"
    let search = try #require(sandbox.environment["PATH"])
    for line in try FencedBlocks(of: document).blocks(in: "sh").flatMap(\.lines) {
      if line.hasPrefix("Scripts/") || line.hasPrefix("Benchmarks/") {
        let script = line.prefix { $0 != " " }
        #expect(FileManager.default.isExecutableFile(atPath: "\(Program.package)/\(script)"))
      } else {
        let outcome = try await sandbox.shell(
          CronLine.command(line), environment: ["PATH": "\(path):\(search)", "KEY": "k"])
        #expect(outcome.status == 0 && outcome.stderr == "", "\(line)\n\(outcome)")
      }
    }
  }

  @Test func `the commands and options that documents name exist`() async throws {
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

  @Test func `the files that documents link to exist`() throws {
    let folder = "Documentation/Decisions"
    let decisions = try FileManager.default.contentsOfDirectory(
      atPath: "\(Program.package)/\(folder)")
    let documents = Self.documents.map(\.0) + decisions.map { "\(folder)/\($0)" }
    #expect(try documents.flatMap(Links.missing) == [])
  }

  @Test(arguments: documents.map(\.0))
  func `the source files that diagrams name exist`(document: String) throws {
    for block in try FencedBlocks(of: document).blocks(in: "text") {
      for path in block.lines.flatMap({ $0.matches(of: #/[\w+/]+\.swift/#).map(\.output) }) {
        #expect(FileManager.default.fileExists(atPath: "\(Program.package)/Sources/\(path)"))
      }
    }
  }

  @Test func `the key path reference names every key path and JSON key`() throws {
    let path = URL(filePath: Program.package).appending(path: "Documentation/KeyPaths.md")
    let text = try String(contentsOf: path, encoding: .utf8)
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `") }
    let keyPaths = Venue.entity.keyPaths.filter { Venue.entity.toManyIndex(named: $0) == nil }
    for keyPath in keyPaths {
      #expect(rows.contains { $0.hasPrefix("| `\(keyPath)` |") }, "\(keyPath)")
    }
    for field in VenueField.all where field.keyPath != "categories.name" {
      #expect(
        rows.contains { $0.hasPrefix("| `\(field.keyPath)` | `\(field.key)` |") }, "\(field.key)")
    }
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
