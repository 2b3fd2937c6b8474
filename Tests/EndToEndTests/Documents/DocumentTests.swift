import FetchKit
import Foundation
import TestSupport
import Testing
import Venues

@Suite struct DocumentTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// The documents with their numbers of console commands.
  private static let documents = [
    ("README.md", 8), ("CONTRIBUTING.md", 0), ("SECURITY.md", 0), ("CHANGELOG.md", 0),
    ("Benchmarks/README.md", 0), ("Documentation/Architecture.md", 0),
    ("Documentation/UsabilityTests.md", 0), ("Documentation/Design.md", 0),
    ("Documentation/Formats.md", 8), ("Documentation/CommandLine.md", 3),
    ("Documentation/Keys.md", 0),
    ("Documentation/KeyPaths.md", 4), ("Documentation/Predicates.md", 1),
    ("Documentation/Guarantees.md", 0), ("Documentation/Recipes.md", 34),
    ("Documentation/Scale.md", 2), ("Documentation/Store.md", 4), ("Documentation/Terminals.md", 0),
    ("Documentation/Troubleshooting.md", 0),
  ]

  /// With `UPDATE_DUMPS=1` the output is written instead of compared.
  @Test(arguments: documents)
  func `the console commands of a document print its output`(document: String, count: Int)
    async throws
  {
    let blocks = try FencedBlocks(of: document).blocks(in: "console")
    #expect(blocks.flatMap { Example.all(in: $0.lines) }.count == count)
    var changes: [(old: String, new: String)] = []
    for block in blocks where block.isRunnable {
      for example in Example.all(in: block.lines) {
        let output = try await sandbox.shell("{ \(example.command); } 2>&1").stdout
        if GeneratedFile.isWriting {
          changes.append((example.text, Example(command: example.command, output: output).text))
        } else {
          #expect(output == example.output, "\(example.command)")
        }
      }
    }
    _ = try GeneratedFile(document).isCurrent { text in
      changes.reduce(text) { $0.replacing($1.old, with: $1.new, maxReplacements: 1) }
    }
  }

  /// Blocks in `sh` need a network, a terminal or other programs, which `StandIns` replaces.
  @Test(arguments: documents.map(\.0))
  func `the shell commands of a document run`(document: String) async throws {
    let path = "\(Program.package)/Tests/EndToEndTests/Documents/StandIns"
    let search = try #require(sandbox.environment["PATH"])
    let blocks = try FencedBlocks(of: document).blocks(in: "sh")
      .filter(\.isRunnable)
    for line in blocks.flatMap(\.lines) {
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

  @Test func `the key path reference names every list`() throws {
    let path = URL(filePath: Program.package).appending(path: "Documentation/KeyPaths.md")
    let text = try String(contentsOf: path, encoding: .utf8)
    let rows = text.split(separator: "\n").filter { $0.hasPrefix("| `") }
    let generated = Set(VenueField.attributes.map(\.keyPath))
    let keyPaths = Venue.entity.keyPaths.filter {
      Venue.entity.toManyIndex(named: $0) == nil && !generated.contains($0)
    }
    for keyPath in keyPaths {
      #expect(rows.contains { $0.hasPrefix("| `\(keyPath)` |") }, "\(keyPath)")
    }
  }
}

/// A command in a console block with what it prints.
struct Example {
  var command: String
  var output = ""

  /// The lines of the document.
  var text: String { "$ \(command)\n\(output)" }

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
