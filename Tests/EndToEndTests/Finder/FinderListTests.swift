import Testing

@Suite(.enabled(if: TerminalSession.canRun, TerminalSession.whySkipped))
struct FinderListTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test func `the list has totals`() async throws {
    let finder = try await FinderSession(sandbox)
    let screen = try await finder.terminal.until(shows: " 30 venues · 12 deals · 519 tips")
    #expect(screen.rows.first?.hasPrefix(" Bubble Tea Finder") == true)
    #expect(screen.names.count == 14)
    #expect(screen.names.prefix(3) == ["Boi Noodles", "CoCo Fresh Tea & Juice", "Smoocha"])
    #expect(screen.shows("average 3.8 km"))
  }

  @Test func `typing narrows the list, Esc restores it`() async throws {
    let finder = try await FinderSession(sandbox)
    try await finder.press("/", until: "esc cancel")
    let before = try await finder.press("Escape", until: "f filter  / search")
    try await finder.press("/", "k", "u", "n", "g", until: "4 of 30 venues")
    try await finder.until("four of one name") { names in
      names.count == 4 && names.allSatisfy { $0.hasPrefix("Kung Fu Tea") }
    }
    try await finder.press("Escape", until: "30 venues · 12 deals")
    try await finder.terminal.until("the list as before") { $0 == before }
  }

  @Test func `Enter keeps a search`() async throws {
    let finder = try await FinderSession(sandbox)
    try await finder.press("/", "k", "u", "n", "g", "BSpace", until: "4 of 30 venues")
    try await finder.press("Enter", until: "f filter")
    try await finder.until("the four found") { $0.count == 4 }
    try await finder.press("Escape", until: "30 venues · 12 deals")
  }

  @Test func `Han text is found from one character`() async throws {
    let finder = try await FinderSession(sandbox)
    try await finder.press("/", "茶", until: "5 of 30 venues")
    try await finder.until("five of one kind") { names in
      names.count == 5 && names.allSatisfy { $0.contains("茶") }
    }
  }

  @Test func `Enter opens the details, Esc returns to the row`() async throws {
    let finder = try await FinderSession(sandbox)
    // The first command ends the welcome.
    try await finder.press("?", until: "Help")
    try await finder.press("Escape", "j", "j", until: "3/30")
    let before = try await finder.terminal.screen
    let detail = try await finder.press("Enter", until: "315 5th Ave")
    #expect(detail.rows.first?.hasPrefix(" Smoocha") == true)
    #expect(detail.shows("Deals      3"))
    try await finder.press("n", until: "149 E. 60th Street")
    try await finder.press("p", until: "315 5th Ave")
    try await finder.press("Escape", until: "3/30")
    try await finder.terminal.until("the list as before") { $0 == before }
  }

  @Test(arguments: [
    ("j", "2/30"), ("Down", "2/30"), ("G", "30/30"), ("End", "30/30"), ("PPage", "1/30"),
  ])
  func `keys move the cursor`(key: String, place: String) async throws {
    let finder = try await FinderSession(sandbox)
    try await finder.press(key, until: place)
    try await finder.press("g", until: "1/30")
  }

  @Test func `page down moves by a screen`() async throws {
    let finder = try await FinderSession(sandbox, .small)
    let first = try await finder.terminal.screen.names
    let second = try await finder.press("NPage", until: "6/30").names
    #expect(
      second == [
        "Vivi Bubble Tea", "Tbaar", "CoCo Fresh Tea …", "City Wings Cafe", "Vivi Bubble Tea",
      ])
    try await finder.press("PPage", until: "1/30")
    try await finder.terminal.until("the first page") { $0.names == first }
  }

  @Test func `a favorite is saved to the store`() async throws {
    let finder = try await FinderSession(sandbox)
    try await finder.press("j", "*", until: "2/30")
    let favorites = ["list", "--favorites", "--columns=name", "--format=tsv"]
    var stored = try await sandbox.run(favorites)
    for _ in 1...100 where stored == .output("name\n") {
      stored = try await sandbox.run(favorites)
    }
    expect(stored, is: .output("name\nCoCo Fresh Tea & Juice\n"))
  }

  @Test func `changes by another program are shown`() async throws {
    let finder = try await FinderSession(sandbox)
    try await expect(
      sandbox.run("set", "name=Renamed", "--where", "id == '4bfaad735317a5931802037f'"),
      is: .output("1 venue changed\n"))
    try await finder.terminal.until(shows: "Renamed")
  }

  @Test func `the order menu sorts`() async throws {
    let finder = try await FinderSession(sandbox)
    try await finder.press("s", until: "Name (Z-A)")
    try await finder.press("g", "j", "Enter", until: "name ▼")
    try await finder.press("g", until: "1/30")
    try await finder.until("names from Z to A") { $0.first == "Vivi Bubble Tea" }
  }

  @Test func `? shows the keys`() async throws {
    let finder = try await FinderSession(sandbox)
    let help = try await finder.press("?", until: "Filter venues")
    #expect(help.rows.first == " Help · Bubble Tea Finder")
    try await finder.press("Escape", until: "1/30")
  }

  @Test func `Esc is quick`() async throws {
    let finder = try await FinderSession(sandbox)
    var best = Duration.seconds(60)
    // Other tests take their time from this one: it may try again, ncurses would never come below.
    for _ in 1...40 where best >= .milliseconds(500) {
      try await finder.press("f", until: "Filters")
      let start = ContinuousClock.now
      try await finder.press("Escape", until: "1/30")
      best = min(best, ContinuousClock.now - start)
    }
    #expect(best < .milliseconds(500), "ncurses alone would wait for a second")
  }
}
