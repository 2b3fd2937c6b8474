import FetchKit
import Foundation
import TerminalKit
import Testing
import Venues

@testable import Finder

@MainActor
@Suite struct FilterStoryTests {
  @Test func `a price is chosen, still checked when reopened, and cleared`() async throws {
    let trial = try await Trial()
    let all = trial.screen
    await trial.press("f", "j", "space")
    #expect(trial.lines[0].hasSuffix("2 of 30 venues match"))
    await trial.press("enter")
    #expect(trial.names == ["CoCo Fresh Tea & Juice", "Chatime 日出茶太"])
    #expect(trial.lines[1].hasPrefix(" $$ "))
    #expect(trial.lines[22].hasPrefix(" 2 of 30 venues · 0 deals · 75 tips · average 3.4 km"))
    await trial.press("f")
    #expect(trial.lines[3].hasPrefix("2 [x] $$                     2 bubble tea places "))
    await trial.press("c", "enter", "g")
    #expect(trial.screen == all)
  }

  @Test func `choices are ORed within a group and ANDed between groups`() async throws {
    let trial = try await Trial()
    await trial.press("f", "space", "j", "space")
    #expect(trial.lines[0].hasSuffix("29 of 30 venues match"))
    #expect(trial.lines[4].hasPrefix("3 [ ] $$$                    1 bubble tea place "))
    await trial.press("j", "j", "j", "space", "enter")
    #expect(trial.lines[1].hasPrefix(" $, $$ · offering a deal "))
    #expect(trial.lines[22].hasPrefix(" 6 of 30 venues · 12 deals · 54 tips · average 2.8 km"))
  }

