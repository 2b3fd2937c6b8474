/// How a cell looks.
public struct Style: Hashable, Sendable {
  /// The color of the text.
  public var foreground: Color
  /// The color behind the text.
  public var background: Color
  /// Bold, underlined and so on.
  public var attributes: Attributes
  /// The address that the text links to (OSC 8); nil without a link.
  public var link: String?

  /// Makes a style; without arguments, the terminal's own.
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
  /// Bold text.
  public static let bold = Self(attributes: .bold)
  /// Dim text.
  public static let dim = Self(attributes: .dim)
  /// Text and background exchanged.
  public static let reverse = Self(attributes: .reverse)

  /// The style with these attributes as well.
  public func adding(_ attributes: Attributes) -> Self {
    var result = self
    result.attributes.formUnion(attributes)
    return result
  }

  /// The style with another text color.
  public func colored(_ color: Color) -> Self {
    var result = self
    result.foreground = color
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
