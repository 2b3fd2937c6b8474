import FetchKit
import TerminalKit
import Venues

/// The screen that explains the query of the list.
final class ExplainScreen: CommandScreen {
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

/// The explanation of a query as lines.
struct ExplainText {
  var render: RenderContext
  let choices: FilterChoices
  let sorts: [SortChoice]
  let sectioning: VenueSectioning?
  /// nil until the store has explained it.
  var explanation: FetchExplanation?

  /// The lines, wrapped to a width.
  func lines(columns: Int) -> [SpanLine] {
    ExplainPart.allCases.flatMap { part -> [SpanLine] in
      let lines = texts(of: part).flatMap { indented($0, columns: columns) }
      guard !lines.isEmpty else { return [] }
      return [SpanLine(render.strings.title(of: part), render.theme.heading)] + lines + [SpanLine()]
    }
  }

  private func texts(of part: ExplainPart) -> [String] {
    switch part {
    case .words: [words, order]
    case .predicate: [choices.predicate.formatWithDateLiterals]
    case .sql: explanation.map { [$0.sql] } ?? []
    case .values: values.isEmpty ? [] : [values.joined(separator: ", ")]
    case .plan: explanation?.plan ?? []
    case .result: explanation.map { [result($0)] } ?? []
    }
  }

  private var words: String {
    var bare = choices
    bare.condition = nil
    let condition = choices.condition.map { PredicateWords(strings: render.strings).text($0) }
    let parts = [FilterSummary(render: render).filter(bare), condition].compactMap(\.self)
    return parts.isEmpty
      ? render.strings.allVenues : parts.joined(separator: render.symbols.separator)
  }

  private var order: String {
    FilterSummary(render: render).order(
      sorts, sectioning: sectioning, isRanked: choices.similar != nil
    ).first ?? ""
  }

  private var values: [String] {
    explanation?.bindings.map { FetchExpression.constant($0).formatWithDateLiterals } ?? []
  }

  private func result(_ explanation: FetchExplanation) -> String {
    render.strings.found(
      explanation.rows, milliseconds: explanation.duration / .milliseconds(1))
  }

  /// The lines of a text with its indentation.
  private func indented(_ text: String, columns: Int) -> [SpanLine] {
    let indent = String(
      repeating: " ", count: min(text.prefix { $0 == " " }.count + 1, columns / 2))
    return TextWrap.lines(text, columns: columns - indent.count).map { SpanLine(indent + $0) }
  }
}

/// A part of the explanation.
enum ExplainPart: Hashable, CaseIterable {
  case words
  case predicate
  case sql
  case values
  case plan
  case result
}
