import TerminalTestSupport
import TerminalKit
import Testing
import TestSupport

@Suite struct CanvasTests {
  private func canvas(_ columns: Int, _ rows: Int) -> Canvas {
    Canvas(size: Size(columns: columns, rows: rows))
  }

  @Test func `text is at the position where it is written`() {
    var canvas = canvas(10, 3)
    #expect(canvas.write("Boba", at: Point(column: 2, row: 1)) == 4)
    #expect(canvas.lines() == ["", "  Boba", ""])
  }

  @Test func `a wide character takes two columns`() {
    var canvas = canvas(6, 1)
    #expect(canvas.write("a茶b", at: .origin, style: .bold) == 4)
    #expect(canvas[0, 0] == Cell(text: "a", style: .bold))
    #expect(canvas[1, 0] == Cell(text: "茶", style: .bold))
    #expect(canvas[2, 0] == Cell(text: "", style: .bold))
    #expect(canvas[3, 0] == Cell(text: "b", style: .bold))
    #expect(canvas[4, 0] == .blank)
  }

  @Test func `a combining mark shares the cell of its letter`() {
    var canvas = canvas(4, 1)
    #expect(canvas.write("e\u{301}x", at: .origin) == 2)
    #expect(canvas[0, 0].text == "e\u{301}")
    #expect(canvas[1, 0].text == "x")
  }

  @Test(arguments: [
    (-2, "ba tea"), (-20, ""), (7, "       Bob"), (9, "         B"), (10, ""), (40, ""),
  ])
  func `text is clipped at the edges`(column: Int, line: String) {
    var canvas = canvas(10, 1)
    #expect(canvas.write("Boba tea", at: Point(column: column, row: 0)) == 8)
    #expect(canvas.lines() == [line])
  }

  @Test func `text outside the rows changes nothing`() {
    var canvas = canvas(10, 2)
    #expect(canvas.write("above", at: Point(column: 0, row: -1)) == 5)
    #expect(canvas.write("below", at: Point(column: 0, row: 2), width: 3) == 3)
    #expect(canvas == self.canvas(10, 2))
  }

  @Test func `half a wide character is a blank`() {
    var canvas = canvas(5, 1)
    canvas.write("日出茶", at: Point(column: -1, row: 0))
    #expect(canvas.lines() == [" 出茶"])
    canvas.write("日出茶", at: .origin)
    #expect(canvas.lines() == ["日出"])
  }

  @Test func `overwriting half a wide character leaves a blank`() {
    var canvas = canvas(6, 1)
    canvas.write("日出茶", at: .origin)
    canvas.write("x", at: Point(column: 1, row: 0))
    #expect(canvas.lines() == [" x出茶"])
    canvas.write("y", at: Point(column: 2, row: 0))
    #expect(canvas.lines() == [" xy 茶"])
    canvas.write("太", at: Point(column: 3, row: 0))
    #expect(canvas.lines() == [" xy太"])
  }

  @Test func `a width truncates text with an ellipsis`() {
    var canvas = canvas(20, 1)
    #expect(canvas.write("Vivi Bubble Tea", at: .origin, width: 8) == 8)
    #expect(canvas.write("Boba", at: Point(column: 10, row: 0), width: 8) == 4)
    #expect(canvas.lines() == ["Vivi Bu…  Boba"])
  }

  @Test func `aligned text fills its columns`() {
    var canvas = canvas(12, 1)
    canvas.write("old old old!", at: .origin)
    canvas.write("2,783", at: Point(column: 1, row: 0), columns: 8, alignment: .right)
    #expect(canvas.lines() == ["o   2,783ld!"])
  }

  @Test func `text is sanitized`() {
    var canvas = canvas(20, 1)
    #expect(canvas.write("a\u{1B}]0;x\u{7}\nb☕️\u{202E}", at: .origin) == 9)
    #expect(canvas.lines() == ["a]0;x b☕"])
  }

  @Test func `a cell can be set and read`() {
    var canvas = canvas(3, 1)
    canvas[0, 0] = Cell(text: "茶", style: .dim)
    canvas[2, 0] = Cell(text: "\u{1B}")
    canvas[3, 0] = Cell(text: "x")
    canvas[-1, 0] = Cell(text: "x")
    #expect(canvas[0, 0] == Cell(text: "茶", style: .dim))
    #expect(canvas[2, 0] == .blank)
    #expect(canvas[3, 0] == .blank)
    #expect(canvas.lines() == ["茶"])
  }

