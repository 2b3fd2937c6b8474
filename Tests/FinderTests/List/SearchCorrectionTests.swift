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

  @Test(
    arguments: [
      ("lukcy", [[[], ["lucky"]]]), ("Lucy", [[[], ["lucky"]]]),
      ("bubbel tea", [[[], ["bubble"], []], [["tea"]]]), ("buble", [[[], ["bubble"]]]),
      ("canall", [[[], ["canal"], []]]), ("lukc", [[[], ["lucky"]]]), ("pnda", [[[], ["panda"]]]),
      ("kung fo tea", [[["kung"]], [[], ["fu"]], [["tea"]]]), ("tee", [[[], ["tea"]]]),
      ("sx", [[[], ["st"]]]), ("canal sx", [[["canal"]], [[], ["st"]]]),
      ("lukcy tea Lukcy tea", [[[], ["lucky"]], [["tea"]]]), ("tea tea", nil),
      ("lucky", nil), ("uck", nil), ("xyzzy", nil), ("te", nil), ("zz", nil), ("", nil),
    ] as [(String, [[[String]]]?)])
  func `unknown words are replaced by similar ones`(typed: String, words: [[[String]]]?) {
    #expect(vocabulary.similar(to: typed, forAll: false)?.words == words)
  }

  @Test func `short words are similar beside a known one`() {
    let vocabulary = SearchVocabulary(["gong cha", "chi", "che"])
    #expect(
      vocabulary.similar(to: "gong chai", forAll: false)?.words
        == [[["gong"]], [[], ["cha", "chi"]]])
    #expect(vocabulary.similar(to: "chx", forAll: false) == nil)
    #expect(
      vocabulary.similar(to: "gong chx", forAll: false)?.words
        == [[["gong"]], [[], ["cha", "che", "chi"]]])
  }

  @Test(arguments: ["kung fo tea", "gong chai"])
  func `a search with a misspelled short word finds its venues`(text: String) async throws {
    let app = try await AppHarness()
    await app.press("/")
    await app.type(text)
    #expect(app.names.first?.hasPrefix(text.hasPrefix("kung") ? "Kung Fu Tea" : "Gong Cha") == true)
  }

  @Test func `all words get similar ones if the user asks for them`() {
    let words = SearchVocabulary(["lucky lucy ducky tuck luckies lucking"])
      .similar(to: "luck tea", forAll: true)
    #expect(words?.words == [[["luck"], ["lucy"]], [["tea"]]])
  }

  @Test func `a pasted text of many misspelled words is searched`() async throws {
    let app = try await AppHarness()
    let words = ["bubble", "noodles", "chatime", "lexington"].flatMap { word in
      word.indices.dropFirst().flatMap { index in
        "abcdefghijklmnopqrstuvwxyz".map { "\(word[..<index])\($0)\(word[index...])" }
      }
    }
    await app.press("/")
    await app.post(.paste(words.joined(separator: " ")))
    #expect(app.names == [])
    #expect(app.lines.contains { $0.contains("No venues match") })
    #expect(app.lines.last == " esc cancel  ⏎ keep")
  }

  @Test func `a search that matches nothing shows similar words`() async throws {
    let app = try await AppHarness()
    await app.press("/")
    await app.type("kugn")
    #expect(
      app.names == ["Kung Fu Tea", "Kung Fu Tea 功夫茶", "Kung Fu Tea (功夫茶)", "Kung Fu Tea 功夫茶"])
    #expect(app.lines[1].hasPrefix(" /kugn "))
    #expect(app.lines[1].hasSuffix("no exact match: similar words, best matches first"))
    await app.press("backspace", "backspace", "n")
    #expect(!app.lines[1].contains("similar"))
    await app.type("q")
    await app.type("q")
    #expect(app.lines.contains { $0.contains("No venues match") })
    await app.press("ctrl-u")
    await app.type("kugn")
    await app.press("enter")
    #expect(app.lines[1].hasPrefix(" similar to “kugn” "))
    #expect(app.lines[1].hasSuffix("best match  then distance ▲  then name ▲"))
    #expect(!app.lines[3].contains("▲"))
  }

  @Test func `Tab finds similar words, the best matches first, and again exact ones`() async throws
  {
    let app = try await AppHarness()
    await app.press("/")
    await app.type("viva")
    let exact = app.names
    await app.press("tab")
    #expect(app.lines[1].hasSuffix("similar words, best matches first"))
    #expect(Array(app.names.prefix(exact.count)) == exact)
    #expect(app.names.contains("Vivi Bubble Tea"))
    await app.press("tab")
    #expect(app.names == exact)
  }

  @Test func `keys typed at once after a search without a match wait for the similar words`()
    async throws
  {
    let app = try await AppHarness()
    await app.pressMeanwhile("/", "k", "u", "g", "n", "enter", "G", "*")
    await app.settle()
    #expect(
      app.names == [
        "Kung Fu Tea", "Kung Fu Tea 功夫茶", "Kung Fu Tea (功夫茶)", "Kung Fu Tea 功夫茶",
      ])
    #expect(app.cursorLine?.hasPrefix(" ▌★ Kung Fu Tea 功夫茶 ") == true)
  }

  @Test func `a search without a match after another one finds similar words, too`() async throws {
    let app = try await AppHarness()
    await app.press("/")
    await app.type("zzqq")
    await app.pressMeanwhile("ctrl-u", "k", "u", "g", "n")
    await app.settle()
    #expect(app.names.count == 4)
  }
}
