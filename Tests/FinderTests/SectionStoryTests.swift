import FetchKit
import Foundation
import TerminalKit
import Testing
import Venues

@testable import Finder

@MainActor
@Suite struct SectionStoryTests {
  @Test(arguments: [Size.usual, .small])
  func `sections have headers with counts, and the top one is sticky`(size: Size) async throws {
    let trial = try await Trial(size)
    await trial.press("S", "j", "enter", "j", "j", "j")
    try Dump.expect(trial.screen, is: "sections-\(size.columns)x\(size.rows)")
  }

  private func headers(_ trial: Trial) -> [String] {
    trial.lines.dropFirst(4).prefix { !$0.contains("─") }
      .filter { !$0.isEmpty && !$0.hasPrefix("  ") && !$0.hasPrefix(" ▌") }
      .map { String($0.dropFirst().prefix(40)).trimmingCharacters(in: .whitespaces) }
  }

  @Test func `every grouping has its sections in order`() async throws {
    let trial = try await Trial(Size(columns: 100, rows: 60))
    await trial.press("S", "j", "enter", "g")
    #expect(headers(trial) == ["$  27 venues", "$$  2 venues", "$$$  1 venue"])
    await trial.press("S", "g", "j", "j", "j", "j", "j", "j", "enter", "g")
    #expect(
      headers(trial) == [
        "500 m to 1 km  1 venue", "1 km to 2 km  5 venues", "2 km to 5 km  17 venues",
        "5 km to 10 km  7 venues",
      ])
    await trial.press("S", "g", "enter")
    #expect(headers(trial) == [])
  }

  @Test func `the list can be grouped by neighborhood, favorite and deals`() async throws {
    let store = try Store.empty()
    try await store.write("Add") { context in
      for (index, part) in ["SoHo", nil, "Harlem", "", "SoHo"].enumerated() {
        var venue = Venue()
        (venue.id, venue.name) = ("v\(index)", "Tea \(index)")
        venue.location.neighborhood = part
        (venue.favorite, venue.specialCount) = (index < 2, index / 2)
        context.insert(venue)
      }
    }
    let trial = try await Trial(Size(columns: 100, rows: 60), store: store)
    await trial.press("S", "g", "j", "j", "enter", "g")
    #expect(headers(trial) == ["Harlem  1 venue", "SoHo  2 venues", "Unknown  2 venues"])
    await trial.press("b", "S", "g")
    for _ in 0..<10 { await trial.press("j") }
    await trial.press("enter")
    #expect(trial.lines[0].contains("Statistics · By deals"))
    await trial.press("tab", "j", "enter")
    #expect(headers(trial) == ["Harlem  1 venue", "SoHo  1 venue", "Unknown  1 venue"])
    #expect(trial.lines[1].contains("Other venues"))
    await trial.press("esc", "esc", "S", "g")
    for _ in 0..<11 { await trial.press("j") }
    await trial.press("enter", "g")
    #expect(headers(trial) == ["0 deals  2 venues", "1 deal  2 venues", "2 deals  1 venue"])
  }

  @Test func `sections by letter have a jump index`() async throws {
    let trial = try await Trial()
    await trial.press("S", "g", "j", "j", "j", "j", "j", "enter", "g")
    #expect(headers(trial).first == "B  3 venues")
    await trial.press("'")
    await trial.type("K")
    await trial.press("enter")
    #expect(trial.cursorLine?.contains("Kung Fu Tea") == true)
    await trial.press("[")
    #expect(trial.cursorLine?.contains("Gong Cha") == true)
    await trial.press("]", "]")
    #expect(trial.cursorLine?.contains("Monkey King") == true)
  }

  @Test func `the cursor stays on its venue when the grouping changes`() async throws {
    let trial = try await Trial()
    await trial.press("G")
    let line = trial.cursorLine
    await trial.press("S", "j", "enter")
    #expect(trial.cursorLine == line)
    await trial.press("S", "g", "enter")
    #expect(trial.cursorLine == line)
  }

  @Test func `a click on a section header does nothing, on a row it selects`()
    async throws
  {
    let trial = try await Trial()
    await trial.press("S", "j", "enter", "g")
    let line = trial.cursorLine
    await trial.click(column: 10, row: 4)
    #expect(trial.cursorLine == line)
    await trial.click(column: 10, row: 7)
    #expect(trial.cursorLine == trial.lines[7])
  }

  @Test func `several sort orders apply in the chosen order`() async throws {
    let trial = try await Trial()
    await trial.press("s", "g", "j", "j", "j", "space", "j", "j", "space")
    #expect(trial.lines[1].hasSuffix("price ▲  then tips ▼  then name ▲"))
    #expect(trial.lines.contains { $0.contains("1 Price ▲") })
    await trial.press("space", "enter", "g")
    #expect(trial.lines[1].hasSuffix("price ▲  then tips ▲  then name ▲"))
    #expect(trial.names.first == "Red Bubble")
    await trial.press("s", "x", "esc")
    #expect(trial.lines[1].hasSuffix("tips ▲  then name ▲"))
  }
}
