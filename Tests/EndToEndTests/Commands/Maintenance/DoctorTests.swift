import Foundation
import Testing

@Suite struct DoctorTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test func `a new store has no problems`() async throws {
    let outcome = try await sandbox.run("doctor", environment: ["TERM": "xterm"])
    let text = outcome.stdout.replacing(#/3\.\d+\.\d+/#, with: "VERSION")
    #expect(
      text == """
        store     ok   \(sandbox.store): 30 venues, format 2
        SQLite    ok   VERSION
        config    ok   \(sandbox.folder)/config/boba/config.toml
        terminal  ok   xterm
        locale    ok   C.UTF-8
        colors    ok   8 or 16
        widths    ok   not checked: no terminal

        """)
    #expect(outcome.status == 0)
  }

  @Test(arguments: [
    (["TERM": "xterm-256color"], "256"), (["TERM": "xterm", "COLORTERM": "truecolor"], "256"),
    (["TERM": "linux", "COLORTERM": "truecolor"], "8 or 16"),
    (["TERM": "xterm", "COLORTERM": "truecolor", "NO_COLOR": "1"], "none, NO_COLOR is set"),
    (["TERM": "dumb", "COLORTERM": "24bit"], "none"),
  ])
  func `doctor reports the number of colors`(
    environment: [String: String], colors: String
  ) async throws {
    // Types with all colors are not known on every machine.
    let outcome = try await sandbox.run("doctor", environment: environment)
    let text = outcome.stdout
      .replacing("; install ncurses-term for all 16777216", with: "").replacing(
        "16777216", with: "256")
    #expect(text.contains("\ncolors    ok   \(colors)\n"))
  }

  @Test func `--repair rebuilds derived data`() async throws {
    _ = try await sandbox.run("count")
    try await expect(
      sandbox.sql("UPDATE venue SET name = 'Zzz' WHERE price_tier = 3; DROP VIEW venue_flat"),
      is: .output(""))
    let outcome = try await sandbox.run("doctor")
    #expect(outcome.status == 1)
    #expect(outcome.stdout.contains("bad  venue.name_order is out of date in 1 row\n"))
    #expect(outcome.stdout.contains("bad  venue.search_text is out of date in 1 row\n"))
    try await expect(sandbox.run("count", "--search", "zzz"), is: .output("0\n"))
    #expect(try await sandbox.run("doctor", "--repair").status == 0)
    try await expect(sandbox.run("count", "--search", "zzz"), is: .output("1\n"))
    try await expect(sandbox.sql("SELECT COUNT(*) FROM venue_flat"), is: .output("30\n"))
  }

  @Test func `a file that is not a store is reported with its exit code`() async throws {
    try sandbox.write("not a store, and long enough to be taken for one", to: "a.sqlite")
    let outcome = try await sandbox.run("doctor", "--store", "a.sqlite")
    #expect(outcome.status == 66)
    #expect(outcome.stdout.hasPrefix("store     bad  cannot open the store a.sqlite: "))
  }

  @Test func `an invalid key is reported with its line`() async throws {
    try sandbox.write("[keys]\nfilter = 's'\n", to: "keys.toml")
    let outcome = try await sandbox.run("doctor", "--config", "keys.toml")
    #expect(outcome.status == 65)
    #expect(
      outcome.stdout.contains("config    bad  keys.toml:2: 's' cannot be both filter and sort"))
  }

  // MARK: - Salvage

  /// Overwrites a page of the default store with zeros.
  private func losePage(_ number: Int) async throws {
    try await expect(
      sandbox.shell(
        "head -c 4096 /dev/zero | dd of=\(sandbox.store) bs=4096 seek=\(number - 1) conv=notrunc status=none"
      ), is: .output(""))
  }

  private func plain(_ outcome: Outcome) -> [String] {
    outcome.stdout.split(separator: "\n").map(String.init).filter { $0.hasPrefix("store") }
      .map { $0.replacing(#/-\d{8}-\d{6}/#, with: "-DATE") }
  }

  @Test func `a damaged store is salvaged with favorites, notes and saved filters`() async throws {
    _ = try await sandbox.run("set", "favorite=true", "note=mine", "--price", "3")
    _ = try await sandbox.run("filters", "save", "cheap", "--price", "1")
    let before = try await sandbox.run("export")
    let filters = try await sandbox.run("filters", "list")
    try await losePage(1)
    let found = try await sandbox.run("doctor")
    #expect(found.status == 66)
    #expect(
      plain(found) == [
        "store     bad  cannot open the store \(sandbox.store): it is not an SQLite database",
        "store     bad  repair it with `boba doctor --repair`",
      ])
    let repaired = try await sandbox.run("doctor", "--repair", environment: ["TERM": "xterm"])
    #expect(repaired.status == 0)
    #expect(
      plain(repaired) == [
        "store     ok   venue: 30 rows saved, 0 lost",
        "store     ok   venue_category: 30 rows saved, 0 lost",
        "store     ok   venue_tip: 0 rows saved, 0 lost",
        "store     ok   venue_opening: 0 rows saved, 0 lost",
        "store     ok   venue_deal: 0 rows saved, 0 lost",
        "store     ok   venue_neighborhood: 0 rows saved, 0 lost",
        "store     ok   venue_tag: 0 rows saved, 0 lost",
        "store     ok   venue_photo: 0 rows saved, 0 lost",
        "store     ok   venue_popular_hour: 0 rows saved, 0 lost",
        "store     ok   the damaged store is kept as \(sandbox.store).damaged-DATE",
        "store     ok   \(sandbox.store): 30 venues, format 2",
      ])
    try await expect(sandbox.run("export"), is: before)
    try await expect(sandbox.run("filters", "list"), is: filters)
    #expect(try await sandbox.run("doctor", environment: ["TERM": "xterm"]).status == 0)
  }

  @Test func `doctor counts lost venues and does not restore bundled ones`() async throws {
    let lines = (0..<2000).map { "{\"id\":\"k\($0)\",\"name\":\"Tea \($0)\"}\n" }
    _ = try await sandbox.run("import", "-", stdin: lines.joined())
    let leaf = try await sandbox.shell("grep -obUa 'Tea 20' \(sandbox.store) | head -n 1")
    let place = try #require(leaf.stdout.split(separator: ":").first.flatMap { Int($0) })
    try await losePage(place / 4096 + 1)
    let found = try await sandbox.run("doctor")
    #expect(found.status == 1)
    #expect(plain(found).last == "store     bad  repair it with `boba doctor --repair`")
    let repaired = try await sandbox.run("doctor", "--repair")
    let counts = try #require(
      plain(repaired).first?.wholeMatch(
        of: #/store     ok   venue: (\d+) rows saved, (\d+) lost/#))
    let (saved, lost) = (try #require(Int(counts.1)), try #require(Int(counts.2)))
    #expect(saved + lost == 2000 && lost > 0 && lost < 100)
    try await expect(sandbox.run("count"), is: .output("\(saved)\n"))
  }

  @Test func `control characters in a damaged schema do not reach the terminal`() async throws {
    _ = try await sandbox.run("count")
    _ = try await sandbox.sql(
      """
      CREATE TABLE "a\u{1B}[31mb" (x UNIQUE);
      PRAGMA writable_schema = ON;
      UPDATE sqlite_schema SET rootpage = 3 WHERE name LIKE 'sqlite_autoindex_a%';
      """)
    let found = try await sandbox.run("doctor")
    #expect(found.status == 1)
    #expect(!found.stdout.contains("\u{1B}"))
    #expect(plain(found).last == "store     bad  repair it with `boba doctor --repair`")
  }

  @Test func `an unreadable file is not repaired`() async throws {
    let text = "not a store, and long enough to be taken for one"
    try sandbox.write(text, to: "a.sqlite")
    let outcome = try await sandbox.run("doctor", "--repair", "--store", "a.sqlite")
    #expect(outcome.status == 1)
    #expect(
      plain(outcome) == ["store     bad  cannot salvage a.sqlite: nothing in it can be read"])
    try await expect(sandbox.shell("ls; cat a.sqlite"), is: .output("a.sqlite\n\(text)"))
  }

  @Test func `a damaged store that is in use is not replaced`() async throws {
    _ = try await sandbox.run("count")
    try await losePage(20)
    let outcome = try await sandbox.shell(
      """
      (echo 'SELECT 1 FROM sqlite_schema;'; until test -e done; do sleep 0.01; done) |
        sqlite3 \(sandbox.store) >held &
      until test -s held; do sleep 0.01; done
      boba doctor --repair; status=$?
      touch done; wait; exit $status
      """)
    #expect(outcome.status == 75)
    #expect(
      plain(outcome) == [
        "store     bad  cannot salvage \(sandbox.store): another program has the store open"
      ])
  }

  @Test(arguments: Array(stride(from: 1, through: 40, by: 2)))
  func `a read that fails is not taken for damage`(number: Int) async throws {
    _ = try await sandbox.run("set", "note=mine", "--all", "--yes")
    let before = try await sandbox.run("export")
    let failing = try await sandbox.failing("read", number, with: EIO)
    let outcome = try await sandbox.run("doctor", "--repair", environment: failing)
    let opening = "cannot open the store \(sandbox.store)"
    let reports = [
      "0 ok   \(sandbox.store): 30 venues, format 2",
      "1 bad  \(opening): it is damaged, check it with `boba doctor`",
      "74 bad  \(opening): cannot read \(sandbox.store): disk I/O error",
      "74 bad  cannot read \(sandbox.store): disk I/O error",
      "74 bad  cannot read \(sandbox.store): input/output error",
    ]
    let report = plain(outcome).map { $0.replacing("store     ", with: "\(outcome.status) ") }
    #expect(report.count == 1)
    #expect(reports.contains(report.joined(separator: "\n")), "\(outcome)")
    try await expect(sandbox.run("export"), is: before)
    try await expect(sandbox.run("undo"), is: .output("undone: Set note (30 venues)\n"))
  }

  @Test func `a store of an earlier version that lost its header is salvaged`() async throws {
    let sql = try String(
      contentsOfFile: Program.package + "/Tests/EndToEndTests/Stores/0.1.0-before-hours.sql",
      encoding: .utf8)
    try sandbox.makeFolder("data/boba")
    try sandbox.write(sql, to: "old.sql")
    _ = try await sandbox.shell("sqlite3 \(sandbox.store) < old.sql")
    // Its new columns come last.
    _ = try await sandbox.run("set", "location.neighborhood=Midtown", "--all", "--yes")
    let before = try await sandbox.run("export")
    _ = try await sandbox.shell(
      "head -c 100 /dev/zero | dd of=\(sandbox.store) conv=notrunc status=none")
    let repaired = try await sandbox.run("doctor", "--repair", environment: ["TERM": "xterm"])
    #expect(repaired.status == 0, "\(repaired)")
    try await expect(sandbox.run("export"), is: before)
  }
}
