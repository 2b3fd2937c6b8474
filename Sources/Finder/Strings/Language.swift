/// A language that the finder speaks.
public nonisolated enum Language: String, Hashable, Sendable, CaseIterable {
  case english = "en"
  case chinese = "zh-Hans"
  case russian = "ru"

  /// The language of a code such as "ru", "zh-Hans" or "zh_CN.UTF-8"; nil for one it does not speak.
  public init?(code: String) {
    let name = code.prefix(while: \.isLetter).lowercased()
    guard let language = Self.allCases.first(where: { $0.rawValue.prefix(2) == name }) else {
      return nil
    }
    self = language
  }
}

extension Language {
  /// Its words, with lengths in some units.
  func strings(_ units: LengthUnits) -> any Strings {
    switch self {
    case .english: English(units)
    case .chinese: Chinese(units)
    case .russian: Russian(units)
    }
  }
}
