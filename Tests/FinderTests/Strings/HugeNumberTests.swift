import FetchKit
import TerminalKit
import Testing
import Venues

@testable import Finder

@MainActor
@Suite struct HugeNumberTests {
  @Test func `sums and values beyond every integer are shown as such`() async throws {
    let store = try FetchStore.empty()
    try await store.write("Insert") { transaction in
      for number in 0..<3 {
        var venue = Venue()
        (venue.id, venue.name) = ("h\(number)", "Huge")
        (venue.stats.tipCount, venue.specialCount) = (.max, .max)
        venue.location.distance = 1e300
        _ = transaction.insert(venue)
      }
    }
    let app = try await AppHarness(store: store)
    #expect(
      app.lines[22].hasPrefix(" 3 venues · 2.77e+19 deals · 2.77e+19 tips · average 1e+297 km"))
    #expect(app.lines[4].contains(" 1e+297 km "))
    #expect(app.lines[4].contains(" 9.22e+18 "))
    await app.press("b")
    #expect(app.lines[3].contains(" 2.77e+19 "))
    await app.press("esc", "f")
    #expect(app.lines.contains { $0.contains("2.77e+19 deals at 3 places") })
  }

  @Test(arguments: [
    (999.0, "999"), (1e14, "100,000,000,000,000"), (1.8e19, "1.8e+19"), (-2e30, "-2e+30"),
    (.infinity, "inf"),
  ])
  func `counts of any size have a text`(number: Double, text: String) {
    #expect(Strings().format.count(number) == text)
  }
}
