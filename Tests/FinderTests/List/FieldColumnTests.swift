import FetchKit
import TerminalKit
import Testing
import Venues

@testable import Finder

@MainActor
@Suite struct FieldColumnTests {
  @Test func `every attribute of a venue is a column`() {
    let shown = Set(VenueColumn.allCases.map(\.field))
    // The price is shown as text, and a star marks favorites.
    let others: Set<VenueField> = [
      .priceCategory, .favorite, .ratingColor, .openNow, .openNowAt,
    ]
    // Newer attributes need no column.
    let missing = VenueField.attributes.prefix { $0 != .extras }.filter {
      !shown.contains($0) && !others.contains($0) && $0 != .countryCode && $0 != .closedAt
    }
    #expect(missing == [])
    #expect(Set(VenueColumn.allCases.map { Strings().title(of: $0) }).count == 44)
  }

  @Test func `a text takes the room that names leave, and is resized from there`() async throws {
    let app = try await AppHarness(Size(columns: 200, rows: 30))
    let shown = try #require(app.finder.list.visibleColumns[.category])
    #expect(shown > VenueColumn.category.valueWidth)
    var settings = ColumnSettings()
    settings.resize(.category, by: 1, shown: shown)
    settings.resize(.rating, by: 1, shown: 30)
    #expect(settings.widths == [.category: shown + 1, .rating: 5])
  }

  @Test func `columns of other fields show their values in one line`() async throws {
    let store = try FetchStore.seeded()
    var venue = try store.venue(named: "Boi Noodles")
    venue.url = "http://boi.co"
    venue.location.postalCode = "10018"
    venue.description = "Noodles\nand tea"
    venue.verified = true
    venue.likeCount = 1234
    try await store.write("Edit") { [venue] in $0.update(venue) }
    let format = Strings().format
    let texts = [VenueColumn.website, .postalCode, .description, .verified, .likes, .chain].map {
      venue.text($0, format)
    }
    #expect(
      texts == ["http://boi.co", "10018", "Noodles; and tea", "✓", "1,234", nil])
    let app = try await AppHarness(Size(columns: 132, rows: 30), store: store)
    app.finder.list.state.columns.toggle(.website)
    await app.press("i")
    #expect(app.lines.contains { $0.contains("http://boi.co") })
  }

  @Test func `web pages of a venue are listed, and only those of the web`() async throws {
    let store = try FetchStore.seeded()
    var venue = try store.venue(named: "Boi Noodles")
    venue.url = "boi.example"
    venue.menuURL = "file:///etc/passwd"
    venue.twitter = "@boi"
    try await store.write("Edit") { [venue] in $0.update(venue) }
    let app = try await AppHarness(store: store)
    await app.press("O")
    #expect(app.lines.contains { $0.contains("─ Open ") })
    #expect(!app.lines.contains { $0.contains("Menu") })
    await app.press("1", "O", "2", "O", "4")
    #expect(
      app.links == [
        "https://boi.example",
        "https://www.openstreetmap.org/directions?engine=fossgis_osrm_foot&route=40.75925%2C-73.98467%3B40.75585%2C-73.98970",
        "https://twitter.com/boi",
      ])
  }
}
