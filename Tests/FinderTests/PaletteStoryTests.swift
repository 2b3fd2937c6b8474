import Foundation
import TerminalKit
import Testing
import Venues

@testable import Finder

@MainActor
@Suite struct PaletteStoryTests {
  private nonisolated static let words: [(Language, [(String, Action)])] = [
    (
      .english,
      [
        ("f", .filter), ("F", .savedFilters), ("filter", .filter), ("save-filter", .saveFilter),
        ("svf", .saveFilter), ("near", .location), ("cheap", .filter), ("star", .favorite),
        ("exit", .quit), ("clms", .columns), ("undo", .undo), ("*", .favorite),
        ("imprt", .importFile),
        ("stats", .statistics), ("csv", .importFile),
      ]
    ),
    (.chinese, [("附近", .location), ("导出", .exportFile), ("统计", .statistics), ("sort", .sort)]),
    (
      .russian,
      [("рядом", .location), ("эксп", .exportFile), ("статист", .statistics), ("sort", .sort)]
    ),
  ]

  @Test(arguments: words.flatMap { language, words in words.map { (language, $0.0, $0.1) } })
  func `the palette ranks the best match first`(language: Language, text: String, action: Action)
    async throws
  {
    let trial = try await Trial(
      settings: FinderSettings(
        origin: .asImported(Origin.seed), reducesMotion: true, language: language))
    await trial.press(":")
    await trial.type(text)
    let title = trial.finder.context.strings.title(of: action)
    let first = trial.lines.first { $0.contains("│▌") }
    #expect(first?.contains(title) == true, "\(first ?? "nothing")")
  }

  @Test func `matched letters are highlighted`() async throws {
    let trial = try await Trial()
    await trial.press(":")
    await trial.type("svf")
    let row = try #require(trial.lines.firstIndex { $0.contains("Save filter") })
    let line = trial.lines[row]
    let start = try #require(line.range(of: "Save filter"))
    let column = line.distance(from: line.startIndex, to: start.lowerBound)
    let match = trial.finder.context.theme.match
    let found = (0..<15).filter {
      trial.screen[column + $0, row].style.attributes.isSuperset(of: match.attributes)
    }
    #expect(found == [0, 2, 5])
  }

  @Test func `Enter in the palette runs the first match`() async throws {
    let trial = try await Trial()
    await trial.press(":")
    await trial.type("clms")
    await trial.press("enter")
    #expect(trial.lines.contains { $0.contains("┌─ Columns ") })
  }
}
