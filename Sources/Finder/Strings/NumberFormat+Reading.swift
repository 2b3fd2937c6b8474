import Foundation
import Venues

nonisolated extension NumberFormat {
  /// The number that a text begins with and the rest, such as 1.5 and "km"; nil without one.
  ///
  /// Both decimal signs are read, and full-width digits; a comma before three digits at the end separates thousands.
  func number(at text: String) -> (number: Double, rest: String)? {
    let text = narrow(text).filter { !$0.isWhitespace && String($0) != grouping || $0 == "," }
    let digits = String(text.prefix(while: isOfNumber))
    let plain = digits.replacing(/,(?=[0-9]{3}(?![0-9]))/, with: point == "," ? "." : "")
    guard let number = Double(plain.replacing(",", with: ".")), number.isFinite else { return nil }
    return (number, String(text.dropFirst(digits.count)).lowercased())
  }

  /// Whether a character is a digit or decimal sign; 千 of 千米 is a number, but no digit.
  private func isOfNumber(_ character: Character) -> Bool {
    character.isASCII && character.isNumber || character == "." || character == ","
  }

  /// The text with half-width forms of the digits and signs that Chinese input methods type.
  private func narrow(_ text: String) -> String {
    text.applyingTransform(.fullwidthToHalfwidth, reverse: false) ?? text
  }

  /// The meters of a length such as "500", "800 ft", "1.5 km" or, on foot, "15 min" and "1 h 10 min"; without a unit, in
  /// short units.
  ///
  /// nil for other text.
  func meters(of text: String) -> Double? {
    guard let (number, unit) = number(at: text) else { return nil }
    if let factor = factor(unit) { return number * factor }
    // Hours and minutes.
    let hours = unit.prefix(while: \.isLetter)
    let rest = String(unit.dropFirst(hours.count))
    guard Self.hours.contains(String(hours)), endsInTime(rest), let minutes = meters(of: rest)
    else { return nil }
    return number * 60 * FilterChoices.walkingSpeed + minutes
  }

  /// The spellings of minutes and hours on foot.
  private static let minutes = [
    "min", "mins", "minute", "minutes", "мин", "минут", "минута", "минуты", "分", "分钟",
  ]
  private static let hours = [
    "h", "hr", "hrs", "hour", "hours", "ч", "час", "часа", "часов", "小时",
  ]

  /// Whether the last unit of a text is one of time.
  func endsInTime(_ text: String) -> Bool {
    let end = text.suffix(from: text.lastIndex(where: \.isNumber) ?? text.startIndex)
    return (Self.minutes + Self.hours).contains(end.filter(\.isLetter).lowercased())
  }

  private func factor(_ unit: String) -> Double? {
    if unit == shortUnit.filter({ !$0.isWhitespace }) { return units.short }
    if unit == longUnit.filter({ !$0.isWhitespace }) { return units.long }
    switch Self.renamedUnits[unit] ?? unit {
    case "": return units.short
    case "m", "meter", "meters", "м", "метр", "метра", "метров", "米":
      return LengthUnits.metric.short
    case "km", "kilometer", "kilometers", "км", "километр", "километра", "километров", "公里", "千米":
      return LengthUnits.metric.long
    case "ft", "foot", "feet", "фут", "фута", "футов", "英尺": return LengthUnits.imperial.short
    case "mi", "mile", "miles", "миля", "мили", "миль", "英里": return LengthUnits.imperial.long
    case _ where Self.minutes.contains(unit): return FilterChoices.walkingSpeed
    case _ where Self.hours.contains(unit): return 60 * FilterChoices.walkingSpeed
    default: return nil
    }
  }
}

