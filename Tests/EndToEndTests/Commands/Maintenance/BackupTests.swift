import Foundation
import Glibc
import Testing

@Suite struct BackupTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test func `a backup equals the store`() async throws {
    _ = try await sandbox.run("set", "note=mine", "--price", "3")
    let before = try await sandbox.run("export")
    try await expect(sandbox.run("backup", "copy.sqlite"), is: .output(""))
    try await expect(sandbox.run("export", "--store", "copy.sqlite"), is: before)
    try await expect(
      sandbox.run("undo", "--store", "copy.sqlite"),
      is: .output("undone: Set note (1 venue)\n"))
    try await expect(
      sandbox.run("backup", "copy.sqlite"),
      is: .failure(73, "error: cannot back up to copy.sqlite: file exists\n"))
  }

  @Test func `a backup is private and leaves no other files`() async throws {
    try await expect(
      sandbox.run("backup", "out/copy.sqlite"),
      is: .failure(
        73, "error: cannot back up to out/copy.sqlite: no such file or directory\n"))
    try sandbox.makeFolder("out")
    try await expect(sandbox.shell("umask 0; boba backup out/copy.sqlite"), is: .output(""))
    try await expect(
      sandbox.shell("stat -c '%a %n' out/* out/.f*"),
      is: Outcome(
        status: 1, stdout: "600 out/copy.sqlite\n",
        stderr: "stat: cannot statx 'out/.f*': No such file or directory\n"))
  }

  @Test(arguments: ["-wal", "-shm", "-journal"])
  func `a backup does not appear beside the log of another file`(suffix: String) async throws {
    try sandbox.write("log", to: "copy.sqlite\(suffix)")
    let reason = "and SQLite would read it as a part of the new file: move it away"
    try await expect(
      sandbox.run("backup", "copy.sqlite"),
      is: .failure(
        73, "error: cannot back up to copy.sqlite: copy.sqlite\(suffix) exists, \(reason)\n"))
    #expect(try sandbox.read("copy.sqlite\(suffix)") == Data("log".utf8))
  }

  @Test func `a backup to a full disk leaves no file`() async throws {
    let lines = (0..<2000).map { "{\"id\":\"k\($0)\",\"name\":\"Tea \($0)\"}\n" }
    _ = try await sandbox.run("import", "-", stdin: lines.joined())
    try sandbox.makeFolder("out")
    let line = "trap '' XFSZ; ulimit -f 400; boba backup out/copy.sqlite"
    try await expect(
      sandbox.shell(line),
      is: .failure(73, "error: cannot back up to out/copy.sqlite: file too large\n"))
    try await expect(sandbox.shell("ls -A out"), is: .output(""))
  }

  /// Each write of a backup is tried; `backup` makes fewer than a hundred.
  @Test(arguments: Array(stride(from: 2, through: 98, by: 4)))
  func `a disk that fills up is named, and the store is not called damaged`(
    number: Int
  ) async throws {
    _ = try await sandbox.run("count")
    let full = try await sandbox.failing("write", number, with: ENOSPC, staysFull: true)
    let outcome = try await sandbox.run("backup", "data/copy.sqlite", environment: full)
    if outcome.status == 0 {
      #expect(outcome.stderr == "")
    } else {
      let path = sandbox.store
      let reason = "no space left on"
      let failures: [Outcome] = [
        .failure(73, "error: cannot back up to data/copy.sqlite: \(reason) device\n"),
        .failure(
          74, "error: cannot open the store \(path): \(reason) the disk that holds \(path)\n"),
      ]
      #expect(failures.contains(outcome))
      try await expect(sandbox.shell("ls -A data"), is: .output("boba\n"))
    }
  }

  @Test func `a backup removes the remains of a killed one`() async throws {
    _ = try await sandbox.run("count")
    try sandbox.makeFolder("out/.fetchkit-private-killed")
    try sandbox.write("half", to: "out/.fetchkit-private-killed/copy")
    try await expect(sandbox.run("backup", "out/copy.sqlite"), is: .output(""))
    try await expect(sandbox.shell("ls -A out"), is: .output("copy.sqlite\n"))
  }

  @Test func `a damaged store is backed up only with --allow-damaged`() async throws {
    _ = try await sandbox.run("count")
    let page =
      "printf '\\377%.0s' $(seq 200) | dd of=\(sandbox.store) bs=4096 seek=20 conv=notrunc status=none"
    try await expect(sandbox.shell(page), is: .output(""))
    let refused = try await sandbox.run("backup", "copy.sqlite")
    #expect(refused.status == 1)
    let lines = refused.stderr.split(separator: "\n")
    #expect(
      lines.first?.hasPrefix("error: cannot back up to copy.sqlite: the store is damaged: ") == true
    )
    #expect(
      lines.last
        == "repair it with `boba doctor --repair`, or back it up as it is with --allow-damaged")
    #expect(!sandbox.exists("copy.sqlite"))
    try await expect(sandbox.run("backup", "copy.sqlite", "--allow-damaged"), is: .output(""))
    #expect(sandbox.exists("copy.sqlite"))
  }
}
