import FetchKit
import TerminalKit
import TerminalTestSupport
import Testing
import Venues

@testable import Finder

@MainActor
@Suite struct ConditionTests {
  private let app: AppHarness

  init() async throws {
    app = try await AppHarness(Size(columns: 200, rows: 50))
    await app.press("f", "G", "enter")
  }

  private func line(_ text: String) -> String? { app.lines.first { $0.contains(text) } }

  @Test func `counts are dimmed while the condition is invalid, because it has no effect`()
    async throws
  {
    func countStyle() throws -> Style {
      let row = try #require(app.lines.firstIndex { $0.contains("venues match") })
      let theme = app.finder.context.theme
      let style = app.screen[app.lines[row].count - 2, row].style
      return style == theme.settled(theme.stale, isRaised: true) ? theme.stale : .plain
    }
    await app.type("tips > 5")
    #expect(try countStyle() == .plain)
    await app.type(" min")
    #expect(try countStyle() == app.finder.context.theme.stale)
  }

  @Test(arguments: ["tips >", "rating >= $min"])
  func `a condition without effect can be recalled after canceling the filter`(text: String)
    async throws
  {
    await app.type(text)
    await app.press("enter", "esc")
    #expect(
      app.message == "Discarded the text; to get it back, edit Condition again and press ↑")
    await app.press("f", "G", "enter", "up")
    #expect(line("Condition  \(text)") != nil)
  }

  @Test func `an invalid condition stays, and Enter leads back to it`() async throws {
    await app.type("tips >")
    await app.press("enter", "g", "enter")
    #expect(line("Condition  tips >") != nil)
    #expect(line("unexpected end of predicate") != nil)
    #expect(app.driver.cursor != nil)
    await app.press("enter", "w")
    #expect(line("Save filter as") == nil)
    #expect(line("Condition  tips >") != nil)
    await app.type(" 40")
    await app.press("enter", "g", "enter")
    #expect(app.finder.context.isListAlone)
    #expect(app.finder.list.state.choices.condition?.predicateFormat == "stats.tipCount > 40")
  }

  @Test(arguments: [
    ("tips > 40", "stats.tipCount > 40"),
    ("deals > 1 AND price = 1", "specialCount > 1 AND priceInfo.tier == 1"),
    ("price = '$$'", "priceInfo.priceCategory == \"$$\""),
    ("distance < 1000", "location.distance < 1000"),
    ("city = 'Queens'", "location.city == \"Queens\""),
    ("ANY categories = 'Café'", "ANY categories.name == \"Café\""),
  ])
  func `columns have short names in conditions`(text: String, format: String) async throws {
    await app.type(text)
    await app.press("enter", "enter")
    #expect(app.finder.list.state.choices.condition?.predicateFormat == format)
  }

  @Test func `Tab goes through the completions, Shift-Tab back`() async throws {
    #expect(line("name  distance  price  rating  tips  deals") != nil)
    await app.press("tab")
    #expect(line("Condition  name") != nil)
    await app.press("tab", "tab", "tab")
    #expect(line("Condition  rating") != nil)
    await app.press("shift-tab")
    #expect(line("Condition  price") != nil)
    await app.type(" = 1 A")
    await app.press("tab")
    #expect(line("Condition  price = 1 AND") != nil)
  }

  @Test func `the name of a variable has no completions`() async throws {
    await app.type("rating > $A")
    await app.press("tab")
    #expect(line("Condition  rating > $A") != nil)
    #expect(line("AND") == nil)
  }

  @Test func `while a condition is invalid, the one from before editing counts`() async throws {
    await app.type("tips > 20")
    await app.press("enter")
    let title = app.lines[0]
    #expect(title.contains("of 30 venues match"))
    await app.press("up", "down", "enter")
    await app.type(" 4")
    #expect(app.lines[0] == title)
    await app.press("ctrl-u")
    await app.type("distance < 1 km")
    #expect(app.lines[0] == title)
  }

  @Test func `Tab accepts a suggestion`() async throws {
    await app.type("ratign > 7 ")
    #expect(line("did you mean 'rating'?") != nil)
    await app.press("tab")
    #expect(line("Condition  rating > 7") != nil)
    #expect(line("did you mean") == nil)
  }

  @Test func `Tab puts a suggestion where the error is, not into an equal text before it`()
    async throws
  {
    await app.type("city = 'ratng' AND ratng > 3 ")
    #expect(line("did you mean 'rating'?") != nil)
    await app.press("tab")
    #expect(line("Condition  city = 'ratng' AND rating > 3") != nil)
  }

  @Test func `the wheel ends editing, so that Esc does not put the text into the next field`()
    async throws
  {
    await app.type("tips > 5")
    await app.press("enter", "up", "enter")
    await app.type("tea")
    await app.press("enter", "space", "x")
    #expect(app.driver.cursor != nil)
    let row = try #require(app.lines.firstIndex { $0.contains("Condition  tips > 5") })
    let point = Point(column: app.lines[row].count - 2, row: row)
    await app.post(.mouse(MouseEvent(.wheelDown, at: point)))
    #expect(app.driver.cursor == nil)
    #expect(line("Condition  tips > 5") != nil)
    await app.press("esc", "Z")
    #expect(app.finder.list.state.choices.condition?.predicateFormat == "stats.tipCount > 5")
  }

  @Test func `a condition with variables asks for their values, and can be saved`() async throws {
    await app.type("tips >= $MIN AND distance < $FAR AND favorite = $STAR")
    await app.press("enter", "w")
    await app.type("busy")
    await app.press("enter")
    #expect(
      try SavedFilter.all(in: app.store).map(\.predicate) == [
        "stats.tipCount >= $MIN AND location.distance < $FAR AND favorite == $STAR"
      ])
    await app.press("g", "enter")
    #expect(line("Maximum distance ($FAR)") != nil)
    await app.type("2.5 km")
    await app.press("enter")
    #expect(line("Minimum tips ($MIN)") != nil)
    await app.type("18")
    await app.press("enter")
    #expect(line("Favorite ($STAR)") != nil)
    await app.press("j", "enter")
    #expect(
      app.finder.list.state.choices.predicate.predicateFormat
        == "stats.tipCount >= 18 AND location.distance < 2500.0 AND favorite == 0 AND closed == 0")
  }

  @Test func `a filled condition is saved with its variables from the list and the filter`()
    async throws
  {
    await app.type("rating >= $min")
    await app.press("enter")
    #expect(line("⏎ asks for $min") != nil)
    #expect(line("  rating >= $min") != nil)
    await app.press("enter")
    await app.type("9")
    await app.press("enter", "w")
    await app.type("rated")
    await app.press("enter", "f", "w")
    await app.type("again")
    await app.press("enter")
    #expect(
      try SavedFilter.all(in: app.store).map(\.predicate) == ["rating >= $min", "rating >= $min"])
    #expect(app.finder.list.state.choices.condition?.predicateFormat == "rating >= 9.0")
  }

  @Test(arguments: [
    ("500", 500.0), ("500m", 500), ("1.5 km", 1500), ("1,5km", 1500), ("1,000", 1000),
    ("2 mi", 3218.688), ("100 ft", 30.48),
  ])
  func `lengths are read with and without a unit`(text: String, meters: Double) throws {
    #expect(abs(try #require(Strings().format.meters(of: text)) - meters) < 1e-9)
  }

  @Test(arguments: ["", "far", "5 x", "km", "-1"])
  func `other texts are no lengths`(text: String) {
    #expect(Strings().format.meters(of: text) == nil)
  }
}
