import FetchKit
import Foundation
import TerminalKit
import Testing
import Venues

@testable import Finder

@MainActor
@Suite struct ListSectionTests {
  @Test func `sections come first in the order`() async throws {
    let app = try await AppHarness()
    await app.press("S", "2")
    #expect(app.lines[1].hasSuffix("  price  then distance ▲  then name ▲"))
    await app.press(".")
    #expect(app.lines.contains("  price then distance ▲ then name ▲"))
  }

  @Test(arguments: [Size.usual, .small])
  func `sections have headers with counts, and the top one is sticky`(size: Size) async throws {
    let app = try await AppHarness(size)
    await app.press("S", "j", "enter", "j", "j", "j")
    try Dump.expect(app.screen, is: "sections-\(size.columns)x\(size.rows)")
  }

  private func headers(_ app: AppHarness) -> [String] {
    app.lines.dropFirst(4).prefix { !$0.contains("─") }
      .filter { !$0.isEmpty && !$0.hasPrefix("  ") && !$0.hasPrefix(" ▌") }
      .map { String($0.dropFirst().prefix(40)).trimmingCharacters(in: .whitespaces) }
  }

  @Test func `every grouping has its sections in order`() async throws {
    let app = try await AppHarness(Size(columns: 100, rows: 60))
    await app.press("S", "j", "enter", "g")
    #expect(headers(app) == ["$  27 venues", "$$  2 venues", "$$$  1 venue"])
    await app.press("S", "g", "j", "j", "j", "j", "j", "j", "enter", "g")
    #expect(
      headers(app) == [
        "500 m to 1 km  1 venue", "1 km to 2 km  5 venues", "2 km to 5 km  17 venues",
        "5 km to 10 km  7 venues",
      ])
    await app.press("S", "g", "enter")
    #expect(headers(app) == [])
  }

  @Test func `the list can be grouped by neighborhood, favorite and deals`() async throws {
    let store = try FetchStore.empty()
    try await store.write("Add") { context in
      for (index, part) in ["SoHo", nil, "Harlem", "", "SoHo"].enumerated() {
        var venue = Venue()
        (venue.id, venue.name) = ("v\(index)", "Tea \(index)")
        venue.location.neighborhood = part
        (venue.favorite, venue.specialCount) = (index < 2, index / 2)
        context.insert(venue)
      }
    }
    let app = try await AppHarness(Size(columns: 100, rows: 60), store: store)
    await app.press("S", "g", "j", "j", "enter", "g")
    #expect(headers(app) == ["Harlem  1 venue", "SoHo  2 venues", "Unknown  2 venues"])
    await app.press("b", "S", "g")
    for _ in 0..<10 { await app.press("j") }
    await app.press("enter")
    #expect(app.lines[0].contains("Statistics · Deals"))
    await app.press("tab", "j", "enter")
    #expect(headers(app) == ["Harlem  1 venue", "SoHo  1 venue", "Unknown  1 venue"])
    #expect(app.lines[1].contains("Other venues"))
    await app.press("esc", "esc", "S", "g")
    for _ in 0..<11 { await app.press("j") }
    await app.press("enter", "g")
    #expect(headers(app) == ["0 deals  2 venues", "1 deal  2 venues", "2 deals  1 venue"])
  }

  @Test func `sections by letter have a jump index`() async throws {
    let app = try await AppHarness()
    await app.press("S", "g", "j", "j", "j", "j", "j", "enter", "g")
    #expect(headers(app).first == "B  3 venues")
    await app.press("'")
    await app.type("K")
    await app.press("enter")
    #expect(app.cursorLine?.contains("Kung Fu Tea") == true)
    await app.press("[")
    #expect(app.cursorLine?.contains("Gong Cha") == true)
    await app.press("]", "]")
    #expect(app.cursorLine?.contains("Monkey King") == true)
  }

  @Test func `the index is apart from the divider to the details`() async throws {
    let app = try await AppHarness(Size(columns: 132, rows: 30))
    await app.press("S", "6", "g")
    await app.pass(DetailScreen.pause)
    let index = app.lines[4...10].map { $0.prefix { $0 != "│" }.suffix(3) }
    #expect(index == [" B ", " C ", " G ", " K ", " M ", " P ", " R "])
    let column = app.lines[8].prefix { $0 != "│" }.count - 2
    await app.click(column: column, row: 8)
    #expect(app.cursorLine?.contains("Monkey King") == true)
  }

  @Test func `letters filter the groupings, digits and keys of commands work until then`()
    async throws
  {
    let app = try await AppHarness()
    await app.press("S", "j", "j", "k")
    #expect(app.lines.contains { $0.contains(" type, or press a number ") })
    #expect(app.lines.contains { $0.contains("▌   Price  ") })
    await app.type("catgo")
    #expect(app.lines.contains { $0.contains("▌   Main category ") })
    #expect(!app.lines.contains { $0.contains("  Price  ") })
    await app.press("enter")
    #expect(app.lines[1].hasSuffix(" main category  then distance ▲  then name ▲"))
    await app.press("S", "x", "z")
    #expect(app.lines.contains { $0.contains(" No matches ") })
    await app.press("esc", "b", "S", "c", "i", "t", "enter")
    #expect(app.lines[0].contains("City"))
  }

  @Test func `the cursor stays on its venue when the grouping changes`() async throws {
    let app = try await AppHarness()
    await app.press("G")
    let line = app.cursorLine
    await app.press("S", "j", "enter")
    #expect(app.cursorLine == line)
    await app.press("S", "g", "enter")
    #expect(app.cursorLine == line)
  }

  @Test func `a click on a section header does nothing, on a row it selects`()
    async throws
  {
    let app = try await AppHarness()
    await app.press("S", "j", "enter", "g")
    let line = app.cursorLine
    await app.click(column: 10, row: 4)
    #expect(app.cursorLine == line)
    await app.click(column: 10, row: 7)
    #expect(app.cursorLine == app.lines[7])
  }

  @Test func `several sort orders apply in the chosen order`() async throws {
    let app = try await AppHarness()
    await app.press("s", "g", "j", "j", "j", "space", "j", "j", "space")
    #expect(app.lines[1].hasSuffix("price ▲  then tips ▼  then name ▲"))
    #expect(app.lines.contains { $0.contains("1st Price ▲") })
    await app.press("space", "enter", "g")
    #expect(app.lines[1].hasSuffix("price ▲  then tips ▲  then name ▲"))
    #expect(app.names.first == "Red Bubble")
    await app.press("s", "x", "esc")
    #expect(app.lines[1].hasSuffix("tips ▲  then name ▲"))
  }
}
