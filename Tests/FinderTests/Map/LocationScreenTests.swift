import TerminalTestSupport
import FetchKit
import TerminalKit
import Testing
import Venues

@testable import Finder

@MainActor
@Suite struct LocationScreenTests {
  @Test func `a street is found by any of its words`() async throws {
    let app = try await AppHarness()
    await app.press("@")
    await app.type("canal st")
    #expect(app.lines.filter { $0.contains("│") && $0.contains("Canal") }.count > 1)
    await app.press("down", "up", "enter")
    #expect(app.lines.last?.contains(" distances from Chatime 日出茶太, 240A Canal St") == true)
    await app.press("g")
    #expect(app.cursorLine?.contains(" 0 m ") == true)
  }

  @Test(arguments: [
    ("234 canal street", "234 Canal St"), ("234 Canal", "234 Canal St"),
    ("240a canal st.", "240A Canal St"), ("bayard st", "55B Bayard St"),
  ])
  func `an address is found in any spelling`(words: String, street: String) async throws {
    let app = try await AppHarness()
    await app.press("@")
    await app.type(words)
    await app.press("enter")
    #expect(app.lines.last?.contains(", \(street)") == true, "\(app.lines.last ?? "")")
  }

  @Test func `keys typed right after an address are for the list`() async throws {
    let app = try await AppHarness()
    await app.press("@")
    await app.type("234 canal s")
    await app.pressMeanwhile("t", "enter", "f", "1")
    await app.settle()
    #expect(app.lines[0].contains("Filters"))
    #expect(app.lines.contains { $0.contains("[x] $ ") })
    await app.press("enter")
    #expect(app.lines[0].hasSuffix("from Kung Fu Tea 功夫茶"))
  }

