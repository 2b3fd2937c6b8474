import TerminalTestSupport
import Testing

@testable import TerminalKit

@Suite struct BoxTests {
  @Test(arguments: [
    ("tea", "╭─ tea ──╮"), ("boba", "╭─ boba ─╮"), ("bubble", "╭─ bub… ─╮"),
    ("bubble tea", "╭─ bub… ─╮"),
  ])
  func `a title leaves the corners`(title: String, line: String) {
    var canvas = Canvas(size: Size(columns: 10, rows: 3))
    _ = Box.draw(
      on: &canvas, in: canvas.bounds, title: title,
      render: RenderStyle(theme: .plain, symbols: .unicode))
    #expect(canvas.lines() == [line, "│        │", "╰────────╯"])
  }
}
