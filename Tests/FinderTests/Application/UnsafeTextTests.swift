import FetchKit
import TerminalKit
import Testing
import Venues

@testable import Finder

/// Texts that would harm a terminal, in every place that shows text.
@MainActor
@Suite struct UnsafeTextTests {
  private static let text =
    "a\u{1B}[31m\u{7}\u{9B}2J\r\n\t\u{202E}b\u{2066}c\u{200D}\u{FE0F}\u{378}👨‍👩‍👧 ☕️"

  private func store() async throws -> FetchStore {
    let store = try FetchStore.seeded()
    var venue = try store.venue(named: "Boi Noodles")
    venue.name = Self.text
    venue.location.address = Self.text
    venue.location.city = Self.text
    venue.category.name = Self.text
    venue.phone = Self.text
    venue.url = "http://" + Self.text
    venue.note = Self.text
    venue.hours = Self.text
    var tip = Tip()
    tip.text = Self.text
    venue.tips = [tip]
    try await store.write("Spoil") { [venue] in $0.update(venue) }
    return store
  }

  private func isSafe(_ scalar: Unicode.Scalar) -> Bool {
    switch scalar.properties.generalCategory {
    case .control, .format, .unassigned, .surrogate, .lineSeparator, .paragraphSeparator: false
    default: scalar.value != 0xFE0F
    }
  }

  @Test(
    arguments: [
      [], ["enter"], ["f"], ["f", "G"], ["m"], ["m", "+", "+"], ["S", "j", "j", "enter"],
      ["S", "j", "j", "enter", "'"], ["e"], ["*"], ["D"], ["*", "U"], ["?"], ["enter", "?"],
      ["/", "a"],
    ] as [[String]], [Size(columns: 80, rows: 24), Size(columns: 140, rows: 50)])
  func `no screen shows an unsafe character`(
    keys: [String], size: Size
  ) async throws {
    let app = try await AppHarness(size, store: try await store())
    await app.press(keys)
    for line in app.lines {
      #expect(line.unicodeScalars.filter { !isSafe($0) }.isEmpty, "\(line.debugDescription)")
      #expect(TextWidth.displayWidth(of: line) <= size.columns)
    }
  }
}
