import TerminalTestSupport
import FetchKit
import TerminalKit
import Foundation
import Testing
import Venues

@testable import Finder

@MainActor
@Suite struct FinderAppTests {
  private func exit(_ events: TerminalEvent...) async throws -> FinderExit {
    let driver = RecordingDriver()
    let finder = FinderApp(store: try .seeded(), driver: driver, settings: FinderSettings())
    driver.events.post(events)
    return await finder.run()
  }

  @Test func `it quits by keys and signals`() async throws {
    #expect(try await exit(.key(.character("q"))) == .quit)
    #expect(try await exit(.key(.ctrl("c"))) == .interrupted)
    #expect(try await exit(.interrupt) == .interrupted)
    #expect(try await exit(.terminate(15)) == .terminated(15))
    #expect(try await exit(.hangup) == .hangup)
  }

  @Test func `Esc never quits, and ctrl-c does from everywhere`() async throws {
    let escapes = [TerminalEvent](repeating: .key(KeyPress(.escape)), count: 3)
    let driver = RecordingDriver()
    let finder = FinderApp(store: try .seeded(), driver: driver, settings: FinderSettings())
    driver.events.post(
      [.key(.character("f")), .key(.character("?"))] + escapes
        + [.key(.character("/")), .key(.character("q")), .key(.ctrl("c"))])
    #expect(await finder.run() == .interrupted)
  }

  @Test func `a message leaves the rest of the line to the hints`() async throws {
    let app = try await AppHarness()
    await app.press("M")
    #expect(
      app.lines.last == " Mouse off; the terminal selects text   f filter  / search  ? help  q quit"
    )
    await app.resize(to: Size(columns: 52, rows: 24))
    #expect(app.lines.last == " Mouse off; the terminal selects text")
    await app.press("j")
    #expect(app.lines.last?.hasPrefix(" f filter ") == true)
  }

  @Test func `mouse reports are enabled by a setting`() async throws {
    let off = try await AppHarness(settings: FinderSettings(usesMouse: false))
    #expect(!off.driver.isMouseEnabled)
    let on = try await AppHarness()
    #expect(on.driver.isMouseEnabled)
  }

  @Test func `ctrl-z suspends, and resuming redraws everything`() async throws {
    let app = try await AppHarness()
    await app.press("ctrl-z")
    #expect(app.driver.suspensions == 1)
    #expect(app.driver.redraws == 1)
    await app.press("ctrl-l")
    #expect(app.driver.redraws == 2)
    await app.post(.suspend)
    #expect(app.driver.suspensions == 2)
  }

  @Test func `a click selects, a second one opens, the wheel scrolls`() async throws {
    let app = try await AppHarness()
    await app.click(column: 20, row: 6)
    #expect(app.cursorLine?.contains("Smoocha") == true)
    await app.pass(.seconds(1))
    await app.click(column: 20, row: 6)
    #expect(app.cursorLine?.contains("Smoocha") == true)
    await app.click(column: 20, row: 6)
    #expect(app.lines[0].hasPrefix(" Smoocha"))
    await app.press("esc")
    await app.post(.mouse(MouseEvent(.wheelDown, at: Point(column: 3, row: 8))))
    #expect(app.names.first == "Gong Cha")
    #expect(app.cursorLine?.contains("Gong Cha") == true)
  }

  @Test func `a click on a header sorts, another one reverses`() async throws {
    let app = try await AppHarness()
    let column = try #require(app.lines[3].range(of: "Tips")).lowerBound
    let place = app.lines[3].distance(from: app.lines[3].startIndex, to: column)
    await app.click(column: place, row: 3)
    #expect(app.lines[1].hasSuffix("tips ▼  then name ▲"))
    await app.click(column: place, row: 3)
    #expect(app.lines[1].hasSuffix("tips ▲  then name ▲"))
    await app.click(column: 0, row: 23)
    #expect(app.lines[1].hasSuffix("tips ▲  then name ▲"))
  }

  @Test func `the message log lists messages`() async throws {
    let app = try await AppHarness()
    await app.press("*", "y", "!")
    let said = app.lines.filter { $0.contains("Copied") || $0.contains("to favorites") }
    #expect(said.count == 2)
  }

  @Test func `the mouse can be toggled`() async throws {
    let app = try await AppHarness()
    await app.press("M")
    #expect(!app.driver.isMouseEnabled)
    await app.press("M")
    #expect(app.driver.isMouseEnabled)
  }

  @Test func `o opens the web map of a venue`() async throws {
    let app = try await AppHarness()
    await app.press("o")
    #expect(
      app.links == [
        "https://www.openstreetmap.org/?mlat=40.75585&mlon=-73.98970&zoom=18"
      ])
    await app.press("enter", "o")
    #expect(app.links.count == 2)
  }
}
