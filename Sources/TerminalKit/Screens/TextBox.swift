/// A box of lines over another screen, which may change while it is open.
@MainActor
package final class TextBox<Action: KeyAction>: Screen {
  private let host: any ScreenHost<Action>
  package let name: String
  /// Gives the lines for so many columns.
  private let text: (Int) -> [SpanLine]
  /// Gives what else can be done; while there is something, the box stays open without it.
  private let commands: () -> [KeyBinding<Action>]
  private var lines: [SpanLine] = []
  private var scrolled = ScrolledLines()

  package init(
    _ host: any ScreenHost<Action>, name: String, text: @escaping (Int) -> [SpanLine],
    commands: @escaping () -> [KeyBinding<Action>] = { [] }
  ) {
    self.host = host
    self.name = name
    self.text = text
    self.commands = commands
  }

  package var placement: Placement { .box(Size(columns: 64, rows: 10)) }

  package var bindings: [KeyBinding<Action>] {
    let commands = commands()
    let closing = [
      KeyBinding<Action>(.back, rank: 1) { self.host.pop(self) },
      KeyBinding<Action>(.accept) { self.host.pop(self) },
    ]
    return (commands.isEmpty ? closing : commands) + ScrolledLines.bindings { $0(&self.scrolled) }
  }

  package func handle(_ event: TerminalEvent) -> Bool { scrolled.handle(event) }

  package func layout(in area: Rect) {
    lines = text(area.columns - 4)
    scrolled.fit(count: lines.count, height: area.rows - 2)
  }

  package func draw(on canvas: inout Canvas, in area: Rect) -> Point? {
    let inner = Box.draw(on: &canvas, in: area, title: name, render: host.style)
    scrolled.draw(lines, on: &canvas, in: inner.inset(left: 1, right: 1))
    return nil
  }
}
