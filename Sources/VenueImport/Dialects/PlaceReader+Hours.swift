import JSONStream
import Venues

extension PlaceReader {
  /// Hours as text: a line for each group of days, else what the dialect shows its users.
  mutating func readHours(_ hours: JSONValue?) {
    guard let hours else { return }
    guard hours.kind == .object else {
      record[.hours] = prose(hours, "hours")
      return
    }
    readOpenings(hours)
    record[.hours] = timeframes(hours[.timeframes])
    if record.isMissing(.hours) { record[.hours] = prose(hours[.display], "hours.display") }
    if record.isMissing(.hours) { record[.hours] = prose(hours[.status], "hours.status") }
  }

  private mutating func timeframes(_ list: JSONValue?) -> TextSlice? {
    guard let list else { return nil }
    guard list.kind == .array else {
      report("hours.timeframes", expected: .array, list)
      return nil
    }
    var lines: [String] = []
    for frame in list.children {
      guard frame[.days]?.kind != .array, let days = prose(frame[.days], "hours.timeframes.days")
      else { continue }
      var times: [String] = []
      for span in frame[.open]?.children.map({ $0 }) ?? [] {
        let time = prose(span[.renderedTime], "hours.timeframes.open")
        if let time { times.append(time.string) }
      }
      lines.append(([days.string] + [times.joined(separator: ", ")]).joined(separator: " "))
    }
    guard !lines.isEmpty else { return nil }
    return list.tape.pointee.arena.copy(lines.joined(separator: "\n").utf8)
  }
}

// MARK: - Times of the week

extension PlaceReader {
  /// The machine-readable hours, and whether the venue is open.
  mutating func readOpenings(_ hours: JSONValue) {
    if let isOpen = hours[.openNow] ?? hours[.isOpen] {
      record[.openNow] = boolean(isOpen, "hours.open_now")
    }
    if let regular = hours[.regular] { record.openings += openings(regular) }
    if record.openings.isEmpty { record.openings = timeframeOpenings(hours[.timeframes]) }
  }

  /// The hours of a list of `{"day": 1, "open": "0900", "close": "2130"}`, where 1 is Monday.
  mutating func openings(_ spans: JSONValue) -> [Opening] {
    var openings: [Opening] = []
    guard spans.kind == .array else {
      report("hours.regular", expected: .array, spans)
      return []
    }
    for span in spans.children {
      guard let day = count(span[.day], "hours.regular.day"), (1...7).contains(day),
        let opens = minutes(span[.open], "hours.regular.open", isStart: true),
        let closes = minutes(span[.close], "hours.regular.close")
      else {
        report("hours.regular", .invalidDay, span)
        continue
      }
      openings += Opening.openings(day: Int(day), from: opens, to: closes)
    }
    return openings
  }

  /// The hours of timeframes with numbers, or with texts in English; none if one is in another form.
  mutating func timeframeOpenings(_ frames: JSONValue?) -> [Opening] {
    var openings: [Opening] = []
    let frames = frames?.children.map { $0 } ?? []
    for frame in frames {
      let spans = frame[.open]?.children.map { $0 } ?? []
      let isNumeric = frame[.days]?.kind == .array
      guard
        let hours = isNumeric ? numericHours(frame, spans) : renderedHours(frame, spans, of: frames)
      else { return [] }
      openings += hours
    }
    return openings
  }

  /// `{"days": [1, 2], "open": [{"start": "0900", "end": "+0130"}]}`.
  private mutating func numericHours(_ frame: JSONValue, _ spans: [JSONValue]) -> [Opening]? {
    var openings: [Opening] = []
    for day in frame[.days]?.children.map({ $0 }) ?? [] {
      guard let day = count(day, "hours.timeframes.days"), (1...7).contains(day) else { return nil }
      for span in spans {
        guard let start = minutes(span[.start], "hours.timeframes.start", isStart: true),
          let end = minutes(span[.end], "hours.timeframes.end")
        else { return nil }
        openings += Opening.openings(day: Int(day), from: start, to: end)
      }
    }
    return openings
  }

  /// The day of a timeframe for `Today`: the only one that no other timeframe names; empty if there are several.
  private mutating func today(in frames: [JSONValue]) -> [Int] {
    var days = Set(1...7)
    for frame in frames where frame[.days]?.kind == .string {
      let names = prose(frame[.days], "hours.timeframes.days")?.string ?? ""
      days.subtract(RenderedHours.numbers(ofDays: names) ?? [])
    }
    return days.count == 1 ? Array(days) : []
  }

  /// `{"days": "Mon–Fri", "open": [{"renderedTime": "9:00 AM–5:00 PM"}]}`.
  private mutating func renderedHours(
    _ frame: JSONValue, _ spans: [JSONValue], of frames: [JSONValue]
  ) -> [Opening]? {
    guard let names = prose(frame[.days], "hours.timeframes.days")?.string else { return nil }
    let days = names == "Today" ? today(in: frames) : RenderedHours.numbers(ofDays: names)
    guard let days else { return nil }
    var times: [String] = []
    for span in spans {
      guard let time = prose(span[.renderedTime], "hours.timeframes.open") else { return nil }
      times.append(time.string)
    }
    return RenderedHours.openings(days: days, times: times)
  }

  /// Minutes since midnight of `0930`; a `+` says that it is on the next day, as an end before its start says as well.
  private mutating func minutes(
    _ value: JSONValue?, _ field: String, isStart: Bool = false
  ) -> Int? {
    guard let text = text(value, field) else { return nil }
    let digits = text.bytes.drop { $0 == Byte.plus }
    let nextDay = digits.count < text.count ? 24 * 60 : 0
    guard digits.count == 4, digits.allSatisfy({ $0 &- Byte.zero <= 9 }) else { return nil }
    let numbers = digits.map { Int($0 - Byte.zero) }
    let (hour, minute) = (numbers[0] * 10 + numbers[1], numbers[2] * 10 + numbers[3])
    return hour <= 24 && minute < 60 ? nextDay + hour * 60 + minute : nil
  }
}
