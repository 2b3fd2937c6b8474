import TerminalKit
import Testing

@testable import Finder

@MainActor
@Suite struct ScreenSizeTests {
  private static let sizes = [
    Size(columns: 40, rows: 10), Size(columns: 41, rows: 60), Size(columns: 80, rows: 14),
    Size(columns: 80, rows: 15), Size(columns: 80, rows: 24),
    Size(columns: 99, rows: 12), Size(columns: 120, rows: 10), Size(columns: 132, rows: 43),
    Size(columns: 200, rows: 60), Size(columns: 500, rows: 10), Size(columns: 500, rows: 200),
  ]

  @Test(arguments: [[], ["f"], ["enter"], ["m"], ["m", "enter"], ["s"], ["C"], ["e"], ["?"]])
  func `every screen fits every size`(keys: [String]) async throws {
    let app = try await AppHarness()
    await app.press(keys)
    for size in Self.sizes {
      await app.resize(to: size)
      #expect(app.lines.count == size.rows)
      #expect(app.lines[0].contains { !$0.isWhitespace }, "\(size)")
      #expect(app.lines[size.rows - 1].contains { !$0.isWhitespace }, "\(size)")
      #expect(app.lines.allSatisfy { TextWidth.displayWidth(of: $0) <= size.columns })
    }
  }

  @Test func `the footer's distances match a filter chosen while narrow`()
    async throws
  {
    let (app, fresh) = (try await AppHarness(.large), try await AppHarness(.large))
    await app.resize(to: .usual)
    for one in [app, fresh] { await one.press("f", "space", "enter") }
    await app.resize(to: .large)
    #expect(fresh.lines[58].contains("distances"))
    #expect(app.lines[58] == fresh.lines[58])
  }
}
