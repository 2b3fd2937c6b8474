/// How two texts are compared: the letters in brackets after an operator, as in `CONTAINS[cd]`.
public struct TextOptions: OptionSet, Hashable, Sendable {
  /// The options as bits: 1 is `c`, 2 is `d`, 4 is `l`, 8 is `n`.
  public let rawValue: UInt8

  /// Makes options from their bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// `[c]`: texts that differ in case only are equal, in full Unicode case folding ("ß" is "SS").
  public static let caseInsensitive = TextOptions(rawValue: 1)

  /// `[d]`: marks on Latin, Greek and Cyrillic letters do not count; those of other scripts do.
  public static let diacriticInsensitive = TextOptions(rawValue: 2)

  /// `[l]`: `<` and `>` use the natural order ("Boba 2" before "Boba 10"), the same in every locale.
  ///
  /// Equality, `CONTAINS` and the other operators do not change with it.
  public static let localeAware = TextOptions(rawValue: 4)

  /// `[n]`: the texts are known to be prepared for comparing, so that all other options are ignored.
  public static let normalized = TextOptions(rawValue: 8)
}
