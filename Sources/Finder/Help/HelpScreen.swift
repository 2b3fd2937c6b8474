import TerminalKit

/// The keys of the screen below, made from its bindings; letters narrow them.
final class HelpScreen: TypingScreen {
  private let context: FinderContext
  private let title: String
  private let actions: [Action]
  private var query = TextField()
  private var lines: [SpanLine] = []
  private var scrolled = ScrolledLines()

  /// Explains the bindings of the screen of a name.
  init(_ context: FinderContext, of name: String, bindings: [KeyBinding]) {
    self.context = context
    title = "\(context.strings.help)\(context.symbols.separator)\(name)"
    actions = bindings.map(\.action)
  }

  var name: String { context.strings.help }

  var bindings: [KeyBinding] {
    [KeyBinding(.back, rank: 1) { self.context.pop(self) }]
      + ScrolledLines.bindings { $0(&self.scrolled) }
  }

  func edit(_ change: (inout TextField) -> Bool) -> Bool {
    let old = query.text
    guard change(&query) else { return false }
    if query.text != old { scrolled.reset() }
    return true
  }

  func handle(_ mouse: MouseEvent) { _ = scrolled.handle(.mouse(mouse)) }

  func layout(in area: Rect) {
    lines = HelpText(render: context.render, keymap: context.keymap)
      .lines(actions, matching: query.text, columns: area.columns)
    scrolled.fit(count: lines.count, height: area.rows - 2)
  }

  func draw(on canvas: inout Canvas, in area: Rect) -> Point? {
    let render = context.render
    canvas.fill(in: area)
    TitleLine(left: SpanLine(title, render.theme.title), right: []).draw(
      on: &canvas, in: area.row(0))
    let inner = area.inset(left: 1, top: 2, right: 1)
    scrolled.draw(lines, on: &canvas, in: inner)
    if lines.isEmpty {
      canvas.write(render.strings.nothingFound, at: inner.origin, style: render.theme.muted)
    }
    return drawQuery(on: &canvas, in: area.row(1).inset(left: 1, right: 1))
  }

  private func drawQuery(on canvas: inout Canvas, in row: Rect) -> Point {
    let render = context.render
    if query.text.isEmpty {
      canvas.write(
        render.strings.typeToFind, at: row.origin.moved(columns: 1), style: render.theme.muted)
    }
    return query.draw(on: &canvas, at: row.origin, columns: row.columns, style: render.theme.filter)
  }
}
