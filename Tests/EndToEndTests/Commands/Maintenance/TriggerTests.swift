import Foundation
import Glibc
import Testing

/// Foreign triggers in a store.
@Suite struct TriggerTests {
  private let sandbox: Sandbox
  private static let trigger =
    "CREATE TRIGGER \"s'p\u{1B}y\" AFTER UPDATE ON venue BEGIN DELETE FROM venue_tip; END"

  init() async throws {
    sandbox = try Sandbox()
    _ = try await sandbox.run("count")
    try await expect(sandbox.sql(Self.trigger), is: .output(""))
  }

  private func findings(_ outcome: Outcome) -> [String] {
    outcome.stdout.split(separator: "\n").map(String.init).filter { $0.hasPrefix("schema") }
  }

  @Test func `foreign triggers run in the user's own store and doctor lists them`() async throws {
    try await expect(
      sandbox.run("set", "note=a", "--price", "3"), is: .output("1 venue changed\n"))
    try await expect(sandbox.run("count", "--tips"), is: .output("30\n"))
    let outcome = try await sandbox.run("doctor")
    #expect(outcome.status == 0)
    #expect(
      findings(outcome) == [
        "schema    ok   trigger 's'p\\u{1b}y' on venue was not created by boba; remove it with `boba doctor --drop-triggers`"
      ])
    #expect(try findings(await sandbox.run("doctor", "--drop-triggers")) == [])
    #expect(try findings(await sandbox.run("doctor")) == [])
  }

  /// Only root can give a file away.
  private static let canGiveAway = geteuid() == 0

  @Test(.enabled(if: canGiveAway, "needs root"))
  func `a backup of another user with triggers is not restored`() async throws {
    _ = try await sandbox.run("backup", "copy.sqlite")
    _ = try await sandbox.shell("chown 4711 copy.sqlite")
    try await expect(
      sandbox.run("restore", "copy.sqlite"),
      is: .failure(
        74,
        """
        error: cannot restore copy.sqlite: it belongs to another user and has triggers not created by \
        boba: 's'p\\u{1b}y'; copy it, and look at the copy with `boba doctor --store COPY`

        """))
    _ = try await sandbox.shell("cp copy.sqlite mine.sqlite")
    #expect(try await sandbox.run("restore", "mine.sqlite").status == 0)
  }

  @Test(.enabled(if: canGiveAway, "needs root"))
  func `a store of another user is not written to before its triggers are accepted`()
    async throws
  {
    #expect(chown(sandbox.store, 4711, 4711) == 0)
    let refusal = """
      error: cannot write to \(sandbox.store): it belongs to another user and has triggers not created \
      by boba: 's'p\\u{1b}y'; remove them with `boba doctor --drop-triggers` or accept them with \
      `boba doctor --trust-triggers`

      """
    for arguments in [
      ["set", "note=a", "--price", "3"], ["delete", "--price", "3"], ["undo"], ["redo"],
      ["import", "-"], ["import", "-", "--dry-run"], ["filters", "save", "a", "--price", "3"],
      ["filters", "delete", "a"], ["browse", "--plain"],
    ] {
      try await expect(sandbox.run(arguments, stdin: "[]"), is: .failure(74, refusal))
    }
    try await expect(sandbox.run("count"), is: .output("30\n"))
    let repair = try await sandbox.run("doctor", "--repair")
    #expect(repair.stdout.contains("bad  cannot write to "))
    #expect(try await sandbox.run("doctor", "--trust-triggers").status == 0)
    try await expect(
      sandbox.run("set", "note=a", "--price", "3"), is: .output("1 venue changed\n"))
    let permissions = try await sandbox.shell(
      "stat -c '%a %n' state/boba state/boba/trusted-triggers.json")
    #expect(permissions.stdout == "700 state/boba\n600 state/boba/trusted-triggers.json\n")
    // Another trigger of the same name is another one.
    try await expect(
      sandbox.sql("DROP TRIGGER \"s'p\u{1B}y\"; " + Self.trigger.replacing("_tip", with: "")),
      is: .output(""))
    try await expect(
      sandbox.run("set", "note=b", "--price", "3"), is: .failure(74, refusal))
    try await expect(sandbox.run("count"), is: .output("30\n"))
    #expect(try await sandbox.run("doctor", "--drop-triggers").status == 0)
    try await expect(
      sandbox.run("set", "note=b", "--price", "3"), is: .output("1 venue changed\n"))
  }

  @Test func `--drop-triggers and --trust-triggers exclude each other`() async throws {
    let outcome = try await sandbox.run("doctor", "--drop-triggers", "--trust-triggers")
    #expect(outcome.status == 64)
  }
}
