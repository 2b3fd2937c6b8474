import Foundation
import TerminalKit
import Testing

@testable import boba

/// Characters that a terminal obeys, in every text that the commands print.
@Suite struct UnsafeOutputTests {
  private let sandbox: Sandbox
  private static let text =
    "a\u{1B}[31m\u{7}\u{7F}\u{9B}2J\u{202E}b\u{2066}c\u{61C}\u{200E}\u{2028}é茶 \u{60C}\u{E9}\u{2014}"

  init() throws { sandbox = try Sandbox() }

  private func isSafe(_ text: String) -> Bool {
    !text.unicodeScalars.contains { $0.isUnsafe && $0 != "\n" }
  }

  private func importUnsafe() async throws {
    let data = try JSONEncoder().encode([
      ["id": "a", "name": Self.text, "address": Self.text, "hours": Self.text]
    ])
    let outcome = try await sandbox.run(
      "import", "-", "--store", "a.sqlite", stdin: String(decoding: data, as: UTF8.self))
    #expect(outcome.status == 0)
  }

  @Test(arguments: [
    ["list", "--format", "json"], ["list", "--format", "ndjson"], ["list", "--format", "geojson"],
    ["show", "a", "--format", "json"], ["export", "--format", "foursquare"],
    ["stats", "--group-by", "name", "--format", "json"],
    ["explain", "--where", "name == '\(text)'"],
  ])
  func `JSON escapes unsafe characters and keeps the text`(arguments: [String]) async throws {
    try await importUnsafe()
    let outcome = try await sandbox.run(arguments + ["--store", "a.sqlite"])
    #expect(isSafe(outcome.stdout), "\(outcome.stdout.debugDescription)")
    let json = try JSONSerialization.jsonObject(with: Data(outcome.stdout.utf8))
    #expect("\(json)".contains(Self.text) || Self.texts(json).contains { $0.contains(Self.text) })
  }

  private static func texts(_ json: Any) -> [String] {
    switch json {
    case let text as String: [text]
    case let list as [Any]: list.flatMap(texts)
    case let object as [String: Any]: object.values.flatMap(texts)
    default: []
    }
  }

  @Test func `all unsafe characters are escaped, and no others`() {
    for value in UInt32(0)...0xFFFF {
      guard let scalar = Unicode.Scalar(value) else { continue }
      let json = JSON.string("x\(scalar)y")
      let isPlain = json == "\"x\(scalar)y\""
      #expect(isPlain == !(scalar.isUnsafe || scalar == "\"" || scalar == "\\"), "\(value)")
      #expect(isSafe(json), "\(value)")
    }
    #expect(JSON.string("\u{7F}\u{9B}\u{202E}") == #""\u007f\u009b\u202e""#)
  }

  @Test func `names and messages are printed without unsafe characters`()
    async throws
  {
    let name = "f\u{1B}[2J\u{9B}\u{202E}.json"
    try sandbox.write(#"[{"id":"a","name":"A"},{"name":3}]"#, to: name)
    try sandbox.write("{", to: "bad" + name)
    for outcome in [
      try await sandbox.run("import", name), try await sandbox.run("import", "bad" + name),
      try await sandbox.run("import", name, "--report", "json"),
      try await sandbox.run("import", "no" + name),
      try await sandbox.run("count", "--store", "no" + name),
      try await sandbox.run("doctor", "--store", name),
    ] {
      #expect(isSafe(outcome.stdout), "\(outcome.stdout.debugDescription)")
      #expect(isSafe(outcome.stderr), "\(outcome.stderr.debugDescription)")
    }
    _ = try await sandbox.run("set", "note=a", "--price", "3")
    _ = try await sandbox.run("filters", "save", "x", "--where", "name == '\(Self.text)'")
    _ = try await sandbox.sql(
      "UPDATE fetchkit_step SET name = 'x' || char(27) || '[2J' || char(155) || char(8238)")
    for arguments in [
      ["history"], ["history", "--format", "json"], ["undo"], ["redo", "--format", "json"],
      ["filters", "show", "x"], ["filters", "list"],
    ] {
      let outcome = try await sandbox.run(arguments)
      #expect(outcome.status == 0)
      #expect(isSafe(outcome.stdout), "\(outcome.stdout.debugDescription)")
    }
  }

  @Test func `numbers that no venue has are shown, too`() async throws {
    _ = try await sandbox.run("count")
    try await expect(
      sandbox.sql(
        """
        UPDATE venue SET distance = -9e999, rating = 9e999, created_at = 9e999, latitude = 9e999; \
        UPDATE venue SET distance = -1e300 WHERE price_tier = 1; \
        INSERT OR REPLACE INTO venue_opening (owner, position, opens, closes) VALUES \
        (1, 0, -9223372036854775808, -1), (1, 1, 9223372036854775807, 5)
        """), is: .output(""))
    let id = try await sandbox.sql("SELECT id FROM venue WHERE pk = 1").stdout.dropLast()
    for arguments in [
      ["list"], ["show", String(id)], ["stats"], ["list", "--format", "json"],
      ["export", "--format", "csv"], ["list", "--near", "40.7,-74"],
    ] {
      #expect(try await sandbox.run(arguments).status == 0, "\(arguments)")
    }
  }
}
