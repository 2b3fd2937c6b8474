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
      if case .range(let filter) = field {
        let end = start.moved(columns: TextWidth.displayWidth(of: editing.text) + 2)
        drawAdvice(on: filter, isEmpty: editing.text.isEmpty, on: &canvas, at: end, in: row)
      }
      return editing.draw(on: &canvas, at: start, columns: room, style: render.theme.filter)
    }
    let text = text(of: field, columns: room)
    if text.isEmpty {
      let hint = hint(for: field)
      if TextWidth.displayWidth(of: hint) <= room {
        canvas.write(hint, at: start, style: render.theme.muted)
      }
    } else {
      let style = isInvalid(field) ? render.theme.problem : render.theme.filter
      canvas.write(text, at: start, style: style, width: room)
    }
    if case .range(let filter) = field {
      if let track = track(of: filter, in: row) {
        scale(of: filter, columns: track.columns)
          .draw(on: &canvas, at: track.origin, columns: track.columns)
      } else if state.invalidRanges[filter] != nil {
        let end = start.moved(columns: TextWidth.displayWidth(of: text) + 1)
        drawAdvice(on: filter, isEmpty: false, on: &canvas, at: end, in: row)
      }
    }
    if field == .category || field == .city { drawUnit(on: &canvas, in: row, after: start) }
    if isFocused { canvas.drawCursor(in: row.inset(left: 1), render: render.style) }
    return nil
  }

  /// Draws the unit of the counts below a field that filters a list, if there is room.
  private func drawUnit(on canvas: inout Canvas, in row: Rect, after start: Point) {
    let unit = render.strings.unitOfCounts
    let column = row.right - 1 - TextWidth.displayWidth(of: unit)
    let hint = TextWidth.displayWidth(of: render.strings.hint(for: .category))
    guard column >= start.column + hint + 2 else { return }
    canvas.write(unit, at: Point(column: column, row: row.top), style: render.theme.muted)
  }

  private func isInvalid(_ field: FilterField) -> Bool {
    if case .range(let filter) = field { state.invalidRanges[filter] != nil } else { false }
  }

  /// The width of the widest text of a range, so that all tracks have one length.
  private func rangeWidth(columns: Int) -> Int {
    let texts = RangeFilter.allCases.filter { !isEmpty($0) }.map { filter in
      state.choices[filter].map { text($0, of: filter, columns: columns) }
        ?? hint(for: .range(filter))
    }
    return texts.map { TextWidth.displayWidth(of: $0) }.max() ?? 0
  }

  /// The longest form of a range that fits.
  private func text(_ range: NumberRange, of filter: RangeFilter, columns: Int) -> String {
    let forms = render.strings.texts(range, of: filter)
    return forms.first { TextWidth.displayWidth(of: $0) <= columns } ?? forms[forms.count - 1]
  }

  /// What an empty field stands for, or what to type there.
  private func hint(for field: FilterField) -> String {
    if case .range(let filter) = field, isEmpty(filter) { return render.strings.noData }
    return render.strings.hint(for: field)
  }

  /// Whether no venue has a value for a range, which is not limited either.
  private func isEmpty(_ filter: RangeFilter) -> Bool {
    state.emptyKeyPaths.contains(filter.keyPath) && state.choices[filter] == nil
  }

  /// The text of a field that is not edited; a valid range is shown in words.
  private func text(of field: FilterField, columns: Int) -> String {
    guard case .range(let filter) = field, state.invalidRanges[filter] == nil else {
      return state.text(of: field)
    }
    if let range = state.choices[filter] { return text(range, of: filter, columns: columns) }
    // Prices with a gap between them.
    return filter == .price
      ? state.choices.prices.sorted().map(\.text).joined(separator: ", ") : ""
  }

  /// Draws examples beside an empty text, or what is wrong with an invalid one.
  private func drawAdvice(
    on filter: RangeFilter, isEmpty: Bool, on canvas: inout Canvas, at point: Point, in row: Rect
  ) {
    guard isEmpty || state.invalidRanges[filter] != nil else { return }
    let room = row.right - 1 - point.column
    let forms = render.strings.examples(of: filter, isInvalid: !isEmpty)
    guard let text = forms.first(where: { TextWidth.displayWidth(of: $0) <= room }) else { return }
    canvas.write(
      text, at: point, style: isEmpty ? render.theme.muted : render.theme.problem)
  }

  /// The area of the scale of a range in its row; nil if it is edited or invalid, or there is no room.
  func track(of filter: RangeFilter, in row: Rect) -> Rect? {
    let field = FilterField.range(filter)
    let isEdited = state.focus == .field(field) && state.editing != nil
    guard state.invalidRanges[filter] == nil, !isEdited, !isEmpty(filter) else { return nil }
    let start = row.left + fieldLeft(field) + 1
    let left = start + rangeWidth(columns: row.right - 1 - start) + 1
    let columns = min(Self.barColumns, row.right - 1 - left)
    guard columns >= Self.shortestBar else { return nil }
    return Rect(column: row.right - 1 - columns, row: row.top, columns: columns, rows: 1)
  }

  /// The numbers of venues between the stops of a range; nil if they are unknown, or all 0.
  private func histogram(of filter: RangeFilter) -> [Int]? {
    let counts = state.counts?.prices ?? [:]
    let bins =
      filter == .price ? PriceLevel.known.map { counts[$0] ?? 0 } : state.histograms[filter]
    return bins.flatMap { $0.contains { $0 > 0 } ? $0 : nil }
  }

  /// A range on its scale, with the venues between the stops as bars.
  private func scale(of filter: RangeFilter, columns: Int) -> SpanLine {
    let span = state.choices[filter].map(filter.span)
    let bins = histogram(of: filter)
    let most = bins?.max() ?? 0
    return render.style.scale(span, columns: columns) { column in
      guard let bins, most > 0 else { return nil }
      return Double(bins[column * bins.count / columns]) / Double(most)
    }
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
