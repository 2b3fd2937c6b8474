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
    case .highContrast: .contrast
    case .colorBlind where isDeep: isLight ? .colorBlindOnLight : .colorBlindOnDark
    case .colorBlind: .colorBlindTerminal
    }
  }
}

/// A set of colors that a user can choose.
public nonisolated enum ThemeName: String, Hashable, Sendable, CaseIterable {
  /// The terminal's own colors, those that can be read on its background as far as it tells.
  case auto
  /// The terminal's own colors.
  case terminal
  /// Soft colors for a dark background.
  case dark
  /// Strong colors for a light background.
  case light
  /// Nothing pale.
  case highContrast = "high-contrast"
  /// Colors that are told apart without red and green.
  case colorBlind = "color-blind"
  /// No colors.
  case mono

  /// The one after this, after the last the first.
  var next: Self {
    let all = Self.allCases
    return all[((all.firstIndex(of: self) ?? 0) + 1) % all.count]
  }
}

/// What is behind the text.
nonisolated enum Background: Hashable, Sendable {
  case dark
  case light

  /// The kind of a color, 0 to 255 each, by how bright it looks (ITU-R BT.601).
  init(red: UInt8, green: UInt8, blue: UInt8) {
    let brightness = 0.299 * Double(red) + 0.587 * Double(green) + 0.114 * Double(blue)
    self = brightness > 127 ? .light : .dark
  }
}

extension Theme {
  var filter: Style { accent }
  var price: Style { positive }
  var deal: Style { attention }
  var favorite: Style { highlight }
  var you: Style { marker }
  /// The colors of `$` to `$$$$`.
  var prices: [Style] { categories }
  /// The colors of more and more venues in one place.
  var density: [Style] { heat }
}

extension Symbols {
  var favorite: String { star }
  /// The user's location on a map.
  var you: String { target }
  /// The cursor's venue on a map.
  var here: String { diamond }
  /// A part of the walking circle.
  var circle: String { ring }
}
