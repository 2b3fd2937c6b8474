import Testing

@Suite struct PlainModeTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test func `plain mode finds the nearest cheap venue with a deal`() async throws {
    let outcome = try await sandbox.run(
      "--plain", stdin: "filter\n1\n5\nlist\n1\nfavorite\nquit\n")
    #expect(outcome.status == 0)
    #expect(outcome.stderr == "")
    let lines = outcome.stdout.split(separator: "\n")
    #expect(lines.first == "Bubble Tea Finder in plain mode. Type help for a list of commands.")
    #expect(lines.contains("6 of 30 venues, 12 deals, 54 tips, average 2.8 kilometers."))
    #expect(lines.last == "Added Boi Noodles to favorites.")
    try await expect(
      sandbox.run("count", "--favorites"), is: .output("1\n"))
  }

  @Test func `commands use a filter saved in plain mode`() async throws {
    let outcome = try await sandbox.run("--plain", stdin: "filter\n1\nsave cheap\n")
    #expect(outcome.stdout.hasSuffix("\nSaved as cheap.\n"))
    try await expect(sandbox.run("count", "--saved", "cheap"), is: .output("27\n"))
  }

  @Test func `plain mode ends with the input`() async throws {
    let outcome = try await sandbox.run("--plain", "--deals", stdin: "")
    #expect(outcome.status == 0)
    #expect(outcome.stdout.contains("Filter: offering a deal.\n"))
  }

  @Test(.enabled(if: TerminalSession.canRun, TerminalSession.whySkipped))
  func `in a terminal plain mode has a prompt`() async throws {
    let terminal = try await TerminalSession(sandbox, environment: ["TERM": "dumb"])
    try await terminal.type("boba --plain; echo status $?")
    try await terminal.until(shows: "Venue number or command:")
    try await terminal.type("1")
    try await terminal.until(shows: "Phone: (212) 575-0088")
    try await terminal.type("quit")
    try await terminal.until(shows: "status 0")
  }
}