  @Test func `coordinates outside the globe are named as such`() async throws {
    let app = try await AppHarness()
    await app.press("@", "ctrl-u")
    await app.type("999, 999")
    #expect(
      app.lines.contains {
        $0.contains("Latitudes go from -90 to 90, longitudes from -180 to 180.")
      }
    )
  }

  @Test(arguments: [
    ("91,0", "Latitudes go from -90 to 90, longitudes from -180 to 180."),
    ("40.7593,-273.9847", "Latitudes go from -90 to 90, longitudes from -180 to 180."),
    ("40.7, -74.0, 3", "Coordinates are a latitude and a longitude, such as"),
    ("40.7", "Coordinates are a latitude and a longitude, such as"),
  ])
  func `numbers are never a search for venues`(typed: String, problem: String) async throws {
    let store = try FetchStore.seeded()
    var venue = try store.venue(named: "Boi Noodles")
    venue.name = "Tea #291 of 40.7, 40.7593, 74.0 and 273.9847 for 3"
    try await store.write("Rename") { [venue] in $0.update(venue) }
    let app = try await AppHarness(store: store)
    await app.press("@")
    await app.type(typed)
    await app.press("enter")
    #expect(app.lines.contains { $0.contains(problem) })
    #expect(app.lines.contains { $0.contains("│  \(typed) ") })
    #expect(app.lines[0].hasSuffix("from 40.7593, -73.9847"))
    let plain = PlainFinder(store: store, settings: FinderSettings())
    #expect(await plain.answer("near \(typed)")?.first?.hasPrefix(problem) == true)
  }

  @Test func `exchanged coordinates are noticed`() async throws {
    let app = try await AppHarness(Size(columns: 120, rows: 40))
    await app.press("@", "ctrl-u")
    await app.type("-73.98, 40.76")
    await app.press("enter")
    #expect(
      app.message
        == "Showing distances from -73.9800, 40.7600; latitude comes first: did you mean 40.7600, -73.9800?"
    )
  }

  @Test(arguments: ["(40.7170, -73.9980)", "@40.717,-73.998,15z", "40,717 N 73,998 W"])
  func `coordinates have any usual spelling`(typed: String) async throws {
    let app = try await AppHarness()
    await app.press("@")
    await app.type(typed)
    await app.press("enter")
    #expect(app.message == "Showing distances from 40.7170, -73.9980")
    let plain = PlainFinder(store: app.store, settings: FinderSettings())
    #expect(
      await plain.answer("near \(typed)")?.first == "Showing distances from 40.7170, -73.9980.")
  }

  @Test func `a discarded address comes back with Up`() async throws {
    let app = try await AppHarness()
    await app.press("@")
    await app.type("234 canal")
    await app.press("esc", "@", "ctrl-u", "up")
    #expect(app.lines.contains { $0.contains("│  234 canal ") })
  }

  @Test func `a venue with the house number in another place is not taken for the address`()
    async throws
  {
    let store = try FetchStore.seeded()
    var venue = try store.venue(named: "Boi Noodles")
    venue.location.address = "181 Canal St #234"
    try await store.write("Move") { [venue] in $0.update(venue) }
    let plain = PlainFinder(store: store, settings: FinderSettings())
    let answer = await plain.answer("near 234 Canal")
    #expect(answer?.first?.contains("Kung Fu Tea 功夫茶, 234 Canal St") == true)
  }

  @Test(arguments: [
    "236 Canal Street", "236 canal", "236 Canal St, New York", "236B Cannal street",
  ])
  func `without the address the nearest numbers of its street come first`(words: String)
    async throws
  {
    let store = try FetchStore.seeded()
    var venue = try store.venue(named: "Boi Noodles")
    (venue.location.address, venue.location.crossStreet) = ("310 8th Ave", "at Canal St")
    var other = try store.venue(named: "Smoocha")
    other.location.address = "7 Canal St"
    try await store.write("Move") { [venue, other] in
      $0.update(venue)
      $0.update(other)
    }
    let found = try await PlaceSearch(words, in: Venue.entity).run(in: store, limit: 4)
    #expect(!found.isExact)
    #expect(
      found.venues.map(\.location.address) == [
        "234 Canal St", "240A Canal St", "7 Canal St", "310 8th Ave",
      ])
  }

  @Test func `a misspelled street lists similar ones`() async throws {
    let app = try await AppHarness()
    await app.press("@")
    await app.type("cannal street")
    #expect(app.lines.contains { $0.contains("No venue has all of these words. Similar ones:") })
    #expect(app.lines.contains { $0.contains("240A Canal St") })
    #expect(!app.lines.contains { $0.contains("▌") && $0.contains("Canal St") })
    await app.press("enter")
    #expect(app.message == "No venue has all of these words; Down chooses a similar one")
    await app.press("down", "enter")
    #expect(app.lines.last?.contains("Canal St") == true)
  }

  @Test func `confirming the current location keeps it and its name`() async throws {
    let app = try await AppHarness(Size(columns: 100, rows: 24))
    await app.press("H", "@", "enter")
    #expect(app.lines[0].contains("from Boi Noodles"))
    #expect(app.finder.stack.screens.count == 1)
  }

  @Test func `an empty location restores the initial one`() async throws {
    let app = try await AppHarness()
    await app.press("j", "j", "H", "@", "ctrl-u")
    #expect(app.lines.contains { $0.contains("│  Press Enter to restore the initial location ") })
    await app.press("enter")
    #expect(app.lines[0].hasSuffix("30 venues · from 40.7593, -73.9847"))
    #expect(
      app.message == "Restored the initial location: from 40.7593, -73.9847, z to undo")
    await app.press("z")
    #expect(app.lines[0].hasSuffix("30 venues · from Smoocha"))
  }

  @Test func `the title shows the location, also in the next session`() async throws {
    let store = try FetchStore.seeded()
    let app = try await AppHarness(Size(columns: 100, rows: 24), store: store)
    await app.press("@")
    await app.type("bayard")
    await app.press("enter")
    let words = "30 venues · from Bubbly Tea, 55B Bayard St"
    #expect(app.lines[0].hasSuffix(words), "\(app.lines[0])")
    app.driver.press("q")
    #expect(await app.finder.leave() == .quit)
    let next = try await AppHarness(Size(columns: 100, rows: 24), store: store)
    #expect(next.lines[0].hasSuffix(words), "\(next.lines[0])")
    await next.resize(to: Size(columns: 60, rows: 24))
    #expect(next.lines[0].hasSuffix(" 30 venues · from Bubbly Tea"))
  }

  @Test func `on the first row a new location moves the cursor to the nearest venue`() async throws
  {
    let app = try await AppHarness()
    await app.press("@")
    await app.type("bayard")
    await app.press("enter")
    #expect(app.cursorLine?.contains(" 0 m ") == true)
    #expect(app.lines[22].hasSuffix(" 1/30"))
  }

  @Test func `Enter waits for the search to finish`() async throws {
    let app = try await AppHarness()
    await app.press("@")
    for character in "boi noodles" { app.driver.type(String(character)) }
    app.driver.press("enter")
    await app.settle()
    #expect(app.lines.last?.contains("distances from Boi Noodles, ") == true)
  }

  @Test func `Enter does not take a venue of the search before`() async throws {
    let app = try await AppHarness()
    await app.press("@")
    await app.type("c")
    #expect(app.lines.contains { $0.contains("│▌ CoCo Fresh Tea & Juice") })
    for character in "hatime" { app.driver.type(String(character)) }
    app.driver.press("enter")
    await app.settle()
    #expect(app.lines.suffix(2).joined().contains("distances from Chatime 日出茶太, "))
  }

  @Test func `a new location updates all distances and is saved`() async throws {
    let store = try FetchStore.seeded()
    let settings = FinderSettings(origin: .asImported(Origin.seed), reducesMotion: true)
    let app = try await AppHarness(store: store, settings: settings)
    await app.press("@", "ctrl-u")
    await app.type("zzzz")
    await app.press("enter")
    #expect(
      app.lines.contains { $0.contains("None of your venues has this name or street") })
    await app.press("ctrl-u")
    await app.type("40.7170, -73.9980")
    await app.press("enter")
    #expect(app.lines[0].hasSuffix("from 40.7170, -73.9980"))
    await app.press("g")
    #expect(app.names.first == "Vivi Bubble Tea")
    app.driver.events.post(.key(.character("q")))
    #expect(await app.finder.leave() == .quit)
    let next = try await AppHarness(store: store, settings: settings)
    #expect(next.lines[0].hasSuffix("from 40.7170, -73.9980"))
    await next.press("H")
    #expect(next.cursorLine?.contains("0 m") == true)
  }
}
