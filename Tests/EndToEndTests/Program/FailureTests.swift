import Foundation
import Testing

/// Failures have a message and an exit code of the contract.
@Suite struct FailureTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// Venues with the same ids and other names, a line each.
  private func writeVenues(_ count: Int, _ name: String, to file: String) throws {
    let lines = (0..<count).map { number in
      """
      {"id":"\(number)","name":"\(name) \(number)","location":{"address":"\(String(repeating: "a", count: 100))"}}
      """
    }
    try sandbox.write(lines.joined(separator: "\n"), to: file)
  }

  private static let diskComment: Comment = "mounting a disk needs root"
}

// MARK: - No space

extension FailureTests {
  @Test(.enabled(if: SmallDisk.isAllowed, diskComment))
  func `a full disk is reported and a new store removed`() async throws {
    let disk = try SmallDisk(at: sandbox.folder + "/small", megabytes: 1)
    try writeVenues(20_000, "Tea", to: "v.ndjson")
    try await expect(
      sandbox.run("import", "v.ndjson", "--store", "small/v.sqlite"),
      is: Outcome(
        status: 74,
        stderr: """
          error: cannot import v.ndjson: cannot write the new store: no space left on device

          """))
    #expect(disk.names.filter { $0 != "v.sqlite" } == [])
    try disk.fill()
    let outcome = try await sandbox.run("import", "v.ndjson", "--store", "small/w.sqlite")
    #expect(outcome.status == 74)
    #expect(outcome.stderr.contains("no space left on"), "\(outcome)")
    #expect(disk.names.filter { $0 != "v.sqlite" } == [])
  }

  @Test(.enabled(if: SmallDisk.isAllowed, diskComment))
  func `a store on a full disk keeps its venues`() async throws {
    let disk = try SmallDisk(at: sandbox.folder + "/small", megabytes: 4)
    try writeVenues(2000, "Tea", to: "v.ndjson")
    try writeVenues(2000, "Boba", to: "w.ndjson")
    let store = ["--store", "small/v.sqlite"]
    _ = try await sandbox.run(["import", "v.ndjson"] + store)
    // Whoever has the store open keeps the files beside it: there is room for these.
    let reader = try ChildProcess(
      [
        "/usr/bin/env", "sqlite3", "small/v.sqlite", "SELECT COUNT(*) FROM venue;",
        ".shell touch read; sleep 20",
      ],
      environment: sandbox.environment, folder: sandbox.folder,
      files: [(0, "/dev/null", O_RDONLY), (1, "/dev/null", O_WRONLY), (2, "/dev/null", O_WRONLY)])
    defer { kill(reader.id, SIGKILL) }
    let deadline = ContinuousClock.now + .seconds(10)
    while !sandbox.exists("read"), ContinuousClock.now < deadline {
      try await Task.sleep(for: .milliseconds(5))
    }
    #expect(disk.names.contains("v.sqlite-shm"))
    try disk.fill()
    let full =
      "no space left on the disk that holds \(sandbox.folder)/small/v.sqlite"
    for (arguments, start) in [
      (["import", "w.ndjson"], "cannot import w.ndjson: "),
      (["set", "note=x", "--all", "--yes"], ""), (["delete", "--all", "--yes"], ""),
    ] {
      let outcome = try await sandbox.run(arguments + store)
      let short = full.replacing(sandbox.folder + "/", with: "")
      #expect(outcome.status == 74)
      #expect(
        ["error: \(start)\(full)\n", "error: \(start)\(short)\n"].contains(outcome.stderr),
        "\(outcome)")
      #expect(outcome.stdout == "")
    }
    try await expect(
      sandbox.run(["count", "--where", "name BEGINSWITH 'Tea' AND note == nil"] + store),
      is: .output("2000\n"))
  }

  @Test(arguments: [
    (["import", "w.ndjson"], "error: cannot import w.ndjson: "),
    (["set", "name=\(String(repeating: "x", count: 900))", "--all", "--yes"], "error: "),
  ])
  func `a file size limit is an error like a full disk`(arguments: [String], start: String)
    async throws
  {
    try writeVenues(2000, "Tea", to: "v.ndjson")
    try writeVenues(2000, "Boba", to: "w.ndjson")
    _ = try await sandbox.run("import", "v.ndjson", "--store", "v.sqlite")
    let words = (["boba"] + arguments).joined(separator: " ")
    let outcome = try await sandbox.shell("ulimit -f 1100; \(words) --store v.sqlite")
    #expect(outcome.status == 74, "\(outcome)")
    #expect(outcome.stdout == "")
    #expect(outcome.stderr.hasPrefix(start + "cannot write "), "\(outcome)")
    #expect(outcome.stderr.hasSuffix("v.sqlite: file too large\n"), "\(outcome)")
    try await expect(
      sandbox.run("count", "--where", "name BEGINSWITH 'Tea'", "--store", "v.sqlite"),
      is: .output("2000\n"))
  }

  @Test func `a file size limit is an error of exports and new stores`() async throws {
    try writeVenues(5000, "Tea", to: "v.ndjson")
    _ = try await sandbox.run("import", "v.ndjson", "--store", "v.sqlite")
    let export = try await sandbox.shell(
      "ulimit -f 500; boba export --store v.sqlite --output out.json")
    #expect(export.status == 74)
    #expect(export.stderr.lowercased() == "error: cannot write out.json: file too large\n")
    #expect(!sandbox.exists("out.json") && !sandbox.exists("out.json.unfinished"))
    let new = try await sandbox.shell("ulimit -f 500; boba import v.ndjson --store new.sqlite")
    #expect(new.status == 74)
    #expect(
      new.stderr
        == "error: cannot import v.ndjson: cannot write the new store: file too large\n")
  }
}

