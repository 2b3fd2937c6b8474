import TerminalTestSupport
import FetchKit
import Foundation
import TerminalKit
import Testing
import Venues

@testable import Finder

@MainActor
@Suite struct DetailScreenTests {
  private let address =
    "https://www.openstreetmap.org/?mlat=40.75553&mlon=-73.98895&zoom=18"

  /// The addresses that were to be opened.
  @Test func `o opens a map on the web`() async throws {
    let app = try await AppHarness()
    await app.press("enter", "o")
    #expect(app.links.count == 1)
    #expect(app.links.first?.hasPrefix("https://www.openstreetmap.org/?mlat=40.7") == true)
    #expect(app.lines.last?.hasPrefix(" Opened https://www.openstreetmap.org/?mlat=40.7") == true)
  }

  @Test(arguments: [
    (0, "opens 9:00"), (600, "open until 17:00"), (1020, "opens Tue 22:00"),
    (1440 + 1380, "open until 2:00"), (2880 + 60, "open until 2:00"),
    (2880 + 121, "opens Mon 9:00"),
  ])
  func `hours say whether the venue is open`(minute: Int, text: String) throws {
    var venue = Venue()
    venue.timeZone = "Etc/UTC"
    venue.openings =
      Opening.openings(day: 1, from: 540, to: 1020) + Opening.openings(day: 2, from: 1320, to: 120)
    // A Monday.
    let monday = Date(timeIntervalSince1970: 1_700_438_400)
    let now = monday.addingTimeInterval(Double(minute) * 60)
    #expect(Strings().hours(of: venue, at: now) == text)
  }

