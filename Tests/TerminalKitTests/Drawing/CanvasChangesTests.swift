import Testing

@testable import TerminalKit

@Suite struct CanvasChangesTests {
  private func canvas(_ lines: [String], style: Style = .plain) -> Canvas {
    var canvas = Canvas(size: Size(columns: 10, rows: lines.count))
    for (row, line) in lines.enumerated() {
      canvas.write(line, at: Point(column: 0, row: row), style: style)
    }
    return canvas
  }

  @Test func `the same canvas has no changes`() {
    #expect(canvas(["abc", "日出"]).runs(changedFrom: canvas(["abc", "日出"])) == [])
  }

  @Test func `only changed cells are in the runs`() {
    let runs = canvas(["abcXefYZ", "same"]).runs(changedFrom: canvas(["abcdefgh", "same"]))
    #expect(runs == [Run(row: 0, columns: 3..<4), Run(row: 0, columns: 6..<8)])
  }

  @Test func `a wide character changes as a whole`() {
    let runs = canvas(["a茶b"]).runs(changedFrom: canvas(["a日b"]))
    #expect(runs == [Run(row: 0, columns: 1..<3)])
    #expect(canvas(["axyb"]).runs(changedFrom: canvas(["a日b"])) == [Run(row: 0, columns: 1..<3)])
  }

  @Test func `another style is a change, another order of styles is none`() {
    #expect(
      canvas(["ab"], style: .bold).runs(changedFrom: canvas(["ab"]))
        == [Run(row: 0, columns: 0..<2)])
    var one = Canvas(size: Size(columns: 4, rows: 1))
    one.write("a", at: .origin, style: .bold)
    one.write("b", at: Point(column: 1, row: 0), style: .dim)
    var other = Canvas(size: Size(columns: 4, rows: 1))
    other.write("b", at: Point(column: 1, row: 0), style: .dim)
    other.write("a", at: .origin, style: .bold)
    #expect(one.runs(changedFrom: other) == [])
  }

  @Test func `all rows are sent the first time`() {
    #expect(
      canvas(["", "x"]).allRuns
        == [Run(row: 0, columns: 0..<10), Run(row: 1, columns: 0..<10)])
    #expect(Canvas(size: .zero).allRuns == [])
  }

  @Test func `text after a flag is positioned explicitly`() {
    let canvas = canvas(["a🇯🇵b🇯🇵c", "xy"])
    let plan = FramePlan(canvas.allRuns, of: canvas)
    #expect(
      plan.passes == [
        [Run(row: 0, columns: 0..<3), Run(row: 1, columns: 0..<10)],
        [Run(row: 0, columns: 3..<6)],
        [Run(row: 0, columns: 6..<10)],
      ])
  }

  @Test func `links are written around their cells`() {
    var old = Canvas(size: Size(columns: 10, rows: 1))
    old.write("ab", at: Point(column: 6, row: 0), style: Style(link: "https://old.example"))
    var canvas = Canvas(size: Size(columns: 10, rows: 1))
    canvas.write(
      "茶x", at: Point(column: 1, row: 0),
      style: Style(foreground: .blue, attributes: .bold, link: "https://example.org/\u{1B}é"))
    canvas.write("ab", at: Point(column: 6, row: 0))
    let runs = canvas.runs(changedFrom: old)
    let expected =
      "\u{1B}7"
      + "\u{1B}[1;2H\u{1B}[0;1;34m\u{1B}]8;;https://example.org/\u{1B}\\茶x\u{1B}]8;;\u{1B}\\"
      + "\u{1B}[1;7H\u{1B}[0m\u{1B}]8;;\u{1B}\\ab\u{1B}]8;;\u{1B}\\"
      + "\u{1B}8"
    #expect(LinkWriter.sequences(for: runs, of: canvas, after: old) == expected)
    #expect(LinkWriter.sequences(for: canvas.allRuns, of: self.canvas(["a"]), after: nil) == "")
  }
}
