/// How many colors a terminal shows.
public enum ColorDepth: Int, Hashable, Sendable, Comparable {
  /// None, or none wanted.
  case none = 0
  /// The eight of ANSI.
  case eight = 8
  /// Those and their bright variants.
  case sixteen = 16
  /// The palette of xterm.
  case indexed = 256
  /// Red, green and blue.
  case trueColor = 16_777_216

  /// The deepest that needs no more colors than this.
  public init(colors: Int) {
    let fitting: [Self] = [.trueColor, .indexed, .sixteen, .eight]
    self = fitting.first { $0.rawValue <= colors } ?? .none
  }

  /// Fewer colors come first.
  public static func < (one: Self, other: Self) -> Bool { one.rawValue < other.rawValue }
}
