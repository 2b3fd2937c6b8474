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
