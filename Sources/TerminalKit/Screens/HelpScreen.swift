/// The keys of the screen below; typing filters them.
@MainActor
package final class HelpScreen<Action: KeyAction>: TypingScreen {
  private let host: any ScreenHost<Action>
  package let name: String
  private let title: SpanLine
  /// The texts of an empty query and of one without matches.
  private let texts: (hint: String, empty: String)
  /// Returns the lines that match a query for a width, and for a height that they may exceed.
  private let matches: (_ query: String, _ size: Size) -> [SpanLine]
  private var query = TextField()
  private var lines: [SpanLine] = []
  private var scrolled = ScrolledLines()
  /// The minimum height for a blank line below the query.
  private static var fewestForBlank: Int { 30 }

  /// Creates a help screen with the lines that `matches` returns for a query.
  package init(
    _ host: any ScreenHost<Action>, name: String, title: SpanLine, hint: String, empty: String,
    matches: @escaping (_ query: String, _ size: Size) -> [SpanLine]
  ) {
    self.host = host
    self.name = name
    self.title = title
    texts = (hint, empty)
    self.matches = matches
  }

  package nonisolated static var commands: [KeyCommand<HelpScreen, Action>] {
    [KeyCommand(.back, rank: 1) { $0.host.pop($0) }]
      + ScrolledLines.commands { screen, scroll in scroll(&screen.scrolled) }
  }

  package func bindings(where isIncluded: (Action) -> Bool) -> [KeyBinding<Action>] {
    Self.commands.bound(to: self, where: isIncluded)
  }

  package func edit(_ change: (inout TextField) -> Bool) -> Bool {
    let old = query.text
    guard change(&query) else { return false }
    if query.text != old { scrolled.reset() }
    return true
  }

  package func handle(_ mouse: MouseEvent) { _ = scrolled.handle(.mouse(mouse)) }

  package func layout(in area: Rect) {
    let inner = linesArea(in: area)
    lines = matches(query.text, inner.size)
    scrolled.fit(count: lines.count, height: inner.rows)
  }

  private func linesArea(in area: Rect) -> Rect {
    area.inset(left: 1, top: area.rows >= Self.fewestForBlank ? 3 : 2, right: 1)
  }

  package func draw(on canvas: inout Canvas, in area: Rect) -> Point? {
    let render = host.style
    canvas.fill(in: area)
    TitleLine(left: title, right: []).draw(
      on: &canvas, in: area.row(0))
    let inner = linesArea(in: area)
    scrolled.draw(lines, on: &canvas, in: inner, render: render)
    if lines.isEmpty {
      canvas.write(texts.empty, at: inner.origin, style: render.theme.muted)
    }
    return drawQuery(on: &canvas, in: area.row(1).inset(left: 1, right: 1))
  }

  private func drawQuery(on canvas: inout Canvas, in row: Rect) -> Point {
    let render = host.style
    if query.text.isEmpty {
      canvas.write(
        texts.hint, at: row.origin.moved(columns: 1), style: render.theme.muted)
    }
    return query.draw(on: &canvas, at: row.origin, columns: row.columns, style: render.theme.accent)
  }
}
