import Foundation
import Venues

/// Says ranges of numbers in words, and reads what people type as one.
struct RangeWords {
  let strings: Strings

  private var format: NumberFormat { strings.format }

  /// A range of numbers, such as "tips 10 or more".
  func chosen(_ range: NumberRange, of filter: RangeFilter) -> String {
    "\(strings.sortKey(filter.keyPath)) \(texts(range, of: filter)[0])"
  }

  /// A range without the name of its number, such as "10 or more" or "up to 15 min walking (1.2 km)", from the longest form to
  /// the shortest.
  func texts(_ range: NumberRange, of filter: RangeFilter) -> [String] {
    let length = text(range, of: filter, in: nil)
    guard filter == .distance, let upper = range.upper, range.lower == nil, !range.excludesUpper
    else {
      guard let unit = range.unit else {
        guard filter == .price, let upper = range.upper else { return [length] }
        // What can be typed, such as `$$`, would look like exactly that price.
        let price = format.text(NumberRange(upper: upper), of: filter)
        if range.lower == upper { return [length, equal(price)] }
        return range.lower == nil && upper != 1 ? [length, to(price)] : [length]
      }
      let time = text(range, of: filter, in: unit)
      return [strings.text("filter.walkingRange", "{0} ({1})", time, length), time]
    }
    guard let unit = range.unit else {
      return [length, to(format.radius(upper))]
    }
    let time = text(range, of: filter, in: unit)
    return [
      strings.text("filter.walk", "{0} walking ({1})", time, format.radius(upper)),
      strings.text("filter.walkingRange", "{0} ({1})", time, format.radius(upper)), time,
      to(format.text(range, of: filter)),
    ]
  }

  /// The shortest way to say that a number is limited.
  private func to(_ limit: String) -> String { strings.text("filter.to", "to {0}", limit) }

  private func equal(_ number: String) -> String { "= \(number)" }

  private func text(
    _ range: NumberRange, of filter: RangeFilter, in unit: NumberRange.Unit?
  ) -> String {
    func number(_ value: Double) -> String {
      switch filter {
      case .distance where unit == .minutes:
        format.text(NumberRange(upper: value, unit: unit), of: filter)
      case .price: PriceLevel(rawValue: Int(value))?.text ?? strings.number(value)
      case .distance: format.radius(value)
      case .rating, .tips, .checkins: strings.number(value)
      }
    }
    func exactly(_ value: Double) -> String {
      strings.text("filter.exactly", "exactly {0}", number(value))
    }
    switch (range.lower, range.upper) {
    case (nil, nil): return strings.text("filter.any", "any")
    case (nil, 1) where filter == .price: return exactly(1)
    case (4, nil) where filter == .price: return exactly(4)
    case (let lower?, nil) where range.excludesLower:
      return strings.text("filter.sayAbove", "more than {0}", number(lower))
    case (nil, let upper?) where range.excludesUpper:
      return strings.text("filter.sayBelow", "less than {0}", number(upper))
    case (let lower?, nil): return strings.text("section.atLeast", "{0} or more", number(lower))
    case (nil, let upper?): return strings.text("filter.upTo", "up to {0}", number(upper))
    case (let lower?, let upper?):
      return lower == upper
        ? exactly(lower)
        : strings.text("section.range", "{0} to {1}", number(lower), number(upper))
    }
  }

  /// What can be typed as a range, or what is wrong with one, from the longest form to the shortest.
  func examples(of filter: RangeFilter, isInvalid: Bool) -> [String] {
    let (one, other) = examples(of: filter)
    if isInvalid, let limits = filter.limits {
      let valid = text(
        NumberRange(lower: limits.lowerBound, upper: limits.upperBound), of: filter, in: nil)
      let invalid = strings.text("filter.outsideLimits", "not valid: {0}", valid)
      return [
        strings.text("filter.limitsAndExample", "{0}, such as {1} or {2}", invalid, one, other),
        invalid, valid,
      ]
    }
    return isInvalid
      ? [
        strings.text("filter.invalidRange", "not valid, try {0} or {1}", one, other),
        strings.text("filter.tryRange", "try {0}, {1}", one, other),
      ]
      : [strings.text("filter.wrongNumbers", "such as {0} or {1}", one, other), "\(one), \(other)"]
  }

  /// The shortest hint at what can be typed as a range.
  func example(of filter: RangeFilter) -> String {
    let (one, other) = examples(of: filter)
    return strings.text("filter.example", "such as {0}", filter == .distance ? other : one)
  }

