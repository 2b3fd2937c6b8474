import Foundation
import Glibc
import Testing

@Suite struct RestoreTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// The files in the store's folder, with the time in their names left out.
  private var files: [String] {
    get async throws {
      try await sandbox.shell("ls -A data/boba").stdout.split(separator: "\n")
        .map { String($0).replacing(#/-\d{8}-\d{6}/#, with: "-DATE") }
    }
  }

  private func restored(_ outcome: Outcome) -> Outcome {
    Outcome(
      status: outcome.status, stdout: outcome.stdout.replacing(#/-\d{8}-\d{6}/#, with: "-DATE"),
      stderr: outcome.stderr)
  }

  private var kept: String { "previous store kept as \(sandbox.store).before-restore-DATE\n" }

  @Test func `a restored store is not filled with the bundled venues`() async throws {
    try sandbox.write("", to: "own.sqlite")
    try sandbox.write("{\"id\":\"a\",\"name\":\"A\"}", to: "a.json")
    _ = try await sandbox.run("import", "a.json", "--store", "own.sqlite")
    let outcome = try await sandbox.run("restore", "own.sqlite")
    #expect(outcome.stdout.hasPrefix("1 venue restored\n"), "\(outcome)")
    try await expect(sandbox.run("count"), is: .output("1\n"))
  }

  @Test func `a restore keeps the previous store`() async throws {
    _ = try await sandbox.run("set", "note=mine", "--price", "3")
    let before = try await sandbox.run("export")
    _ = try await sandbox.run("backup", "copy.sqlite")
    _ = try await sandbox.run("delete", "--all", "--yes")
    let outcome = try await sandbox.run("restore", "copy.sqlite")
    expect(restored(outcome), is: .output("30 venues restored\n\(kept)"))
    try await expect(sandbox.run("export"), is: before)
    #expect(try await files == ["venues.sqlite", "venues.sqlite.before-restore-DATE"])
    let previous = try await sandbox.shell("boba count --store data/boba/*.before-restore-*")
    expect(previous, is: .output("0\n"))
    try await expect(sandbox.run("undo"), is: .output("undone: Set note (1 venue)\n"))
    #expect(try await sandbox.run("doctor", environment: ["TERM": "xterm"]).status == 0)
  }

  /// Each write of a restore is tried; `restore` makes fewer than a hundred.
  @Test(arguments: Array(stride(from: 1, through: 101, by: 4)))
  func `a disk that fills up is named, and the store stays as it was`(number: Int) async throws {
    _ = try await sandbox.run("backup", "copy.sqlite")
    _ = try await sandbox.run("delete", "--price", "2", "--yes")
    let before = try await sandbox.run("export")
    let full = try await sandbox.failing("write", number, with: ENOSPC, staysFull: true)
    let outcome = try await sandbox.run("restore", "copy.sqlite", environment: full)
    if outcome.status == 0 {
      #expect(restored(outcome) == .output("30 venues restored\n\(kept)"))
    } else {
      let message = "cannot restore copy.sqlite to \(sandbox.store): no space left on device"
      #expect(outcome == .failure(74, "error: \(message)\n"))
      try await expect(sandbox.run("export"), is: before)
    }
  }

  @Test func `control characters in the name of the previous store are escaped`() async throws {
    let name = "a\u{1B}[31m\u{9B}b.sqlite"
    _ = try await sandbox.run("backup", "copy.sqlite")
    _ = try await sandbox.run("import", "-", "--store", name, stdin: "[]")
    let outcome = try await sandbox.run("restore", "copy.sqlite", "--store", name)
    expect(
      restored(outcome),
      is: .output(
        "30 venues restored\nprevious store kept as \(sandbox.folder)/a\\u{1b}[31m\\u{9b}b.sqlite.before-restore-DATE\n"
      ))
  }

  @Test func `a new store is readable by its owner only`() async throws {
    _ = try await sandbox.run("backup", "copy.sqlite")
    _ = try await sandbox.shell("rm -r data")
    try await expect(sandbox.run("restore", "copy.sqlite"), is: .output("30 venues restored\n"))
    try await expect(
      sandbox.shell("stat -c '%a' data/boba data/boba/venues.sqlite"), is: .output("700\n600\n"))
    let named = try await sandbox.run("restore", "copy.sqlite", "--store", "new.sqlite")
    expect(named, is: .output("30 venues restored\nnew store: new.sqlite\n"))
  }

  @Test func `a damaged store is renamed on restore`() async throws {
    _ = try await sandbox.run("backup", "copy.sqlite")
    try sandbox.write("garbage, and long enough for a header", to: "data/boba/venues.sqlite")
    try sandbox.write("log", to: "data/boba/venues.sqlite-wal")
    let outcome = try await sandbox.run("restore", "copy.sqlite")
    expect(restored(outcome), is: .output("30 venues restored\n\(kept)"))
    // SQLite removes a log that has nothing in it.
    #expect(try await files == ["venues.sqlite", "venues.sqlite.before-restore-DATE"])
    let garbage = try await sandbox.shell("cat data/boba/*.before-restore-*[0-9]")
    expect(garbage, is: .output("garbage, and long enough for a header"))
  }

  @Test(arguments: ["sound", "garbage"])
  func `the owner, group and mode of a file are kept`(content: String) async throws {
    _ = try await sandbox.run("backup", "copy.sqlite")
    if content == "garbage" { try sandbox.write("garbage", to: "data/boba/venues.sqlite") }
    let group = geteuid() == 0 ? "chown 4711:12345 \(sandbox.store);" : ""
    let before = try await sandbox.shell(
      "\(group) chmod 664 \(sandbox.store); stat -c '%a %u %g' \(sandbox.store)")
    #expect(try await sandbox.run("restore", "copy.sqlite").status == 0)
    try await expect(sandbox.shell("stat -c '%a %u %g' \(sandbox.store)"), is: before)
  }

  @Test func `a backup of another page size is restored`() async throws {
    _ = try await sandbox.run("set", "note=mine", "--price", "3")
    _ = try await sandbox.run("backup", "copy.sqlite")
    _ = try await sandbox.sql("PRAGMA page_size = 1024; VACUUM", in: "copy.sqlite")
    let before = try await sandbox.run("export")
    _ = try await sandbox.run("delete", "--all", "--yes")
    #expect(try await sandbox.run("restore", "copy.sqlite").status == 0)
    try await expect(sandbox.run("export"), is: before)
  }

  @Test func `a damaged backup is rejected and the store unchanged`() async throws {
    _ = try await sandbox.run("backup", "copy.sqlite")
    _ = try await sandbox.run("set", "note=mine", "--price", "3")
    let before = try await sandbox.run("export")
    _ = try await sandbox.shell(
      "head -c 4096 /dev/zero | dd of=copy.sqlite bs=4096 seek=20 conv=notrunc status=none")
    let outcome = try await sandbox.run("restore", "copy.sqlite")
    #expect(outcome.status == 65)
    let start = "error: cannot restore copy.sqlite to \(sandbox.store): the backup is damaged: "
    #expect(outcome.stderr.hasPrefix(start), "\(outcome)")
    try await expect(sandbox.run("export"), is: before)
    #expect(try await files == ["venues.sqlite"])
  }

  @Test func `a file that is not a backup is rejected`() async throws {
    _ = try await sandbox.run("count")
    let start = "error: cannot restore"
    let end = "to \(sandbox.store):"
    try await expect(
      sandbox.run("restore", "none.sqlite"),
      is: .failure(66, "\(start) none.sqlite \(end) no such file or directory\n"))
    try sandbox.write("no database, but long enough for one", to: "text")
    try await expect(
      sandbox.run("restore", "text"),
      is: .failure(65, "\(start) text \(end) file is not a database\n"))
    _ = try await sandbox.sql("CREATE TABLE t (a)", in: "other.sqlite")
    try await expect(
      sandbox.run("restore", "other.sqlite"),
      is: .failure(65, "\(start) other.sqlite \(end) not a store of this program\n"))
    _ = try await sandbox.run("backup", "copy.sqlite")
    _ = try await sandbox.sql("PRAGMA user_version = 99", in: "copy.sqlite")
    #expect(try await sandbox.run("restore", "copy.sqlite").status == 65)
    try await expect(sandbox.run("count"), is: .output("30\n"))
  }

  @Test func `the database of another program is not overwritten`() async throws {
    _ = try await sandbox.run("backup", "copy.sqlite")
    _ = try await sandbox.sql("CREATE TABLE t (a)", in: "other.sqlite")
    try await expect(
      sandbox.run("restore", "copy.sqlite", "--store", "other.sqlite"),
      is: .failure(
        66,
        """
        error: cannot restore copy.sqlite to other.sqlite: \
        the file is an SQLite database of another program

        """))
    try await expect(sandbox.sql(".tables", in: "other.sqlite"), is: .output("t\n"))
  }

  @Test func `a backup of an earlier version is restored and upgraded`() async throws {
    let sql = try String(
      contentsOfFile: Program.package + "/Tests/EndToEndTests/Stores/0.1.0-before-hours.sql",
      encoding: .utf8)
    try sandbox.write(sql, to: "old.sql")
    _ = try await sandbox.shell("sqlite3 old.sqlite < old.sql")
    let old = try sandbox.read("old.sqlite")
    _ = try await sandbox.run("count")
    #expect(try await sandbox.run("restore", "old.sqlite").status == 0)
    #expect(try await sandbox.run("doctor", environment: ["TERM": "xterm"]).status == 0)
    #expect(try sandbox.read("old.sqlite") == old)
  }
}
