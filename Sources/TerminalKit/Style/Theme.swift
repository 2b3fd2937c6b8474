/// What things look like, by what they mean.
package struct Theme: Hashable, Sendable {
  /// The name of a screen.
  package var title = Style.bold
  /// The header of a column or a group.
  package var heading = Style.bold
  /// The header of a section of the list.
  package var section = Style(attributes: [.bold, .underline])
  /// What is there to be overlooked: rules, explanations.
  package var muted: Style
  /// A figure whose newer value is on its way.
  package var stale: Style
  /// The row that keys act on.
  package var cursor = Style.reverse
  /// The mark beside that row.
  package var cursorMark: Style
  /// A key that can be pressed.
  package var key: Style
  /// The filter in words.
  package var accent: Style
  package var positive: Style
  package var attention: Style
  package var highlight: Style
  /// Letters that a search found.
  package var match: Style
  /// A choice that is on.
  package var chosen: Style
  /// The sign of a marked row.
  package var selection: Style
  /// The bar beside a number.
  package var bar: Style
  /// Something that went wrong.
  package var problem: Style
  /// Where you are on a map.
  package var marker: Style
  /// The colors of `$` to `$$$$` on a map.
  package var categories: [Style]
  /// The colors of more and more venues in one place.
  package var heat: [Style]

  /// What some colors give, each with the attributes that tell the same without it.
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

  /// Nothing but bold, dim, underlined and reverse.
  package static let plain: Theme = {
    var theme = Theme(.none)
    theme.heat = [.dim, .plain, .bold, Style(attributes: [.bold, .underline]), .reverse]
    return theme
  }()
}

/// The colors and the symbols that widgets are drawn in.
package struct RenderStyle: Sendable {
  package var theme: Theme
  package var symbols: Symbols

  package init(theme: Theme, symbols: Symbols) {
    self.theme = theme
    self.symbols = symbols
  }
}