  @Test func `filling covers the part that is inside`() {
    var canvas = canvas(5, 3)
    canvas.write("日出", at: Point(column: 0, row: 1))
    canvas.fill(Cell(text: "·"), in: Rect(column: 3, row: 1, columns: 9, rows: 9))
    #expect(canvas.lines() == ["", "日 ··", "   ··"])
    canvas.fill(.reverse)
    #expect(canvas.lines() == ["", "", ""])
    #expect(canvas[4, 2].style == .reverse)
    canvas.fill(Cell(text: "x"), in: Rect(column: 7, row: 0, columns: 2, rows: 2))
    #expect(canvas.lines() == ["", "", ""])
  }

  @Test func `restyling leaves the text`() {
    var canvas = canvas(6, 2)
    canvas.write("ab茶", at: .origin, style: .bold)
    canvas.restyle(in: Rect(column: 1, row: 0, columns: 99, rows: 1)) { $0.adding(.reverse) }
    #expect(
      canvas.dump() == """
        |ab茶
        |

        |abbbcc
        |......
        a  standard on standard, bold
        b  standard on standard, bold, reverse
        c  standard on standard, reverse

        """)
  }

  @Test func `a dump shows rows, styles and what they mean`() {
    var canvas = canvas(8, 2)
    canvas.write(
      "Boba", at: .origin, style: Style(foreground: .green, attributes: [.bold, .italic]))
    canvas.write(
      "tea", at: Point(column: 5, row: 1),
      style: Style(background: .rgb(1, 2, 3), link: "https://example.org"))
    #expect(
      canvas.dump() == """
        |Boba
        |     tea

        |aaaa....
        |.....bbb
        a  palette(2) on standard, bold, italic
        b  standard on rgb(1, 2, 3), link https://example.org

        """)
  }

  @Test func `canvases with the same cells are equal however they were drawn`() {
    var one = canvas(4, 1)
    one.write("e\u{301}", at: .origin, style: .bold)
    one.write("o\u{308}", at: Point(column: 1, row: 0), style: .dim)
    var other = canvas(4, 1)
    other.write("o\u{308}", at: Point(column: 1, row: 0), style: .dim)
    other.write("e\u{301}", at: .origin, style: .bold)
    #expect(one == other)
    #expect(one.hashValue == other.hashValue)
    other.write("x", at: .origin)
    #expect(one != other)
    #expect(one != canvas(5, 1))
  }

  @Test func `an empty canvas accepts and shows nothing`() {
    var canvas = Canvas(size: Size(columns: -4, rows: 3))
    canvas.write("Boba 茶", at: .origin)
    canvas.fill(.bold)
    #expect(canvas.lines() == ["", "", ""])
    #expect(Canvas(size: .zero).dump() == "\n")
  }

  @Test func `no row is ever wider than the canvas`() {
    var generator = SeededRandom(seed: 3)
    for _ in 0..<500 {
      var canvas = canvas(Int.random(in: 1...20, using: &generator), 3)
      for _ in 0..<8 { scribble(on: &canvas, &generator) }
      for row in 0..<3 {
        expectWhole(row: row, of: canvas)
      }
    }
  }

  private func scribble(on canvas: inout Canvas, _ generator: inout SeededRandom) {
    let text = RandomText.line(&generator)
    let place = Point(
      column: Int.random(in: -6...22, using: &generator),
      row: Int.random(in: -1...3, using: &generator))
    let width = Bool.random(using: &generator) ? Int.random(in: 0...9, using: &generator) : nil
    let columns = canvas.write(text, at: place, width: width)
    #expect(columns == TextWidth.displayWidth(of: text) || columns <= width ?? 0)
  }

  private func expectWhole(row: Int, of canvas: Canvas) {
    let cells = (0..<canvas.size.columns).map { canvas[$0, row] }
    let widths = cells.map { TextWidth.displayWidth(of: $0.text) }
    #expect(widths.reduce(0, +) == canvas.size.columns)
    for (column, width) in widths.enumerated() where width != 1 {
      let isLead = width == 2 && column + 1 < widths.count && widths[column + 1] == 0
      let isRest = width == 0 && column > 0 && widths[column - 1] == 2
      #expect(isLead || isRest)
    }
  }
}
