import Terminal

/// The keys of the screen below, made from its bindings.
final class HelpScreen: Screen {
  private let context: FinderContext
  private let title: String
  private let lines: [SpanLine]
  private var scrolled = ScrolledLines()

  /// Explains the bindings of the screen of a name.
  init(_ context: FinderContext, of name: String, bindings: [KeyBinding]) {
    self.context = context
    title = "\(context.look.strings.help)\(context.look.symbols.separator)\(name)"
    lines = HelpText(look: context.look, keymap: context.keymap).lines(bindings.map(\.action))
  }

  var name: String { context.look.strings.help }

  var bindings: [KeyBinding] {
    [KeyBinding(.back, rank: 1) { self.context.pop(self) }]
      + ScrolledLines.bindings { $0(&self.scrolled) }
  }

  func handle(_ event: TerminalEvent) -> Bool { scrolled.handle(event) }

  func layout(in area: Rect) {
    scrolled.fit(count: lines.count, height: area.rows - 1)
  }

  func draw(on canvas: inout Canvas, in area: Rect) -> Point? {
    TitleLine(left: SpanLine(title, context.look.theme.title), right: [])
      .draw(on: &canvas, in: area.row(0))
    scrolled.draw(lines, on: &canvas, in: area.inset(left: 1, top: 1, right: 1))
    return nil
  }
}
