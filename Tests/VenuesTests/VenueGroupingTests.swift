import Testing

@testable import Venues

struct VenueGroupingTests {
  @Test func `empty intervals are added, and known ones keep their names`() {
    // Half a mile in meters; the names are those that the store computes.
    let width = 804.672
    let names = ["0.0", "804.672", "7242.048", "9656.064", ""]
    let filled = VenueGrouping(.distance, width: width).filled(names)
    #expect(filled.filter(names.contains) == names)
    #expect(filled.count == 14)
    #expect(filled.compactMap(Double.init) == filled.compactMap(Double.init).sorted())
  }

  @Test func `intervals far from each other are not filled`() {
    let names = ["0.0", "1000000.0"]
    #expect(VenueGrouping(.distance, width: 1).filled(names) == names)
  }
}
