/// The color of a cell's text or background.
public enum Color: Hashable, Sendable {
  /// The terminal's own text or background color.
  case standard
  /// One of the user's own sixteen colors, 0 to 15 (8 to 15 are the bright ones).
  case palette(UInt8)
  /// One of the 256 colors of xterm.
  case indexed(UInt8)
  /// Red, green and blue; the nearest color that the terminal has.
  case rgb(UInt8, UInt8, UInt8)

  /// The user's black.
  public static let black = Self.palette(0)
  /// The user's red.
  public static let red = Self.palette(1)
  /// The user's green.
  public static let green = Self.palette(2)
  /// The user's yellow.
  public static let yellow = Self.palette(3)
  /// The user's blue.
  public static let blue = Self.palette(4)
  /// The user's magenta.
  public static let magenta = Self.palette(5)
  /// The user's cyan.
  public static let cyan = Self.palette(6)
  /// The user's white.
  public static let white = Self.palette(7)
  /// The user's bright black.
  public static let gray = Self.palette(8)
}
