/// Dates in ISO 8601, as APIs, data sets and predicates write them.
package enum ISO8601Date {
  /// Seconds since 1970-01-01 UTC of `2024-02-29`, `2024-02-29T12:30:00Z` and the like; nil for
  /// anything else, and for dates that are not in a year with four digits in UTC. A time without a zone is in UTC.
  package static func seconds(_ text: UnsafeBufferPointer<UInt8>) -> Double? {
    var reader = DigitReader(rest: text[...])
    guard let year = reader.number(4), reader.skip("-"), let month = reader.number(2),
      reader.skip("-"), let day = reader.number(2),
      let date = CivilDate(year: year, month: month, day: day)
    else { return nil }
    let midnight = Double(date.days) * 86_400
    if reader.isAtEnd { return midnight }
    guard reader.skip("T") || reader.skip(" "), let time = time(&reader) else { return nil }
    return reader.isAtEnd && range.contains(midnight + time) ? midnight + time : nil
  }

  package static func seconds(_ text: String) -> Double? {
    var text = text
    return text.withUTF8 { seconds($0) }
  }

  private static func time(_ reader: inout DigitReader) -> Double? {
    guard let hour = reader.number(2), reader.skip(":"), let minute = reader.number(2), hour <= 24,
      minute < 60
    else { return nil }
    var seconds = Double(hour * 3600 + minute * 60)
    if reader.skip(":") {
      guard let second = reader.number(2), second <= 60 else { return nil }
      seconds += Double(second)
      if reader.skip(".") { seconds += reader.fraction() }
    }
    // 24:00 is midnight, and 23:59:60 a leap second.
    guard seconds < 86_401 else { return nil }
    if reader.skip("Z") || reader.isAtEnd { return seconds }
    return offset(&reader).map { seconds - $0 }
  }

  /// `+05:30`, `-0800` or `+01` in seconds.
  private static func offset(_ reader: inout DigitReader) -> Double? {
    let isWest = reader.skip("-")
    guard isWest || reader.skip("+"), let hours = reader.number(2) else { return nil }
    _ = reader.skip(":")
    let minutes = reader.number(2) ?? 0
    guard hours < 24, minutes < 60 else { return nil }
    return Double(hours * 3600 + minutes * 60) * (isWest ? -1 : 1)
  }
}

extension ISO8601Date {
  /// The years 0 to 9999, which have four digits, in seconds since 1970-01-01 UTC.
  package static let range: Range<Double> = -62_167_219_200..<253_402_300_800

  /// `2024-02-29T12:30:00Z` from seconds since 1970-01-01 UTC, with a fraction if it is not zero; a number outside of
  /// the years with four digits.
  package static func text(_ seconds: Double) -> String {
    var whole = seconds.rounded(.down)
    // Doubles of this size have microsecond precision.
    var micros = ((seconds - whole) * 1e6).rounded()
    if micros == 1e6 { (whole, micros) = (whole + 1, 0) }
    guard range.contains(whole) else { return String(seconds) }
    let days = Int((whole / 86_400).rounded(.down))
    let time = Int(whole) - days * 86_400
    let date = CivilDate(days: days)
    return
      "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))T\(padded(time / 3600, 2)):\(padded(time / 60 % 60, 2)):\(padded(time % 60, 2))\(fraction(micros))Z"
  }

  /// `.25` or empty.
  private static func fraction(_ micros: Double) -> String {
    guard micros > 0 else { return "" }
    var digits = padded(Int(micros), 6)
    while digits.last == "0" { digits.removeLast() }
    return "." + digits
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }
}

/// A date of the Gregorian calendar.
package struct CivilDate: Hashable, Sendable {
  package let year: Int
  /// 1 to 12.
  package let month: Int
  /// From 1.
  package let day: Int
  /// Days since 1970-01-01.
  package let days: Int

  /// The date of a number of days since 1970-01-01, computed with years that start in March.
  package init(days: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let ofEra = shifted - era * 146_097
    let year = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * year + year / 4 - year / 100)
    let month = (5 * ofYear + 2) / 153
    self.year = year + era * 400 + (month < 10 ? 0 : 1)
    self.month = month < 10 ? month + 3 : month - 9
    day = ofYear - (153 * month + 2) / 5 + 1
    self.days = days
  }

  /// The date of a time in seconds since 1970-01-01 UTC; nil for one out of the range of the calendar.
  package init?(seconds: Double) {
    guard abs(seconds) < 1e14 else { return nil }
    self.init(days: Int((seconds / 86_400).rounded(.down)))
  }

  init?(year: Int, month: Int, day: Int) {
    guard (1...12).contains(month), (1...31).contains(day) else { return nil }
    let years = month > 2 ? year : year - 1
    let months = month > 2 ? month - 3 : month + 9
    let inYear = (153 * months + 2) / 5 + day - 1
    let era = (years >= 0 ? years : years - 399) / 400
    let ofEra = years - era * 400
    self.init(days: era * 146_097 + 365 * ofEra + ofEra / 4 - ofEra / 100 + inYear - 719_468)
    guard self.day == day else { return nil }
  }

  /// 1 for Monday to 7 for Sunday, as in ISO 8601.
  var weekday: Int { ((days + 3) % 7 + 7) % 7 + 1 }
}

/// Removes leading digits and punctuation of a text.
private struct DigitReader {
  var rest: Slice<UnsafeBufferPointer<UInt8>>

  var isAtEnd: Bool { rest.isEmpty }

  mutating func skip(_ mark: Unicode.Scalar) -> Bool {
    guard let first = rest.first, UInt32(first) == mark.value else { return false }
    rest.removeFirst()
    return true
  }

  /// Exactly `count` digits.
  mutating func number(_ count: Int) -> Int? {
    guard rest.count >= count else { return nil }
    var number = 0
    for byte in rest.prefix(count) {
      guard byte &- 0x30 <= 9 else { return nil }
      number = number * 10 + Int(byte - 0x30)
    }
    rest.removeFirst(count)
    return number
  }

  mutating func fraction() -> Double {
    var (number, unit) = (0.0, 0.1)
    while let digit = self.number(1) {
      number += Double(digit) * unit
      unit /= 10
    }
    return number
  }
}
