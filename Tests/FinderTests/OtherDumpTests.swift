import FetchKit
import TerminalKit
import Testing
import Venues

@testable import Finder

@MainActor
@Suite struct OtherDumpTests {
  @Test(arguments: [Size.usual, .small, Size(columns: 132, rows: 43)])
  func `the filter screen shows the count of each choice`(size: Size) async throws {
    let trial = try await Trial(size)
    await trial.press("f", "space", "down", "down", "down", "down", "space")
    try Dump.expect(trial.screen, is: "filter-\(size.columns)x\(size.rows)")
  }

  @Test(arguments: [Size.usual, .small, Size(columns: 132, rows: 43)])
  func `the detail screen shows all values of a venue`(size: Size) async throws {
    let store = try Store.seeded()
    try await store.tellMore()
    let trial = try await Trial(size, store: store)
    await trial.press("enter", "*")
    try Dump.expect(trial.screen, is: "detail-\(size.columns)x\(size.rows)")
  }

  @Test(arguments: [Size.usual, .small])
  func `help lists the keys of the screen below`(size: Size) async throws {
    let trial = try await Trial(size)
    await trial.press("?")
    try Dump.expect(trial.screen, is: "help-list-\(size.columns)x\(size.rows)")
    await trial.press("q", "f", "?")
    try Dump.expect(trial.screen, is: "help-filter-\(size.columns)x\(size.rows)")
  }
}
