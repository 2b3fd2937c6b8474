import Testing

@Suite(.enabled(if: TerminalSession.canRun, TerminalSession.whySkipped))
struct ResizeTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  /// Every change from one size to another, starting at the usual one.
  private static let walk: [TerminalSize] = [.wide, .small, .usual, .small, .wide, .usual]

  @Test(arguments: [
    ([], "1/30"), (["f"], "30 of 30"), (["Enter"], "240 W 40th St."), (["?"], "Filter venues"),
    (["/", "k", "u", "n", "g"], "4 of 30 venues"), (["j", "j", "j"], "4/30"), (["G"], "30/30"),
  ])
  func `a resized screen equals a fresh one`(keys: [String], text: String) async throws {
    var fresh: [TerminalSize: StyledScreen] = [:]
    for size in [TerminalSize.wide, .usual, .small] {
      let finder = try await open(size, keys, text)
      try await finder.terminal.until("the details of the cursor's venue", Self.showsDetails)
      fresh[size] = try await finder.terminal.settledScreen
    }
    let finder = try await open(.usual, keys, text)
    for size in Self.walk {
      let expected = try #require(fresh[size])
      try await finder.terminal.resize(size)
      try await finder.terminal.until(styled: expected, "as freshly started at \(size)")
    }
  }

  /// Whether the pane beside the list, if there is one, shows the venue under the cursor: it follows the
  /// cursor after a pause.
  private static func showsDetails(_ screen: Screen) -> Bool {
    guard let title = screen.rows.first?.split(separator: "│").dropFirst().first,
      let row = screen.rows.first(where: { $0.contains("▌") })
    else { return true }
    let name = row.drop { $0 != "▌" }.dropFirst().drop { $0 == " " }
    let end = name.firstRange(of: "  ")?.lowerBound ?? name.endIndex
    let pane = title.drop { $0 == " " }
    return pane.hasPrefix(name[..<end]) || pane.hasPrefix("Filters")
  }

  /// Uses a new home folder because the finder restores its state.
  private func open(_ size: TerminalSize, _ keys: [String], _ text: String) async throws
    -> FinderSession
  {
    let finder = try await FinderSession(Sandbox(), size)
    for key in keys { try await finder.terminal.press(key) }
    try await finder.terminal.until(shows: text)
    return finder
  }

  @Test func `a terminal that is too small shows a message until it grows`() async throws {
    let finder = try await FinderSession(sandbox)
    let before = try await finder.terminal.screen
    try await finder.terminal.resize(TerminalSize(columns: 39, rows: 9))
    let small = try await finder.terminal.until(shows: "too small")
    #expect(small.shows("needs 40×10"))
    #expect(small.shows("has 39×9"))
    try await finder.terminal.resize(.usual)
    try await finder.terminal.until("the list as before") { $0 == before }
  }
}
