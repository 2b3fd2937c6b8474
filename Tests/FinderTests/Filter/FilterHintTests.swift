import FetchKit
import TerminalKit
import Testing
import Venues

@testable import Finder

@MainActor
@Suite struct FilterHintTests {
  @Test(arguments: [
    (0, " esc cancel  space choose  ⏎ apply  w save  → ranges  tab most popular  ? help"),
    (5, " esc cancel  space choose  ⏎ apply  w save  < > adjust radius  → ranges  ? help"),
    (8, " esc cancel  space make 1st  ⏎ apply  w save  → category  tab ranges  ? help"),
    (16, " esc cancel  ⏎ edit  ctrl-s apply  w save  < adjust price  tab category  ? help"),
    (20, " esc cancel  ⏎ edit  ctrl-s apply  > adjust check-ins  tab category  ? help"),
    (21, " esc cancel  ⏎ find  ctrl-s apply  w save  tab city  ? help  : more"),
    (22, " esc cancel  space choose  ⏎ apply  w save  tab city  / find  ? help  : more"),
  ])
  func `the hints of the filter say what the keys do in the row`(
    row: Int, hints: String
  ) async throws {
    let app = try await AppHarness()
    await app.press(["f"] + Array(repeating: "j", count: row))
    #expect(app.lines.last == hints)
    await app.press("G")
    #expect(app.lines.last?.hasPrefix(" esc cancel  ⏎ edit ") == true)
  }

  /// The filter with a distance that was typed and confirmed.
  private func app(_ size: Size = .usual, distance: String) async throws -> AppHarness {
    let app = try await AppHarness(size)
    await app.press(["f"] + Array(repeating: "j", count: 18) + ["enter"])
    await app.type(distance)
    await app.press("enter")
    return app
  }

