import Testing

@Suite struct DoctorTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test func `all is well at first`() async throws {
    let outcome = try await sandbox.run("doctor", environment: ["TERM": "xterm"])
    let text = outcome.stdout.replacing(#/3\.\d+\.\d+/#, with: "VERSION")
    #expect(
      text == """
        store     ok   \(sandbox.store): 30 venues, format 1
        SQLite    ok   VERSION
        config    ok   \(sandbox.folder)/config/boba/config.toml
        terminal  ok   xterm
        locale    ok   C.UTF-8
        colours   ok   8 or 16
        widths    ok   not asked: no terminal

        """)
    #expect(outcome.status == 0)
  }

  @Test(arguments: [
    (["TERM": "xterm-256color"], "256"), (["TERM": "xterm", "COLORTERM": "truecolor"], "256"),
    (["TERM": "linux", "COLORTERM": "truecolor"], "8 or 16"),
    (["TERM": "xterm", "COLORTERM": "truecolor", "NO_COLOR": "1"], "none, NO_COLOR is set"),
    (["TERM": "dumb", "COLORTERM": "24bit"], "none"),
  ])
  func `colours are counted by what the terminal says`(
    environment: [String: String], colors: String
  ) async throws {
    // Types with all colours are not known on every machine.
    let outcome = try await sandbox.run("doctor", environment: environment)
    let text = outcome.stdout.replacing("16777216", with: "256")
    #expect(text.contains("\ncolours   ok   \(colors)\n"))
  }

  @Test func `what is out of date is made anew`() async throws {
    _ = try await sandbox.run("count")
    try await expect(
      sandbox.sql("UPDATE venue SET name = 'Zzz' WHERE price_tier = 3; DROP VIEW venue_flat"),
      is: .output(""))
    let outcome = try await sandbox.run("doctor")
    #expect(outcome.status == 1)
    #expect(outcome.stdout.contains("bad  venue.name_order is out of date in 1 rows\n"))
    #expect(outcome.stdout.contains("bad  venue.search_text is out of date in 1 rows\n"))
    try await expect(sandbox.run("count", "--search", "zzz"), is: .output("0\n"))
    #expect(try await sandbox.run("doctor", "--repair").status == 0)
    try await expect(sandbox.run("count", "--search", "zzz"), is: .output("1\n"))
    try await expect(sandbox.sql("SELECT COUNT(*) FROM venue_flat"), is: .output("30\n"))
  }

  @Test func `a store that is none is told with its code`() async throws {
    try sandbox.write("not a store, and long enough to be taken for one", to: "a.sqlite")
    let outcome = try await sandbox.run("doctor", "--store", "a.sqlite")
    #expect(outcome.status == 66)
    #expect(outcome.stdout.hasPrefix("store     bad  cannot open the store a.sqlite: "))
  }

  @Test func `a key that cannot be is told with its line`() async throws {
    try sandbox.write("[keys]\nfilter = 's'\n", to: "keys.toml")
    let outcome = try await sandbox.run("doctor", "--config", "keys.toml")
    #expect(outcome.status == 65)
    #expect(
      outcome.stdout.contains("config    bad  keys.toml:2: 's' cannot be both filter and sort"))
  }
}
