import JSONStream
import Venues

/// Opening hours as API v2 renders them in English, such as "Mon–Thu, Sun" and "11:00 AM–9:00 PM".
enum RenderedHours {
  private static let days = [
    "monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday",
  ]
  private static let dashes: Set<Character> = ["-", "–", "—"]

  /// The hours of some days; nil for times in another form or language.
  static func openings(days: [Int], times: [String]) -> [Opening]? {
    var openings: [Opening] = []
    for time in times {
      guard let span = span(time) else { return nil }
      for day in days { openings += Opening.openings(day: day, from: span.opens, to: span.closes) }
    }
    return openings
  }

  /// 1 for Monday to 7, of names and ranges between commas, also in words such as `Mon to Thu and Sun`; nil for a text in
  /// another form or language.
  static func numbers(ofDays text: String) -> [Int]? {
    var numbers: [Int] = []
    let signs = text.split(whereSeparator: \.isWhitespace).map { word in
      switch word.lowercased() {
      case "and", "&": ","
      case "to", "thru", "through": "-"
      default: String(word)
      }
    }
    for part in signs.joined().split(whereSeparator: { $0 == "," || $0 == "&" }) {
      let ends = part.split(whereSeparator: dashes.contains).map(number)
      guard let first = ends.first ?? nil, let last = ends.last ?? nil, ends.count <= 2 else {
        return nil
      }
      numbers += first <= last ? Array(first...last) : Array(first...7) + Array(1...last)
    }
    return numbers
  }

  private static func number(ofDay name: Substring) -> Int? {
    let letters = name.lowercased().filter { $0 != "." }
    // Names have at least three letters, and may be plural.
    let isName = { (day: String) in letters.count >= 3 && (day + "s").hasPrefix(letters) }
    return days.firstIndex(where: isName).map { $0 + 1 }
  }

  private static func span(_ text: String) -> (opens: Int, closes: Int)? {
    if text.lowercased().hasSuffix("24 hours") { return (0, 24 * 60) }
    let ends = text.lowercased().split(whereSeparator: dashes.contains).map(String.init)
    guard ends.count == 2 else { return nil }
    if isBare(ends[1]), let opens = minutes(ends[0]), !isBare(ends[0]) {
      return closing(ends[1], after: opens).map { (opens, $0) }
    }
    guard let closes = minutes(ends[1]) else { return nil }
    return opening(ends[0], before: closes, ends[1]).map { ($0, closes) }
  }

  /// Whether a time names no half of the day.
  private static func isBare(_ text: String) -> Bool {
    text.allSatisfy { $0.isNumber || $0 == ":" || $0.isWhitespace }
  }

  /// The end of a span whose start names a half of the day: the next time that it can mean, as in `9 AM–5:00`.
  private static func closing(_ text: String, after opens: Int) -> Int? {
    let ends = ["am", "pm"].compactMap { minutes(text + $0) }
    return ends.first { $0 > opens } ?? ends.first ?? minutes(text)
  }

  /// The start of a span, which shares the half of the day with its end where it names none: `5:30–9:00 PM`. If it would
  /// be later than that, it is in the other half: `11:30–2:00 PM`.
  private static func opening(_ text: String, before closes: Int, _ end: String) -> Int? {
    guard isBare(text), end.hasSuffix("am") || end.hasSuffix("pm") else { return minutes(text) }
    let halves = end.hasSuffix("am") ? ["am", "pm"] : ["pm", "am"]
    let starts = halves.compactMap { minutes(text + $0) }
    return starts.first { $0 < closes } ?? starts.last
  }

  /// Minutes since midnight of `9:30 PM`, `21:30`, `Noon` or `Midnight`.
  private static func minutes(_ text: String) -> Int? {
    let word = text.filter { !$0.isWhitespace }
    switch word {
    case "noon": return 12 * 60
    case "midnight": return 0
    default: break
    }
    let isMorning = word.hasSuffix("am")
    let isEvening = word.hasSuffix("pm")
    let digits = isMorning || isEvening ? String(word.dropLast(2)) : word
    let parts = digits.split(separator: ":").map { Int($0) }
    guard (1...2).contains(parts.count), let hour = parts[0],
      let minute = parts.count == 2 ? parts[1] : isMorning || isEvening ? 0 : nil,
      (0..<60).contains(minute), (0...24).contains(hour)
    else { return nil }
    guard isMorning || isEvening else { return hour * 60 + minute }
    guard (1...12).contains(hour) else { return nil }
    return (hour % 12 + (isEvening ? 12 : 0)) * 60 + minute
  }
}
