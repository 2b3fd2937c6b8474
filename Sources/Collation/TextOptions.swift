/// The options of a text comparison, written in brackets after an operator as in `CONTAINS[cd]`.
public struct TextOptions: OptionSet, Hashable, Sendable {
  /// The options as bits: 1 is `c`, 2 is `d`, 4 is `l`, 8 is `n`.
  public let rawValue: UInt8

  /// Makes options from their bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// `[c]`: ignores case by full Unicode case folding ("ß" equals "SS").
  public static let caseInsensitive = TextOptions(rawValue: 1)

  /// `[d]`: ignores the diacritics of Latin, Greek and Cyrillic letters.
  public static let diacriticInsensitive = TextOptions(rawValue: 2)

  /// `[l]`: `<` and `>` use the natural order ("Boba 2" before "Boba 10"), the same in every locale.
  ///
  /// Equality, `CONTAINS` and the other operators do not change with it.
  public static let localeAware = TextOptions(rawValue: 4)

  /// `[n]`: the texts are already normalized, so all other options are ignored.
  public static let normalized = TextOptions(rawValue: 8)
}
