import Testing
import Venues

@Suite(.enabled(if: TerminalSession.canRun, TerminalSession.whySkipped))
struct FinderFilterTests {
  private let sandbox: Sandbox

  init() throws { sandbox = try Sandbox() }

  @Test func `a price filter is applied and cleared`() async throws {
    let finder = try await FinderSession(sandbox)
    try await finder.press("f", until: "30 of 30 venues match")
    try await finder.press("j", "Space", until: "2 of 30 venues match")
    try await finder.press("Enter", until: "2 of 30 venues · 0 deals · 75 tips")
    try await finder.until("both venues") { $0 == ["CoCo Fresh Tea & Juice", "Chatime 日出茶太"] }
    let again = try await finder.press("f", until: "2 of 30 venues match")
    #expect(again.rows(with: "[x]").count == 1)
    #expect(again.shows("[x] $$ "))
    try await finder.press("c", until: "30 of 30 venues match")
    try await finder.press("Enter", until: "30 venues · 12 deals · 519 tips")
  }

  @Test func `the filter screen shows the count of every choice`() async throws {
    let finder = try await FinderSession(sandbox)
    let screen = try await finder.press("f", until: "▁▇▃▂▄▃▂")
    let expected = """
       Filters                                                  30 of 30 venues match
        Price                                            Ranges  such as 15 min or 8+
      ▌ [ ] $         ████████████ 27 bubble tea places  Price range  any    ▇▇▁▁▁▁
      2 [ ] $$        ▉             2 bubble tea places  Rating       no data
      3 [ ] $$$       ▌             1 bubble tea place   Distance     any      ▁▁▂▂▇▁
      4 [ ] $$$$                    0 bubble tea places  Tips         any     ▇▅▅▇▆▂
        Most popular                                     Check-ins    any    ▁▇▃▂▄▃▂
      5 [ ] Offering a deal  12 total deals at 6 places  Category              places
      6 [ ] Within walking distance   < 500 m  0 places  [ ] Bubble Tea Shop  ████ 24
      7 [ ] Has user tips                     30 places  [ ] Asian Restaurant ▏     1
      8 [ ] Favorites                          0 places  [ ] Café             ▏     1
        Sort by                                          [ ] Creperie         ▏     1
        2nd Name (A-Z)                                   [ ] Tea Room         ▏     1
        [ ] Name (Z-A)                                   [ ] Vietnamese Rest… ▏     1
        1st Distance ▲                                   [ ] Wings Joint      ▏     1
        [ ] Price                                        City                  places
        [ ] Rating                              no data  [ ] New York         ████ 28
        [ ] Tips                                         [ ] Astoria          ▏     1
        [ ] Deals                                        [ ] Queens           ▏     1
        [ ] Check-ins
        Search     such as milk tea
        Condition  such as tips > 10
        Summary    none
       esc cancel  space choose  ⏎ apply  w save  → ranges  tab most popular  ? help
      """
    #expect(screen.description == expected)
  }

  @Test func `choices are ORed within a group and ANDed between groups`() async throws {
    let finder = try await FinderSession(sandbox)
    try await finder.press("f", "Space", until: "27 of 30 venues match")
    try await finder.press("j", "j", "Space", until: "28 of 30 venues match")
    try await finder.press("j", "j", "Space", until: "6 of 30 venues match")
    let screen = try await finder.press("Enter", until: "6 of 30 venues · 12 deals · 54 tips")
    #expect(screen.shows("average 2.8 km"))
    #expect(screen.shows("$, $$$ · offering a deal"))
  }

  @Test func `canceling the filter screen changes nothing`() async throws {
    let finder = try await FinderSession(sandbox)
    try await finder.press("f", until: "Most popular")
    let before = try await finder.press("Escape", until: "f filter  / search")
    try await finder.press("f", "j", "Space", until: "2 of 30 venues match")
    try await finder.press("Escape", until: "Discarded the filter; Z brings it back")
    try await finder.terminal.until("the list as before") {
      $0.rows.dropLast() == before.rows.dropLast()
    }
  }

  @Test func `the filter screen sets the sort order`() async throws {
    let finder = try await FinderSession(sandbox)
    try await finder.press("f", until: "30 of 30 venues match")
    let keys = Array(repeating: "j", count: 5 + ToggleFilter.allCases.count)
    for key in keys { try await finder.terminal.press(key) }
    try await finder.press("Space", until: "1st Name (Z-A)")
    try await finder.press("Enter", until: "name ▼")
    try await finder.press("g", until: "1/30")
    try await finder.until("names from Z to A") { $0.first == "Vivi Bubble Tea" }
  }

  @Test func `the filter screen shows the filter of the command line`() async throws {
    let terminal = try await TerminalSession(sandbox)
    try await terminal.type("boba --deals --sort -checkins")
    try await terminal.until(shows: "6 of 30 venues · 12 deals")
    try await terminal.until("most check-ins first") {
      $0.names.prefix(2) == ["Boi Noodles", "Vivi Bubble Tea"]
    }
    try await terminal.press("f")
    let filter = try await terminal.until(shows: "6 of 30 venues match")
    #expect(filter.shows("[x] Offering a deal"))
    #expect(filter.shows("1st Check-ins ▼"))
  }
}
