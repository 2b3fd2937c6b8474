import FetchKit
import TerminalKit
import Venues

/// Draws the text fields of the filter screen and the remarks below them.
struct FilterFieldsView {
  let state: FilterState
  let render: RenderContext
  /// The key that applies the filter; nil without one.
  var applyKey: String?

  private var ranges: FilterRangesView { FilterRangesView(state: state, render: render) }

  private func left(of field: FilterField) -> Int {
    if field.isRange { return ranges.left }
    return field.facet == nil ? lastLeft : titleRight(render.strings.title(of: field))
  }

  /// The common left edge of the search, the condition and the summary.
  var lastLeft: Int {
    let titles =
      [FilterField.search, .condition].map(render.strings.title) + [render.strings.summary]
    return titles.map(titleRight).max() ?? 0
  }

  private func titleRight(_ title: String) -> Int { 3 + TextWidth.displayWidth(of: title) }

  func draw(_ field: FilterField, on canvas: inout Canvas, in row: Rect) -> Point? {
    let title = render.strings.title(of: field)
    canvas.write(
      title, at: row.origin.moved(columns: 2),
      style: field.facet == nil ? .plain : render.theme.heading)
    let start = row.origin.moved(columns: left(of: field) + 1)
    let room = row.right - 1 - start.column
    if field == state.editedField, let editing = state.editing {
      defer { drawUnit(of: field, on: &canvas, in: row, after: start) }
      return editing.draw(on: &canvas, at: start, columns: room, style: render.theme.filter)
    }
    let (text, hint) = texts(of: field, columns: room)
    if text.isEmpty {
      canvas.write(hint, at: start, style: render.theme.muted, width: room)
    } else {
      let isInvalid = field.range.map { state.invalidRanges[$0] != nil } ?? false
      let style = isInvalid ? render.theme.problem : render.theme.chosen
      canvas.write(text, at: start, style: style, width: room)
    }
    if case .range(let filter) = field { ranges.drawScale(of: filter, on: &canvas, in: row) }
    drawUnit(of: field, on: &canvas, in: row, after: start)
    return nil
  }

  /// The text of a field that is not edited, and what stands for an empty one.
  private func texts(of field: FilterField, columns: Int) -> (text: String, hint: String) {
    guard case .range(let filter) = field else {
      // A shorter hint leaves room for the unit of the counts.
      let unit =
        field.facet == nil ? 0 : TextWidth.displayWidth(of: render.strings.unitOfCounts) + 2
      let hints = hints(for: field)
      let hint =
        hints.first { TextWidth.displayWidth(of: $0) + unit <= columns }
        ?? hints.first { TextWidth.displayWidth(of: $0) <= columns }
      return (state.text(of: field), hint ?? "")
    }
    return (ranges.text(of: filter, columns: columns), ranges.hint(for: filter, columns: columns))
  }

  /// The placeholder of an empty field, from the longest form to the shortest; one that filters a list says how many
  /// of its names are shown.
  private func hints(for field: FilterField) -> [String] {
    guard let group = field.facet, let hidden = state.visibleFacets?.hidden[group] else {
      guard let applyKey else { return [] }
      let hint = render.strings.hint(for: field, key: applyKey)
      let isFocused = state.focus == .field(field)
      return (isFocused ? [render.strings.typingHint(hint, key: applyKey)] : []) + [hint]
    }
    let shown = state.rows.count { $0.facet == group }
    return hidden > 0 ? render.strings.top(shown, of: shown + hidden) : []
  }

  /// Draws the unit of the counts below a field that filters a list, or that nothing matches, if there is room.
  private func drawUnit(
    of field: FilterField, on canvas: inout Canvas, in row: Rect, after start: Point
  ) {
    guard field.facet != nil else { return }
    let isListed = state.facets == nil || state.rows.contains { $0.facet == field.facet }
    let hasFilter = !state.choices.isEmpty || !state.text(of: field).isBlank
    let empty = hasFilter ? render.strings.nothingFound : render.strings.noData
    let unit = isListed ? render.strings.unitOfCounts : empty
    let column = row.right - 1 - TextWidth.displayWidth(of: unit)
    let (text, hint) = texts(of: field, columns: row.right - 1 - start.column)
    let used = TextWidth.displayWidth(of: text.isEmpty ? hint : text)
    guard column >= start.column + used + 2 else { return }
    canvas.write(unit, at: Point(column: column, row: row.top), style: render.theme.muted)
  }

