import FetchKit

/// The texts of the finder in one language.
///
/// Each text has its key and its English form here; translations are in `Resources/Strings`. A missing translation
/// falls back to English.
struct Strings: Hashable, Sendable {
  let language: Language
  let format: NumberFormat
  private let translation: Translation?

  init(_ language: Language = .english, units: LengthUnits = .metric) {
    self.language = language
    let translation = Translation(language)
    self.translation = translation
    func text(_ key: String, _ english: String) -> String { translation?.text(key) ?? english }
    let isMetric = units == .metric
    format = NumberFormat(
      grouping: text("number.grouping", ","), point: text("number.point", "."), units: units,
      shortUnit: isMetric ? text("number.meters", " m") : text("number.feet", " ft"),
      longUnit: isMetric ? text("number.kilometers", " km") : text("number.miles", " mi"),
      minuteUnit: text("number.minutes", " min"))
  }

  /// The name of the language in itself.
  var ownLanguage: String { text("language.own", "English") }

  /// The choice of a language.
  func language(_ name: String) -> String { text("language.choice", "Language: {0}", name) }

  /// A text with its arguments.
  func text(_ key: String, _ english: String, _ arguments: String...) -> String {
    filled(translation?.text(key) ?? english, arguments)
  }

  /// A text in the form for a count, which is the argument 0.
  func text(_ key: String, _ count: Int, one: String, other: String, _ arguments: String...)
    -> String
  {
    let english = PluralRule.oneOther.category(of: count) == .one ? one : other
    let form = translation.flatMap { $0.text(key, $0.plurals.category(of: count)) }
    return filled(form ?? english, [format.count(count)] + arguments)
  }

  /// A text in the form for a sum, which may be too large to be exact.
  func text(_ key: String, _ sum: Double, one: String, other: String) -> String {
    if sum.magnitude < 1e15 { return text(key, Int(sum.rounded()), one: one, other: other) }
    return filled(translation?.text(key, .other) ?? other, [format.count(sum)])
  }

  /// The text of an error or a part of it.
  func text(_ message: ErrorMessage) -> String { message.text { translation?.text($0.id) } }

  /// A template with its arguments.
  func filled(_ template: String, _ arguments: [String]) -> String {
    guard !arguments.isEmpty else { return template }
    var text = ""
    var rest = template[...]
    while let brace = rest.firstIndex(of: "{") {
      text += rest[..<brace]
      rest = rest[brace...]
      let digit = rest.dropFirst().first?.wholeNumberValue
      if let digit, arguments.indices.contains(digit), rest.dropFirst(2).first == "}" {
        text += arguments[digit]
        rest = rest.dropFirst(3)
      } else {
        text.append(rest.removeFirst())
      }
    }
    return text + rest
  }
}
