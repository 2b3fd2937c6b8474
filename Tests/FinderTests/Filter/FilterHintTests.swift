import FetchKit
import TerminalKit
import Testing

@testable import Finder

@MainActor
@Suite struct FilterHintTests {
  @Test(arguments: [
    (0, " space choose  ⏎ apply  esc cancel  c clear  w save  ? help  : more"),
    (5, " space choose  ⏎ apply  esc cancel  c clear  < > distance  ? help  : more"),
    (8, " space sort  ⏎ apply  esc cancel  c clear  w save  ? help  : more"),
    (16, " space choose  ⏎ edit  ctrl-s apply  esc cancel  c clear  < > price  ? help"),
    (20, " space choose  ⏎ edit  ctrl-s apply  esc cancel  c clear  < > check-ins  ? help"),
    (21, " space find  ⏎ find  ctrl-s apply  esc cancel  c clear  w save  ? help  : more"),
    (22, " space choose  ⏎ apply  esc cancel  c clear  w save  ? help  : more"),
  ])
  func `the hints of the filter say what the keys do in the row`(
    row: Int, hints: String
  ) async throws {
    let app = try await AppHarness()
    await app.press(["f"] + Array(repeating: "j", count: row))
    #expect(app.lines.last == hints)
    await app.press("G")
    #expect(app.lines.last?.hasPrefix(" space edit  ⏎ edit ") == true)
  }

  @Test func `only bundled venues are bubble tea places`() async throws {
    let app = try await AppHarness()
    await app.press("f", "4")
    #expect(app.lines[7].contains(#/^5 \[ \] Offering a deal +no deals/#))
    #expect(app.lines[2].contains(#/^1 \[ \] \$ .* 27 bubble tea places /#))
    await app.press("4", "tab", "tab", "tab", "tab", "j", "space")
    #expect(app.lines[2].contains(#/^1 \[ \] \$ .* 22 places /#))
    try await app.store.write("Import") { $0.setMetadata(nil, forKey: "origin") }
    let other = try await AppHarness(store: app.store)
    await other.press("f")
    #expect(other.lines[2].contains(#/^1▌\[ \] \$ .* 27 places /#))
  }
}
