/// The keys held down beside another key or a mouse button.
public struct Modifiers: OptionSet, Hashable, Sendable {
  /// The bits.
  public let rawValue: UInt8

  /// Makes a set from its bits.
  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  /// Shift; never set for characters, which come in upper case instead.
  public static let shift = Self(rawValue: 1)
  /// Alt, or Meta.
  public static let alt = Self(rawValue: 2)
  /// Control.
  public static let ctrl = Self(rawValue: 4)
}
