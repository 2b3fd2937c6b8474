/// A box of text, which may change while it is open.
@MainActor
package final class TextBox<Action: KeyAction>: Screen {
  private let host: any ScreenHost<Action>
  package let name: String
  /// Returns the lines for a number of columns.
  private let text: (Int) -> [SpanLine]
  /// Returns additional commands; while there are any, Esc does not close the box.
  private let commands: () -> [KeyBinding<Action>]
  private var lines: [SpanLine] = []
  private var scrolled = ScrolledLines()
  /// The width of the box in the last layout.
  private var columns = 64

  package init(
    _ host: any ScreenHost<Action>, name: String, text: @escaping (Int) -> [SpanLine],
    commands: @escaping () -> [KeyBinding<Action>] = { [] }
  ) {
    self.host = host
    self.name = name
    self.text = text
    self.commands = commands
  }

  package var placement: Placement {
    .box(Size(columns: 64, rows: 10), rows: text(columns - 5).count + 2)
  }

  package func bindings(where isIncluded: (Action) -> Bool) -> [KeyBinding<Action>] {
    let commands = commands()
    return (commands.isEmpty ? Self.closeCommands.bound(to: self) : commands)
      .filter { isIncluded($0.action) }
      + (scrolled.isScrollable ? Self.scrollCommands.bound(to: self, where: isIncluded) : [])
  }

  private nonisolated static var closeCommands: [KeyCommand<TextBox, Action>] {
    [
      KeyCommand(.back, rank: 1) { $0.host.pop($0) },
      KeyCommand(.accept) { $0.host.pop($0) },
    ]
  }

  private nonisolated static var scrollCommands: [KeyCommand<TextBox, Action>] {
    ScrolledLines.commands { screen, scroll in scroll(&screen.scrolled) }
  }

  /// The key table without additional commands.
  package nonisolated static var commands: [KeyCommand<TextBox, Action>] {
    closeCommands + scrollCommands
  }

  /// Not while Esc has another meaning, as in a box about something that is running.
  package var passesKeys: Bool { bindings { $0 == .back }.contains(where: \.isEnabled) }

  package func handle(_ event: TerminalEvent) -> Bool { scrolled.handle(event) }

  package func layout(in area: Rect) {
    columns = area.columns
    lines = text(columns - 5)
    scrolled.fit(count: lines.count, height: area.rows - 2)
  }

  package func draw(on canvas: inout Canvas, in area: Rect) -> Point? {
    let inner = Box.draw(on: &canvas, in: area, title: name, render: host.style)
    scrolled.draw(
      lines, on: &canvas, in: inner.inset(left: 2, right: 1), render: host.style)
    return nil
  }
}