  @Test func `a status of the import is dated after twelve hours`() {
    var venue = Venue()
    venue.hours = "Open until 10:00 PM"
    #expect(Strings().hours(of: venue, at: .now) == "Open until 10:00 PM")
    venue.openNowAt = Date(timeIntervalSince1970: 1_700_438_400)
    #expect(Strings().hours(of: venue, at: .now) == "Open until 10:00 PM (on 2023-11-20)")
    #expect(
      Strings().hours(of: venue, at: Date(timeIntervalSince1970: 1_700_438_500))
        == "Open until 10:00 PM")
    #expect(
      Strings().hours(of: venue, at: Date(timeIntervalSince1970: 1_700_438_400 + 13 * 3600))
        == "Open until 10:00 PM (on 2023-11-20)")
    venue.openings = [Opening(opens: 0, closes: Opening.week)]
    #expect(Strings().hours(of: venue, at: .now) == "open 24 hours")
  }

  @Test func `if no browser can open it the address is shown`() async throws {
    let app = try await AppHarness()
    app.opensLinks = false
    await app.press("enter", "o")
    let message = app.lines.suffix(2).joined()
    #expect(message.contains(" Copied https://www.openstreetmap.org/?mlat=40.7"))
  }

  @Test func `y copies the venue of the detail screen, not the selection`() async throws {
    let app = try await AppHarness()
    await app.press("space", "enter", "y")
    let line = "CoCo Fresh Tea & Juice"
    let sequence = try #require(app.driver.escapes.last)
    let code = sequence.drop { $0 != "c" }.dropFirst(2).prefix { $0 != "\u{7}" }
    let text = try #require(Data(base64Encoded: String(code)))
    #expect(String(decoding: text, as: UTF8.self).hasPrefix(line))
    #expect(app.message == "Copied 1 venue through the terminal")
  }

  @Test func `in tmux a copy reaches the outer terminal`() async throws {
    let app = try await AppHarness(capabilities: Capabilities(multiplexer: .tmux))
    await app.press("enter", "y")
    #expect(app.driver.escapes.last?.contains("\u{1B}Ptmux;\u{1B}\u{1B}]52;c;") == true)
    #expect(app.driver.escapes.last?.hasSuffix("\u{7}\u{1B}\\") == true)
  }

  @Test func `m opens the map and returns from it`() async throws {
    let app = try await AppHarness()
    await app.press("j", "enter", "m")
    #expect(app.finder.stack.top is MapScreen)
    #expect(app.lines[22].hasPrefix(" ◆ CoCo Fresh Tea & Juice"))
    await app.press("enter")
    #expect(app.finder.stack.screens.map(\.name).count == 2)
    #expect(app.lines[0].hasPrefix(" CoCo Fresh Tea & Juice"))
    await app.press("esc", "m", "enter", "n", "m")
    #expect(app.finder.stack.screens.count == 2)
    #expect(app.lines[22].hasPrefix(" ◆ Smoocha"))
    await app.press("esc")
    #expect(app.finder.stack.top is VenueListScreen)
  }

  @Test func `a venue that leaves the filter stays open`() async throws {
    let app = try await AppHarness()
    await app.press("*", "f", "8", "enter", "enter", "*")
    #expect(app.lines[0] == " Boi Noodles")
    #expect(app.message == "Removed Boi Noodles from favorites, u to undo")
    #expect(!app.lines.contains { $0.contains("no longer exists") })
    await app.press("*")
    #expect(app.lines[0].hasPrefix(" Boi Noodles ★") && app.lines[0].hasSuffix(" 1/1"))
    await app.press("*", "D")
    #expect(app.lines[3] == " This venue no longer exists")
    #expect(app.message == "Deleted Boi Noodles, u to undo")
  }

  @Test func `from a venue that left the filter n and p lead to its old neighbors`() async throws {
    let app = try await AppHarness()
    await app.press("space", "space", "space", "*", "esc", "f", "8", "enter", "j", "enter")
    let open = app.lines[0]
    #expect(open.hasPrefix(" CoCo Fresh Tea & Juice ★") && open.hasSuffix(" 2/3"))
    for (key, venue) in [("n", " Smoocha ★"), ("p", " Boi Noodles ★")] {
      await app.press("*")
      #expect(app.lines[0] == " CoCo Fresh Tea & Juice")
      await app.press(key)
      #expect(app.lines[0].hasPrefix(venue) && app.lines[0].hasSuffix("/2"))
      await app.press("u", key == "n" ? "p" : "n")
      #expect(app.lines[0] == open)
    }
    await app.press("n", "*", "p")
    #expect(app.lines[0].hasPrefix(" CoCo Fresh Tea & Juice ★") && app.lines[0].hasSuffix(" 2/2"))
  }

  @Test func `a venue that left the filter shows what other programs change`() async throws {
    let app = try await AppHarness()
    await app.press("space", "space", "*", "esc", "f", "8", "enter", "enter")
    var venue = try app.store.venue(named: "Boi Noodles")
    venue.favorite = false
    try await app.store.write("Unmark") { [venue] in $0.update(venue) }
    await app.settle()
    #expect(app.lines[0] == " Boi Noodles")
    venue.name = "Boy Noodles"
    try await app.store.write("Rename") { [venue] in $0.update(venue) }
    await app.settle()
    #expect(app.lines[0] == " Boy Noodles")
    await app.press("e")
    await app.type("less ice")
    await app.press("enter")
    #expect(app.message == "Saved note on Boy Noodles, u to undo")
    let id = try #require(venue.objectID)
    try await app.store.write("Delete") { $0.delete(id) }
    await app.settle()
    #expect(app.lines[0].hasPrefix(" CoCo Fresh Tea & Juice"))
    #expect(app.message == "Boy Noodles was deleted by another program")
  }

  @Test func `f filters the list below`() async throws {
    let app = try await AppHarness()
    await app.press("enter", "f")
    #expect(app.finder.stack.top is FilterScreen)
    await app.press("esc")
    #expect(app.finder.stack.top is VenueListScreen)
  }

  @Test func `the location is a link to a map`() async throws {
    let app = try await AppHarness()
    await app.press("enter")
    let row = try #require(app.lines.firstIndex { $0.contains("40.75") })
    let link = app.screen[2, row].style.link
    #expect(link?.hasPrefix("https://www.openstreetmap.org/?mlat=40.7") == true)
  }

  @Test func `a venue without a location has no map`() async throws {
    let store = try FetchStore.seeded()
    var venue = try store.venue(named: "Boi Noodles")
    venue.location.latitude = nil
    try await store.write("Forget") { [venue] in $0.update(venue) }
    let app = try await AppHarness(store: store)
    await app.press("enter", "o")
    #expect(!app.screen.dump().contains("◆"))
    #expect(app.lines.last?.contains("openstreetmap") == false)
  }

  @Test(arguments: [
    (80, 23, Size(columns: 30, rows: 20)), (55, 41, Size(columns: 53, rows: 15)),
    (40, 9, Size.zero), (200, 59, Size(columns: 43, rows: 33)),
  ])
  func `the small map has its space`(columns: Int, rows: Int, size: Size) {
    let area = Rect(column: 0, row: 0, columns: columns, rows: rows)
    let frame = DetailFrame(area, hasMap: true)
    #expect(frame.map.size == size)
    #expect(frame.map.intersection(frame.text).isEmpty)
    #expect(DetailFrame(area, hasMap: false).map.isEmpty)
  }

  @Test func `a long name leaves room for the position`() async throws {
    let store = try FetchStore.seeded()
    var venue = try store.venue(named: "Boi Noodles")
    venue.name = "Boi Noodles with a name that is longer than a narrow terminal"
    try await store.write("Rename") { [venue] in $0.update(venue) }
    let app = try await AppHarness(.small, store: store)
    await app.press("enter")
    #expect(app.lines[0].contains(#/^ Boi Noodles .*…  1\/30$/#))
  }
}
