import TerminalTestSupport
import TerminalKit
import Testing

@MainActor
@Suite struct RecordingDriverTests {
  @Test func `the shown screen can be read`() {
    let driver = RecordingDriver(size: Size(columns: 8, rows: 2))
    #expect(driver.screen == nil && driver.lines == [] && driver.cursor == nil)
    var canvas = Canvas(size: driver.size)
    driver.show(canvas, cursor: nil)
    canvas.write("Boba", at: .origin)
    driver.show(canvas, cursor: Point(column: 4, row: 0))
    #expect(driver.frames.map { $0.lines() } == [["", ""], ["Boba", ""]])
    #expect(driver.lines == ["Boba", ""])
    #expect(driver.cursor == Point(column: 4, row: 0))
  }

  @Test func `keys, text and sizes arrive as events`() {
    let driver = RecordingDriver()
    #expect(driver.press("ctrl-d", "G"))
    #expect(!driver.press("down", "nonsense"))
    driver.type("t ")
    driver.resize(to: Size(columns: 40, rows: 10))
    #expect(driver.size == Size(columns: 40, rows: 10))
    #expect(
      driver.events.take() == [
        .key(.ctrl("d")), .key(.character("G")), .key(.character("t")), .key(.character(" ")),
        .resize(Size(columns: 40, rows: 10)),
      ])
  }

  @Test func `everything else is counted`() {
    let driver = RecordingDriver()
    driver.write(escape: "\u{1B}]52;c;aGk=\u{7}")
    driver.redraw()
    driver.setMouse(enabled: false)
    driver.suspend()
    driver.end()
    #expect(driver.escapes == ["\u{1B}]52;c;aGk=\u{7}"])
    #expect(driver.redraws == 1 && driver.suspensions == 1)
    #expect(!driver.isMouseEnabled && driver.hasEnded)
    #expect(driver.events.take() == [.resumed])
  }
}
