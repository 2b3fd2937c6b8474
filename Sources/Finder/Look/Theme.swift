import Foundation
import TerminalKit

/// What things look like, by what they mean.
struct Theme: Hashable, Sendable {
  /// The name of a screen.
  var title = Style.bold
  /// The header of a column or a group.
  var heading = Style.bold
  /// The header of a section of the list.
  var section = Style(attributes: [.bold, .underline])
  /// What is there to be overlooked: rules, explanations.
  var muted: Style
  /// A figure whose newer value is on its way.
  var stale: Style
  /// The row that keys act on.
  var cursor = Style.reverse
  /// The mark beside that row.
  var cursorMark: Style
  /// A key that can be pressed.
  var key: Style
  /// The filter in words.
  var filter: Style
  var price: Style
  var deal: Style
  var favorite: Style
  /// Letters that a search found.
  var match: Style
  /// A choice that is on.
  var chosen: Style
  /// The sign of a marked row.
  var mark: Style
  /// The bar beside a number.
  var bar: Style
  /// Something that went wrong.
  var problem: Style
  /// Where you are on a map.
  var you: Style
  /// The colors of `$` to `$$$$` on a map.
  var prices: [Style]
  /// The colors of more and more venues in one place.
  var density: [Style]

  /// What some colors give, each with the attributes that tell the same without it.
  init(_ palette: Palette) {
    func style(_ color: Color, _ attributes: Attributes = []) -> Style {
      Style(foreground: color, attributes: attributes)
    }
    muted = palette.muted
    stale = palette.muted
    cursorMark = style(palette.accent, .bold)
    key = cursorMark
    filter = style(palette.accent)
    price = style(palette.good)
    deal = style(palette.deal, .bold)
    favorite = style(palette.warm, .bold)
    match = style(palette.warm, [.bold, .underline])
    chosen = style(palette.good, .bold)
    mark = favorite
    bar = style(palette.bar)
    problem = style(palette.problem, .bold)
    you = style(palette.you, .bold)
    prices = palette.prices.map { style($0) }
    density = palette.density.map { style($0) }
  }

  /// Nothing but bold, dim, underlined and reverse.
  static let plain: Theme = {
    var theme = Theme(.none)
    theme.density = [.dim, .plain, .bold, Style(attributes: [.bold, .underline]), .reverse]
    return theme
  }()
}

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
