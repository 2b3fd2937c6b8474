import Terminal

/// What things look like, by what they mean.
struct Theme: Hashable, Sendable {
  /// The name of a screen.
  var title = Style.bold
  /// The header of a column or a group.
  var heading = Style.bold
  /// The header of a section of the list.
  var section = Style(attributes: [.bold, .underline])
  /// What is there to be overlooked: rules, explanations.
  var muted = Style.dim
  /// A figure whose newer value is on its way.
  var stale = Style.dim
  /// The row that keys act on.
  var cursor = Style.reverse
  /// The mark beside that row.
  var cursorMark = Style(foreground: .cyan, attributes: .bold)
  /// A key that can be pressed.
  var key = Style(foreground: .cyan, attributes: .bold)
  /// The filter in words.
  var filter = Style(foreground: .cyan)
  var price = Style(foreground: .green)
  var deal = Style(foreground: .magenta, attributes: .bold)
  var favorite = Style(foreground: .yellow, attributes: .bold)
  /// Letters that a search found.
  var match = Style(foreground: .yellow, attributes: [.bold, .underline])
  /// A choice that is on.
  var chosen = Style(foreground: .green, attributes: .bold)
  /// The sign of a marked row.
  var mark = Style(foreground: .yellow, attributes: .bold)
  /// The bar beside a number.
  var bar = Style(foreground: .blue)
  /// Something that went wrong.
  var problem = Style(foreground: .red, attributes: .bold)

  /// Where you are on a map.
  var you = Style(foreground: .red, attributes: .bold)
  /// The colours of `$` to `$$$$` on a map.
  var prices = [Color.green, .yellow, .magenta, .red].map { Style(foreground: $0) }
  /// The colours of more and more venues in one place.
  var density = [Color.blue, .cyan, .green, .yellow, .red].map { Style(foreground: $0) }

  /// The user's own sixteen colours, which fit the background already.
  static let colored = Theme()

  /// Nothing but bold, dim, underlined and reverse.
  static let plain = Theme(
    cursorMark: .bold, key: .bold, filter: .plain, price: .plain, deal: .bold, favorite: .bold,
    match: Style(attributes: [.bold, .underline]), chosen: .bold, mark: .bold, bar: .plain,
    problem: .bold)

  /// The theme for a terminal with so many colours.
  init(for depth: ColorDepth) {
    self = depth == .none ? .plain : .colored
  }

  private init() {}

  private init(
    cursorMark: Style, key: Style, filter: Style, price: Style, deal: Style, favorite: Style,
    match: Style, chosen: Style, mark: Style, bar: Style, problem: Style
  ) {
    self.cursorMark = cursorMark
    self.key = key
    self.filter = filter
    self.price = price
    self.deal = deal
    self.favorite = favorite
    self.match = match
    self.chosen = chosen
    self.mark = mark
    self.bar = bar
    self.problem = problem
  }
}
