/// How texts are compared: the letters in square brackets behind an operator.
public struct TextOptions: OptionSet, Hashable, Sendable {
  public let rawValue: Int
  public init(rawValue: Int) { self.rawValue = rawValue }

  /// `[c]`: upper and lower case are the same.
  public static let caseInsensitive = TextOptions(rawValue: 1)
  /// `[d]`: letters with and without diacritics are the same.
  public static let diacriticInsensitive = TextOptions(rawValue: 2)
  /// `[l]`: order as a person sorts; here the natural order, the same in every locale.
  public static let localeAware = TextOptions(rawValue: 4)
  /// `[n]`: both texts are known to be normalised.
  public static let normalized = TextOptions(rawValue: 8)
}
