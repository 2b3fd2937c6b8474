import FetchKit
import TerminalKit
import Testing
import Venues

@testable import Finder

@MainActor
@Suite struct SearchCorrectionTests {
  private let vocabulary = SearchVocabulary([
    "lucky panda", "lucky bubble tea", "bubble tea shop", "canal st", "kung fu tea",
  ])

  @Test(arguments: [
    ("lukcy", "lucky"), ("Lucy", "lucky"), ("bubbel tea", "bubble tea"), ("buble", "bubble"),
    ("canall", "canal"), ("lukc", "lucky"), ("pnda", "panda"), ("lucky", nil),
    ("uck", nil), ("xyzzy", nil), ("te", nil), ("zz", nil), ("", nil),
  ])
  func `unknown words become the most similar known ones`(typed: String, corrected: String?) {
    #expect(vocabulary.correction(of: typed) == corrected)
  }

  @Test func `a search that matches nothing shows similar words`() async throws {
    let app = try await AppHarness()
    await app.press("/")
    await app.type("kugn")
    #expect(
      app.names == ["Kung Fu Tea", "Kung Fu Tea 功夫茶", "Kung Fu Tea (功夫茶)", "Kung Fu Tea 功夫茶"])
    #expect(app.lines[1].hasPrefix(" /kugn "))
    #expect(app.lines[1].hasSuffix("showing “kung”"))
    await app.press("backspace", "backspace", "n")
    #expect(!app.lines[1].contains("showing"))
    await app.type("q")
    await app.type("q")
    #expect(app.lines.contains { $0.contains("No venues match") })
    await app.press("ctrl-u")
    await app.type("kugn")
    await app.press("enter")
    #expect(app.lines[1].hasPrefix(" “kung” "))
  }
}
