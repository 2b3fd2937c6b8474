import FetchKit
import TerminalKit
import Testing
import Venues

@testable import Finder

@MainActor
@Suite struct MapDumpTests {
  @Test(arguments: [Size.usual, .small, Size(columns: 132, rows: 43), .large])
  func `the map shows where the venues of the list are`(size: Size) async throws {
    let trial = try await Trial(size)
    await trial.press("j", "m")
    try Dump.expect(trial.screen, is: "map-\(size.columns)x\(size.rows)")
  }

  @Test func `close up the walking distance is a circle, and venues have labels`() async throws {
    let trial = try await Trial()
    await trial.press("m", "@", "+", "+", "+", "+", "+")
    try Dump.expect(trial.screen, is: "map-close-80x24")
  }

  @Test func `colors show the density of venues`() async throws {
    let trial = try await Trial()
    await trial.press("m", "v")
    try Dump.expect(trial.screen, is: "map-density-80x24")
  }

  @Test func `without Unicode and colors the map uses letters`() async throws {
    let trial = try await Trial(capabilities: Capabilities(colors: .none, isUnicode: false))
    await trial.press("m")
    try Dump.expect(trial.screen, is: "map-ascii-80x24")
  }

  @Test(arguments: [[], ["f"], ["s"], ["m"], ["enter"], ["b"], ["?"], [":"], ["C"]])
  func `the Linux console gets symbols that its font has`(keys: [String]) async throws {
    let console = Capabilities(colors: .eight, hasMouse: false, type: "linux")
    let trial = try await Trial(Size(columns: 100, rows: 30), capabilities: console)
    await trial.press(keys)
    let signs = Set(trial.lines.joined()).filter { !$0.isASCII && !$0.isLetter }
    // The kernel's own font has a square for the ellipsis.
    #expect(signs.subtracting("─│┌┐└┘├┤▲▼↑↓·•█░▒♦…") == [])
  }

  @Test func `a map without venues says so`() async throws {
    let trial = try await Trial(.small, store: .empty())
    await trial.press("m")
    try Dump.expect(trial.screen, is: "map-empty-40x10")
  }

  @Test func `from 120 columns the details are beside the map`() async throws {
    let trial = try await Trial(Size(columns: 132, rows: 43))
    await trial.press("m", "enter")
    try Dump.expect(trial.screen, is: "map-detail-132x43")
  }
}
