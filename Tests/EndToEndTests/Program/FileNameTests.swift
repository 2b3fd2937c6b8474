import Foundation
import Testing

/// Names of files that a terminal would obey, or that span lines.
@Suite struct FileNameTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  private static let name = "ev\nil\u{1B}[31m\u{9B}2J\u{202E}.json"
  private static let printed = "ev\\nil\\u{1b}[31m\\u{9b}2J.json"

  private func expectNoControls(_ outcome: Outcome) {
    for text in [outcome.stdout, outcome.stderr] {
      #expect(
        !text.unicodeScalars.contains { $0 != "\n" && $0.properties.generalCategory == .control })
    }
  }

  @Test func `file names are printed in one line`() async throws {
    try sandbox.write("[{\"id\":\"a\",\"name\":\"A\"}, 3]", to: Self.name)
    let table = try await sandbox.run("import", Self.name)
    #expect(table.stdout.hasPrefix("\(Self.printed): 2 rows: 1 inserted,"), "\(table)")
    #expect(table.stdout.count { $0 == "\n" } == 2)
    let json = try await sandbox.run("import", Self.name, "--report", "json")
    #expect(json.stdout.contains(#""path":"ev\nil\u001b[31m\u009b2J"#), "\(json)")
    for outcome in [table, json] { expectNoControls(outcome) }
  }

  @Test(arguments: ["-chatime.json", "-5"])
  func `file names that begin with a hyphen follow two hyphens`(name: String) async throws {
    try sandbox.write(#"{"id":"a","name":"A"}"#, to: name)
    try await expect(
      sandbox.run("import", name, "--store", "s.sqlite"),
      is: .failure(
        64,
        """
        error: unknown option '\(name)'
          put arguments that begin with '-' at the end, after '--'

        """))
    #expect(try await sandbox.run("import", "--store", "s.sqlite", "--", name).status == 0)
    try await expect(sandbox.run("count", "--store", "s.sqlite"), is: .output("1\n"))
  }

  @Test(arguments: [["--yes", "-xh"], ["--search", "-hx", "--yes", "-xh"]])
  func `unknown letters after a flag are an error, also if they request help`(
    arguments: [String]
  ) async throws {
    try await expect(
      sandbox.run(["delete"] + arguments),
      is: .failure(
        64,
        """
        error: unknown option '-xh'
          put arguments that begin with '-' at the end, after '--'

        """))
  }

  @Test func `errors print file names in one line`() async throws {
    try sandbox.write("{\"id\":", to: Self.name)
    let missing = "no" + Self.name
    let failures = [
      try await sandbox.run("import", Self.name), try await sandbox.run("import", missing),
      try await sandbox.run("count", "--store", Self.name),
      try await sandbox.run("count", "--store", missing),
      try await sandbox.run("count", "--config", missing),
      try await sandbox.run("export", "--output", "none/" + Self.name),
      try await sandbox.run("list", "--saved", Self.name),
      try await sandbox.run("show", Self.name),
    ]
    for outcome in failures {
      #expect(outcome.status != 0)
      #expect(outcome.stderr.hasPrefix("error: "))
      #expect(outcome.stderr.contains(Self.printed), "\(outcome)")
      #expect(outcome.stderr.count { $0 == "\n" } == 1, "\(outcome)")
      expectNoControls(outcome)
    }
  }
}
