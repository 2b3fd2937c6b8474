import TerminalKit

/// A box of lines over another screen, which may change while it is open.
final class TextBox: Screen {
  private let context: FinderContext
  let name: String
  /// Gives the lines for so many columns.
  private let text: (Int) -> [SpanLine]
  /// Gives what else can be done; while there is something, the box stays open without it.
  private let commands: () -> [KeyBinding]
  private var lines: [SpanLine] = []
  private var scrolled = ScrolledLines()

  init(
    _ context: FinderContext, name: String, text: @escaping (Int) -> [SpanLine],
    commands: @escaping () -> [KeyBinding] = { [] }
  ) {
    self.context = context
    self.name = name
    self.text = text
    self.commands = commands
  }

  var placement: Placement { .box(Size(columns: 64, rows: 10)) }

  var bindings: [KeyBinding] {
    let commands = commands()
    let closing = [
      KeyBinding(.back, rank: 1) { self.context.pop(self) },
      KeyBinding(.accept) { self.context.pop(self) },
    ]
    return (commands.isEmpty ? closing : commands) + ScrolledLines.bindings { $0(&self.scrolled) }
  }

  func handle(_ event: TerminalEvent) -> Bool { scrolled.handle(event) }

  func layout(in area: Rect) {
    lines = text(area.columns - 4)
    scrolled.fit(count: lines.count, height: area.rows - 2)
  }

  func draw(on canvas: inout Canvas, in area: Rect) -> Point? {
    let inner = Box.draw(on: &canvas, in: area, title: name, render: context.render)
    scrolled.draw(lines, on: &canvas, in: inner.inset(left: 1, right: 1))
    return nil
  }
}
