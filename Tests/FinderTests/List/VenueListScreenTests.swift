import TerminalTestSupport
import FetchKit
import TerminalKit
import Testing
import Venues

@testable import Finder

@MainActor
@Suite struct VenueListScreenTests {
  @Test(arguments: [Size.usual, .small, .large])
  func `the list shows all venues, nearest first`(size: Size) async throws {
    let app = try await AppHarness(size)
    try Dump.expect(app.screen, is: "list-\(size.columns)x\(size.rows)")
  }

  @Test(arguments: [Size.usual, .small])
  func `the list applies the initial filter and sort order`(size: Size) async throws {
    var choices = FilterChoices()
    choices.prices = [.cheap]
    choices.toggles = [.deals]
    let app = try await AppHarness(
      size,
      settings: FinderSettings(
        origin: .asImported(nil), choices: choices, sorts: [SortChoice(.checkins, ascending: false)]
      ))
    try Dump.expect(app.screen, is: "filtered-\(size.columns)x\(size.rows)")
  }

  @Test(arguments: [Size.usual, .small])
  func `a filter without matches says how to clear it`(size: Size) async throws {
    var choices = FilterChoices()
    choices.prices = [.veryExpensive]
    let app = try await AppHarness(
      size, settings: FinderSettings(origin: .asImported(Origin.seed), choices: choices))
    try Dump.expect(app.screen, is: "no-match-\(size.columns)x\(size.rows)")
  }

  @Test func `a search for an address without matches says where to enter one`() async throws {
    let app = try await AppHarness()
    await app.press("/")
    await app.type("234 Canal Street")
    #expect(app.lines.contains { $0.contains("Press @ to measure distances from an address") })
  }

  @Test func `a search for a condition says where to enter one`() async throws {
    let app = try await AppHarness()
    await app.press("/")
    await app.type("tips > 8")
    #expect(app.lines.contains { $0.contains("Press f to enter a condition in the filter") })
    #expect(!app.lines.contains { $0.contains("from an address") })
  }

  @Test func `without distances the list says how to set a location`() async throws {
    let store = try FetchStore.seeded()
    for var venue in try await store.fetch(FetchRequest<Venue>()) {
      venue.location.distance = nil
      try await store.write("Forget") { [venue] in $0.update(venue) }
    }
    let settings = FinderSettings(origin: .asImported(nil), reducesMotion: true)
    let app = try await AppHarness(store: store, settings: settings)
    #expect(app.lines[0].hasSuffix("30 venues · no distances, @ sets your location"))
    #expect(app.lines[1].hasSuffix("  name ▲"))
    await app.press("f", "space", "enter")
    #expect(app.lines[0].hasSuffix("30 venues · no distances, @ sets your location"))
    await app.press("f", "space", "4", "enter")
    #expect(app.lines[0].hasSuffix(" 30 venues"))
    await app.press("c", "f")
    #expect(app.lines.contains { $0.contains(/Distance +no location/) })
    await app.press("6", "enter")
    #expect(app.lines.contains { $0.hasSuffix(" No distances, @ sets your location") })
  }

  @Test func `a search for venues without distances does not say that there are none`()
    async throws
  {
    let store = try FetchStore.seeded()
    var venue = try store.venue(named: "Teado")
    venue.location.distance = nil
    try await store.write("Forget") { [venue] in $0.update(venue) }
    let settings = FinderSettings(origin: .asImported(nil), reducesMotion: true)
    let app = try await AppHarness(store: store, settings: settings)
    await app.press("/")
    await app.type("teado")
    await app.press("enter")
    #expect(app.names == ["Teado"])
    #expect(app.lines[0].hasSuffix("30 venues · distances as imported"))
    #expect(app.lines[1].hasSuffix("  distance ▲  then name ▲"))
  }

  @Test(arguments: [Size.usual, .small])
  func `an empty store says how to import`(size: Size) async throws {
    let app = try await AppHarness(size, store: .empty())
    try Dump.expect(app.screen, is: "no-venues-\(size.columns)x\(size.rows)")
  }