  /// Draws the remark on a range or a confirmed field, or the error of the condition under a caret or the completions
  /// of its last word.
  func drawRemark(on field: FilterField, on canvas: inout Canvas, in row: Rect) {
    if field == state.confirmedField {
      return draw(offer, below: field, on: &canvas, in: row)
    }
    if case .range(let filter) = field {
      let remark = ranges.remark(on: filter, columns: row.columns - 4)
      return draw(remark, below: field, on: &canvas, in: row)
    }
    if let completions = state.listedCompletions {
      return draw(completions.words, chosen: completions.index, on: &canvas, in: row)
    }
    guard let error = conditionError(in: row) else { return }
    canvas.write(
      render.symbols.caret, at: Point(column: error.caret, row: row.top),
      style: render.theme.problem)
    guard let column = error.column else { return }
    canvas.write(error.text, at: Point(column: column, row: row.top), style: render.theme.problem)
  }

  /// What the key that applies the filter would show.
  private var offer: Span {
    guard let counts = state.counts, let applyKey else { return Span("") }
    if let variable = state.template?.variables.min() {
      return Span(render.strings.asks(for: variable, key: applyKey), render.theme.muted)
    }
    let matches = render.strings.venues(counts.matching)
    return Span(
      render.strings.shows(matches, key: applyKey),
      state.areCountsCurrent ? render.theme.muted : render.theme.stale)
  }

  /// Draws a remark below its field, or further left if there is no room.
  private func draw(
    _ remark: Span, below field: FilterField, on canvas: inout Canvas, in row: Rect
  ) {
    let last = row.columns - 1 - TextWidth.displayWidth(of: remark.text)
    let column = max(3, min(left(of: field) + 1, last))
    canvas.write(
      remark.text, at: row.origin.moved(columns: column), style: remark.style,
      width: row.columns - 4)
  }

  /// Draws the completions from the left, without the first ones if the chosen one would not fit.
  private func draw(_ words: [String], chosen: Int?, on canvas: inout Canvas, in row: Rect) {
    func line(from first: Int) -> SpanLine {
      SpanLine(
        words.indices.dropFirst(first).flatMap { index in
          [
            Span(words[index], index == chosen ? render.theme.chosen : render.theme.muted),
            Span("  "),
          ]
        })
    }
    let room = row.columns - 4
    let first = words.indices.first { first in
      guard let chosen, first < chosen else { return true }
      let shown = words[first...chosen].map { TextWidth.displayWidth(of: $0) + 2 }
      return shown.reduce(0, +) <= room
    }
    line(from: first ?? 0)
      .draw(on: &canvas, at: Point(column: row.left + 3, row: row.top), columns: room)
  }

  /// The error of the condition and its position in the row.
  struct ConditionError {
    let caret: Int
    let text: String
    /// The start of the text; nil if it fits on neither side of the caret.
    let column: Int?
  }

  /// nil without an error, or if completions are shown.
  func conditionError(in row: Rect) -> ConditionError? {
    guard let problem = state.condition?.problem, state.listedCompletions == nil else { return nil }
    let left = row.left + left(of: .condition) + 1
    let hidden = state.editing?.hiddenColumns(in: row.right - 1 - left) ?? 0
    let caret = left + max(0, min((problem.place ?? 0) - hidden, row.right - 3 - left))
    let text = render.strings.text(problem.fault)
    let width = TextWidth.displayWidth(of: text)
    let fitsAfter = caret + 2 + width < row.right
    let fitsBefore = width <= caret - row.left - 4
    return ConditionError(
      caret: caret, text: text,
      column: fitsAfter ? caret + 2 : fitsBefore ? row.left + 3 : nil)
  }
}
