import FetchKit
import Foundation
import TerminalKit
import Testing
import Venues

@testable import Finder

@MainActor
@Suite struct FilterScreenTests {
  @Test func `a price is chosen, still checked when reopened, and cleared`() async throws {
    let app = try await AppHarness()
    let all = app.screen
    await app.press("f", "j", "space")
    #expect(app.lines[0].hasSuffix("2 of 30 venues match"))
    await app.press("enter")
    #expect(app.names == ["CoCo Fresh Tea & Juice", "Chatime 日出茶太"])
    #expect(app.lines[1].hasPrefix(" $$ "))
    #expect(app.lines[22].hasPrefix(" 2 of 30 venues · 0 deals · 75 tips · average 3.4 km"))
    await app.press("f")
    #expect(app.lines[3].contains(#/^2 \[x\] \$\$ .* 2 bubble tea places /#))
    await app.press("c", "enter", "g")
    #expect(app.screen == all)
  }

  @Test func `choices are ORed within a group and ANDed between groups`() async throws {
    let app = try await AppHarness()
    await app.press("f", "space", "j", "space")
    #expect(app.lines[0].hasSuffix("29 of 30 venues match"))
    #expect(app.lines[4].contains(#/^3 \[ \] \$\$\$ .* 1 bubble tea place /#))
    await app.press("j", "j", "j", "space", "enter")
    #expect(app.lines[1].hasPrefix(" $, $$ · offering a deal "))
    #expect(app.lines[22].hasPrefix(" 6 of 30 venues · 12 deals · 54 tips · average 2.8 km"))
  }

