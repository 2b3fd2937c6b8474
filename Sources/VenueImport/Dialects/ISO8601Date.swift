import JSONStream

/// Dates in ISO 8601, as the APIs and the open data write them.
enum ISO8601Date {
  /// Seconds since 1970-01-01 UTC of `2024-02-29`, `2024-02-29T12:30:00Z` and the like; nil for
  /// anything else. A time without a zone is in UTC.
  static func seconds(_ text: TextSlice) -> Double? {
    var reader = DigitReader(text)
    guard let year = reader.number(4), reader.skip("-"), let month = reader.number(2),
      reader.skip("-"), let day = reader.number(2), (1...12).contains(month),
      (1...31).contains(day)
    else { return nil }
    let midnight = Double(days(year, month, day)) * 86_400
    if reader.isAtEnd { return midnight }
    guard reader.skip("T") || reader.skip(" "), let time = time(&reader) else { return nil }
    return reader.isAtEnd ? midnight + time : nil
  }

  private static func time(_ reader: inout DigitReader) -> Double? {
    guard let hour = reader.number(2), reader.skip(":"), let minute = reader.number(2) else {
      return nil
    }
    var seconds = Double(hour * 3600 + minute * 60)
    if reader.skip(":") {
      guard let second = reader.number(2) else { return nil }
      seconds += Double(second)
      if reader.skip(".") { seconds += reader.fraction() }
    }
    if reader.skip("Z") || reader.isAtEnd { return seconds }
    return offset(&reader).map { seconds - $0 }
  }

  /// `+05:30`, `-0800` or `+01` in seconds.
  private static func offset(_ reader: inout DigitReader) -> Double? {
    let isWest = reader.skip("-")
    guard isWest || reader.skip("+"), let hours = reader.number(2) else { return nil }
    _ = reader.skip(":")
    let minutes = reader.number(2) ?? 0
    return Double(hours * 3600 + minutes * 60) * (isWest ? -1 : 1)
  }

  /// Days since 1970-01-01 in the Gregorian calendar, by counting years from March.
  private static func days(_ year: Int, _ month: Int, _ day: Int) -> Int {
    let years = month > 2 ? year : year - 1
    let months = month > 2 ? month - 3 : month + 9
    let inYear = (153 * months + 2) / 5 + day - 1
    return 365 * years + years / 4 - years / 100 + years / 400 + inYear - 719_468
  }
}

/// Removes leading digits and punctuation of a text.
private struct DigitReader {
  private var rest: Slice<UnsafeBufferPointer<UInt8>>

  init(_ text: TextSlice) { rest = text.bytes[...] }

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
      guard byte &- Byte.zero <= 9 else { return nil }
      number = number * 10 + Int(byte - Byte.zero)
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
