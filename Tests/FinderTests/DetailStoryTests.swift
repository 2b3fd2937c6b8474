import FetchKit
import Foundation
import TerminalKit
import Testing
import Venues

@testable import Finder

@MainActor
@Suite struct DetailStoryTests {
  private let address =
    "https://www.openstreetmap.org/?mlat=40.75553&mlon=-73.98895&zoom=18"

  /// The addresses that were to be opened.
  @Test func `o opens a map on the web`() async throws {
    let trial = try await Trial()
    await trial.press("enter", "o")
    #expect(trial.links.count == 1)
    #expect(trial.links.first?.hasPrefix("https://www.openstreetmap.org/?mlat=40.7") == true)
    #expect(trial.lines.last?.hasPrefix(" Opened https://www.openstreetmap.org/?mlat=40.7") == true)
  }

  @Test func `if no browser can open it the address is shown`() async throws {
    let trial = try await Trial()
    trial.opensLinks = false
    await trial.press("enter", "o")
    #expect(trial.lines.last?.hasPrefix(" Copied https://www.openstreetmap.org/?mlat=40.7") == true)
  }

  @Test func `y copies the venue of the detail screen, not the selection`() async throws {
    let trial = try await Trial()
    await trial.press("space", "enter", "y")
    let line = "CoCo Fresh Tea & Juice"
    let sequence = try #require(trial.driver.escapes.last)
    let code = sequence.drop { $0 != "c" }.dropFirst(2).prefix { $0 != "\u{7}" }
    let text = try #require(Data(base64Encoded: String(code)))
    #expect(String(decoding: text, as: UTF8.self).hasPrefix(line))
    #expect(trial.lines.last == " Copied 1 venue")
  }

  @Test func `in tmux a copy reaches the outer terminal`() async throws {
    let trial = try await Trial(capabilities: Capabilities(type: "tmux-256color"))
    await trial.press("enter", "y")
    #expect(trial.driver.escapes.last?.hasPrefix("\u{1B}Ptmux;\u{1B}\u{1B}]52;c;") == true)
    #expect(trial.driver.escapes.last?.hasSuffix("\u{7}\u{1B}\\") == true)
  }

  @Test func `m opens the map and returns from it`() async throws {
    let trial = try await Trial()
    await trial.press("j", "enter", "m")
    #expect(trial.finder.stack.top is MapScreen)
    #expect(trial.lines[22].hasPrefix(" ◆ CoCo Fresh Tea & Juice"))
    await trial.press("enter")
    #expect(trial.finder.stack.screens.map(\.name).count == 2)
    #expect(trial.lines[0].hasPrefix(" CoCo Fresh Tea & Juice"))
    await trial.press("esc", "m", "enter", "n", "m")
    #expect(trial.finder.stack.screens.count == 2)
    #expect(trial.lines[22].hasPrefix(" ◆ Smoocha"))
    await trial.press("esc")
    #expect(trial.finder.stack.top is VenueListScreen)
  }

  @Test func `f filters the list below`() async throws {
    let trial = try await Trial()
    await trial.press("enter", "f")
    #expect(trial.finder.stack.top is FilterScreen)
    await trial.press("esc")
    #expect(trial.finder.stack.top is VenueListScreen)
  }

  @Test func `the location is a link to a map`() async throws {
    let trial = try await Trial()
    await trial.press("enter")
    let row = try #require(trial.lines.firstIndex { $0.contains("40.75") })
    let link = trial.screen[2, row].style.link
    #expect(link?.hasPrefix("https://www.openstreetmap.org/?mlat=40.7") == true)
  }

  @Test func `a venue without a location has no map`() async throws {
    let store = try Store.seeded()
    var venue = try store.venue(named: "Boi Noodles")
    venue.location.latitude = nil
    try await store.write("Forget") { [venue] in $0.update(venue) }
    let trial = try await Trial(store: store)
    await trial.press("enter", "o")
    #expect(!trial.screen.dump().contains("◆"))
    #expect(trial.lines.last?.contains("openstreetmap") == false)
  }

  @Test(arguments: [
    (80, 23, Size(columns: 31, rows: 16)), (55, 41, Size(columns: 53, rows: 15)),
    (40, 9, Size.zero), (200, 59, Size(columns: 44, rows: 23)),
  ])
  func `the small map has its space`(columns: Int, rows: Int, size: Size) {
    let area = Rect(column: 0, row: 0, columns: columns, rows: rows)
    let frame = DetailFrame(area, hasMap: true)
    #expect(frame.map.size == size)
    #expect(frame.map.intersection(frame.text).isEmpty)
    #expect(DetailFrame(area, hasMap: false).map.isEmpty)
  }
}
