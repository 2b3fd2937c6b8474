import FetchKit
import TerminalKit
import Testing
import Venues

@testable import Finder

@MainActor
@Suite struct StatisticsScreenTests {
  @Test(arguments: [Size.usual, .small, Size(columns: 132, rows: 43)])
  func `groups have counts, percentages, bars, sums and averages`(size: Size) async throws {
    let app = try await AppHarness(size)
    await app.press("b", "S", "6")
    try Dump.expect(app.screen, is: "numbers-\(size.columns)x\(size.rows)")
  }

  private func groups(_ app: AppHarness) -> [String] {
    app.lines.dropFirst(2).prefix { !$0.isEmpty }.map { line in
      line.dropFirst(3).split(separator: " ").prefix(2).joined(separator: " ")
    }
  }

  @Test func `groups can be sorted by any column`() async throws {
    let app = try await AppHarness()
    await app.press("b")
    #expect(groups(app) == ["$ 27", "$$ 2", "$$$ 1"])
    await app.press("s", "r")
    #expect(groups(app) == ["$$$ 1", "$$ 2", "$ 27"])
    await app.press("r")
    #expect(groups(app) == ["$ 27", "$$ 2", "$$$ 1"])
    await app.click(column: 5, row: 1)
    await app.click(column: 5, row: 1)
    #expect(groups(app) == ["$$$ 1", "$$ 2", "$ 27"])
  }

  @Test func `Enter opens a group, Esc leaves it`() async throws {
    let app = try await AppHarness()
    await app.press("j", "j", "j", "j")
    let before = app.screen
    await app.press("b", "j", "enter")
    #expect(app.names == ["CoCo Fresh Tea & Juice", "Chatime 日出茶太"])
    await app.press("esc")
    #expect(groups(app) == ["$ 27", "$$ 2", "$$$ 1"])
    await app.press("esc")
    #expect(app.screen == before)
  }

  @Test func `leaving a group restores the statistics`() async throws {
    let app = try await AppHarness()
    await app.press("b", "S", "3", "s", "j", "j")
    let before = app.screen
    await app.press("enter", "j", "esc")
    #expect(app.screen == before)
  }

  @Test(arguments: VenueSectioning.allCases)
  func `an opened group has as many venues as its count`(grouping: VenueSectioning) async throws {
    let store = try FetchStore.seeded()
    let groups = try await store.snapshot {
      try VenueGroup.fetch(grouping, .constant(true), in: Venue.entity, from: $0)
    }
    #expect(groups.reduce(0) { $0 + $1.count } == 30)
    for group in groups {
      var request = FetchRequest<Venue>()
      request.predicate = grouping.predicate(ofSection: group.name)
      #expect(try await store.count(request) == group.count, "\(grouping) \(group.name)")
    }
  }
}
