import TerminalKit

extension Theme {
  /// A theme by its name, in so many colors; nil stands for a background that nobody told of.
  init(_ name: ThemeName, depth: ColorDepth, background: Background? = nil) {
    guard depth != .none, name != .mono else {
      self = .plain
      if name == .highContrast { (muted, stale) = (Style.plain, Style.plain) }
      return
    }
    self.init(Self.palette(name, isDeep: depth >= .indexed, isLight: background == .light))
  }

  /// The user's own colors may be anything, so they are left when there are only those.
  private static func palette(_ name: ThemeName, isDeep: Bool, isLight: Bool) -> Palette {
    switch name {
    case .mono: .none
    case .auto: isLight ? .terminalOnLight : .terminal
    case .terminal: .terminal
    case .dark: isDeep ? .dark : .terminal
    case .light: isDeep ? .light : .terminalOnLight
    case .highContrast where isDeep: isLight ? .contrastOnLight : .contrastOnDark
    case .highContrast: Palette(muted: .plain)
    case .colorBlind where isDeep: isLight ? .colorBlindOnLight : .colorBlindOnDark
    case .colorBlind: .colorBlindTerminal
    }
  }
}
