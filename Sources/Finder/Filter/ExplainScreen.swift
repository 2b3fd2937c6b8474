import FetchKit
import TerminalKit
import Venues

/// The screen that explains the query of the list.
final class ExplainScreen: Screen {
  private let context: FinderContext
  private var text: ExplainText
  private var lines: [SpanLine] = []
  private var scrolled = ScrolledLines()

  /// Explains the request of a list and its choices.
  init(
    _ context: FinderContext, _ request: FetchRequest<Venue>, _ choices: FilterChoices,
    _ sorts: [SortChoice], sectioning: VenueSectioning?
  ) {
    self.context = context
    text = ExplainText(
      render: context.render, choices: choices, sorts: sorts, sectioning: sectioning)
    context.start { [self, store = context.store] in
      text.explanation = try await Task.detached { try store.explain(request) }.value
    }
  }

  var name: String { context.strings.explanation }

  nonisolated static let commands: [KeyCommand<ExplainScreen>] =
    [KeyCommand(.back, rank: 1) { $0.context.pop($0) }]
    + ScrolledLines.commands { screen, scroll in scroll(&screen.scrolled) }

  var bindings: [KeyBinding] { Self.commands.bound(to: self) }

  func handle(_ event: TerminalEvent) -> Bool { scrolled.handle(event) }

  func layout(in area: Rect) {
    text.render = context.render
    lines = text.lines(columns: area.columns - 2)
    scrolled.fit(count: lines.count, height: area.rows - 1)
  }

  func draw(on canvas: inout Canvas, in area: Rect) -> Point? {
    canvas.fill(in: area)
    TitleLine(left: SpanLine(name, context.theme.title), right: [])
      .draw(on: &canvas, in: area.row(0))
    scrolled.draw(
      lines, on: &canvas, in: area.inset(left: 1, top: 1, right: 1), render: context.style)
    return nil
  }
}
