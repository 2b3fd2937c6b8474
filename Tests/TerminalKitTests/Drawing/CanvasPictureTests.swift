@testable import TerminalTestSupport
import Testing

@testable import TerminalKit

@Suite struct CanvasPictureTests {
  /// The elements of a picture of one row, without the frame around them.
  private func elements(_ columns: Int, _ draw: (inout Canvas) -> Void) -> [String] {
    var canvas = Canvas(size: Size(columns: columns, rows: 1))
    draw(&canvas)
    return CanvasPicture(canvas).svg.split(separator: "\n").dropFirst(3).dropLast(2).map(
      String.init)
  }

  @Test func `text in a picture has the width and style of its cells`() {
    let found = elements(8) {
      $0.write("a<b", at: .origin, style: Style(foreground: .red, attributes: [.bold, .underline]))
      $0.write("茶", at: Point(column: 4, row: 0), style: .dim)
    }
    #expect(
      found == [
        "<text x=\"0\" y=\"134\" textLength=\"252\" fill=\"#e06c75\" font-weight=\"bold\""
          + " text-decoration=\"underline\">a&lt;b</text>",
        "<text x=\"336\" y=\"134\" textLength=\"168\" opacity=\"0.6\">茶</text>",
      ])
  }

  @Test func `reverse exchanges text and background`() {
    let found = elements(2) {
      $0.write("x", at: .origin, style: Style(foreground: .rgb(1, 2, 255), attributes: .reverse))
    }
    #expect(
      found == [
        "<rect x=\"0\" y=\"0\" width=\"84\" height=\"180\" fill=\"#0102ff\"/>",
        "<text x=\"0\" y=\"134\" fill=\"#1c1f26\">x</text>",
      ])
  }

  @Test func `lines, blocks and dots are drawn as shapes`() {
    #expect(
      elements(4) { $0.write("─│▌⢀", at: .origin) } == [
        "<path d=\"M0 85h84v10h-84zM121 0h10v180h-10zM168 20h42v140h-42zM300 142h30v30h-30z\"/>"
      ])
  }

  @Test(arguments: [
    (Color.indexed(16), "#000000"), (.indexed(231), "#ffffff"), (.indexed(208), "#ff8700"),
    (.indexed(232), "#080808"), (.indexed(255), "#eeeeee"), (.indexed(1), "#e06c75"),
    (.palette(9), "#ef8b93"), (.rgb(0, 10, 255), "#000aff"),
  ])
  func `a color has its hexadecimal digits`(color: Color, hex: String) {
    #expect(PicturePalette.dark.hex(color) == hex)
  }
}
