import FetchKit
import TerminalKit
import Testing
import Venues

@testable import Finder

@MainActor
@Suite struct ColumnStoryTests {
  private func header(_ trial: Trial) -> [Substring] {
    (trial.lines.first { $0.contains("Name") } ?? "").split(separator: " ")
  }

  @Test func `columns can be chosen, moved and widened`() async throws {
    let trial = try await Trial(Size(columns: 120, rows: 30))
    await trial.press("i", "C", "j", "space", "j", "K", "K", "enter")
    #expect(
      header(trial) == ["Distance", "Name", "Rating", "Tips", "Check-ins", "Deals"])
    await trial.press("C", "j", "j", "j", "j", "j", "j", "j", "j", "space", "enter")
    #expect(
      header(trial) == ["Distance", "Name", "Rating", "Tips", "Check-ins", "Deals", "City"])
    let before = trial.lines[3]
    await trial.press("C", ">", ">", "enter")
    #expect(trial.lines[3] != before)
    await trial.press("C", "c", "enter")
    #expect(header(trial).first == "Name")
  }

  @Test func `Esc reverts the changes of a menu`() async throws {
    let trial = try await Trial(Size(columns: 120, rows: 30))
    let before = trial.screen
    for keys in [
      ["C", "j", "space", ">", "K", "esc"], ["S", "j", "space", "esc"],
      ["s", "j", "space", "j", "space", "esc"], ["b", "S", "j", "space", "esc", "esc"],
    ] {
      await trial.press(keys)
      #expect(trial.screen == before, "\(keys)")
    }
  }

  @Test func `gaps between columns shrink before a column is dropped`() async throws {
    let trial = try await Trial(Size(columns: 100, rows: 30))
    await trial.press("C", "j", "j", "j", "j", "j", "j", "j", "space", "enter")
    #expect(
      header(trial) == [
        "Name", "Price", "Distance", "Rating", "Tips", "Check-ins", "Deals", "Neighborhood",
      ])
  }

  @Test func `chosen columns are restored in the next session`() async throws {
    let store = try Store.seeded()
    let settings = FinderSettings(origin: .asImported(Origin.seed), reducesMotion: true)
    let trial = try await Trial(store: store, settings: settings)
    await trial.press("C", "j", "space", "enter", "S", "j", "enter", "B")
    await trial.press("s", "g", "j", "j", "j", "enter", "f", "j", "j", "j", "j", "space", "enter")
    await trial.press("G", "k")
    let before = trial.lines
    trial.driver.events.post(.key(.character("q")))
    #expect(await trial.finder.leave() == .quit)
    let next = try await Trial(store: store, settings: settings)
    #expect(next.lines[0] == before[0])
    #expect(next.lines.dropFirst(2) == before.dropFirst(2))
    var choices = FilterChoices()
    choices.prices = [.moderate]
    let asked = try await Trial(
      store: store, settings: FinderSettings(choices: choices, reducesMotion: true))
    #expect(asked.lines[1].hasPrefix(" $$ "))
  }

  @Test func `numbers have bars`() async throws {
    let trial = try await Trial()
    await trial.press("B")
    try Dump.expect(trial.screen, is: "bars-80x24")
  }

  @Test func `a changed venue flashes once, and not with reduced motion`()
    async throws
  {
    for reducesMotion in [true, false] {
      let trial = try await Trial(
        settings: FinderSettings(
          origin: .asImported(Origin.seed), reducesMotion: reducesMotion))
      let before = trial.screen
      let venue = try trial.store.venue(named: "Smoocha")
      try await trial.store.setFavorite(true, ofVenue: venue.id)
      await trial.finder.settle()
      let isFlashing = (0..<80).contains {
        trial.screen[$0, 6].style.attributes.contains(.underline)
      }
      #expect(isFlashing == !reducesMotion)
      await trial.pass(.seconds(1))
      #expect(!trial.screen[5, 6].style.attributes.contains(.underline))
      #expect(trial.screen != before)
    }
  }
}
