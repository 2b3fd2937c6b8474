import Testing

@Suite(.enabled(if: TerminalSession.canRun, TerminalSession.whySkipped))
struct FinderRestoreTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test func `an open finder shows restored venues`() async throws {
    _ = try await sandbox.run("set", "name=Before", "--where", "name == 'Boi Noodles'", "--yes")
    _ = try await sandbox.run("backup", "copy.sqlite")
    _ = try await sandbox.run("undo")
    let finder = try await FinderSession(sandbox)
    try await finder.until("the first venue") { $0.first == "Boi Noodles" }
    _ = try await sandbox.run("delete", "--deals", "--yes")
    try await finder.terminal.until(shows: "24 venues · 0 deals")
    #expect(try await sandbox.run("restore", "copy.sqlite").status == 0)
    try await finder.terminal.until(shows: "30 venues · 12 deals")
    // The totals can come before the list, whose cursor stays on its venue.
    try await finder.terminal.until(shows: "/30")
    try await finder.press("g", until: "1/30")
    try await finder.until("the restored name") { $0.first == "Before" }
    // What is done next is done in the restored store.
    try await finder.press("*", until: "to favorites")
    try await expect(sandbox.run("count", "--favorites"), is: .output("1\n"))
    #expect(try await sandbox.run("doctor", environment: ["TERM": "xterm"]).status == 0)
  }
}