  private func examples(of filter: RangeFilter) -> (String, String) {
    switch filter {
    case .price: ("$$", "$$-$$$")
    case .rating: ("8+", "7-9")
    case .distance:
      (format.text(.short(500)), strings.walkingTime(15 * FilterChoices.walkingSpeed))
    case .tips, .checkins: ("10+", "10-50")
    }
  }
}

// MARK: - Reading

extension RangeWords {
  /// The range of a text in numbers, such as "8+" or "500 m-1.5 km", or in words, such as "8 or more" or "up to
  /// 15 min walk"; nil for other text.
  func range(_ text: String, of filter: RangeFilter) -> NumberRange? {
    let text = filter == .distance ? withoutWalking(text.lowercased()) : text.lowercased()
    if let range = format.range(text, of: filter) { return range }
    for (wording, sign) in wordings {
      guard let numbers = Self.arguments(of: text, in: wording) else { continue }
      if let range = format.range(strings.filled(sign, numbers), of: filter) { return range }
    }
    return nil
  }

  /// The ways to say a range, each with its form in signs.
  private var wordings: [(String, sign: String)] {
    let wordings: [(String, String)] = [
      (strings.text("filter.exactly", "exactly {0}"), "{0}-{0}"),
      (strings.text("filter.sayExactly", "only {0}|just {0}"), "{0}-{0}"),
      (equal("{0}"), "{0}-{0}"),
      (strings.text("section.range", "{0} to {1}"), "{0}-{1}"),
      (
        strings.text(
          "filter.sayRange", "from {0} to {1}|between {0} and {1}|{0} through {1}"), "{0}-{1}"
      ),
      (strings.text("section.atLeast", "{0} or more"), "{0}+"),
      (
        strings.text(
          "filter.sayAtLeast",
          "{0} or higher|{0} or better|{0} and up|at least {0}|from {0}|minimum {0}|min {0}"),
        "{0}+"
      ),
      (strings.text("filter.upTo", "up to {0}"), "<={0}"),
      (
        strings.text(
          "filter.sayAtMost",
          "at most {0}|no more than {0}|within {0}|{0} or less|{0} or fewer|maximum {0}|max {0}"),
        "<={0}"
      ),
      (to("{0}"), "<={0}"),
      (strings.text("filter.sayAbove", "more than {0}"), ">{0}"),
      (strings.text("filter.sayOver", "over {0}|above {0}"), ">{0}"),
      (strings.text("filter.sayBelow", "less than {0}"), "<{0}"),
      (strings.text("filter.sayUnder", "fewer than {0}|under {0}|below {0}"), "<{0}"),
    ]
    return wordings.flatMap { texts, sign in
      texts.lowercased().split(separator: "|").map { (String($0), sign) }
    }
  }

  /// The text of a distance without a word for walking and what is in parentheses at its end.
  private func withoutWalking(_ text: String) -> String {
    var text = text.trimmingCharacters(in: .whitespaces)
    if text.last == ")" || text.last == "）",
      let start = text.lastIndex(where: { "(（".contains($0) })
    {
      text = text[..<start].trimmingCharacters(in: .whitespaces)
    }
    for word in strings.text("filter.sayWalk", "walk|walking|on foot|away").split(separator: "|") {
      if text.hasPrefix(word) { text.removeFirst(word.count) }
      if text.hasSuffix(word) { text.removeLast(word.count) }
    }
    return text.trimmingCharacters(in: .whitespaces)
  }

  /// What stands for `{0}` and `{1}` in a text of the form of a template; nil for other texts.
  private static func arguments(of text: String, in template: String) -> [String]? {
    let words = template.replacing("{1}", with: "{0}").components(separatedBy: "{0}").map {
      $0.trimmingCharacters(in: .whitespaces)
    }
    guard let first = words.first, text.hasPrefix(first) else { return nil }
    var rest = text.dropFirst(first.count)
    var arguments: [String] = []
    for word in words.dropFirst().dropLast() {
      guard let place = rest.range(of: word) else { return nil }
      arguments.append(String(rest[..<place.lowerBound]))
      rest = rest[place.upperBound...]
    }
    guard let last = words.last, rest.hasSuffix(last) else { return nil }
    arguments.append(String(rest.dropLast(last.count)))
    return arguments.contains(where: \.isBlank) ? nil : arguments
  }
}
