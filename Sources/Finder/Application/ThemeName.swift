import TerminalKit

extension Theme {
  /// The theme with a name for a number of colors; `background` is nil if unknown.
  init(_ name: ThemeName, depth: ColorDepth, background: Background? = nil) {
    guard depth != .none, name != .mono else {
      self = .plain
      if name == .highContrast { (muted, stale) = (Style.plain, Style.plain) }
      return
    }
    let isDeep = depth >= .indexed
    self.init(Self.palette(name, isDeep: isDeep, isLight: background == .light))
    if isDeep, surfaces == nil, let background {
      cursorSurface = .indexed(background == .light ? 254 : 237)
    }
  }

  /// With sixteen colors, which users define, only those are used.
  private static func palette(_ name: ThemeName, isDeep: Bool, isLight: Bool) -> Palette {
    switch name {
    case .mono: .none
    case .auto where isDeep: isLight ? .light : .dark
    case .auto, .terminal: isLight ? .terminalOnLight : .terminal
    case .dark: isDeep ? .dark : .terminal
    case .light: isDeep ? .light : .terminalOnLight
    case .highContrast where isDeep: isLight ? .contrastOnLight : .contrastOnDark
    case .highContrast: .contrast
    case .colorBlind where isDeep: isLight ? .colorBlindOnLight : .colorBlindOnDark
    case .colorBlind: isLight ? .colorBlindTerminalOnLight : .colorBlindTerminal
    }
  }
}

/// The name of a theme.
public nonisolated enum ThemeName: String, Hashable, Sendable, CaseIterable {
  /// Dark or light like the background of the terminal.
  case auto
  /// The terminal's own colors.
  case terminal
  /// Soft colors on a dark background.
  case dark
  /// Strong colors on a light background.
  case light
  /// High contrast.
  case highContrast = "high-contrast"
  /// Colors that differ without red and green.
  case colorBlind = "color-blind"
  /// No colors.
  case mono

  /// The next theme, cyclically.
  var next: Self {
    let all = Self.allCases
    return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
  }
}

/// The background of the terminal.
nonisolated enum Background: Hashable, Sendable {
  case dark
  case light

  /// The kind of a color, components from 0 to 255, by its luma (ITU-R BT.601).
  init(red: UInt8, green: UInt8, blue: UInt8) {
    let brightness = 0.299 * Double(red) + 0.587 * Double(green) + 0.114 * Double(blue)
    self = brightness > 127 ? .light : .dark
  }
}

extension Theme {
  var filter: Style { accent }
  var deal: Style { attention }
  var favorite: Style { highlight }
  var you: Style { marker }
  /// The colors of `$` to `$$$$` as text.
  var prices: [Style] { categories }
  /// The colors of a growing number of venues in one place.
  var density: [Style] { heat }
}

extension Symbols {
  var favorite: String { star }
  /// The user's location on a map.
  var you: String { target }
  /// The cursor's venue on a map.
  var here: String { diamond }
  /// A cell of the walking distance circle.
  var circle: String { ring }
}
