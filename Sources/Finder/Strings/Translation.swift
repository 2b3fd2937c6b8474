import Foundation
import Resources

/// A file of `Resources/Strings`: the texts of one language by key.
nonisolated struct Translation: Hashable, Sendable, Decodable {
  /// The name of the language in English.
  let name: String
  let plurals: PluralRule
  let texts: [String: Text]

  /// A text with `{0}`, `{1}`, … for its arguments, in one form or in one for each plural category.
  enum Text: Hashable, Sendable, Decodable {
    case plain(String)
    case plural([String: String])

    init(from decoder: any Decoder) throws {
      let container = try decoder.singleValueContainer()
      self =
        if let text = try? container.decode(String.self) {
          .plain(text)
        } else {
          .plural(try container.decode([String: String].self))
        }
    }
  }

  /// The translation to a language; nil for English.
  init?(_ language: Language) {
    guard let bytes = TranslationFile.bytes(of: language.code),
      let translation = try? JSONDecoder().decode(Translation.self, from: Data(bytes))
    else { return nil }
    self = translation
  }

  /// The text of a key; nil if it exists in English only.
  func text(_ key: String, _ category: PluralCategory = .other) -> String? {
    switch texts[key] {
    case .plain(let text): text
    case .plural(let forms): forms[category.rawValue] ?? forms[PluralCategory.other.rawValue]
    case nil: nil
    }
  }
}

/// A form of a noun after a number, as the plural rules of Unicode CLDR name it.
nonisolated enum PluralCategory: String, Hashable, Sendable, CaseIterable {
  case one
  case few
  case many
  /// Also the form after a fraction.
  case other
}

/// The plural rule of a language.
///
/// See <https://www.unicode.org/cldr/charts/48/supplemental/language_plural_rules.html>.
nonisolated enum PluralRule: String, Hashable, Sendable, Decodable {
  /// As in Chinese and Japanese.
  case other
  /// As in English and German.
  case oneOther = "one other"
  /// As in Russian and Ukrainian.
  case oneFewMany = "one few many other"

  func category(of count: Int) -> PluralCategory {
    switch self {
    case .other: .other
    case .oneOther: count == 1 ? .one : .other
    case .oneFewMany:
      switch (count.magnitude % 10, count.magnitude % 100) {
      case (_, 11...14): .many
      case (1, _): .one
      case (2...4, _): .few
      default: .many
      }
    }
  }
}

/// A language of the finder's texts: English, or that of a file in `Resources/Strings`.
public nonisolated struct Language: Hashable, Sendable {
  /// The BCP 47 code that names its file, such as "zh-Hans".
  public let code: String

  init(_ code: String) { self.code = code }

  public static let english = Language("en")

  /// All languages, English first.
  public static let all = [english] + TranslationFile.codes.map { Language($0) }

  /// The language of a code or locale such as "ru", "zh-Hans" or "zh_CN.UTF-8"; nil without one.
  public init?(code: String) {
    func name(_ code: String) -> String { code.prefix(while: \.isLetter).lowercased() }
    let exact = Self.all.first { $0.code.lowercased() == code.lowercased() }
    guard let language = exact ?? Self.all.first(where: { name($0.code) == name(code) }) else {
      return nil
    }
    self = language
  }
}
