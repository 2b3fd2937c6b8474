import FetchKit
import TerminalKit
import Testing
import Venues

@testable import Finder

@MainActor
@Suite struct ScreenContentTests {
  @Test(arguments: [Size.usual, .small, Size(columns: 132, rows: 43)])
  func `the filter screen shows the count of each choice`(size: Size) async throws {
    let app = try await AppHarness(size)
    await app.press("f", "space", "down", "down", "down", "down", "space")
    try Dump.expect(app.screen, is: "filter-\(size.columns)x\(size.rows)")
  }

  @Test(arguments: [Size.usual, .small, Size(columns: 132, rows: 43)])
  func `the detail screen shows all values of a venue`(size: Size) async throws {
    let store = try FetchStore.seeded()
    try await store.tellMore()
    let app = try await AppHarness(size, store: store)
    await app.press("enter", "*")
    try Dump.expect(app.screen, is: "detail-\(size.columns)x\(size.rows)")
  }

  @Test(arguments: [Size.usual, .small])
  func `help lists the keys of the screen below`(size: Size) async throws {
    let app = try await AppHarness(size)
    await app.press("?")
    try Dump.expect(app.screen, is: "help-list-\(size.columns)x\(size.rows)")
    await app.press("q", "f", "?")
    try Dump.expect(app.screen, is: "help-filter-\(size.columns)x\(size.rows)")
  }
}