// MARK: - Stores

extension FailureTests {
  @Test func `an undo conflict names the venue`() async throws {
    _ = try await sandbox.run("delete", "--price", "3", "--yes")
    _ = try await sandbox.sql(
      """
      INSERT INTO venue (id, name, special_count, favorite, verified, closed)
      SELECT id, 'X', 0, 0, 0, 0 FROM fetchkit_undo_venue
      """)
    let conflict =
      "another program added a Venue with the id '52fc1720498e39f0cf085d06', delete it first"
    try await expect(
      sandbox.run("undo"),
      is: .failure(1, "error: 'Delete venues' cannot be undone: \(conflict)\n"))
    _ = try await sandbox.sql("DELETE FROM venue WHERE name = 'X'")
    #expect(try await sandbox.run("undo").status == 0)
    try await expect(sandbox.run("count"), is: .output("30\n"))
  }

  @Test func `an undo that an index of the user's own refuses says so`() async throws {
    _ = try await sandbox.run("delete", "--price", "3", "--yes")
    _ = try await sandbox.sql(
      """
      DELETE FROM venue WHERE pk NOT IN (SELECT MIN(pk) FROM venue GROUP BY name); \
      UPDATE venue SET name = (SELECT name FROM fetchkit_undo_venue) WHERE pk = 1; \
      CREATE UNIQUE INDEX mine ON venue (name)
      """)
    let reason = "another row has the same venue.name"
    try await expect(
      sandbox.run("undo"),
      is: .failure(1, "error: 'Delete venues' cannot be undone: \(reason)\n"))
  }

  @Test(arguments: [
    ("nope", "their text is not JSON"), ("{}", "their list is of the wrong type"),
    (#"[{"name":"a","sort":[]}]"#, "filter 1 has no 'predicate'"),
    (
      #"[{"name":"a","predicate":"TRUEPREDICATE","sort":[]},{"name":"b","predicate":"x","sort":7}]"#,
      "'sort' of filter 2 is of the wrong type"
    ),
  ])
  func `broken saved filters are reported`(text: String, reason: String)
    async throws
  {
    _ = try await sandbox.run("count")
    _ = try await sandbox.sql(
      "INSERT INTO fetchkit_metadata VALUES ('client.filters', '\(text)')")
    let message = """
      error: cannot read the saved filters: \(reason); restore a backup of the store, or remove the \
      entry client.filters from its table fetchkit_metadata

      """
    for arguments in [["filters", "list"], ["list", "--saved", "a"], ["filters", "delete", "a"]] {
      try await expect(sandbox.run(arguments), is: .failure(65, message))
    }
  }

  @Test func `a saved filter that cannot be read has a caret`() async throws {
    _ = try await sandbox.run("count")
    _ = try await sandbox.sql(
      """
      INSERT INTO fetchkit_metadata
      VALUES ('client.filters', '[{"name":"a","predicate":"rating >","sort":[]}]')
      """)
    let outcome = try await sandbox.run("list", "--saved", "a")
    #expect(outcome.status == 64)
    #expect(outcome.stderr.hasSuffix("\n  rating >\n          ^\n"), "\(outcome)")
  }

  @Test func `the error about a damaged store suggests a check`() async throws {
    _ = try await sandbox.run("count")
    _ = try await sandbox.sql("PRAGMA wal_checkpoint(TRUNCATE)")
    let file = open(sandbox.store, O_WRONLY)
    let junk = [UInt8](repeating: 0x78, count: 4096 * 100)
    #expect(pwrite(file, junk, junk.count, 4096) > 0)
    close(file)
    let outcome = try await sandbox.run("export")
    #expect(outcome.status == 1)
    #expect(outcome.stderr.hasPrefix("error: cannot open the store \(sandbox.store): it "))
    #expect(outcome.stderr.hasSuffix(" is damaged, check it with `boba doctor`\n"), "\(outcome)")
  }

  @Test func `a file that is not a database is reported`() async throws {
    try sandbox.write(String(repeating: "no store\n", count: 100), to: "other")
    try await expect(
      sandbox.run("count", "--store", "other"),
      is: .failure(66, "error: cannot open the store other: it is not an SQLite database\n"))
  }
}

// MARK: - Data

extension FailureTests {
  @Test func `a name that is too long is reported`() async throws {
    let name = String(repeating: "x", count: 1_100_000)
    try sandbox.write("{\"id\":\"1\",\"name\":\"\(name)\"}", to: "one.json")
    try await expect(
      sandbox.run("import", "one.json"),
      is: .failure(
        65,
        """
        error: name: string longer than 1 MB: one.json:1:1 (byte 0)
        warning: one.json:1:18 (byte 17): name: string longer than 1 MB

        """))
    try sandbox.write("[{\"id\":\"1\",\"name\":\"\(name)\"}]", to: "list.json")
    let outcome = try await sandbox.run("import", "list.json")
    #expect(outcome.stdout.hasSuffix("\n  skipped 1:2: name: string longer than 1 MB\n"))
  }
}