nonisolated extension NumberFormat {
  /// A range of numbers such as "8+", "8-9", "<= 9", "500 m", "500 m-1.5 km", "15 min" or ">20"; nil for other text.
  ///
  /// A single number is the start of a range, or the end of a range of distances. A first number without a unit takes
  /// the second one's unit if it is then the smaller. The larger number may come first.
  func range(_ text: String, of filter: RangeFilter) -> NumberRange? {
    var range = numbers(text, of: filter)
    if filter == .distance, endsInTime(text) { range?.unit = .minutes }
    return range
  }

  private func numbers(_ text: String, of filter: RangeFilter) -> NumberRange? {
    let spaced = narrow(text)
    // Two numbers: blanks separate thousands only before three digits.
    if spaced.contains(/[0-9]\s+(?![0-9]{3}(?![0-9]))[0-9]/) { return nil }
    let text = spaced.filter { !$0.isWhitespace }.replacing(/[–—~]|\.\./, with: "-")
    if let limit = limit(text, of: filter) { return limit }
    if text.hasSuffix("+") {
      return number(String(text.dropLast()), of: filter).map { NumberRange(lower: $0) }
    }
    let parts = text.split(separator: "-", omittingEmptySubsequences: false).map(String.init)
    switch parts.count {
    case 1:
      return number(text, of: filter).map {
        filter.limitsUpperEnd ? NumberRange(upper: $0) : NumberRange(lower: $0)
      }
    case 2: return range(from: parts[0], to: parts[1], of: filter)
    default: return nil
    }
  }

  /// A comparison such as ">= 8"; without "=" the next number is the limit.
  private func limit(_ text: String, of filter: RangeFilter) -> NumberRange? {
    for (sign, isLower, isExclusive) in [
      (">=", true, false), ("≥", true, false), ("<=", false, false), ("≤", false, false),
      (">", true, true), ("<", false, true),
    ] where text.hasPrefix(sign) {
      guard let number = number(String(text.dropFirst(sign.count)), of: filter) else { return nil }
      // The next whole number is the end of a range that includes it.
      let isWhole = filter != .rating && filter != .distance
      let end = isExclusive && isWhole ? number + (isLower ? 1 : -1) : number
      var range = isLower ? NumberRange(lower: end) : NumberRange(upper: end)
      if isExclusive, !isWhole { (range.excludesLower, range.excludesUpper) = (isLower, !isLower) }
      return range
    }
    return nil
  }

  private func range(from first: String, to last: String, of filter: RangeFilter) -> NumberRange? {
    guard let upper = number(last, of: filter) else {
      return last.isEmpty ? number(first, of: filter).map { NumberRange(lower: $0) } : nil
    }
    guard !first.isEmpty else { return NumberRange(upper: upper) }
    let unit = last.drop(while: isOfNumber)
    let isBare = first.allSatisfy(isOfNumber)
    let sameUnit = isBare ? number(first + unit, of: filter) : nil
    let candidates = [sameUnit, number(first, of: filter)].compactMap(\.self)
    let end = candidates.first { $0 <= upper } ?? candidates.last
    return end.map { NumberRange(lower: min($0, upper), upper: max($0, upper)) }
  }

  private func number(_ text: String, of filter: RangeFilter) -> Double? {
    if filter == .distance { return meters(of: text) }
    if filter == .price {
      return PriceLevel(text: text).flatMap { $0 == .unknown ? nil : Double($0.rawValue) }
    }
    guard let (number, rest) = number(at: text), rest.isEmpty else { return nil }
    return number
  }

  /// A range as it can be typed.
  func text(_ range: NumberRange, of filter: RangeFilter) -> String {
    func exact(_ value: Double) -> String { self.exact(value, filter, range.unit) }
    return switch (range.lower, range.upper) {
    case (let lower?, nil) where range.excludesLower: ">" + exact(lower)
    case (nil, let upper?) where range.excludesUpper: "<" + exact(upper)
    case (let lower?, nil): exact(lower) + "+"
    case (nil, let upper?) where filter.limitsUpperEnd: exact(upper)
    case (nil, let upper?): "0-" + exact(upper)
    case (let lower?, let upper?): exact(lower) + "-" + exact(upper)
    case (nil, nil): ""
    }
  }

  /// A number without rounding; distances in the longer unit if it has at most two decimals then.
  private func exact(_ value: Double, _ filter: RangeFilter, _ unit: NumberRange.Unit?) -> String {
    if unit == .minutes {
      return plain((value / FilterChoices.walkingSpeed * 100).rounded() / 100) + minuteUnit
    }
    if filter == .price { return String(repeating: "$", count: Int(value)) }
    guard filter == .distance else { return plain(value) }
    let long = value / units.long
    let isShort = long < 1 || (long * 100).rounded() != long * 100
    return isShort ? plain(value / units.short) + shortUnit : plain(long) + longUnit
  }

  private func plain(_ value: Double) -> String {
    (Int(exactly: value).map { String($0) } ?? String(value)).replacing(".", with: point)
  }
}
