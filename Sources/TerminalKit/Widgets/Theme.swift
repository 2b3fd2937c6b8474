/// Styles by meaning.
package struct Theme: Hashable, Sendable {
  /// The name of a screen.
  package var title = Style.bold
  /// The header of a column or a group.
  package var heading = Style.bold
  /// The header of a section of the list.
  package var section = Style(attributes: [.bold, .underline])
  /// Secondary text: rules, explanations.
  package var muted: Style
  /// A number that is being recomputed.
  package var stale: Style
  /// The row of the cursor.
  package var cursor = Style.reverse
  /// The symbol in the first column of that row.
  package var cursorMark: Style
  /// A key in hints.
  package var key: Style
  /// Active filters.
  package var accent: Style
  package var positive: Style
  package var attention: Style
  package var highlight: Style
  /// Search matches.
  package var match: Style
  /// An active choice.
  package var chosen: Style
  /// The symbol of a selected row.
  package var selection: Style
  /// A bar beside a number.
  package var bar: Style
  /// An error.
  package var problem: Style
  /// The user's location on a map.
  package var marker: Style
  /// The colors of `$` to `$$$$` on a map.
  package var categories: [Style]
  /// The colors of a growing number of venues in one place.
  package var heat: [Style]

  /// Creates the styles of a palette; attributes carry the meaning without colors, too.
  package init(_ palette: Palette) {
    func style(_ color: Color, _ attributes: Attributes = []) -> Style {
      Style(foreground: color, attributes: attributes)
    }
    muted = palette.muted
    stale = palette.muted
    cursorMark = style(palette.accent, .bold)
    key = cursorMark
    accent = style(palette.accent)
    positive = style(palette.positive)
    attention = style(palette.attention, .bold)
    highlight = style(palette.warm, .bold)
    match = style(palette.warm, [.bold, .underline])
    chosen = style(palette.positive, .bold)
    selection = highlight
    bar = style(palette.bar)
    problem = style(palette.problem, .bold)
    marker = style(palette.marker, .bold)
    categories = palette.categories.map { style($0) }
    heat = palette.heat.map { style($0) }
  }

  /// Attributes only: bold, dim, underlined and reverse.
  package static let plain: Theme = {
    var theme = Theme(.none)
    theme.heat = [.dim, .plain, .bold, Style(attributes: [.bold, .underline]), .reverse]
    return theme
  }()
}

/// The styles and symbols of widgets.
package struct RenderStyle: Sendable {
  package var theme: Theme
  package var symbols: Symbols

  package init(theme: Theme, symbols: Symbols) {
    self.theme = theme
    self.symbols = symbols
  }
}
