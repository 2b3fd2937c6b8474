/// What a terminal can do.
public struct Capabilities: Hashable, Sendable {
  /// How many colors there are.
  public var colors: ColorDepth
  /// False when only ASCII can be drawn; the driver then draws its nearest ASCII instead.
  public var isUnicode: Bool
  /// True when a frame may be shown in one piece (mode 2026).
  public var isSynchronized: Bool
  /// True when links can be clicked (OSC 8).
  public var hasLinks: Bool
  /// True when the mouse can be reported.
  public var hasMouse: Bool
  /// True where an Esc and the key that follows it closely come as one key with alt.
  public var joinsEscape: Bool
  /// The name of the terminal's type in use, as in TERM.
  public var type: String

  /// Makes a set of capabilities; without arguments, those of a good modern terminal.
  public init(
    colors: ColorDepth = .indexed, isUnicode: Bool = true, isSynchronized: Bool = true,
    hasLinks: Bool = true, hasMouse: Bool = true, joinsEscape: Bool = false,
    type: String = "xterm-256color"
  ) {
    self.colors = colors
    self.isUnicode = isUnicode
    self.isSynchronized = isSynchronized
    self.hasLinks = hasLinks
    self.hasMouse = hasMouse
    self.joinsEscape = joinsEscape
    self.type = type
  }
}
