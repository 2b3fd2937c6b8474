import Testing

@testable import Finder

@MainActor
@Suite struct ColumnLayoutTests {
  @Test(arguments: [
    (40, [VenueColumn.name, .price, .distance]),
    (48, [.name, .price, .distance]),
    (49, [.name, .price, .distance, .deals]),
    (57, [.name, .price, .distance, .rating, .deals]),
    (64, [.name, .price, .distance, .rating, .tips, .deals]),
    (74, [.name, .price, .distance, .rating, .tips, .deals]),
    (75, [.name, .price, .distance, .rating, .tips, .checkins, .deals]),
    (80, [.name, .price, .distance, .rating, .tips, .checkins, .deals]),
    (
      500,
      [
        .name, .price, .distance, .rating, .tips, .checkins, .deals, .category, .city, .address,
        .phone, .hours,
      ]
    ),
  ])
  func `columns are dropped as the width shrinks, check-ins first`(
    columns: Int, shown: [VenueColumn]
  ) {
    let layout = ColumnLayout(columns: columns, strings: Strings())
    #expect(layout.places.map(\.column) == shown)
  }

  @Test(arguments: [
    (40, VenueColumn.rating, [VenueColumn.name, .price, .rating]),
    (40, .distance, [.name, .price, .distance]), (40, .note, [.name, .note]),
    (40, .checkins, [.name, .price, .checkins]),
    (64, .checkins, [.name, .price, .distance, .checkins, .deals]),
  ])
  func `the column of the first sort key stays`(
    columns: Int, key: VenueColumn, shown: [VenueColumn]
  ) {
    var settings = ColumnSettings()
    settings.hidden.remove(key)
    let layout = ColumnLayout(
      columns: columns, strings: Strings(), settings: settings, staying: key)
    #expect(layout.places.map(\.column) == shown)
  }

  @Test(arguments: 40...200)
  func `columns never touch or leave the list`(columns: Int) {
    let places = ColumnLayout(columns: columns, strings: Strings()).places
    #expect(zip(places, places.dropFirst()).allSatisfy { $0.left + $0.width + 2 <= $1.left })
    #expect(places.allSatisfy { $0.width > 0 && $0.left + $0.width < columns })
  }
}
