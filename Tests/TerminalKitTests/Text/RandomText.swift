import TestSupport

/// Names as they could come from anywhere, good and bad.
enum RandomText {
  private static let pieces: [String] = [
    "a", "Z", "7", " ", "é", "e\u{301}", "茶", "日出", "ｱ", "한", "\u{1112}\u{1161}\u{11AB}",
    "か\u{3099}",
    "🧋", "☕️", "❤️", "👍🏽", "👨‍👩‍👧", "🇯🇵", "🇯", "🏳️‍🌈", "1️⃣", "🫨", "हिन्दी", "क्षि", "தமிழ்", "ไทย", "မြန်မာ",
    "שלום", "مرحبا", "\u{202E}", "\u{2066}", "\u{200F}", "\u{200D}", "\u{FE0F}", "\u{AD}",
    "\u{200B}",
    "\u{1B}[31m", "\u{1B}", "\u{07}", "\u{9B}", "\u{7F}", "\r\n", "\n", "\t", "\0", "\u{2028}",
    "\u{E000}", "\u{FFFF}", "\u{10FFFF}", "\u{378}",
    "Z\u{351}\u{352}\u{353}\u{354}\u{355}\u{356}\u{357}",
    "\u{301}", "\u{3164}", "\u{E0041}", "﷽", "\u{FFFD}", "…", "▌", "─",
  ]

  static func line(_ generator: inout SeededRandom) -> String {
    let count = Int.random(in: 0...12, using: &generator)
    return (0..<count).compactMap { _ in pieces.randomElement(using: &generator) }.joined()
  }
}
