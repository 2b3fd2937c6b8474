import TerminalTestSupport
import TerminalKit
import Testing
import TestSupport

@Suite struct TextWidthTests {
  @Test(arguments: [
    ("", 0), ("Boba", 4), ("café", 4), ("cafe\u{301}", 4), ("🧋", 2), ("☕", 2), ("☕️", 2), ("❤️", 1),
    ("👍🏽", 2), ("👨‍👩‍👧", 2), ("🇯🇵", 2), ("🏳️‍🌈", 1), ("1️⃣", 1), ("🫨", 1), ("日出茶太", 8), ("ｱ", 1),
    ("Ａ", 2), ("한국", 4), ("हिन्दी", 5), ("தமிழ்", 4), ("ไทย", 3), ("שלום", 4), ("é\u{301}\u{302}", 1),
    ("─│▌▲▼⠿…–", 8),
    ("\u{301}", 0), ("\u{200D}", 0), ("\u{1B}", 0), ("a\tb", 3), ("a\r\nb", 3), ("か\u{3099}", 2),
    ("\u{1112}\u{1161}\u{11AB}", 2), ("\u{E000}", 1), ("\u{378}", 1),
  ])
  func `text takes the columns that were measured`(text: String, columns: Int) {
    #expect(TextWidth.displayWidth(of: text) == columns)
    #expect(TextWidth.displayWidth(of: TextWidth.sanitized(text)) == columns)
  }

  @Test func `a character takes the columns of its glyphs`() {
    #expect(TextWidth.displayWidth(of: Character("茶")) == 2)
    #expect(TextWidth.displayWidth(of: Character("\u{7}")) == 0)
  }

  @Test(arguments: [
    ("plain ~ text", "plain ~ text"),
    ("\u{1B}[31mred\u{1B}[0m", "[31mred[0m"),
    ("a\u{9B}31mb\u{7}\u{7F}", "a31mb"),
    ("two\r\nlines\nand\ttab\rs", "two lines and tab s"),
    ("evil\u{202E}gnp.exe\u{2066}\u{200F}", "evilgnp.exe"),
    ("☕️ ❤️", "☕ ❤"),
    ("👨‍👩‍👧!", "👨!"),
    ("👍🏽", "👍"),
    ("🏽", "🏽"),
    ("1️⃣", "1"),
    ("🇯🇵", "🇯🇵"),
    ("🫨", "▯"),
    ("\u{378}\u{FFFF}", "▯▯"),
    ("soft\u{AD}hyphen\u{200B}", "softhyphen"),
    ("\u{301}x", "x"),
    ("a\u{2028}b", "a b"),
    ("हिन्दी", "हिन्दी"),
    ("Z\u{351}\u{352}\u{353}\u{354}\u{355}\u{356}", "Z\u{351}\u{352}\u{353}\u{354}"),
    ("🏴\u{E0067}\u{E0062}\u{E007F}", "🏴"),
  ])
  func `characters that terminals disagree about are stripped`(text: String, safe: String) {
    #expect(Array(TextWidth.sanitized(text).unicodeScalars) == Array(safe.unicodeScalars))
  }

  @Test(arguments: [
    ("Vivi Bubble Tea", 15, "Vivi Bubble Tea"), ("Vivi Bubble Tea", 14, "Vivi Bubble T…"),
    ("Vivi", 1, "…"), ("Vivi", 0, ""), ("Vivi", -3, ""), ("日出茶太", 8, "日出茶太"), ("日出茶太", 7, "日出茶…"),
    ("日出茶太", 6, "日出…"), ("a\nb", 3, "a b"), ("🇯🇵🇯🇵", 2, "…"), ("हिन्दी", 4, "हि…"),
  ])
  func `long text is truncated without splitting a character`(
    text: String, columns: Int, cut: String
  ) {
    #expect(TextWidth.truncated(text, to: columns) == cut)
  }

  @Test func `the ellipsis can be replaced`() {
    #expect(TextWidth.truncated("Vivi Bubble Tea", to: 8, ellipsis: "...") == "Vivi ...")
    #expect(TextWidth.truncated("Vivi Bubble Tea", to: 2, ellipsis: "...") == "..")
    #expect(TextWidth.prefix("日出", columns: 3) == "日")
  }

  @Test func `text is padded left, right and centered`() {
    #expect(TextWidth.padded("茶", to: 5) == "茶   ")
    #expect(TextWidth.padded("茶", to: 5, alignment: .right) == "   茶")
    #expect(TextWidth.padded("茶", to: 5, alignment: .center) == " 茶  ")
    #expect(TextWidth.padded("日出茶太", to: 4, alignment: .right) == " 日…")
    #expect(TextWidth.padded("abc", to: 0) == "")
  }

  @Test func `truncated and padded text has the given width`() {
    var generator = SeededRandom(seed: 1)
    for _ in 0..<2000 {
      let text = RandomText.line(&generator)
      let columns = Int.random(in: 0...12, using: &generator)
      #expect(TextWidth.displayWidth(of: TextWidth.truncated(text, to: columns)) <= columns)
      #expect(TextWidth.displayWidth(of: TextWidth.padded(text, to: columns)) == columns)
    }
  }

  @Test func `sanitized text stays the same when sanitized again`() {
    var generator = SeededRandom(seed: 2)
    for _ in 0..<2000 {
      let once = TextWidth.sanitized(RandomText.line(&generator))
      #expect(TextWidth.sanitized(once) == once)
    }
  }
}
