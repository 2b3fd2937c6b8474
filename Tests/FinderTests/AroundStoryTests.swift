import FetchKit
import TerminalKit
import Testing
import Venues

@testable import Finder

@MainActor
@Suite struct AroundStoryTests {
  @Test func `the palette finds and runs an action`() async throws {
    let trial = try await Trial()
    await trial.press(":")
    try Dump.expect(trial.screen, is: "palette-80x24")
    await trial.type("zzz")
    #expect(trial.lines.contains { $0.contains("No matches") })
    await trial.press("ctrl-u")
    await trial.type("favorite")
    await trial.press("enter")
    #expect(trial.cursorLine?.hasPrefix(" ▌★") == true)
  }

  @Test func `the palette toggles every toggle filter`() async throws {
    for toggle in ToggleFilter.allCases {
      let trial = try await Trial()
      await trial.press(":")
      await trial.type(Strings().title(of: toggle).lowercased())
      await trial.press("enter")
      let words = Strings().chosen(toggle, radius: FilterChoices().radius)
      #expect(trial.lines[1].hasPrefix(" " + words), "\(trial.lines[1])")
    }
  }

  @Test(arguments: [("12", 12), ("1", 1), ("30", 30), ("120", 30), ("99999999999999999", 30)])
  func `a number in the palette jumps to the row`(text: String, row: Int) async throws {
    let trial = try await Trial()
    await trial.press(":")
    await trial.type(text)
    #expect(trial.lines.contains { $0.contains("▌ Go to row \(row) ") && $0.contains("\(row)/30") })
    await trial.press("enter")
    #expect(trial.lines[22].hasSuffix(" \(row)/30"))
    await trial.press("enter")
    #expect(trial.lines[0].hasSuffix(" \(row)/30"))
  }

  @Test(arguments: ["0", "-3", "1.5", "999999999999999999999"])
  func `a number without a row jumps nowhere`(text: String) async throws {
    let trial = try await Trial()
    await trial.press(":")
    await trial.type(text)
    #expect(!trial.lines.contains { $0.contains("Go to row") })
    #expect(trial.lines.contains { $0.contains("No matches") })
  }

  @Test func `a number in the palette keeps the order of the actions`() async throws {
    let trial = try await Trial(settings: FinderSettings(reducesMotion: true))
    await trial.press(":")
    await trial.type("1")
    await trial.press("backspace")
    await trial.type("favorite")
    await trial.press("enter")
    #expect(trial.cursorLine?.hasPrefix(" ▌★") == true)
  }

  @Test func `a street is found by any of its words`() async throws {
    let trial = try await Trial()
    await trial.press("@")
    await trial.type("canal st")
    #expect(trial.lines.filter { $0.contains("│") && $0.contains("Canal") }.count > 1)
    await trial.press("down", "up", "enter")
    #expect(trial.lines.last?.contains(" distances from Chatime 日出茶太, 240A Canal St") == true)
    await trial.press("g")
    #expect(trial.cursorLine?.contains(" 0 m ") == true)
  }

  @Test func `confirming the current location keeps it and its name`() async throws {
    let trial = try await Trial(Size(columns: 100, rows: 24))
    await trial.press("H", "@", "enter")
    #expect(trial.lines[0].contains("from Boi Noodles"))
    #expect(trial.finder.stack.screens.count == 1)
  }

  @Test func `an empty location restores the initial one`() async throws {
    let trial = try await Trial()
    await trial.press("j", "j", "H", "@", "ctrl-u")
    #expect(trial.lines.contains { $0.contains("│ Enter: back to the initial location ") })
    await trial.press("enter")
    #expect(trial.lines[0].hasSuffix("30 venues · from 40.7593, -73.9847"))
    #expect(trial.lines.last == " from 40.7593, -73.9847")
  }

  @Test func `the title shows the location, also in the next session`() async throws {
    let store = try Store.seeded()
    let trial = try await Trial(Size(columns: 100, rows: 24), store: store)
    await trial.press("@")
    await trial.type("bayard")
    await trial.press("enter")
    let words = "30 venues · from Bubbly Tea, 55B Bayard St"
    #expect(trial.lines[0].hasSuffix(words), "\(trial.lines[0])")
    trial.driver.press("q")
    #expect(await trial.finder.leave() == .quit)
    let next = try await Trial(Size(columns: 100, rows: 24), store: store)
    #expect(next.lines[0].hasSuffix(words), "\(next.lines[0])")
    await next.resize(to: Size(columns: 60, rows: 24))
    #expect(next.lines[0].hasSuffix(" 30 venues · from Bubbly Tea"))
  }

  @Test func `on the first row a new location moves the cursor to the nearest venue`() async throws
  {
    let trial = try await Trial()
    await trial.press("@")
    await trial.type("bayard")
    await trial.press("enter")
    #expect(trial.cursorLine?.contains(" 0 m ") == true)
    #expect(trial.lines[22].hasSuffix(" 1/30"))
  }

  @Test func `Enter waits for the search to finish`() async throws {
    let trial = try await Trial()
    await trial.press("@")
    for character in "boi noodles" { trial.driver.type(String(character)) }
    trial.driver.press("enter")
    await trial.finder.settle()
    #expect(trial.lines.last?.contains("distances from Boi Noodles, ") == true)
  }

  @Test func `the message log lists messages`() async throws {
    let trial = try await Trial()
    await trial.press("*", "y", "!")
    let said = trial.lines.filter { $0.contains("Copied") || $0.contains("to favorites") }
    #expect(said.count == 2)
  }

  @Test func `a new location updates all distances and is saved`() async throws {
    let store = try Store.seeded()
    let settings = FinderSettings(origin: .asImported(Origin.seed), reducesMotion: true)
    let trial = try await Trial(store: store, settings: settings)
    await trial.press("@", "ctrl-u")
    await trial.type("north")
    await trial.press("enter")
    #expect(
      trial.lines.contains { $0.contains("Nothing found; try a name, a street") })
    await trial.press("ctrl-u")
    await trial.type("40.7170, -73.9980")
    await trial.press("enter")
    #expect(trial.lines[0].hasSuffix("from 40.7170, -73.9980"))
    await trial.press("g")
    #expect(trial.names.first == "Vivi Bubble Tea")
    trial.driver.events.post(.key(.character("q")))
    #expect(await trial.finder.leave() == .quit)
    let next = try await Trial(store: store, settings: settings)
    #expect(next.lines[0].hasSuffix("from 40.7170, -73.9980"))
    await next.press("H")
    #expect(next.cursorLine?.contains("0 m") == true)
  }

  @Test func `the mouse can be toggled`() async throws {
    let trial = try await Trial()
    await trial.press("M")
    #expect(!trial.driver.isMouseEnabled)
    await trial.press("M")
    #expect(trial.driver.isMouseEnabled)
  }

  @Test func `o opens the web map of a venue`() async throws {
    let trial = try await Trial()
    await trial.press("o")
    #expect(
      trial.links == [
        "https://www.openstreetmap.org/?mlat=40.75585&mlon=-73.98970&zoom=18"
      ])
    await trial.press("enter", "o")
    #expect(trial.links.count == 2)
  }
}