  @Test(arguments: [
    (SortOption.nameAscending, ["1st Name (A-Z)"], "name ▲", "name_order ASC, id ASC"),
    (.nameDescending, ["1st Name (Z-A)"], "name ▼", "name_order DESC"),
    (
      .by(.distance), ["1st Distance ▼", "2nd Name (A-Z)"], "distance ▼  then name ▲",
      "distance DESC, name_order ASC"
    ),
    (
      .by(.price), ["1st Price ▲", "2nd Name (A-Z)"], "price ▲  then name ▲",
      "price_tier ASC NULLS LAST, name_order ASC"
    ),
    (
      .by(.rating), ["1st Rating ▼", "2nd Name (A-Z)"], "rating ▼  then name ▲",
      "rating DESC, name_order ASC"
    ),
    (
      .by(.tips), ["1st Tips ▼", "2nd Name (A-Z)"], "tips ▼  then name ▲",
      "tip_count DESC, name_order ASC"
    ),
    (
      .by(.checkins), ["1st Check-ins ▼", "2nd Name (A-Z)"], "check-ins ▼  then name ▲",
      "checkins_count DESC, name_order ASC"
    ),
    (
      .by(.deals), ["1st Deals ▼", "2nd Name (A-Z)"], "deals ▼  then name ▲",
      "special_count DESC, name_order ASC"
    ),
  ])
  func `sort numbers, the title and the request agree`(
    option: SortOption, numbered: [String], words: String, sql: String
  ) async throws {
    let app = try await AppHarness(.large)
    let place = try #require(
      FilterRow.fixed(hasOpen: false, .standard).firstIndex(of: .sort(option)))
    await app.press(["f"] + Array(repeating: "j", count: place) + ["space"])
    let marked = app.lines.compactMap { $0.firstMatch(of: /│.{2,3}((?:1st|2nd) .*)/)?.output.1 }
    #expect(marked.map(sortOrder).sorted() == numbered)
    await app.press("enter", "i")
    #expect(app.lines[1].hasSuffix(" " + words))
    await app.press(".")
    #expect(app.lines.contains { $0.contains("ORDER BY " + sql) })
  }

  /// The sort order in a row, without the mark for missing data.
  private func sortOrder(_ row: Substring) -> String {
    row.replacing("no data", with: "").trimmingCharacters(in: .whitespaces)
  }

  @Test(arguments: [
    ([VenueColumn.city], "1st City ▲", "1st City ▲", "city ▲  then name ▲"),
    ([.category, .category], "1st Category ▼", "1st Category ▼", "category ▼  then name ▲"),
    ([.address], "1st Address ▲", "1st Address ▲", "address ▲  then name ▲"),
    ([.visitors], "1st Visitors ▼", "1st Visitors ▼", "visitors ▼  then name ▲"),
    ([.note], "1st Note ▲", "1st Note ▲", "note ▲  then name ▲"),
  ])
  func `a sort order chosen by a click is numbered in the filter screen and the menu`(
    columns: [VenueColumn], numbered: String, inMenu: String, words: String
  ) async throws {
    let app = try await AppHarness(.large)
    app.finder.list.state.columns.hidden = []
    await app.press("i")
    let title = Strings().title(of: columns[0])
    for _ in columns {
      let header = try #require(app.lines.firstIndex { $0.contains("Check-ins") })
      let range = try #require(app.lines[header].range(of: " \(title)"))
      let column = app.lines[header].distance(
        from: app.lines[header].startIndex, to: range.lowerBound)
      await app.click(column: column + 1, row: header)
    }
    #expect(app.lines[1].hasSuffix(" " + words))
    await app.press("f")
    let marked = app.lines.compactMap { $0.firstMatch(of: /│.{2,3}((?:1st|2nd) .*)/)?.output.1 }
    #expect(marked.map(sortOrder) == ["2nd Name (A-Z)", numbered])
    await app.press("esc", "s")
    #expect(app.lines.contains { $0.contains("▌ \(inMenu) ") })
  }

  @Test func `80x24 has room for sort orders, categories and fields`() async throws {
    let app = try await AppHarness()
    await app.press("f")
    for text in [
      "[ ] $$$$", "[ ] Check-ins", "Ranges", "Category ", "[ ] Bubble Tea Shop", "[ ] Wings Joint",
      "Search", "Condition", "Summary",
    ] {
      #expect(app.lines.contains { $0.contains(text) }, "\(text)")
    }
    await app.press("tab", "tab", "tab", "tab", "space")
    #expect(app.lines.contains { $0.contains("▌[x] Bubble Tea Shop ") })
    let row = try #require(app.lines.firstIndex { $0.contains("▌[x] Bubble") })
    await app.click(column: 53, row: row)
    #expect(app.lines.contains { $0.contains("▌[ ] Bubble Tea Shop ") })
    await app.click(column: 5, row: 3)
    #expect(app.lines[3].hasPrefix("▌ [x] $$ "))
  }

  @Test func `hidden rows are announced above and below`() async throws {
    let app = try await AppHarness(.small)
    await app.press("f")
    #expect(app.lines[7].hasSuffix("↓"))
    #expect(!app.lines[1].hasSuffix("↑"))
    await app.press("tab", "tab")
    #expect(app.lines[1].hasSuffix("↑"))
    #expect(app.lines[7].hasSuffix("↓"))
    await app.press("G")
    #expect(app.lines[1].hasSuffix("↑"))
    #expect(!app.lines[7].hasSuffix("↓"))
    await app.press("esc", "s")
    #expect(app.lines[7].contains("↓│"))
    await app.press("G")
    #expect(app.lines[2].contains("↑│"))
    #expect(!app.lines[7].contains("↓│"))
  }

  @Test func `Enter keeps several sort orders`() async throws {
    let app = try await AppHarness()
    await app.press("s", "g", "j", "j", "j", "space", "k", "space", "enter")
    #expect(app.lines[1].hasSuffix(" price ▲  then distance ▲  then name ▲"))
  }

  @Test func `the cursor moves by pages and half pages`() async throws {
    let app = try await AppHarness()
    await app.press("f", "pagedown")
    #expect(app.lines.contains { $0.contains("▌Category") })
    await app.press("pageup")
    #expect(app.lines.contains { $0.hasPrefix("▌ [ ] $ ") })
    await app.press("ctrl-d")
    #expect(app.lines.contains { $0.hasPrefix("▌ [ ] Price ") })
    await app.press("ctrl-u")
    #expect(app.lines.contains { $0.hasPrefix("▌ [ ] $ ") })
  }

  @Test func `Tab moves from group to group and wraps around`() async throws {
    let app = try await AppHarness(Size(columns: 80, rows: 54))
    await app.press("f", "j")
    for start in [
      "[ ] Offering a deal", "2nd Name (A-Z)", "Price ", "[ ] Bubble Tea Shop ", "[ ] New York ",
      "Search ", "Condition ", "[ ] $ ",
    ] {
      await app.press("tab")
      #expect(app.lines.contains { $0.hasPrefix("▌ " + start) }, "\(start)")
    }
    await app.press("shift-tab")
    #expect(app.lines.contains { $0.hasPrefix("▌ Condition") })
  }

  @Test func `Shift-Tab moves to the group above, from any row`() async throws {
    let app = try await AppHarness(Size(columns: 132, rows: 50))
    await app.press(["f"] + Array(repeating: "j", count: 18))
    #expect(app.lines.contains { $0.contains("▌ Distance  ") })
    await app.press("shift-tab")
    #expect(app.lines.contains { $0.contains("▌ 2nd Name (A-Z)") })
    await app.press("shift-tab", "shift-tab", "shift-tab", "tab")
    #expect(app.lines.contains { $0.contains("▌ [ ] $ ") })
  }

  @Test func `Space adds a sort key, reverses it, and removes it`() async throws {
    let app = try await AppHarness(Size(columns: 132, rows: 50))
    await app.press(["f"] + Array(repeating: "j", count: 13))
    let orders = [
      " tips ▼  then name ▲", " tips ▲  then name ▲", " distance ▲  then name ▲",
    ]
    let hints = ["  space reverse ", "  space remove ", "  space make 1st "]
    for (order, hint) in zip(orders, hints) {
      await app.press("space")
      #expect(app.lines[1].contains(order), "\(app.lines[1])")
      #expect(app.lines.last?.contains(hint) == true, "\(app.lines.last ?? "")")
    }
    await app.press("space")
    await app.press(Array(repeating: "k", count: 5) + ["space"])
    #expect(app.lines[1].contains(" name ▲ "), "\(app.lines[1])")
  }

  @Test func `an empty list beside the filter names no keys, and what no venue has`() async throws {
    let app = try await AppHarness(Size(columns: 132, rows: 50))
    await app.press(["f"] + Array(repeating: "j", count: 17) + ["enter"])
    await app.type("8+")
    let middle = app.lines.map { $0.prefix(85).filter { $0 != "│" } }
      .drop { !$0.contains("No venues match") }.prefix(4)
      .map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(middle == ["No venues match", "rating 8 or more", "Rating: no data", ""])
    await app.press("enter", "ctrl-s")
    #expect(app.lines.contains { $0.contains("Press c to clear the filter") })
    #expect(app.lines.contains { $0.contains("Rating: no data") })
  }

  @Test func `a second sort order follows the first and is reversed in place`() async throws {
    let app = try await AppHarness()
    await app.press("s", "g", "j", "j", "j", "space", "j", "space", "space", "enter")
    #expect(app.lines[1].hasSuffix(" price ▲  then rating ▲  then name ▲"))
  }

  @Test(arguments: ["esc", "q"])
  func `canceling the filter screen restores the filter`(key: String) async throws {
    let app = try await AppHarness(Size(columns: 110, rows: 30))
    await app.press("j", "j", "j", "j")
    let before = app.lines
    await app.press("f", "j", "space")
    await app.press(
      Array(repeating: "j", count: FilterRow.fixed(hasOpen: false, .standard).count - 2) + ["space"]
    )
    #expect(app.lines[1].hasPrefix(" $$ "))
    await app.press(key)
    #expect(app.message == "Discarded the filter; Z brings it back")
    #expect(app.lines.dropLast() == before.dropLast())
    await app.press("Z")
    #expect(app.lines[1].hasPrefix(" $$ "))
  }

  @Test func `the walking distance can be adjusted`() async throws {
    let app = try await AppHarness()
    await app.press("f", "j", "j", "j", "j", "j", "space")
    #expect(app.lines[8].contains(#/Within walking distance +< 500 m  0/#))
    await app.press(">", ">", ">")
    #expect(app.lines[8].contains(#/Within walking distance +< 1.2 km  2 places /#))
    await app.press("<", "enter")
    #expect(app.names == ["Boi Noodles"])
    #expect(app.lines[1].hasPrefix(" within 1 km "))
    await app.press("f", "<", "<", "<", "<", "<", "<", "<", "<", "<")
    #expect(app.lines[8].contains(#/Within walking distance +< 100 m  0/#))
  }

  @Test func `a sort order is chosen and reversed`() async throws {
    let app = try await AppHarness()
    await app.press("f")
    await app.press(
      Array(repeating: "j", count: FilterRow.fixed(hasOpen: false, .standard).count - 1) + [
        "space", "enter", "g",
      ])
    #expect(app.names.first == "Kung Fu Tea 功夫茶")
    #expect(app.lines[1].hasSuffix("check-ins ▼  then name ▲"))
    await app.press("s", "enter", "g")
    #expect(app.names.first == "Monkey King")
    #expect(app.lines[1].hasSuffix("check-ins ▲  then name ▲"))
    await app.press("s", "g", "down", "enter", "g")
    #expect(app.names.first == "Vivi Bubble Tea")
    #expect(app.lines[1].hasSuffix(" name ▼"))
  }

  @Test func `a click toggles a filter row`() async throws {
    let app = try await AppHarness()
    await app.press("f")
    await app.click(column: 10, row: 3)
    #expect(app.lines[3].contains(#/^▌ \[x\] \$\$ .* 2 bubble tea places /#))
  }

  @Test func `the open filter screen counts changes by other programs`() async throws {
    let app = try await AppHarness()
    await app.press("f")
    #expect(app.lines[10].contains(#/^8 \[ \] Favorites +0 /#))
    let venue = try app.store.venue(named: "Teado")
    try await app.store.setFavorite(true, ofVenue: venue.id)
    await app.settle()
    #expect(app.lines[10].contains(#/^8 \[ \] Favorites +1 /#))
  }

  @Test func `a predicate that does not fit ends with an ellipsis`() async throws {
    let app = try await AppHarness(Size(columns: 60, rows: 24))
    let format = (1...9).map { "tips != \($0)" }.joined(separator: " AND ")
    await app.press("f", "1", "G", "enter")
    await app.type(format)
    await app.press("enter", "k")
    let predicate = try #require(
      app.finder.list.state.choices.chosenPredicate?.formatWithDateLiterals)
    var (whole, cut) = (0, 0)
    for rows in 24...64 {
      await app.resize(to: Size(columns: 60, rows: rows))
      guard let heading = app.lines.firstIndex(of: "  Predicate") else { continue }
      let text = app.lines[(heading + 1)...].dropLast().flatMap { $0.split(separator: " ") }
        .joined(separator: " ")
      #expect(text == predicate || text.hasSuffix("…") && predicate.hasPrefix(text.dropLast()))
      if text == predicate { whole += 1 } else { cut += 1 }
    }
    #expect(whole > 0 && cut > 0)
  }
}
