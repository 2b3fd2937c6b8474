import TerminalKit
import Venues

// MARK: - Text fields

extension FilterView {
  private func fieldLeft(_ field: FilterField) -> Int {
    let titles: [FilterField]
    // Ranges are aligned.
    if case .range = field {
      titles = RangeFilter.allCases.map(FilterField.range)
    } else {
      titles = [field]
    }
    return 3 + (titles.map { TextWidth.displayWidth(of: render.strings.title(of: $0)) }.max() ?? 0)
  }

  func draw(_ field: FilterField, on canvas: inout Canvas, in row: Rect) -> Point? {
    let title = render.strings.title(of: field)
    canvas.write(title, at: row.origin.moved(columns: 2), style: render.theme.heading)
    let start = row.origin.moved(columns: fieldLeft(field) + 1)
    let room = row.right - 1 - start.column
    let isFocused = state.focus == .field(field)
    if isFocused, let editing = state.editing {
      canvas.write(
        render.symbols.cursor, at: row.origin.moved(columns: 1), style: render.theme.cursorMark)
      return editing.draw(on: &canvas, at: start, columns: room, style: render.theme.filter)
    }
    let text = text(of: field)
    canvas.write(
      text.isEmpty ? render.strings.hint(for: field) : text, at: start,
      style: text.isEmpty ? render.theme.muted : render.theme.filter, width: room)
    if case .range(let filter) = field {
      let width = state.invalidRanges[filter] == nil ? rangeWidth : TextWidth.displayWidth(of: text)
      draw(filter, on: &canvas, in: row.inset(left: start.column + width + 1 - row.left))
    }
    if isFocused { canvas.drawCursor(in: row.inset(left: 1), render: render.style) }
    return nil
  }

  /// The width of the widest text of a range, so that all tracks have one length.
  private var rangeWidth: Int {
    let texts = RangeFilter.allCases.map { filter in
      state.choices.ranges[filter].map { render.strings.text($0, of: filter) }
        ?? render.strings.hint(for: .range(filter))
    }
    return texts.map { TextWidth.displayWidth(of: $0) }.max() ?? 0
  }

  /// The text of a field that is not edited; a valid range is shown in words.
  private func text(of field: FilterField) -> String {
    guard case .range(let filter) = field, state.invalidRanges[filter] == nil,
      let range = state.choices.ranges[filter]
    else { return state.text(of: field) }
    return render.strings.text(range, of: filter)
  }

  /// Draws a range on its scale, or what is wrong with its text.
  private func draw(_ filter: RangeFilter, on canvas: inout Canvas, in row: Rect) {
    guard state.invalidRanges[filter] == nil else {
      canvas.write(
        render.strings.wrongRange(filter), at: row.origin, style: render.theme.problem,
        width: row.columns - 1)
      return
    }
    let columns = min(Self.barColumns, row.columns - 1)
    guard columns >= Self.shortestBar else { return }
    let range = state.choices.ranges[filter].map { range in
      (
        range.lower.map(filter.place) ?? 0, range.upper.map(filter.place) ?? 1
      )
    }
    render.style.scale(range, columns: columns)
      .draw(
        on: &canvas, at: Point(column: row.right - 1 - columns, row: row.top), columns: columns)
  }

  /// The error of the condition under a caret, or the completions of its last word.
  func drawRemark(on canvas: inout Canvas, in row: Rect) {
    if let completions = state.listedCompletions {
      return draw(completions.words, chosen: completions.index, on: &canvas, in: row)
    }
    guard let remark = remark(in: row) else { return }
    canvas.write(
      render.symbols.caret, at: Point(column: remark.caret, row: row.top),
      style: render.theme.problem)
    guard let column = remark.column else { return }
    canvas.write(remark.text, at: Point(column: column, row: row.top), style: render.theme.problem)
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
  struct Remark {
    let caret: Int
    let text: String
    /// The start of the text; nil if it fits on neither side of the caret.
    let column: Int?
  }

  /// nil without an error, or if completions are shown.
  func remark(in row: Rect) -> Remark? {
    guard let problem = state.condition?.problem, state.listedCompletions == nil else { return nil }
    let left = row.left + fieldLeft(.condition) + 1
    let hidden = state.editing?.hiddenColumns(in: row.right - 1 - left) ?? 0
    let caret = left + max(0, min((problem.place ?? 0) - hidden, row.right - 3 - left))
    let text = render.strings.text(problem.fault)
    let width = TextWidth.displayWidth(of: text)
    let fitsAfter = caret + 2 + width < row.right
    let fitsBefore = width <= caret - row.left - 4
    return Remark(
      caret: caret, text: text,
      column: fitsAfter ? caret + 2 : fitsBefore ? row.left + 3 : nil)
  }
}
