import FetchKit
import TerminalKit
import Testing

@testable import Finder

@MainActor
@Suite struct ExplainScreenTests {
  @Test func `the query is explained in words, as a predicate, as SQL and with its plan`()
    async throws
  {
    let app = try await AppHarness(Size(columns: 100, rows: 40))
    await app.press("f", "space", "j", "j", "j", "j", "space", "esc")
    await app.press("f", "space", "j", "j", "j", "j", "space", "enter", ".")
    let lines = app.lines
    #expect(
      lines.prefix(6) == [
        " Explain query", " Summary", "  $ · offering a deal", "  distance ▲ then name ▲", "",
        " Predicate",
      ])
    #expect(lines[6] == "  priceInfo.tier IN {1} AND specialCount > 0 AND closed == 0")
    #expect(lines.contains { $0.hasPrefix("  SELECT ") })
    #expect(lines.contains(" Query plan"))
    #expect(lines.contains { $0.hasPrefix("  6 venues in ") && $0.hasSuffix(" ms") })
    await app.press("esc")
    #expect(app.names.count == 6)
  }

  @Test func `best matches are the first order of a search for similar words`() async throws {
    let app = try await AppHarness(Size(columns: 100, rows: 40))
    await app.press("/")
    await app.type("kugn")
    await app.press("enter")
    let order = try #require(app.lines[1].firstRange(of: "best match"))
    #expect(app.lines[1][order.lowerBound...] == "best match  then distance ▲  then name ▲")
    await app.press(".")
    #expect(app.lines[3] == "  best match then distance ▲ then name ▲")
  }

  @Test func `a condition is explained in words`() throws {
    let words = PredicateWords(strings: Strings())
    func text(_ format: String) throws -> String { words.text(try .init(format: format)) }
    #expect(try text("rating >= 7") == "rating 7 or more")
    #expect(try text("rating == nil") == "rating is unknown")
    #expect(
      try text("stats.tipCount > 3 AND (name CONTAINS 'tea' OR NOT favorite == 1)")
        == #"tips is greater than 3, and (name contains "tea", or (not: favorite is 1))"#)
    #expect(try text("location.distance < 750") == "distance is less than 750 m")
    #expect(try text("stats.tipCount > specialCount") == "stats.tipCount > specialCount")
  }
}