  @Test func `Enter confirms a text, and pressed again applies the filter`() async throws {
    let app = try await app(distance: "2 km")
    #expect(
      app.lines.last
        == " esc cancel  space remove  ⏎ apply  c clear all  < > adjust distance  ? help")
    #expect(app.lines.contains { $0.hasSuffix("  ⏎ shows 6 venues") })
    await app.press("k", "j")
    #expect(!app.lines.contains { $0.contains(" shows ") })
    #expect(app.lines.last?.hasPrefix(" esc cancel  space remove  ⏎ edit  ctrl-s apply ") == true)
    await app.press("enter", "enter", "enter")
    #expect(app.finder.context.isListAlone)
    #expect(app.lines[1].hasPrefix(" distance up to 2 km "))
  }

  @Test func `Enter edits an invalid text again`() async throws {
    let app = try await app(distance: "far")
    #expect(app.lines.last?.hasPrefix(" esc cancel  space remove  ⏎ edit  ctrl-s apply ") == true)
    await app.press("enter", "ctrl-u")
    await app.type("2 km")
    await app.press("enter", "enter")
    #expect(app.finder.context.isListAlone)
    #expect(app.lines[1].hasPrefix(" distance up to 2 km "))
  }

  @Test(arguments: [0, 4, 22])
  func `Space removes a chosen option, and chooses it again`(row: Int) async throws {
    let app = try await AppHarness()
    await app.press(["f"] + Array(repeating: "j", count: row) + ["space"])
    #expect(app.lines.last?.hasPrefix(" esc cancel  space remove  ⏎ apply ") == true)
    await app.press("space")
    #expect(app.lines.last?.hasPrefix(" esc cancel  space choose  ⏎ apply ") == true)
  }

  @Test func `Space removes a range, and sets it again`() async throws {
    let app = try await app(Size(columns: 132, rows: 50), distance: "15 min")
    #expect(app.lines.last?.hasPrefix(" esc cancel  space remove ") == true)
    await app.press("space")
    #expect(app.lines.contains { $0.contains("Distance     such as 15 min") })
    #expect(app.lines.last?.hasPrefix(" esc cancel  space set ") == true)
    await app.press("space")
    #expect(app.lines.contains { $0.contains(/Distance     up to 15 min \(1.2 km\) +[▁-█]/) })
  }

  @Test func `typing replaces a range, and an arrow keeps it`() async throws {
    let app = try await app(Size(columns: 132, rows: 50), distance: "1 km")
    await app.press("k", "j", "enter", "2", "k", "m")
    #expect(app.lines[1].hasPrefix(" distance up to 2 km "))
    await app.press("enter", "k", "j", "enter", "left", "left", "left", "5", "enter")
    #expect(app.lines[1].hasPrefix(" distance up to 25 km "))
  }

  @Test func `Backspace edits a field from its end, and digits begin a range`()
    async throws
  {
    let app = try await app(Size(columns: 132, rows: 50), distance: "1 km")
    await app.press("backspace")
    #expect(app.lines.contains { $0.contains("Distance     1 k") })
    #expect(app.lines.contains { $0.contains("not valid, try 500 m or 15 min") })
    await app.press("backspace", "backspace", "enter")
    #expect(app.lines[1].hasPrefix(" distance up to 1 m "))
    await app.press("9", "0", "enter")
    #expect(app.lines[1].hasPrefix(" distance up to 90 m "))
    await app.press("0", "enter", "1", "k", "m", "enter")
    #expect(app.lines[1].hasPrefix(" distance up to 1 km "))
    await app.press("G", "enter")
    await app.type("tips > 55")
    await app.press("enter", "backspace", "enter")
    #expect(app.finder.list.state.choices.condition?.predicateFormat == "stats.tipCount > 5")
  }

  @Test func `an invalid range is mended by Backspace after Enter`() async throws {
    let app = try await AppHarness(Size(columns: 132, rows: 50))
    await app.press(["f"] + Array(repeating: "j", count: 19) + ["enter"])
    await app.type("10x")
    await app.press("ctrl-s", "enter", "backspace", "enter")
    #expect(app.lines[1].hasPrefix(" tips 10 or more "))
  }

  @Test func `the key to choose a sort order says which key of the order it becomes`() async throws
  {
    let app = try await AppHarness()
    await app.press("f", "tab", "tab", "j", "j", "j")
    #expect(app.lines.last?.hasPrefix(" esc cancel  space make 1st ") == true)
    await app.press("space", "j")
    #expect(app.lines.last?.hasPrefix(" esc cancel  space make 2nd ") == true)
    await app.press("space")
    #expect(app.lines.last?.hasPrefix(" esc cancel  space reverse ") == true)
    await app.press("enter")
    #expect(app.lines[1].hasSuffix(" price ▲  then rating ▼  then name ▲"))
  }

  @Test func `sort orders without data say so, as ranges do`() async throws {
    let app = try await AppHarness(Size(columns: 132, rows: 50))
    await app.press("f")
    #expect(app.lines.contains { $0.contains(/\[ \] Rating +no data/) })
    await app.resize(to: Size(columns: 80, rows: 24))
    #expect(app.lines.contains { $0.contains(/\[ \] Rating +(no data|–)/) })
  }

  @Test
  func
    `the range of the cursor says what can be typed, instead of its scale where there is no room`()
    async throws
  {
    let app = try await AppHarness()
    await app.press("f", "right", "j")
    #expect(app.lines.contains { $0.hasSuffix(" ▌Rating       no data") })
    await app.press("j")
    #expect(app.lines.contains { $0.hasSuffix(" ▌Distance     such as 15 min") })
    await app.resize(to: Size(columns: 132, rows: 50))
    #expect(app.lines.contains { $0.contains(#/▌ Distance +such as 15 min +[▁-█]/#) })
    await app.press("j")
    #expect(app.lines.contains { $0.contains(#/ Distance +any +[▁-█]/#) })
  }

  @Test func `Right leads to the first row of the group in its hint, Left to the same height`()
    async throws
  {
    let app = try await AppHarness()
    await app.press("f", "5")
    #expect(app.lines.last?.contains("→ ranges") == true)
    await app.press("right")
    #expect(app.lines.contains { $0.contains("▌Price range") })
    await app.press("j", "j", "left")
    #expect(app.lines.contains { $0.hasPrefix("▌ [ ] $$$") })
    await app.press("left")
    #expect(app.message == "There is no column on that side")
    await app.press("right", "right")
    #expect(app.message == "There is no column on that side")
    await app.press("left", "tab", "tab", "right")
    #expect(app.lines.contains { $0.contains("▌[ ] New York ") })
  }

  @Test func `a filter without choices does not offer to clear them`() async throws {
    let app = try await AppHarness()
    await app.press("f")
    #expect(app.lines.last?.contains(" c clear ") == false)
    await app.press("space")
    #expect(app.lines.last?.contains(" c clear ") == true)
  }

  @Test func `walking times are rounded up, so that they agree with a filter by minutes`() {
    let strings = Strings()
    #expect(strings.walkingTime(1200) == "15 min")
    #expect(strings.walkingTime(1201) == "16 min")
    #expect(strings.walkingTime(60 * 80) == "60 min")
    #expect(strings.walkingTime(7200) == "1 h 30 min")
    #expect(strings.walkingTime(9600) == "2 h")
  }

  @Test func `a range too long for its row is shown as it can be typed`() async throws {
    let app = try await AppHarness()
    await app.press(["f"] + Array(repeating: "j", count: 18) + ["enter"])
    await app.type("1.25 km-2.5 km")
    await app.press("enter")
    #expect(app.lines.contains { $0.hasSuffix("Distance     1.25 km-2.5 km") })
  }

  @Test func `only bundled venues are bubble tea places`() async throws {
    let app = try await AppHarness()
    await app.press("f", "4")
    #expect(app.lines[7].contains(#/^5 \[ \] Offering a deal +no deals/#))
    #expect(app.lines[2].contains(#/^1 \[ \] \$ .* 27 bubble tea places /#))
    await app.press("4", "tab", "tab", "tab", "tab", "space")
    #expect(app.lines[2].contains(#/^1 \[ \] \$ .* 22 places /#))
    try await app.store.write("Import") { $0.setMetadata(nil, forKey: "origin") }
    let other = try await AppHarness(store: app.store)
    await other.press("f")
    #expect(other.lines[2].contains(#/^▌ \[ \] \$ .* 27 places /#))
  }
}
