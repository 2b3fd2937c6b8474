import FetchKit
import TerminalKit
import TerminalTestSupport
import Testing
import Venues

@testable import Finder

@MainActor
@Suite struct FilterFacetTests {
  private func open(
    _ size: Size = Size(columns: 132, rows: 50), store: FetchStore? = nil
  ) async throws -> AppHarness {
    let app =
      if let store { try await AppHarness(size, store: store) } else { try await AppHarness(size) }
    await app.press("f")
    return app
  }

  private func line(_ app: AppHarness, _ text: String) -> String? {
    app.lines.first { $0.contains(text) }.map { String($0.drop { $0 != "│" }) }
  }

  @Test func `categories and cities have counts`() async throws {
    let app = try await open()
    try Dump.expect(app.screen, is: "filter-facets-132x50")
    await app.press("j", "j", "j", "j", "space")
    #expect(line(app, "] Bubble Tea Shop")?.contains("4") == true)
  }

  @Test(arguments: [(["j", "j", "j", "j", "/"], "z"), (["tab", "tab", "tab"], "3")])
  func `the wheel ends the search for a name and typing a range`(keys: [String], text: String)
    async throws
  {
    let app = try await open()
    await app.press(keys)
    await app.type(text)
    #expect(app.driver.cursor != nil)
    let lines = app.lines
    await app.post(.mouse(MouseEvent(.wheelDown, at: Point(column: 100, row: 10))))
    #expect(app.driver.cursor == nil)
    #expect(app.lines != lines)
  }

  @Test func `facets are beside the sort orders if there is no room below`()
    async throws
  {
    let app = try await open(Size(columns: 100, rows: 24))
    try Dump.expect(app.screen, is: "filter-100x24")
    await app.press("G", "k", "k", "space")
    #expect(line(app, "[x] Queens") != nil)
    await app.press("G", "enter")
    await app.type("rating > ")
    #expect(line(app, "Condition  rating >") != nil)
    #expect(line(app, "Sort by")?.contains("Ranges") == true)
  }

  @Test func `names stay in order when one is chosen`() async throws {
    let app = try await open()
    let cities = {
      app.lines.compactMap { line in
        ["New York", "Astoria", "Queens"].first { line.contains("] \($0) ") }
      }
    }
    let before = cities()
    #expect(before.count == 3)
    await app.press("G", "k", "k", "space")
    #expect(app.lines.contains { $0.contains("[x] Queens") })
    #expect(cities() == before)
    await app.press("space")
    #expect(cities() == before)
  }

  @Test func `the parts stay where they are when fewer names match`() async throws {
    let app = try await open(Size(columns: 80, rows: 37))
    #expect(app.lines[1].contains("Ranges"))
    await app.press("3")
    #expect(app.lines[0].hasSuffix("1 of 30 venues match"))
    #expect(app.lines[1].contains("Ranges"))
    await app.resize(to: Size(columns: 80, rows: 44))
    #expect(!app.lines[1].contains("Ranges"))
  }

