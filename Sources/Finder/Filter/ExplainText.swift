import FetchKit
import TerminalKit
import Venues

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
