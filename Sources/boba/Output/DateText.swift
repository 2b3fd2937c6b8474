/// Times in ISO 8601, such as `2026-01-31T12:00:00Z`.
enum DateText {
  /// A time in UTC, by its seconds since 1970; with a fraction only where there is one.
  static func iso8601(_ seconds: Double) -> String {
    let whole = seconds.rounded(.down)
    guard abs(whole) < 1e11 else { return String(seconds) }
    let days = Int((whole / 86_400).rounded(.down))
    let time = Int(whole) - days * 86_400
    let date = civil(days)
    return
      "\(padded(date.year, 4))-\(padded(date.month, 2))-\(padded(date.day, 2))T\(padded(time / 3600, 2)):\(padded(time / 60 % 60, 2)):\(padded(time % 60, 2))\(fraction(seconds - whole))Z"
  }

  /// `.25`, or nothing; microseconds are the limit of what a double of this size holds.
  private static func fraction(_ part: Double) -> String {
    let micros = Int((part * 1e6).rounded())
    guard micros > 0, micros < 1_000_000 else { return "" }
    var digits = padded(micros, 6)
    while digits.last == "0" { digits.removeLast() }
    return "." + digits
  }

  private static func padded(_ number: Int, _ width: Int) -> String {
    let digits = String(number)
    return String(repeating: "0", count: max(0, width - digits.count)) + digits
  }

  /// The day of the Gregorian calendar that is some days after 1970-01-01, by counting years from March.
  private static func civil(_ days: Int) -> (year: Int, month: Int, day: Int) {
    let shifted = days + 719_468
    let era = (shifted >= 0 ? shifted : shifted - 146_096) / 146_097
    let ofEra = shifted - era * 146_097
    let year = (ofEra - ofEra / 1460 + ofEra / 36_524 - ofEra / 146_096) / 365
    let ofYear = ofEra - (365 * year + year / 4 - year / 100)
    let month = (5 * ofYear + 2) / 153
    let day = ofYear - (153 * month + 2) / 5 + 1
    return (year + era * 400 + (month < 10 ? 0 : 1), month < 10 ? month + 3 : month - 9, day)
  }
}
