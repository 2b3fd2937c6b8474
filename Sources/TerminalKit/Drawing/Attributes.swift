/// How text is set, apart from its colors.
public struct Attributes: OptionSet, Hashable, Sendable {
  /// The bits; the C side of the driver knows them.
  public let rawValue: UInt8

  /// Makes a set from its bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Heavier, or brighter.
  public static let bold = Self(rawValue: 1)
  /// Fainter.
  public static let dim = Self(rawValue: 2)
  /// Slanted, where the terminal can.
  public static let italic = Self(rawValue: 4)
  /// With a line below.
  public static let underline = Self(rawValue: 8)
  /// With text and background color exchanged.
  public static let reverse = Self(rawValue: 16)
  /// With a line through; dim in ncurses, which has no such line.
  public static let strikethrough = Self(rawValue: 32)
}