  @Test(arguments: [
    (SortOption.nameAscending, ["(1) Name (A-Z)"], "name ▲", "name_order ASC, id ASC"),
    (.nameDescending, ["(1) Name (Z-A)"], "name ▼", "name_order DESC"),
    (
      .distance, ["(1) Distance ▼", "(2) Name (A-Z)"], "distance ▼  then name ▲",
      "distance DESC, name_order ASC"
    ),
    (
      .price, ["(1) Price ▲", "(2) Name (A-Z)"], "price ▲  then name ▲",
      "price_tier ASC NULLS LAST, name_order ASC"
    ),
    (
      .rating, ["(1) Rating ▼", "(2) Name (A-Z)"], "rating ▼  then name ▲",
      "rating DESC, name_order ASC"
    ),
    (
      .tips, ["(1) Tips ▼", "(2) Name (A-Z)"], "tips ▼  then name ▲",
      "tip_count DESC, name_order ASC"
    ),
    (
      .checkins, ["(1) Check-ins ▼", "(2) Name (A-Z)"], "check-ins ▼  then name ▲",
      "checkins_count DESC, name_order ASC"
    ),
    (
      .deals, ["(1) Deals ▼", "(2) Name (A-Z)"], "deals ▼  then name ▲",
      "special_count DESC, name_order ASC"
    ),
  ])
  func `sort numbers, the title and the request agree`(
    option: SortOption, numbered: [String], words: String, sql: String
  ) async throws {
    let trial = try await Trial(.large)
    let place = try #require(
      FilterRow.fixed(hasOpen: false, .standard).firstIndex(of: .sort(option)))
    await trial.press(["f"] + Array(repeating: "j", count: place) + ["space"])
    let marked = trial.lines.compactMap { $0.firstMatch(of: /\([0-9]\) .*/)?.output }
    #expect(marked.map { $0.trimmingCharacters(in: .whitespaces) }.sorted() == numbered)
    await trial.press("enter", "i")
    #expect(trial.lines[1].hasSuffix(" " + words))
    await trial.press(".")
    #expect(trial.lines.contains { $0.contains("ORDER BY " + sql) })
  }

  @Test(arguments: [
    ([VenueColumn.city], "(1) City ▲", "1 City ▲", "city ▲  then name ▲"),
    ([.category, .category], "(1) Category ▼", "1 Category ▼", "category ▼  then name ▲"),
    ([.address], "(1) Address ▲", "1 Address ▲", "address ▲  then name ▲"),
    ([.visitors], "(1) Visitors ▼", "1 Visitors ▼", "visitors ▼  then name ▲"),
    ([.note], "(1) Note ▲", "1 Note ▲", "note ▲  then name ▲"),
  ])
  func `a sort order chosen by a click is numbered in the filter screen and the menu`(
    columns: [VenueColumn], numbered: String, inMenu: String, words: String
  ) async throws {
    let trial = try await Trial(.large)
    trial.finder.list.state.columns.hidden = []
    await trial.press("i")
    let title = Strings().title(of: columns[0])
    for _ in columns {
      let header = try #require(trial.lines.firstIndex { $0.contains("Check-ins") })
      let range = try #require(trial.lines[header].range(of: " \(title)"))
      let column = trial.lines[header].distance(
        from: trial.lines[header].startIndex, to: range.lowerBound)
      await trial.click(column: column + 1, row: header)
    }
    #expect(trial.lines[1].hasSuffix(" " + words))
    await trial.press("f")
    let marked = trial.lines.compactMap { $0.firstMatch(of: /\([0-9]\) .*/)?.output }
    #expect(
      marked.map { $0.trimmingCharacters(in: .whitespaces) } == ["(2) Name (A-Z)", numbered])
    await trial.press("esc", "s")
    #expect(trial.lines.contains { $0.contains("▌ \(inMenu) ") })
  }

  @Test func `80x24 has room for sort orders, categories and fields`() async throws {
    let trial = try await Trial()
    await trial.press("f")
    for text in [
      "[ ] $$$$", "( ) Check-ins", "More", "Category  type to find", "[ ] Bubble Tea Shop",
      "Search",
      "Condition", "Predicate",
    ] {
      #expect(trial.lines.contains { $0.contains(text) }, "\(text)")
    }
    await trial.press("tab", "tab", "tab", "j", "j", "space")
    #expect(trial.lines.contains { $0.contains("▌[x] Bubble Tea Shop ") })
    let row = try #require(trial.lines.firstIndex { $0.contains("▌[x] Bubble") })
    await trial.click(column: 53, row: row)
    #expect(trial.lines.contains { $0.contains("▌[ ] Bubble Tea Shop ") })
    await trial.click(column: 5, row: 3)
    #expect(trial.lines[3].hasPrefix("2▌[x] $$ "))
  }

  @Test func `hidden rows are announced above and below`() async throws {
    let trial = try await Trial(.small)
    await trial.press("f")
    #expect(trial.lines[7].hasSuffix("↓"))
    #expect(!trial.lines[1].hasSuffix("↑"))
    await trial.press("tab", "tab")
    #expect(trial.lines[1].hasSuffix("↑"))
    #expect(trial.lines[7].hasSuffix("↓"))
    await trial.press("G")
    #expect(trial.lines[1].hasSuffix("↑"))
    #expect(!trial.lines[7].hasSuffix("↓"))
    await trial.press("esc", "s")
    #expect(trial.lines[7].contains("↓│"))
    await trial.press("G")
    #expect(trial.lines[1].contains("↑│"))
    #expect(!trial.lines[7].contains("↓│"))
  }

  @Test func `Enter keeps several sort orders`() async throws {
    let trial = try await Trial()
    await trial.press("s", "g", "j", "j", "j", "space", "k", "space", "enter")
    #expect(trial.lines[1].hasSuffix(" price ▲  then distance ▲  then name ▲"))
  }

  @Test func `Tab moves from group to group and wraps around`() async throws {
    let trial = try await Trial(Size(columns: 80, rows: 50))
    await trial.press("f", "j")
    for start in [
      "[ ] Offering a deal", "(2) Name (A-Z)", "[ ] Rating 7.0", "Category ", "City ", "Search ",
      "Condition ", "[ ] $ ",
    ] {
      await trial.press("tab")
      #expect(trial.lines.contains { $0.dropFirst().hasPrefix("▌" + start) }, "\(start)")
    }
    await trial.press("shift-tab")
    #expect(trial.lines.contains { $0.hasPrefix(" ▌Condition") })
  }

  @Test func `a second sort order follows the first and is reversed in place`() async throws {
    let trial = try await Trial()
    await trial.press("s", "g", "j", "j", "j", "space", "j", "space", "space", "enter")
    #expect(trial.lines[1].hasSuffix(" price ▲  then rating ▲  then name ▲"))
  }

  @Test(arguments: ["esc", "q"])
  func `canceling the filter screen restores the filter`(key: String) async throws {
    let trial = try await Trial(Size(columns: 110, rows: 30))
    await trial.press("j", "j", "j", "j")
    let before = trial.screen
    await trial.press("f", "j", "space")
    await trial.press(
      Array(repeating: "j", count: FilterRow.fixed(hasOpen: false, .standard).count - 2) + ["space"]
    )
    #expect(trial.lines[1].hasPrefix(" $$ "))
    await trial.press(key)
    #expect(trial.screen == before)
  }

  @Test func `the walking distance can be adjusted`() async throws {
    let trial = try await Trial()
    await trial.press("f", "j", "j", "j", "j", "j", "space")
    #expect(trial.lines[8].hasSuffix("Within walking distance < 500 m  0"))
    await trial.press(">", ">", ">")
    #expect(trial.lines[8].hasSuffix("Within walking distance < 1.5 km  4"))
    await trial.press("<", "enter")
    #expect(trial.names == ["Boi Noodles"])
    #expect(trial.lines[1].hasPrefix(" within 1 km "))
    await trial.press("f", "<", "<", "<", "<", "<", "<", "<", "<", "<")
    #expect(trial.lines[8].hasSuffix("Within walking distance < 100 m  0"))
  }

  @Test func `a sort order is chosen and reversed`() async throws {
    let trial = try await Trial()
    await trial.press("f")
    await trial.press(
      Array(repeating: "j", count: FilterRow.fixed(hasOpen: false, .standard).count - 1) + [
        "space", "enter", "g",
      ])
    #expect(trial.names.first == "Kung Fu Tea 功夫茶")
    #expect(trial.lines[1].hasSuffix("check-ins ▼  then name ▲"))
    await trial.press("s", "enter", "g")
    #expect(trial.names.first == "Monkey King")
    #expect(trial.lines[1].hasSuffix("check-ins ▲  then name ▲"))
    await trial.press("s", "g", "down", "enter", "g")
    #expect(trial.names.first == "Vivi Bubble Tea")
    #expect(trial.lines[1].hasSuffix(" name ▼"))
  }

  @Test func `a click toggles a filter row`() async throws {
    let trial = try await Trial()
    await trial.press("f")
    await trial.click(column: 10, row: 3)
    #expect(trial.lines[3].hasPrefix("2▌[x] $$                     2 bubble tea places "))
  }

  @Test func `the open filter screen counts changes by other programs`() async throws {
    let trial = try await Trial()
    await trial.press("f")
    #expect(trial.lines[10].hasPrefix("8 [ ] Favorites               0 "))
    let venue = try trial.store.venue(named: "Teado")
    try await trial.store.setFavorite(true, ofVenue: venue.id)
    await trial.finder.settle()
    #expect(trial.lines[10].hasPrefix("8 [ ] Favorites               1 "))
  }
}