  @Test func `from 90 columns there are two columns even if the lines fit in one`() async throws {
    let app = try await open(Size(columns: 96, rows: 40))
    #expect(
      app.lines[1] == "  Price" + String(repeating: " ", count: 55) + "Ranges  such as 15 min or 8+"
    )
    #expect(line(app, "[ ] Wings Joint") != nil)
  }

  @Test func `a long category name leaves room for its bar and count`() async throws {
    let store = try FetchStore.seeded()
    var venue = try store.venue(named: "Boi Noodles")
    venue.category.name = "Middle Eastern and Bubble Tea Restaurant"
    venue.categories = [venue.category]
    try await store.write("Rename") { [venue] in $0.update(venue) }
    let app = try await AppHarness(Size(columns: 100, rows: 24), store: store)
    await app.press(["f", "G"] + Array(repeating: "k", count: 10) + ["enter"])
    await app.type("middle")
    #expect(line(app, "[ ] Middle")?.hasSuffix("[ ] Middle Easte… ████  1") == true)
  }

  @Test func `neighborhoods have counts if venues have any`() async throws {
    let store = try FetchStore.seeded()
    for (name, neighborhood) in [("Teado", "SoHo"), ("Tbaar", "SoHo"), ("Boi Noodles", "Midtown")] {
      var venue = try store.venue(named: name)
      venue.location.neighborhood = neighborhood
      try await store.write("Move") { [venue] in $0.update(venue) }
    }
    let app = try await AppHarness(Size(columns: 132, rows: 60), store: store)
    await app.press("f")
    #expect(line(app, "Neighborhood ") != nil)
    #expect(line(app, "[ ] Wings Joint") != nil)
    let soho = try #require(app.lines.firstIndex { $0.contains("[ ] SoHo") })
    #expect(app.lines[soho].hasSuffix(" 2"))
    await app.click(column: 92, row: soho)
    #expect(app.lines[0].hasSuffix("2 of 30 venues match"))
    await app.press("enter")
    #expect(app.lines[1].hasPrefix(" SoHo "))
    #expect(app.finder.list.state.choices.neighborhoods == ["SoHo"])
    let choices = app.finder.list.state.choices
    #expect(FilterChoices(recognizing: choices.predicate(except: [.closed])) == choices)
    #expect(SavedChoices(choices).choices == choices)
  }

  @Test func `categories with levels are a tree`() async throws {
    let store = try FetchStore.seeded()
    for (name, path) in [
      ("Teado", "Dining > Café > Bubble Tea Shop"), ("Tbaar", "Dining > Café"),
      ("Boi Noodles", "Retail > Tea Store"),
    ] {
      var venue = try store.venue(named: name)
      venue.categories[0].path = path
      try await store.write("Add levels") { [venue] in $0.update(venue) }
    }
    let app = try await open(Size(columns: 132, rows: 60), store: store)
    #expect(line(app, "] Dining ")?.contains("2") == true)
    #expect(line(app, "]   Café") == nil)
    // Over the ranges and the field that filters the list of categories.
    let above = FilterRow.fixed(hasOpen: false, .standard).count + RangeFilter.allCases.count + 1
    await app.press(Array(repeating: "j", count: above))
    await app.press("space")
    #expect(line(app, "[x] Dining ") != nil)
    #expect(line(app, "[ ]   Café")?.contains("2") == true)
    await app.press("j", "space")
    #expect(line(app, "[ ] Dining ") != nil)
    #expect(line(app, "[x]   Café") != nil)
    #expect(line(app, "[ ]     Bubble Tea Shop")?.contains("1") == true)
    await app.press("j", "space", "enter")
    #expect(app.names.filter { !$0.isEmpty } == ["Teado"])
    #expect(app.lines[1].hasPrefix(" Dining > Café > Bubble Tea Shop "))
  }

  @Test func `a slash searches the names of the group, and elsewhere the venues`() async throws {
    let app = try await open()
    // The cities are all listed: the next group begins with a name.
    await app.press("tab", "tab", "tab", "tab", "tab")
    #expect(line(app, "▌ [ ] New York") != nil)
    #expect(app.lines.last?.contains(" / find ") == true)
    await app.press("/")
    await app.type("nowhere")
    #expect(line(app, "▌ City")?.contains(/nowhere +No matches$/) == true)
    await app.press("esc", "g", "/")
    await app.type("noodles")
    await app.press("enter")
    #expect(line(app, "▌ Search     noodles") != nil)
    #expect(app.lines[1].hasPrefix(" “noodles” "))
  }

  @Test func `letters in a field search and run no commands`() async throws {
    let app = try await open()
    await app.press(
      Array(repeating: "j", count: FilterRow.fixed(hasOpen: false, .standard).count)
        + ["tab", "/"])
    await app.type("wings")
    #expect(line(app, "] Wings Joint") != nil)
    #expect(line(app, "] Bubble Tea Shop") == nil)
    await app.press("enter", "space")
    #expect(app.lines[1].hasPrefix(" Wings Joint "))
    #expect(app.lines.contains { $0.hasPrefix(" ▌  City Wings Cafe") })
    await app.press("c", "esc")
    #expect(app.lines[1].hasPrefix(" All venues"))
  }

  @Test func `a complete condition is completed by a connective only`() async throws {
    let app = try await open()
    await app.press("G", "enter")
    await app.type("tips > 10")
    await app.press("tab")
    #expect(line(app, "Condition")?.contains(#/tips > 10 *$/#) == true)
    await app.type(" ")
    await app.press("tab")
    #expect(line(app, "Condition")?.contains("tips > 10 AND") == true)
    await app.press("tab")
    #expect(line(app, "Condition")?.contains("tips > 10 OR") == true)
  }

  @Test func `Down and Up leave a field, and Up brings a discarded text back`() async throws {
    let app = try await open()
    await app.press("G", "up")
    #expect(line(app, "Search")?.contains("⏎ to type, such as milk tea") == true)
    await app.press("enter")
    await app.type("tea")
    await app.press("esc")
    #expect(app.lines[1].hasPrefix(" All venues"))
    await app.press("enter", "up", "down")
    #expect(line(app, "Search")?.contains("tea") == true)
    #expect(line(app, "Condition")?.contains("⏎ to type, such as tips > 10") == true)
  }

  @Test func `a condition has completion, and its errors a caret`() async throws {
    let app = try await open()
    await app.press("G", "enter")
    await app.type("stats.ti")
    await app.press("tab")
    await app.type(" > 40 AN")
    await app.press("tab")
    #expect(line(app, "Condition")?.contains("stats.tipCount > 40 AND") == true)
    #expect(line(app, "ANY") == nil)
    await app.type(" specialCount == 0")
    await app.press("enter")
    #expect(app.lines[1].hasPrefix(" tips is greater than 40, and deals is 0"))
    let found = app.names
    await app.press("k", "j", "enter")
    await app.type(" AND nmae")
    #expect(app.names == found)
    await app.press("esc")
    #expect(app.lines[1].hasPrefix(" tips is greater than 40, and deals is 0"))
    #expect(!app.lines.dropLast().contains { $0.contains("↑") })
  }

  @Test(arguments: ["name == '奶茶' AND ", "name BEGINSWITH '日出茶太日出茶太日出茶太日出茶太' OR "])
  func `the caret is aligned after wide characters`(before: String) async throws {
    let app = try await open()
    await app.press("G", "enter")
    await app.type(before + "nmae == 'a'")
    let row = try #require(app.lines.firstIndex { $0.contains("↑") })
    let column = try #require(
      (0..<app.screen.size.columns).first { app.screen[$0, row].text == "↑" })
    let above = (column..<(column + 4)).map { app.screen[$0, row - 1].text }
    #expect(above.joined() == "nmae")
  }

  @Test func `the minimum rating can be adjusted`() async throws {
    let store = try FetchStore.seeded()
    var venue = try store.venue(named: "Teado")
    venue.rating = 8
    try await store.write("Rate") { [venue] in $0.update(venue) }
    let app = try await AppHarness(Size(columns: 132, rows: 50), store: store)
    await app.press("f")
    await app.press(
      Array(repeating: "j", count: FilterRow.fixed(hasOpen: false, .standard).count + 1))
    await app.press("space")
    await app.type("7+")
    await app.press("enter")
    #expect(line(app, "Rating       7 or more") != nil)
    #expect(app.lines[1].hasPrefix(" rating 7 or more"))
    await app.press(">", ">", ">")
    #expect(app.lines[1].hasPrefix(" rating 8.5 or more"))
    #expect(app.lines.contains { $0.contains("No venues match") })
  }

  @Test func `a filter without matches offers the previous one`() async throws {
    let app = try await AppHarness()
    await app.press("f", "j", "space", "enter")
    #expect(app.names.count == 2)
    await app.press("f", "j", "j", "j", "j", "space", "enter")
    #expect(app.lines.contains { $0.contains("Press backspace to restore: $$") })
    await app.press("backspace")
    #expect(app.names.count == 2)
  }

  @Test func `what the filter screen offers follows the store`() async throws {
    let app = try await AppHarness()
    func offersOpen() -> Bool { app.lines.contains { $0.contains("[ ] Open now") } }
    await app.press("f")
    #expect(!offersOpen())
    var venue = try app.store.venue(named: "Smoocha")
    venue.openings = [Opening(opens: 0, closes: Opening.week)]
    try await app.store.write("Tell hours") { [venue] in $0.update(venue) }
    await app.until(shows: "[ ] Open now")
    await app.press("esc", "f")
    #expect(offersOpen())
  }

  @Test func `the open filter appears if any venue has hours`() async throws {
    let plain = try await AppHarness()
    await plain.press("f")
    #expect(!plain.lines.contains { $0.contains("Open now") })
    let store = try FetchStore.seeded()
    var venue = try store.venue(named: "Smoocha")
    venue.openings = [Opening(opens: 0, closes: 7 * 24 * 60)]
    try await store.write("Tell hours") { [venue] in $0.update(venue) }
    let app = try await AppHarness(store: store)
    // Below the four prices and the filters that are on or off.
    await app.press("f")
    for _ in 0..<(4 + ToggleFilter.allCases.count) { await app.press("j") }
    await app.press("space")
    #expect(
      app.lines.contains { $0.contains(#/^▌ \[x\] Open now +1/#) },
      "\(app.lines.joined(separator: "/"))")
    await app.press("enter")
    #expect(app.names == ["Smoocha"])
    #expect(app.lines[1].hasPrefix(" open now "))
    await app.press("w")
    #expect(app.lines.last?.hasPrefix(" A filter by opening hours cannot be saved") == true)
    await app.press("f", "c", "enter")
    #expect(app.names.count == 17)
  }
}
