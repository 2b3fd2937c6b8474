import Testing

@testable import TerminalKit

@Suite struct ListViewportTests {
  private func window(count: Int, cursor: Int = 0, height: Int = 5) -> ListViewport {
    var viewport = ListViewport()
    viewport.resize(height: height)
    viewport.replace(count: count, cursor: 0)
    viewport.move(to: cursor)
    return viewport
  }

  @Test func `the viewport follows the cursor only as far as needed`() {
    var viewport = window(count: 20)
    viewport.move(by: 4)
    #expect(viewport.visible == 0..<5)
    viewport.move(by: 1)
    #expect(viewport.visible == 1..<6)
    viewport.move(by: -3)
    #expect(viewport.visible == 1..<6 && viewport.cursor == 2)
    viewport.move(by: -9)
    #expect(viewport.visible == 0..<5 && viewport.cursor == 0)
    viewport.move(by: 99)
    #expect(viewport.visible == 15..<20 && viewport.cursor == 19)
  }

  @Test func `pages keep the cursor's line`() {
    var viewport = window(count: 20, cursor: 2)
    viewport.page(by: 1)
    #expect(viewport.visible == 5..<10 && viewport.cursor == 7)
    viewport.page(by: 0.5)
    #expect(viewport.visible == 8..<13 && viewport.cursor == 10)
    viewport.page(by: 9)
    #expect(viewport.visible == 15..<20 && viewport.cursor == 19)
    viewport.page(by: -9)
    #expect(viewport.visible == 0..<5 && viewport.cursor == 0)
  }

  @Test func `scrolling moves the cursor at the edges`() {
    var viewport = window(count: 20, cursor: 2)
    viewport.scroll(by: 3)
    #expect(viewport.visible == 3..<8 && viewport.cursor == 3)
    viewport.scroll(by: 99)
    #expect(viewport.visible == 15..<20 && viewport.cursor == 15)
    viewport.scroll(by: -12)
    #expect(viewport.visible == 3..<8 && viewport.cursor == 7)
  }

  @Test func `a new list keeps the cursor on its line if possible`() {
    var viewport = window(count: 20, cursor: 10)
    #expect(viewport.visible == 6..<11)
    viewport.replace(count: 30, cursor: 15)
    #expect(viewport.visible == 11..<16)
    viewport.replace(count: 30, cursor: 2)
    #expect(viewport.visible == 0..<5 && viewport.cursor == 2)
    viewport.replace(count: 3, cursor: 1)
    #expect(viewport.visible == 0..<3)
    viewport.replace(count: 0, cursor: 0)
    #expect(viewport.visible == 0..<0 && viewport.cursor == 0)
    viewport.replace(count: 30, cursor: 20, line: 3)
    #expect(viewport.visible == 17..<22)
  }

  @Test func `after a resize the visible rows depend only on the cursor`() {
    var scrolled = window(count: 20, cursor: 10)
    scrolled.scroll(by: 3)
    scrolled.resize(height: 3)
    scrolled.resize(height: 8)
    #expect(scrolled.visible == window(count: 20, cursor: 10, height: 8).visible)
  }

  @Test func `a height of zero shows nothing`() {
    var viewport = window(count: 20, cursor: 10, height: 0)
    viewport.move(by: 1)
    viewport.page(by: 1)
    viewport.scroll(by: 1)
    #expect(viewport.visible.isEmpty)
  }

  @Test func `a row of another list leaves lines to the rows before it`() {
    var viewport = ListViewport()
    viewport.resize(height: 10)
    viewport.replace(count: 100, cursor: 0)
    #expect(viewport.line(of: 7) == 7)
    #expect(viewport.line(of: 50) == 5)
    viewport.move(by: 3)
    #expect(viewport.line(of: 7) == 7)
    #expect(viewport.line(of: 50) == 3)
  }

  @Test func `sections have headers, and the top one is sticky`() {
    var viewport = ListViewport()
    viewport.resize(height: 5)
    viewport.replace(count: 9, cursor: 0, starts: [0, 2, 3])
    #expect(
      viewport.lines == [.header(row: 0), .row(0), .row(1), .header(row: 2), .row(2)])
    viewport.move(by: 3)
    #expect(viewport.lines == [.header(row: 2), .row(2), .header(row: 3), .row(3), .row(4)])
    viewport.move(to: 8)
    #expect(viewport.lines == [.header(row: 5), .row(5), .row(6), .row(7), .row(8)])
    viewport.move(bySections: -1)
    #expect(viewport.cursor == 3)
    viewport.move(bySections: -1)
    #expect(viewport.cursor == 2)
    viewport.move(bySections: 9)
    #expect(viewport.cursor == 3)
  }

  @Test(arguments: 0...8)
  func `the cursor of a list with sections is always visible`(height: Int) {
    var viewport = ListViewport()
    viewport.resize(height: height)
    viewport.replace(count: 30, cursor: 0, starts: [0, 1, 2, 3, 10, 20, 21])
    for step in [1, 1, 1, 5, -3, 20, -9, 2, -30, 14] {
      viewport.move(by: step)
      #expect(height == 0 || viewport.visible.contains(viewport.cursor))
      viewport.page(by: step > 0 ? 1 : -1)
      #expect(height == 0 || viewport.visible.contains(viewport.cursor))
      viewport.scroll(by: step)
      #expect(height == 0 || viewport.visible.contains(viewport.cursor))
      #expect(viewport.lines.count <= height)
    }
  }
}
