import FetchKit
import TerminalKit
import Testing
import Venues

@testable import Finder

@MainActor
@Suite struct ListDumpTests {
  @Test(arguments: [Size.usual, .small, .large])
  func `the list shows all venues, nearest first`(size: Size) async throws {
    let trial = try await Trial(size)
    try Dump.expect(trial.screen, is: "list-\(size.columns)x\(size.rows)")
  }

  @Test(arguments: [Size.usual, .small])
  func `the list applies the initial filter and sort order`(size: Size) async throws {
    var choices = FilterChoices()
    choices.prices = [.cheap]
    choices.toggles = [.deals]
    let trial = try await Trial(
      size,
      settings: FinderSettings(
        origin: .asImported(nil), choices: choices, sorts: [SortChoice(.checkins, ascending: false)]
      ))
    try Dump.expect(trial.screen, is: "filtered-\(size.columns)x\(size.rows)")
  }

  @Test(arguments: [Size.usual, .small])
  func `a filter without matches says how to clear it`(size: Size) async throws {
    var choices = FilterChoices()
    choices.prices = [.veryExpensive]
    let trial = try await Trial(
      size, settings: FinderSettings(origin: .asImported(Origin.seed), choices: choices))
    try Dump.expect(trial.screen, is: "no-match-\(size.columns)x\(size.rows)")
  }

  @Test(arguments: [Size.usual, .small])
  func `an empty store says how to import`(size: Size) async throws {
    let trial = try await Trial(size, store: .empty())
    try Dump.expect(trial.screen, is: "no-venues-\(size.columns)x\(size.rows)")
  }

  @Test(arguments: [Size.usual, .small])
  func `a search shows its text and highlights matches`(size: Size) async throws {
    let trial = try await Trial(size)
    await trial.press("/")
    await trial.type("kung")
    try Dump.expect(trial.screen, is: "search-\(size.columns)x\(size.rows)")
    #expect(trial.driver.cursor == Point(column: 6, row: 1))
  }

  @Test(arguments: [Size.usual, .small])
  func `the sort menu covers part of the list`(size: Size) async throws {
    let trial = try await Trial(size)
    await trial.press("s")
    try Dump.expect(trial.screen, is: "sort-\(size.columns)x\(size.rows)")
  }

  @Test(arguments: [Size(columns: 39, rows: 10), Size(columns: 80, rows: 9)])
  func `a terminal that is too small shows the required size`(size: Size) async throws {
    let trial = try await Trial(size)
    try Dump.expect(trial.screen, is: "too-small-\(size.columns)x\(size.rows)")
  }

  @Test func `without colors attributes show the same`() async throws {
    let trial = try await Trial(capabilities: Capabilities(colors: .none))
    await trial.press("/")
    await trial.type("kung")
    await trial.press("enter", "*")
    try Dump.expect(trial.screen, is: "plain-80x24")
  }

  @Test func `without Unicode all symbols are ASCII`() async throws {
    let trial = try await Trial(capabilities: Capabilities(isUnicode: false))
    await trial.press("*")
    try Dump.expect(trial.screen, is: "ascii-80x24")
  }

  @Test(arguments: [Capabilities(isUnicode: false), Capabilities(type: "linux")])
  func `a truncated name ends with a symbol that the terminal has`(capabilities: Capabilities)
    async throws
  {
    let store = try Store.seeded()
    var venue = try store.venue(named: "Boi Noodles")
    venue.name = String(repeating: "Noodles ", count: 20)
    try await store.write("Rename") { [venue] in $0.update(venue) }
    let trial = try await Trial(.small, store: store, capabilities: capabilities)
    #expect(trial.lines.contains { $0.contains("Noodles") && $0.contains("~") })
    await trial.press("enter")
    #expect(trial.lines[0].contains("~"))
    #expect(!trial.lines[0].contains("…"))
  }

  @Test func `the footer counts hidden closed venues`() async throws {
    let store = try Store.seeded()
    var venue = try store.venue(named: "Teado")
    venue.closed = true
    try await store.write("Close") { [venue] in $0.update(venue) }
    let trial = try await Trial(store: store)
    #expect(
      trial.lines[22].hasPrefix(
        " 29 venues · 12 deals · 497 tips · average 3.8 km · 1 closed hidden"))
    var choices = FilterChoices()
    choices.includesClosed = true
    let other = try await Trial(store: store, settings: FinderSettings(choices: choices))
    #expect(other.lines[22].hasPrefix(" 30 venues · 12 deals · 519 tips · average 3.8 km  "))
  }
}
