import JSONStream
import Venues

/// Reads opening hours in the forms of all dialects.
enum OpeningHours {
  /// A line for each group of days, else what the dialect shows its users.
  static func text(
    _ hours: JSONValue?, _ timeframes: JSONValue?, _ values: inout ValueReader
  ) -> TextSlice? {
    if let lines = lines(of: timeframes, &values) { return lines }
    guard let hours, hours.kind == .object else { return values.prose(hours, "hours") }
    return values.prose(hours[.display], "hours.display")
      ?? values.prose(hours[.status], "hours.status")
  }

  private static func lines(
    of list: JSONValue?, _ values: inout ValueReader
  ) -> TextSlice? {
    guard let list else { return nil }
    guard list.kind == .array else {
      values.report("hours.timeframes", expected: .array, list)
      return nil
    }
    var lines: [String] = []
    for frame in list.children {
      guard frame[.days]?.kind != .array,
        let days = values.prose(frame[.days], "hours.timeframes.days")
      else { continue }
      var times: [String] = []
      for span in frame[.open]?.children.map({ $0 }) ?? [] {
        let time = values.prose(span[.renderedTime], "hours.timeframes.open")
        if let time { times.append(time.string) }
      }
      lines.append(([days.string] + [times.joined(separator: ", ")]).joined(separator: " "))
    }
    guard !lines.isEmpty else { return nil }
    return list.tape.pointee.arena.copy(lines.joined(separator: "\n").utf8)
  }
}

// MARK: Times of the week

extension OpeningHours {
  /// The hours with many visitors, as `regular` or as timeframes.
  static func popular(
    _ place: borrowing MemberIndex, _ values: inout ValueReader
  ) -> [Opening] {
    let popular = place[.popular]
    let spans = place[.hoursPopular] ?? popular?[.regular]
    guard let spans else {
      return timeframes(popular?.kind == .array ? popular : popular?[.timeframes], &values)
    }
    return regular(spans, &values)
  }

  /// The hours of a list of `{"day": 1, "open": "0900", "close": "2130"}`, where 1 is Monday.
  static func regular(_ spans: JSONValue, _ values: inout ValueReader) -> [Opening] {
    var openings: [Opening] = []
    guard spans.kind == .array else {
      values.report("hours.regular", expected: .array, spans)
      return []
    }
    for span in spans.children {
      guard let day = values.count(span[.day], "hours.regular.day"), (1...7).contains(day),
        let opens = minutes(span[.open], "hours.regular.open", &values),
        let closes = minutes(span[.close], "hours.regular.close", &values)
      else {
        values.report("hours.regular", .invalidDay, span)
        continue
      }
      openings += Opening.openings(day: Int(day), from: opens, to: closes)
    }
    return openings
  }

  /// The hours of timeframes with numbers, or with texts in English; none if one is in another form.
  static func timeframes(
    _ frames: JSONValue?, _ values: inout ValueReader
  ) -> [Opening] {
    var openings: [Opening] = []
    let frames = frames?.children.map { $0 } ?? []
    for frame in frames {
      let spans = frame[.open]?.children.map { $0 } ?? []
      let isNumeric = frame[.days]?.kind == .array
      guard
        let hours = isNumeric
          ? numericHours(frame, spans, &values) : renderedHours(frame, spans, of: frames, &values)
      else { return [] }
      openings += hours
    }
    return openings
  }

  /// `{"days": [1, 2], "open": [{"start": "0900", "end": "+0130"}]}`.
  private static func numericHours(
    _ frame: JSONValue, _ spans: [JSONValue], _ values: inout ValueReader
  ) -> [Opening]? {
    var openings: [Opening] = []
    for day in frame[.days]?.children.map({ $0 }) ?? [] {
      guard let day = values.count(day, "hours.timeframes.days"), (1...7).contains(day) else {
        return nil
      }
      for span in spans {
        guard let start = minutes(span[.start], "hours.timeframes.start", &values),
          let end = minutes(span[.end], "hours.timeframes.end", &values)
        else { return nil }
        openings += Opening.openings(day: Int(day), from: start, to: end)
      }
    }
    return openings
  }

  /// The day of a timeframe for `Today`: the only one that no other timeframe names; empty if there are several.
  private static func today(in frames: [JSONValue], _ values: inout ValueReader) -> [Int] {
    var days = Set(1...7)
    for frame in frames where frame[.days]?.kind == .string {
      let names = values.prose(frame[.days], "hours.timeframes.days")?.string ?? ""
      days.subtract(RenderedHours.numbers(ofDays: names) ?? [])
    }
    return days.count == 1 ? Array(days) : []
  }

  /// `{"days": "Mon–Fri", "open": [{"renderedTime": "9:00 AM–5:00 PM"}]}`.
  private static func renderedHours(
    _ frame: JSONValue, _ spans: [JSONValue], of frames: [JSONValue],
    _ values: inout ValueReader
  ) -> [Opening]? {
    guard let names = values.prose(frame[.days], "hours.timeframes.days")?.string else {
      return nil
    }
    let days = names == "Today" ? today(in: frames, &values) : RenderedHours.numbers(ofDays: names)
    guard let days else { return nil }
    var times: [String] = []
    for span in spans {
      guard let time = values.prose(span[.renderedTime], "hours.timeframes.open") else {
        return nil
      }
      times.append(time.string)
    }
    return RenderedHours.openings(days: days, times: times)
  }

  /// Minutes since midnight of `0930`; a `+` says that it is on the next day, as an end before its start says as well.
  private static func minutes(
    _ value: JSONValue?, _ field: String, _ values: inout ValueReader
  ) -> Int? {
    guard let text = values.text(value, field) else { return nil }
    let digits = text.bytes.drop { $0 == Byte.plus }
    let nextDay = digits.count < text.count ? 24 * 60 : 0
    guard digits.count == 4, digits.allSatisfy({ $0 &- Byte.zero <= 9 }) else { return nil }
    let numbers = digits.map { Int($0 - Byte.zero) }
    let (hour, minute) = (numbers[0] * 10 + numbers[1], numbers[2] * 10 + numbers[3])
    return hour <= 24 && minute < 60 ? nextDay + hour * 60 + minute : nil
  }

  /// The hours of our own exports: objects, or two lists with the minutes of the week.
  static func readExported(
    _ value: JSONValue, _ values: inout ValueReader, into openings: inout [Opening]
  ) {
    for span in value[.openings]?.children.map({ $0 }) ?? [] {
      let opens = values.count(span[.opens], "openings.opens")
      let closes = values.count(span[.closes], "openings.closes")
      if let opening = opening(opens, closes, span, &values) { openings.append(opening) }
    }
    let starts = values.texts(value[.opens], "opens")
    let ends = values.texts(value[.closes], "closes")
    guard starts.count == ends.count, let place = value[.opens] else { return }
    for (start, end) in zip(starts, ends) {
      let opens = start.flatMap { DecimalNumber.integer($0) }
      let closes = end.flatMap { DecimalNumber.integer($0) }
      if let opening = opening(opens, closes, place, &values) { openings.append(opening) }
    }
  }

  /// The hours between two minutes of the week.
  private static func opening(
    _ opens: Int64?, _ closes: Int64?, _ value: JSONValue, _ values: inout ValueReader
  ) -> Opening? {
    guard let opens, let closes, 0 <= opens, opens < closes, closes <= 7 * 24 * 60 else {
      values.report("openings", .invalidOpening, value)
      return nil
    }
    return Opening(opens: Int(opens), closes: Int(closes))
  }
}

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
