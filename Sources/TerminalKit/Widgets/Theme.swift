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
  /// nil for the terminal's own text and background.
  package var surfaces: Surfaces?
  /// The background of the row of the cursor; nil for reversed text.
  package var cursorSurface: Color?
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
  /// The colors of `$` to `$$$$` as text.
  package var categories: [Style]
  /// The colors of `$` to `$$$$` as discs and areas.
  package var marks: [Style]
  /// A disc or an area without a category.
  package var neutral: Style
  /// The colors of a growing number of venues in one place, as dots and areas.
  package var heat: [Style]
  /// The bars of low, medium and high shares.
  private let levels: [Style]
  /// The text on areas; nil for reversed text.
  private let ink: Color?

  /// Creates the styles of a palette; attributes carry the meaning without colors, too.
  package init(_ palette: Palette) {
    func style(_ color: Color, _ attributes: Attributes = []) -> Style {
      Style(foreground: color, attributes: attributes)
    }
    muted = palette.muted
    stale = palette.muted
    accent = style(palette.accent)
    cursorMark = accent
    key = style(palette.accent, .bold)
    positive = style(palette.positive)
    attention = style(palette.attention, .bold)
    highlight = style(palette.warm, .bold)
    match = style(palette.warm, [.bold, .underline])
    chosen = style(palette.accent, .bold)
    selection = highlight
    bar = style(palette.bar)
    problem = style(palette.problem, .bold)
    marker = style(palette.marker, .bold)
    categories = palette.categories.map { style($0) }
    marks = (palette.marks ?? palette.categories).map { style($0) }
    neutral = palette.neutral.map { style($0) } ?? palette.muted
    heat = palette.heat.map { style($0) }
    levels = (palette.levels ?? [palette.problem, palette.warm, palette.positive]).map { style($0) }
    ink = palette.ink ?? palette.surfaces?.base
    surfaces = palette.surfaces
    cursorSurface = palette.surfaces?.cursor
  }

  /// Attributes only: bold, dim, underlined and reverse.
  package static let plain: Theme = {
    var theme = Theme(.none)
    theme.heat = [.dim, .plain, .bold, Style(attributes: [.bold, .underline]), .reverse]
    return theme
  }()
}

extension Theme {
  /// The color of a bar for a share of 1, such as a rating: low, medium or high.
  package func scale(_ share: Double) -> Style {
    levels[share < 0.6 ? 0 : share < 0.8 ? 1 : 2]
  }

  /// The style of a cell in the row of the cursor: its colors stay readable.
  package func cursor(_ style: Style) -> Style {
    // Text on an area of a color.
    if style.attributes.contains(.reverse), style.foreground != .standard { return style }
    if let cursorSurface { return style.background == .standard ? style.on(cursorSurface) : style }
    return Style(
      attributes: style.attributes.subtracting(.dim).union(.reverse), link: style.link)
  }

  /// The style of a cell in a selected row.
  package func selected(_ style: Style) -> Style {
    guard let surfaces, style.background == .standard else { return style }
    return style.on(surfaces.selection)
  }

  /// The style of a cell in a row that has just changed.
  package func changed(_ style: Style) -> Style {
    guard accent.foreground != .standard else { return style.adding(.underline) }
    var style = style
    style.foreground = accent.foreground
    return style
  }

  /// The style of text on an area in the color of a style.
  package func onArea(_ style: Style) -> Style {
    guard let ink, style.foreground != .standard else { return style.adding(.reverse) }
    return Style(foreground: ink, background: style.foreground)
  }

  /// The crosses of a map, which are fainter than what it shows.
  package var grid: Style { surfaces.map { Style(foreground: $0.covered) } ?? muted }

  /// The style of a cell that a box covers in part.
  package func covered(_ style: Style) -> Style {
    guard let surfaces else { return .dim }
    return Style(foreground: surfaces.covered, background: surfaces.base)
  }

  /// The style of a cell on a screen without focus, where the cursor has a fainter surface and a muted mark.
  package func unfocused(_ style: Style) -> Style {
    guard let cursorSurface, style.background == cursorSurface else { return style }
    let isMark = style.on(.standard) == cursorMark
    return (isMark ? muted : style).on(surfaces?.raised ?? .standard)
  }

  /// The style of a cell with colors of the theme in place of the terminal's own, on the screen or in a box.
  package func settled(_ style: Style, isRaised: Bool = false) -> Style {
    guard let surfaces else { return style }
    var style = style
    if style.foreground == .standard { style.foreground = surfaces.text }
    if style.background == .standard {
      style.background = isRaised ? surfaces.raised : surfaces.base
    }
    return style
  }
}

/// The styles and symbols of widgets.
package struct RenderStyle: Sendable {
  package var theme: Theme
  package var symbols: Symbols

  package init(theme: Theme, symbols: Symbols) {
    self.theme = theme
    self.symbols = symbols
  }

  /// A horizontal bar for a fraction of 1 on a track, which shows its full length.
  package func bar(_ part: Double, columns: Int, style: Style? = nil) -> SpanLine {
    let bar = symbols.bar(part, columns: columns)
    return SpanLine([
      Span(bar, (style ?? theme.bar).on(track.background)),
      emptyTrack(columns - TextWidth.displayWidth(of: bar)),
    ])
  }

  /// Ranges within 0 to 1 on a track, in whole cells.
  ///
  /// In columns with a height, up to 1, there is a vertical bar instead of the track.
  package func scale(
    _ ranges: [ClosedRange<Double>], columns: Int,
    height: (_ column: Int) -> Double? = { _ in nil }
  ) -> SpanLine {
    let cells = ranges.map { range in
      let start = min(columns - 1, Int(range.lowerBound * Double(columns)))
      return start..<max(start + 1, Int((range.upperBound * Double(columns)).rounded(.up)))
    }
    return SpanLine(
      (0..<columns).map { column in
        let isInside = cells.contains { $0.contains(column) }
        if let height = height(column) {
          // The lowest bar marks the range where there is nothing.
          guard isInside || height > 0 else { return emptyTrack(1) }
          let style = isInside ? theme.bar : theme.muted
          return Span(
            symbols.level(max(height, .leastNonzeroMagnitude)), style.on(track.background))
        }
        if ranges.isEmpty { return Span(" ") }
        return isInside ? Span(symbols.bars[0], theme.bar.on(track.background)) : emptyTrack(1)
      })
  }

  /// The cells of the parts of a stacked bar: colors where there are any, else patterns.
  package func parts(_ colors: [Style]) -> [Span] {
    let hasColors = Set(colors.map(\.foreground)).count == colors.count
    guard hasColors else { return symbols.patterns.map { Span($0) } }
    return symbols.patterns.flatMap { pattern in colors.map { Span(pattern, $0) } }
  }

  private var track: Style {
    theme.surfaces.map { Style(background: $0.track) } ?? theme.muted
  }

  /// The part of a track without a bar.
  package func emptyTrack(_ columns: Int) -> Span {
    let sign = theme.surfaces == nil ? symbols.track : " "
    return Span(String(repeating: sign, count: max(0, columns)), track)
  }
}
