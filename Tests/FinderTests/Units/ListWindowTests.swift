import Testing

@testable import Finder

@MainActor
@Suite struct ListWindowTests {
  private func window(count: Int, cursor: Int = 0, height: Int = 5) -> ListWindow {
    var window = ListWindow()
    window.resize(height: height)
    window.replace(count: count, cursor: 0)
    window.move(to: cursor)
    return window
  }

  @Test func `the window follows the cursor only as far as needed`() {
    var window = window(count: 20)
    window.move(by: 4)
    #expect(window.visible == 0..<5)
    window.move(by: 1)
    #expect(window.visible == 1..<6)
    window.move(by: -3)
    #expect(window.visible == 1..<6 && window.cursor == 2)
    window.move(by: -9)
    #expect(window.visible == 0..<5 && window.cursor == 0)
    window.move(by: 99)
    #expect(window.visible == 15..<20 && window.cursor == 19)
  }

  @Test func `pages keep the cursor's line`() {
    var window = window(count: 20, cursor: 2)
    window.page(by: 1)
    #expect(window.visible == 5..<10 && window.cursor == 7)
    window.page(by: 0.5)
    #expect(window.visible == 8..<13 && window.cursor == 10)
    window.page(by: 9)
    #expect(window.visible == 15..<20 && window.cursor == 19)
    window.page(by: -9)
    #expect(window.visible == 0..<5 && window.cursor == 0)
  }

  @Test func `scrolling takes the cursor along at the edges`() {
    var window = window(count: 20, cursor: 2)
    window.scroll(by: 3)
    #expect(window.visible == 3..<8 && window.cursor == 3)
    window.scroll(by: 99)
    #expect(window.visible == 15..<20 && window.cursor == 15)
    window.scroll(by: -12)
    #expect(window.visible == 3..<8 && window.cursor == 7)
  }

  @Test func `another list keeps the cursor on its line where it can`() {
    var window = window(count: 20, cursor: 10)
    #expect(window.visible == 6..<11)
    window.replace(count: 30, cursor: 15)
    #expect(window.visible == 11..<16)
    window.replace(count: 30, cursor: 2)
    #expect(window.visible == 0..<5 && window.cursor == 2)
    window.replace(count: 3, cursor: 1)
    #expect(window.visible == 0..<3)
    window.replace(count: 0, cursor: 0)
    #expect(window.visible == 0..<0 && window.cursor == 0)
    window.replace(count: 30, cursor: 20, line: 3)
    #expect(window.visible == 17..<22)
  }

  @Test func `what is seen after a resize depends on the cursor alone`() {
    var scrolled = window(count: 20, cursor: 10)
    scrolled.scroll(by: 3)
    scrolled.resize(height: 3)
    scrolled.resize(height: 8)
    #expect(scrolled.visible == window(count: 20, cursor: 10, height: 8).visible)
  }

  @Test func `no height shows nothing and breaks nothing`() {
    var window = window(count: 20, cursor: 10, height: 0)
    window.move(by: 1)
    window.page(by: 1)
    window.scroll(by: 1)
    #expect(window.visible.isEmpty)
  }

  @Test func `sections have headers, and the one at the top stays`() {
    var window = ListWindow()
    window.resize(height: 5)
    window.replace(count: 9, cursor: 0, starts: [0, 2, 3])
    #expect(
      window.lines == [.header(row: 0), .row(0), .row(1), .header(row: 2), .row(2)])
    window.move(by: 3)
    #expect(window.lines == [.header(row: 2), .row(2), .header(row: 3), .row(3), .row(4)])
    window.move(to: 8)
    #expect(window.lines == [.header(row: 5), .row(5), .row(6), .row(7), .row(8)])
    window.move(bySections: -1)
    #expect(window.cursor == 3)
    window.move(bySections: -1)
    #expect(window.cursor == 2)
    window.move(bySections: 9)
    #expect(window.cursor == 3)
  }

  @Test(arguments: 0...8)
  func `the cursor of a list with sections is always to be seen`(height: Int) {
    var window = ListWindow()
    window.resize(height: height)
    window.replace(count: 30, cursor: 0, starts: [0, 1, 2, 3, 10, 20, 21])
    for step in [1, 1, 1, 5, -3, 20, -9, 2, -30, 14] {
      window.move(by: step)
      #expect(height == 0 || window.visible.contains(window.cursor))
      window.page(by: step > 0 ? 1 : -1)
      #expect(height == 0 || window.visible.contains(window.cursor))
      window.scroll(by: step)
      #expect(height == 0 || window.visible.contains(window.cursor))
      #expect(window.lines.count <= height)
    }
  }
}
