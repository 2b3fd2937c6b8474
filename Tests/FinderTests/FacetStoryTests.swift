import FetchKit
import TerminalKit
import Testing
import Venues

@testable import Finder

@MainActor
@Suite struct FacetStoryTests {
  private func open(_ size: Size = Size(columns: 132, rows: 50)) async throws -> Trial {
    let trial = try await Trial(size)
    await trial.press("f")
    return trial
  }

  private func line(_ trial: Trial, _ text: String) -> String? {
    trial.lines.first { $0.contains(text) }.map { String($0.drop { $0 != "│" }) }
  }

  @Test func `categories and cities have counts`() async throws {
    let trial = try await open()
    try Dump.expect(trial.screen, is: "filter-facets-132x50")
    await trial.press("j", "j", "j", "j", "space")
    #expect(line(trial, "] Bubble Tea Shop")?.contains("4") == true)
  }

  @Test func `facets are beside the sort orders if there is no room below`()
    async throws
  {
    let trial = try await open(Size(columns: 100, rows: 24))
    try Dump.expect(trial.screen, is: "filter-100x24")
    await trial.press("G", "k", "k", "space")
    #expect(line(trial, "[x] Queens") != nil)
    await trial.press("G", "enter")
    await trial.type("rating > ")
    #expect(line(trial, "Condition  rating >") != nil)
    #expect(line(trial, "Sort by")?.contains("More") == true)
  }

  @Test func `a long category name leaves room for its count`() async throws {
    let store = try Store.seeded()
    var venue = try store.venue(named: "Boi Noodles")
    venue.category.name = "Middle Eastern and Bubble Tea Restaurant"
    venue.categories = [venue.category]
    try await store.write("Rename") { [venue] in $0.update(venue) }
    let trial = try await Trial(Size(columns: 100, rows: 24), store: store)
    await trial.press(["f", "G"] + Array(repeating: "k", count: 10) + ["enter"])
    await trial.type("middle")
    #expect(line(trial, "[ ] Middle")?.hasSuffix("[ ] Middle Eastern an… 1") == true)
  }

  @Test func `letters in a field search and run no commands`() async throws {
    let trial = try await open()
    await trial.press(
      Array(repeating: "j", count: FilterRow.fixed(hasOpen: false, .standard).count + 1))
    await trial.press("enter")
    await trial.type("wings")
    #expect(line(trial, "] Wings Joint") != nil)
    #expect(line(trial, "] Bubble Tea Shop") == nil)
    await trial.press("enter", "j", "space")
    #expect(trial.lines[1].hasPrefix(" Wings Joint "))
    #expect(trial.lines.contains { $0.hasPrefix(" ▌ City Wings Cafe") })
    await trial.press("c", "esc")
    #expect(trial.lines[1].hasPrefix(" All venues"))
  }

  @Test func `a condition has completion, and its errors a caret`() async throws {
    let trial = try await open()
    await trial.press("G", "enter")
    await trial.type("stats.ti")
    await trial.press("tab")
    await trial.type(" > 40 AN")
    await trial.press("tab")
    #expect(line(trial, "Condition")?.contains("stats.tipCount > 40 AND") == true)
    #expect(trial.lines.contains { $0.contains("↑") })
    await trial.type(" specialCount == 0")
    await trial.press("enter")
    #expect(trial.lines[1].hasPrefix(" stats.tipCount > 40 AND specialCount == 0"))
    let found = trial.names
    await trial.press("enter")
    await trial.type(" AND nmae")
    #expect(trial.names == found)
    await trial.press("esc")
    #expect(trial.lines[1].hasPrefix(" stats.tipCount > 40 AND specialCount == 0"))
    #expect(!trial.lines.contains { $0.contains("↑") })
  }

  @Test(arguments: ["name == '奶茶' AND ", "name BEGINSWITH '日出茶太日出茶太日出茶太日出茶太' OR "])
  func `the caret is aligned after wide characters`(before: String) async throws {
    let trial = try await open()
    await trial.press("G", "enter")
    await trial.type(before + "nmae == 'a'")
    let row = try #require(trial.lines.firstIndex { $0.contains("↑") })
    let column = try #require(
      (0..<trial.screen.size.columns).first { trial.screen[$0, row].text == "↑" })
    let above = (column..<(column + 4)).map { trial.screen[$0, row - 1].text }
    #expect(above.joined() == "nmae")
  }

  @Test func `the minimum rating can be adjusted`() async throws {
    let store = try Store.seeded()
    var venue = try store.venue(named: "Teado")
    venue.rating = 8
    try await store.write("Rate") { [venue] in $0.update(venue) }
    let trial = try await Trial(Size(columns: 132, rows: 50), store: store)
    await trial.press("f")
    await trial.press(
      Array(repeating: "j", count: FilterRow.fixed(hasOpen: false, .standard).count))
    #expect(line(trial, "Rating 7.0 or better")?.contains("1") == true)
    await trial.press("space")
    #expect(trial.lines[1].hasPrefix(" rating 7.0 or better"))
    await trial.press(">", ">", ">")
    #expect(trial.lines[1].hasPrefix(" rating 8.5 or better"))
    #expect(trial.lines.contains { $0.contains("No venues match") })
  }

  @Test func `a filter without matches offers the previous one`() async throws {
    let trial = try await Trial()
    await trial.press("f", "j", "space", "enter")
    #expect(trial.names.count == 2)
    await trial.press("f", "j", "j", "j", "j", "space", "enter")
    #expect(trial.lines.contains { $0.contains("Press backspace to restore: $$") })
    await trial.press("backspace")
    #expect(trial.names.count == 2)
  }

  @Test func `the open filter appears if any venue has hours`() async throws {
    let plain = try await Trial()
    await plain.press("f")
    #expect(!plain.lines.contains { $0.contains("Open now") })
    let store = try Store.seeded()
    var venue = try store.venue(named: "Smoocha")
    venue.openings = [Opening(opens: 0, closes: 7 * 24 * 60)]
    try await store.write("Tell hours") { [venue] in $0.update(venue) }
    let trial = try await Trial(store: store)
    // Below the four prices and the filters that are on or off.
    await trial.press("f")
    for _ in 0..<(4 + ToggleFilter.allCases.count) { await trial.press("j") }
    await trial.press("space")
    #expect(
      trial.lines.contains { $0.hasPrefix("9▌[x] Open now                1") },
      "\(trial.lines.joined(separator: "/"))")
    await trial.press("enter")
    #expect(trial.names == ["Smoocha"])
    #expect(trial.lines[1].hasPrefix(" open now "))
    await trial.press("w")
    #expect(trial.lines.last?.hasPrefix(" A filter by opening hours cannot be saved") == true)
    await trial.press("f", "c", "enter")
    #expect(trial.names.count == 17)
  }
}
