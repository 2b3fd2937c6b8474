import TerminalTestSupport
import FetchKit
import Foundation
import TerminalKit
import Testing
import VenueImport
import Venues

@testable import Finder

@MainActor
@Suite struct RandomEventTests {
  private static let keys = [
    "j", "k", "up", "down", "left", "right", "enter", "esc", "space", "f", "c", "s", "/", "n", "p",
    "g", "G", "*", "?", "<", ">", "pageup", "pagedown", "ctrl-d", "ctrl-u", "backspace", "tab",
    "a", "t", "m", "b", "S", "C", "B", "u", "ctrl-r", "D", "e", "V", "y", ":", "+", "-", "]", "'",
    "@", "H", "!", "o", "x", "shift-tab", "l", "h", "F1", "ctrl-l", "ctrl-w", ".", "F", "w", "I",
    "E",
    "U", "i", "v", "0", "r", "[", "K", "J", "backspace", "alt-e", "W", "O", "A",
  ].compactMap { KeyPress($0) }

  /// Numbers that are the same in each run.
  private struct Numbers: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
      state = state &* 6_364_136_223_846_793_005 &+ 1_442_695_040_888_963_407
      return state ^ (state >> 29)
    }
  }

  private func event(_ numbers: inout Numbers) -> TerminalEvent {
    func point() -> Point {
      Point(
        column: .random(in: 0..<140, using: &numbers), row: .random(in: 0..<45, using: &numbers))
    }
    switch Int.random(in: 0..<20, using: &numbers) {
    case 0:
      return .resize(
        Size(
          columns: .random(in: 0..<140, using: &numbers), rows: .random(in: 0..<45, using: &numbers)
        ))
    case 1: return .mouse(MouseEvent(.press, button: .left, at: point()))
    case 2: return .mouse(MouseEvent(.wheelDown, at: point()))
    case 3: return .mouse(MouseEvent(.wheelUp, at: point()))
    case 4: return .mouse(MouseEvent(.drag, button: .left, at: point()))
    case 5: return .paste("tea\n")
    default: return .key(Self.keys.randomElement(using: &numbers) ?? KeyPress(.escape))
    }
  }

  private static func number(_ name: String) -> Int? {
    ProcessInfo.processInfo.environment[name].flatMap { Int($0) }
  }

  /// The venues that come with the program, or as many as `BOBA_RANDOM_ROWS` says.
  private func store() throws -> FetchStore {
    guard let rows = Self.number("BOBA_RANDOM_ROWS") else { return try .seeded() }
    let store = try FetchStore.empty()
    let lines = (0..<rows).map { index in
      let place =
        #""lat":\#(40 + Double(index % 997) / 997),"lng":\#(-74 + Double(index % 991) / 991)"#
      return #"{"id":"v\#(index)","name":"Tea \#(index % 1009)","location":{\#(place)}}"#
    }
    let text = lines.joined(separator: "\n")
    let report = VenueImporter(store: store).run(.bytes(Array(text.utf8), name: "rows"))
    #expect(report.counts.inserted == rows)
    return store
  }

  /// Each seed posts some hundred events, or as many as `BOBA_RANDOM_EVENTS` says.
  @Test(arguments: [1, 2, 3])
  func `after random events the footer matches the store`(seed: UInt64) async throws {
    var numbers = Numbers(state: seed)
    var app = try await AppHarness(store: store(), files: FakeFiles(hasSlow: false))
    var left = Self.number("BOBA_RANDOM_EVENTS") ?? 270
    while left > 0 {
      let count = Int.random(in: 1...8, using: &numbers)
      left -= count
      for _ in 0..<count { post(event(&numbers), to: app) }
      await app.settle()
      if let end = app.finder.turn([]) {
        // The palette offers to quit, too: the next day begins.
        #expect(end == .quit || end == .interrupted)
        app = try await AppHarness(store: app.store, files: FakeFiles(hasSlow: false))
      }
      let columns = app.driver.size.columns
      #expect(app.lines.filter { TextWidth.displayWidth(of: $0) > columns } == [])
    }
    try await expectTruth(app)
  }

  private func post(_ event: TerminalEvent, to app: AppHarness) {
    if case .resize(let size) = event {
      app.driver.resize(to: size)
    } else {
      app.driver.events.post(event)
    }
  }

  /// Returns to the list and compares its totals with the store.
  private func expectTruth(_ app: AppHarness) async throws {
    await app.resize(to: .usual)
    for _ in 0..<20 where !(app.finder.stack.top is VenueListScreen) { await app.press("esc") }
    let list = try #require(app.finder.stack.top as? VenueListScreen)
    if list.state.search != nil { await app.press("esc") }
    let (choices, entity) = (list.state.choices, app.finder.context.origin.entity)
    let totals = try await app.store.snapshot {
      try ListTotals.fetch(choices, in: entity, from: $0)
    }
    #expect(list.totals.values.list == totals && list.totals.values.areCurrent)
    #expect(list.page.viewport.count == totals.shown.count)
    #expect(list.page.rows.allSatisfy { $0 != nil })
  }
}
