/// The capabilities of a terminal.
public struct Capabilities: Hashable, Sendable {
  /// The number of colors.
  public var colors: ColorDepth
  /// Whether non-ASCII text can be drawn; if not, the driver draws similar ASCII characters.
  public var isUnicode: Bool
  /// Whether frames can be shown in one piece (mode 2026).
  public var isSynchronized: Bool
  /// Whether links can be clicked (OSC 8).
  public var hasLinks: Bool
  /// Whether the mouse can be reported.
  public var hasMouse: Bool
  /// The program between this one and the terminal; nil for none.
  public var multiplexer: Multiplexer?
  /// The terminal type in use, as in TERM.
  public var type: String

  /// Creates a set of capabilities; without arguments, those of a good modern terminal.
  public init(
    colors: ColorDepth = .indexed, isUnicode: Bool = true, isSynchronized: Bool = true,
    hasLinks: Bool = true, hasMouse: Bool = true, multiplexer: Multiplexer? = nil,
    type: String = "xterm-256color"
  ) {
    self.colors = colors
    self.isUnicode = isUnicode
    self.isSynchronized = isSynchronized
    self.hasLinks = hasLinks
    self.hasMouse = hasMouse
    self.multiplexer = multiplexer
    self.type = type
  }
}

/// A terminal in a terminal.
public enum Multiplexer: String, Hashable, Sendable {
  /// tmux.
  case tmux
  /// GNU screen.
  case screen
}

/// The number of colors of a terminal.
public enum ColorDepth: Int, Hashable, Sendable, Comparable {
  /// No colors.
  case none = 0
  /// The eight ANSI colors.
  case eight = 8
  /// The ANSI colors and their bright variants.
  case sixteen = 16
  /// The palette of xterm.
  case indexed = 256
  /// Red, green and blue.
  case trueColor = 16_777_216

  /// The largest depth that needs at most this many colors.
  public init(colors: Int) {
    let fitting: [Self] = [.trueColor, .indexed, .sixteen, .eight]
    self = fitting.first { $0.rawValue <= colors } ?? .none
  }

  /// Fewer colors come first.
  public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}
