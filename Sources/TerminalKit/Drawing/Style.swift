/// The style of a cell.
public struct Style: Hashable, Sendable {
  public var foreground: Color
  public var background: Color
  public var attributes: Attributes
  /// The URL that the text links to (OSC 8); nil without a link.
  public var link: String?

  /// Creates a style; without arguments, the terminal's own.
  public init(
    foreground: Color = .standard, background: Color = .standard, attributes: Attributes = [],
    link: String? = nil
  ) {
    self.foreground = foreground
    self.background = background
    self.attributes = attributes
    self.link = link
  }

  /// The terminal's own colors and nothing else.
  public static let plain = Self()
  public static let bold = Self(attributes: .bold)
  public static let dim = Self(attributes: .dim)
  public static let reverse = Self(attributes: .reverse)

  /// The style with additional attributes.
  public func adding(_ attributes: Attributes) -> Self {
    var result = self
    result.attributes.formUnion(attributes)
    return result
  }

  /// The style on another background.
  public func on(_ color: Color) -> Self {
    var result = self
    result.background = color
    return result
  }

  /// The style with a link to this address.
  public func linked(to address: String?) -> Self {
    var result = self
    result.link = address
    return result
  }
}

/// The color of text or background.
public enum Color: Hashable, Sendable {
  /// The terminal's own text or background color.
  case standard
  /// One of the terminal's sixteen colors; 8 to 15 are the bright ones.
  case palette(UInt8)
  /// One of the 256 colors of xterm.
  case indexed(UInt8)
  /// Red, green and blue; drawn as the nearest color that the terminal has.
  case rgb(UInt8, UInt8, UInt8)

  public static let black = Self.palette(0)
  public static let red = Self.palette(1)
  public static let green = Self.palette(2)
  public static let yellow = Self.palette(3)
  public static let blue = Self.palette(4)
  public static let magenta = Self.palette(5)
  public static let cyan = Self.palette(6)
  public static let white = Self.palette(7)
  /// The red that is readable on a dark background.
  public static let brightRed = Self.palette(9)
  /// The blue that is readable on a dark background.
  public static let brightBlue = Self.palette(12)
}

/// Text attributes other than color.
public struct Attributes: OptionSet, Hashable, Sendable {
  /// The bits, which the C part of the driver uses, too.
  public let rawValue: UInt8

  public init(rawValue: UInt8) {
    self.rawValue = rawValue
  }

  public static let bold = Self(rawValue: 1)
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
