import FetchKit
import TerminalKit
import Testing
import Venues

@testable import Finder

@MainActor
@Suite struct MapViewTests {
  @Test(arguments: [Size.usual, .small, Size(columns: 132, rows: 43), .large])
  func `the map shows where the venues of the list are`(size: Size) async throws {
    let app = try await AppHarness(size)
    await app.press("j", "m")
    try Dump.expect(app.screen, is: "map-\(size.columns)x\(size.rows)")
  }

  @Test func `close up the walking distance is a circle, and venues have labels`() async throws {
    let app = try await AppHarness()
    await app.press("m", "@", "+", "+", "+", "+", "+")
    try Dump.expect(app.screen, is: "map-close-80x24")
  }

  @Test func `the walking distance is drawn where a legend explains it, or where it is the filter`()
    async throws
  {
    let app = try await AppHarness(.small)
    func hasCircle() -> Bool {
      app.lines.dropFirst().dropLast(2).joined().contains { "⠁⠂⠄⠈⠐⠠⢀⡀".contains($0) }
    }
    await app.press("m", "@", "+", "+", "+")
    #expect(!hasCircle())
    await app.resize(to: .usual)
    await app.press("+", "+")
    #expect(app.lines[22].contains("⠒ 500 m walk"))
    #expect(hasCircle())
    await app.press("-", "-", "-", "-", "-")
    #expect(!app.lines[22].contains("walk"))
    #expect(!hasCircle())
    await app.press("esc", ">", "f", "6", ">", ">", ">", "enter")
    await app.resize(to: Size(columns: 120, rows: 40))
    #expect(app.lines.contains { $0.contains("⠒ 1.2 km walk") })
    #expect(hasCircle())
  }

  @Test func `colors show the density of venues`() async throws {
    let app = try await AppHarness()
    await app.press("m", "v")
    try Dump.expect(app.screen, is: "map-density-80x24")
  }

  @Test func `without Unicode and colors the map uses letters`() async throws {
    let app = try await AppHarness(capabilities: Capabilities(colors: .none, isUnicode: false))
    await app.press("m")
    try Dump.expect(app.screen, is: "map-ascii-80x24")
  }

  @Test(arguments: [[], ["f"], ["s"], ["m"], ["enter"], ["b"], ["?"], [":"], ["C"]])
  func `the Linux console gets symbols that its font has`(keys: [String]) async throws {
    let console = Capabilities(colors: .eight, hasMouse: false, type: "linux")
    let app = try await AppHarness(Size(columns: 100, rows: 30), capabilities: console)
    await app.press(keys)
    let signs = Set(app.lines.joined()).filter { !$0.isASCII && !$0.isLetter }
    // The kernel's own font has a square for the ellipsis.
    #expect(signs.subtracting("─│┌┐└┘├┤┬▲▼↑↓·•█░▒♦…") == [])
  }

  @Test(arguments: [Size.usual, Size(columns: 132, rows: 43)])
  func `crosses stand at the distance of the scale bar`(size: Size) async throws {
    let app = try await AppHarness(size)
    await app.press("m", "@")
    let map = try #require(app.finder.stack.top as? MapScreen)
    let crosses = app.lines.dropFirst().map { line in
      line.indices.filter { line[$0] == "+" }.map { line.distance(from: line.startIndex, to: $0) }
    }
    let row = try #require(crosses.first { $0.count > 2 })
    let gaps = zip(row, row.dropFirst()).map { $1 - $0 }
    let bar = app.lines[0].count { $0 == "─" }
    #expect(gaps.contains { abs($0 - bar) <= 1 }, "\(gaps), bar \(bar), \(map.name)")
  }

  @Test func `a narrow map, whose crosses would crowd, has none`() async throws {
    let app = try await AppHarness(.small)
    await app.press("m", "@")
    #expect(!app.lines.dropLast().joined().contains("+"))
  }

  @Test func `labels cover neither each other nor venues, at any zoom`() async throws {
    let app = try await AppHarness(Size(columns: 132, rows: 43))
    let names = try await app.store.fetch(FetchRequest<Venue>()).map(\.name)
    let known = Set(names.flatMap { $0.split(separator: " ") })
    await app.press("m")
    for key in [
      "+", "+", "n", "+", "-", "l", "j", "+", "+", "n", "n", "+", "h", "-", "-", "-", "-",
    ] {
      await app.press(key)
      let words = app.lines.dropFirst().dropLast(2).joined(separator: " ")
        .split(whereSeparator: { "●◆◉+…⠀".contains($0) || $0.isWhitespace })
      let odd = words.filter { word in
        word.contains(where: \.isLetter) && !known.contains { $0.hasPrefix(word) }
      }
      #expect(odd == [], "after \(key)")
    }
  }

  @Test func `a map without venues says so`() async throws {
    let app = try await AppHarness(.small, store: .empty())
    await app.press("m")
    try Dump.expect(app.screen, is: "map-empty-40x10")
  }

  @Test func `a map without matches says so like the list, and where the filter is cleared`()
    async throws
  {
    let app = try await AppHarness()
    await app.press("/")
    await app.type("zzqqxx")
    await app.press("enter", "m")
    let lines = app.lines.dropFirst().dropLast().map {
      $0.split(separator: " ").joined(separator: " ")
    }
    .filter { !$0.isEmpty }
    #expect(lines == ["No venues match", "“zzqqxx”", "Go back to the list to clear the filter"])
    await app.press("esc", "c", "m")
    #expect(!app.lines.contains { $0.contains("No venues") })
  }

  @Test func `from 120 columns the details are beside the map`() async throws {
    let app = try await AppHarness(Size(columns: 132, rows: 43))
    await app.press("m", "enter")
    try Dump.expect(app.screen, is: "map-detail-132x43")
  }
}
