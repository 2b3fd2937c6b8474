import TerminalKit
import Testing

@Suite struct RectTests {
  private let rect = Rect(column: 2, row: 1, columns: 10, rows: 5)

  @Test func `edges are measured from the top left`() {
    #expect(rect.left == 2 && rect.top == 1 && rect.right == 12 && rect.bottom == 6)
    #expect(rect.contains(Point(column: 11, row: 5)))
    #expect(!rect.contains(Point(column: 12, row: 5)))
    #expect(!rect.contains(Point(column: 11, row: 6)))
  }

  @Test func `splitting gives the cut part and the rest`() {
    #expect(rect.split(left: 3).left == Rect(column: 2, row: 1, columns: 3, rows: 5))
    #expect(rect.split(left: 3).rest == Rect(column: 5, row: 1, columns: 7, rows: 5))
    #expect(rect.split(right: 3).right == Rect(column: 9, row: 1, columns: 3, rows: 5))
    #expect(rect.split(right: 3).rest == Rect(column: 2, row: 1, columns: 7, rows: 5))
    #expect(rect.split(top: 2).top == Rect(column: 2, row: 1, columns: 10, rows: 2))
    #expect(rect.split(top: 2).rest == Rect(column: 2, row: 3, columns: 10, rows: 3))
    #expect(rect.split(bottom: 2).bottom == Rect(column: 2, row: 4, columns: 10, rows: 2))
    #expect(rect.split(bottom: 2).rest == Rect(column: 2, row: 1, columns: 10, rows: 3))
  }

  @Test func `splitting off more than the size leaves nothing`() {
    #expect(rect.split(top: 9).top == rect)
    #expect(rect.split(top: 9).rest.isEmpty)
    #expect(rect.split(left: -1).rest == rect)
  }

  @Test func `insets, rows, middles and intersections`() {
    #expect(
      rect.inset(left: 1, top: 1, right: 2, bottom: 1)
        == Rect(column: 3, row: 2, columns: 7, rows: 3))
    #expect(rect.inset(left: 6, right: 6).isEmpty)
    #expect(rect.row(4) == Rect(column: 2, row: 5, columns: 10, rows: 1))
    #expect(rect.row(5).isEmpty && rect.row(-1).isEmpty)
    #expect(
      rect.centered(Size(columns: 4, rows: 9)) == Rect(column: 5, row: 1, columns: 4, rows: 5))
    #expect(
      rect.intersection(Rect(column: 0, row: 4, columns: 5, rows: 9))
        == Rect(column: 2, row: 4, columns: 3, rows: 2))
    #expect(rect.intersection(Rect(column: 50, row: 50, columns: 5, rows: 9)).isEmpty)
  }
}
