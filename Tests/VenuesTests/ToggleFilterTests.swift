import FetchKit
import Testing
import Venues

@Suite struct ToggleFilterTests {
  @Test(arguments: [
    (ToggleFilter.deals, "specialCount > 0"),
    (.walking, "location.distance < 500"),
    (.tips, "stats.tipCount > 0"),
    (.favorites, "favorite == 1"),
  ])
  func `a toggle filter is a predicate`(toggle: ToggleFilter, format: String) {
    #expect(toggle.predicate(radius: 500).predicateFormat == format)
  }
}
