import Resources

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
