import FetchKit
import TerminalKit
import Foundation
import Testing
import Venues

@testable import Finder

@MainActor
@Suite struct FinderTests {
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

  @Test func `mouse reports are enabled by a setting`() async throws {
    let off = try await Trial(settings: FinderSettings(usesMouse: false))
    #expect(!off.driver.isMouseEnabled)
    let on = try await Trial()
    #expect(on.driver.isMouseEnabled)
  }

  @Test func `ctrl-z suspends, and resuming redraws everything`() async throws {
    let trial = try await Trial()
    await trial.press("ctrl-z")
    #expect(trial.driver.suspensions == 1)
    #expect(trial.driver.redraws == 1)
    await trial.press("ctrl-l")
    #expect(trial.driver.redraws == 2)
    await trial.post(.suspend)
    #expect(trial.driver.suspensions == 2)
  }

  @Test func `a click selects, a second one opens, the wheel scrolls`() async throws {
    let trial = try await Trial()
    await trial.click(column: 20, row: 6)
    #expect(trial.cursorLine?.contains("Smoocha") == true)
    await trial.pass(.seconds(1))
    await trial.click(column: 20, row: 6)
    #expect(trial.cursorLine?.contains("Smoocha") == true)
    await trial.click(column: 20, row: 6)
    #expect(trial.lines[0].hasPrefix(" Smoocha"))
    await trial.press("esc")
    await trial.post(.mouse(MouseEvent(.wheelDown, at: Point(column: 3, row: 8))))
    #expect(trial.names.first == "Gong Cha")
    #expect(trial.cursorLine?.contains("Gong Cha") == true)
  }

  @Test func `a click on a header sorts, another one reverses`() async throws {
    let trial = try await Trial()
    let column = try #require(trial.lines[3].range(of: "Tips")).lowerBound
    let place = trial.lines[3].distance(from: trial.lines[3].startIndex, to: column)
    await trial.click(column: place, row: 3)
    #expect(trial.lines[1].hasSuffix("tips ▼  then name ▲"))
    await trial.click(column: place, row: 3)
    #expect(trial.lines[1].hasSuffix("tips ▲  then name ▲"))
    await trial.click(column: 0, row: 23)
    #expect(trial.lines[1].hasSuffix("tips ▲  then name ▲"))
  }
}