  @Test(arguments: [Size.usual, .small])
  func `a search shows its text and highlights matches`(size: Size) async throws {
    let app = try await AppHarness(size)
    await app.press("/")
    await app.type("kung")
    try Dump.expect(app.screen, is: "search-\(size.columns)x\(size.rows)")
    #expect(app.driver.cursor == Point(column: 6, row: 1))
  }

  @Test(arguments: [["f"], ["b"], ["W"]])
  func `help gives a key one meaning where the screen has its own`(keys: [String]) async throws {
    let app = try await AppHarness()
    func quitting() async -> [String] {
      await app.press("?")
      await app.type("quit")
      return app.lines.filter { $0.contains("Quit") }
        .map { $0.split(separator: " ").prefix(2).joined(separator: " ") }
    }
    #expect(await quitting() == ["q Quit", "ctrl-c Quit"])
    await app.press("esc", "esc")
    await app.press(keys)
    #expect(await quitting() == ["ctrl-c Quit"])
  }

  @Test func `the sort menu says which shown columns have no data`() async throws {
    let app = try await AppHarness(Size(columns: 80, rows: 50))
    app.finder.list.state.columns.toggle(.chain)
    app.finder.list.state.columns.toggle(.website)
    await app.press("s")
    #expect(app.lines.contains { $0.contains(#/Chain +no data/#) })
    #expect(app.lines.contains { $0.contains("Website") && !$0.contains("no data") })
  }

  @Test func `the sort menu says which keys have no data`() async throws {
    let app = try await AppHarness()
    await app.press("s")
    let empty = app.lines.filter { $0.contains("no data") }
    #expect(empty.count == 4)
    for title in ["Rating", "Neighborhood", "Note", "Hours"] {
      #expect(empty.contains { $0.contains(title) })
    }
  }

  @Test(arguments: [Size.usual, .small])
  func `the sort menu covers part of the list`(size: Size) async throws {
    let app = try await AppHarness(size)
    await app.press("s")
    try Dump.expect(app.screen, is: "sort-\(size.columns)x\(size.rows)")
  }

  @Test(arguments: [Size(columns: 39, rows: 10), Size(columns: 80, rows: 9)])
  func `a terminal that is too small shows the required size`(size: Size) async throws {
    let app = try await AppHarness(size)
    try Dump.expect(app.screen, is: "too-small-\(size.columns)x\(size.rows)")
  }

  @Test func `without colors attributes show the same`() async throws {
    let app = try await AppHarness(capabilities: Capabilities(colors: .none))
    await app.press("/")
    await app.type("kung")
    await app.press("enter", "*")
    try Dump.expect(app.screen, is: "plain-80x24")
  }

  @Test func `without Unicode all symbols are ASCII`() async throws {
    let app = try await AppHarness(capabilities: Capabilities(isUnicode: false))
    await app.press("*")
    try Dump.expect(app.screen, is: "ascii-80x24")
  }

  @Test(arguments: [Capabilities(isUnicode: false), Capabilities(type: "linux")])
  func `a truncated name ends with a symbol that the terminal has`(capabilities: Capabilities)
    async throws
  {
    let store = try FetchStore.seeded()
    var venue = try store.venue(named: "Boi Noodles")
    venue.name = String(repeating: "Noodles ", count: 20)
    try await store.write("Rename") { [venue] in $0.update(venue) }
    let app = try await AppHarness(.small, store: store, capabilities: capabilities)
    #expect(app.lines.contains { $0.contains("Noodles") && $0.contains("~") })
    await app.press("enter")
    #expect(app.lines[0].contains("~"))
    #expect(!app.lines[0].contains("…"))
  }

  @Test func `the footer counts hidden closed venues`() async throws {
    let store = try FetchStore.seeded()
    var venue = try store.venue(named: "Teado")
    venue.closed = true
    try await store.write("Close") { [venue] in $0.update(venue) }
    let app = try await AppHarness(store: store)
    #expect(
      app.lines[22].hasPrefix(
        " 29 venues · 12 deals · 497 tips · average 3.8 km · 1 closed hidden"))
    var choices = FilterChoices()
    choices.includesClosed = true
    let other = try await AppHarness(store: store, settings: FinderSettings(choices: choices))
    #expect(other.lines[22].hasPrefix(" 30 venues · 12 deals · 519 tips · average 3.8 km  "))
  }
}
