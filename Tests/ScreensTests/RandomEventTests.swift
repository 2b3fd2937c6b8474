import FetchKit
import Terminal
import Testing
import Venues

@testable import Screens

@MainActor
@Suite struct RandomEventTests {
  private static let keys = [
    "j", "k", "up", "down", "left", "right", "enter", "esc", "space", "f", "c", "s", "/", "n", "p",
    "g", "G", "*", "?", "<", ">", "pageup", "pagedown", "ctrl-d", "ctrl-u", "backspace", "tab",
    "a", "t", "m", "b", "S", "C", "B", "u", "ctrl-r", "D", "e", "V", "y", ":", "+", "-", "]", "'",
    "@", "H", "!", "o", "x", "shift-tab", "l", "h", "F1", "ctrl-l", "ctrl-w",
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
    case 4: return .paste("tea\n")
    default: return .key(Self.keys.randomElement(using: &numbers) ?? KeyPress(.escape))
    }
  }

  @Test(arguments: [1, 2, 3])
  func `whatever comes, the footer tells what the store has`(seed: UInt64) async throws {
    var numbers = Numbers(state: seed)
    let trial = try await Trial()
    for _ in 0..<60 {
      for _ in 0..<Int.random(in: 1...8, using: &numbers) {
        let event = event(&numbers)
        if case .resize(let size) = event {
          trial.driver.resize(to: size)
        } else {
          trial.driver.events.post(event)
        }
      }
      await trial.finder.settle()
    }
    await trial.resize(to: .usual)
    for _ in 0..<20 where !(trial.finder.stack.top is VenueListScreen) { await trial.press("esc") }
    let list = try #require(trial.finder.stack.top as? VenueListScreen)
    if list.state.search != nil { await trial.press("esc") }
    let figures = try await ListFigures.fetch(
      list.state.choices, in: Venue.entity, from: trial.store)
    #expect(list.state.figures == figures && list.state.areFiguresCurrent)
    #expect(list.state.page.window.count == figures.shown.count)
    #expect(list.state.page.rows.allSatisfy { $0 != nil })
  }
}
