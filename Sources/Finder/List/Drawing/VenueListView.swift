import FetchKit
import Foundation
import TerminalKit
import Venues

/// Draws the state of the list screen.
struct VenueListView {
  let state: VenueListState
  let page: VenueListState.Page
  let totals: VenueListTotals.Values
  let render: RenderContext
  let keymap: Keymap
  /// Whether a box covers the middle.
  var isCovered = false
  /// Whether the list is the top screen, so that its keys work.
  var hasKeys = true
  /// Whether the rows are those of an earlier filter or order, as the new ones take long.
  var isOutdated = false
  /// The conditions of opened groups, which the user did not type.
  var groupConditions: [FetchPredicate] = []

  /// The minimum width of the name of a location.
  private static let shortestPlace = 10
  /// The width of the section index and the margin after it.
  private static let indexColumns = 2
  /// The minimum width for distance bands in the footer.
  static let wide = 132

  /// Draws the screen; returns the position of the cursor during a search.
  func draw(on canvas: inout Canvas, in area: Rect) -> Point? {
    let frame = frame(area)
    drawTitle(on: &canvas, in: frame.title)
    drawWelcome(on: &canvas, in: frame.welcome)
    let cursor = drawFilter(on: &canvas, in: frame.filter)
    canvas.drawRule(in: frame.upperRule, render: render.style)
    drawRowsAbove(on: &canvas, in: frame.upperRule)
    drawRows(on: &canvas, frame)
    canvas.drawRule(in: frame.lowerRule, render: render.style)
    drawFooter(on: &canvas, in: frame.footer)
    return cursor
  }

  private func drawTitle(on canvas: inout Canvas, in row: Rect) {
    let origin = originText.map { Span($0, render.theme.muted) }
    let total = totals.list.map { Span(render.strings.venues($0.total)) }
    let separator = Span(render.symbols.separator, render.theme.muted)
    let named = placeNames.map {
      Span(render.strings.origin(state.origin, named: $0), render.theme.muted)
    }
    let places = named + [origin].compactMap(\.self)
    let full = places.map { SpanLine((total.map { [$0, separator] } ?? []) + [$0]) }
    TitleLine(
      left: SpanLine(render.strings.appName, render.theme.title),
      right: full + [SpanLine(total.map { [$0] } ?? [])]
    ).draw(on: &canvas, in: row)
  }

  /// The coordinates of the location, or that no venue has a distance; nil if no visible venue can tell.
  private var originText: String? {
    let origin = render.strings.origin(state.origin, named: nil)
    guard state.origin.coordinate == nil, let totals = totals.list, totals.total > 0 else {
      return origin
    }
    if totals.shown.count == 0 { return nil }
    return lacksDistances ? render.strings.noLocation(name(.location)) : origin
  }

  /// Whether no venue of the store has a distance.
  private var lacksDistances: Bool {
    state.origin.coordinate == nil && !totals.hasDistances && totals.list?.shown.count ?? 0 > 0
  }

  /// The sort order without distances if no venue has one.
  private var sorts: [SortChoice] {
    let known = state.sorts.filter { $0.sort != .distance }
    return lacksDistances && !known.isEmpty ? known : state.sorts
  }

  /// The name of the location, then without its street, then with fewer characters.
  private var placeNames: [String] {
    guard let name = state.placeName else { return [] }
    let short = name.components(separatedBy: ", ").first ?? name
    let width = TextWidth.displayWidth(of: short)
    return [name, short]
      + stride(from: width - 1, through: Self.shortestPlace, by: -1).map {
        TextWidth.truncated(short, to: $0, ellipsis: render.symbols.ellipsis)
      }
  }

  private func drawFilter(on canvas: inout Canvas, in row: Rect) -> Point? {
    let text = FilterSummary(render: render)
    let orders = text.order(
      sorts, sectioning: state.sectioning, isRanked: state.choices.similar != nil
    ).map { SpanLine($0, render.theme.muted) }
    guard let search = state.search else {
      let forms = filterForms(columns: row.columns)
      let shortestOrder = orders.last?.width ?? 0
      let fitting = forms.first { $0.width + 2 + shortestOrder <= row.columns - 2 }
      TitleLine(left: fitting ?? forms[forms.count - 1], right: orders).draw(on: &canvas, in: row)
      return nil
    }
    let start = row.origin.moved(columns: 1)
    canvas.write("/", at: start, style: render.theme.key)
    let room = row.columns - 5 - max(12, TextWidth.displayWidth(of: search.text))
    let remark = SpanLine(
      searchRemarks.first { TextWidth.displayWidth(of: $0) <= room } ?? "", render.theme.match)
    remark.draw(
      on: &canvas, at: row.origin.moved(columns: row.columns - 1 - remark.width),
      columns: remark.width)
    return search.draw(
      on: &canvas, at: start.moved(columns: 1), columns: row.columns - 4 - remark.width,
      style: .plain)
  }

  /// The note beside the search that its words are not the typed ones, from the longest form to the shortest.
  private var searchRemarks: [String] {
    let strings = render.strings
    guard state.choices.similar != nil else {
      return state.findsSimilar ? [strings.similarWords] : []
    }
    let full = state.findsSimilar ? strings.bestFirst : strings.noExactMatch
    return [full, strings.similarWords]
  }

  /// The filter in words, and a note on restored sessions, from the longest form to the shortest.
  private func filterForms(columns: Int) -> [SpanLine] {
    let filter = FilterSummary(render: render).filter(state.choices)
    let words =
      filter.map { Span($0, render.theme.filter) }
      ?? Span(render.strings.allVenues, render.theme.muted)
    guard columns >= 60, state.isRestored else { return [SpanLine([words])] }
    return render.strings.restored(clearKey: filter == nil ? nil : name(.clear)).map { note in
      SpanLine([
        words, Span(render.symbols.separator, render.theme.muted),
        Span(note.joined(separator: render.symbols.separator), render.theme.muted),
      ])
    }
  }

  /// Three lines for new users: what this is, and the keys that matter most.
  private func drawWelcome(on canvas: inout Canvas, in area: Rect) {
    guard !area.isEmpty else { return }
    let strings = render.strings
    let entries = strings.welcomeKeys.map { line in
      line.map { SpanLine([Span(name($0), render.theme.key), Span(" \($1)")]) }
    }
    let widths = zip(entries[0], entries[1]).map { max($0.width, $1.width) }
    let keys = entries.map { row($0, widths: widths, columns: area.columns - 2) }
    for (index, line) in ([SpanLine(strings.welcome)] + keys).enumerated() {
      let row = area.row(index)
      line.draw(on: &canvas, at: row.origin.moved(columns: 1), columns: row.columns - 2)
    }
    canvas.restyle(in: area) { render.theme.settled($0, isRaised: true) }
  }

  /// Joins entries in columns as far as these fit, and after them what fits whole.
  private func row(_ entries: [SpanLine], widths: [Int], columns: Int) -> SpanLine {
    var spans: [Span] = []
    var (end, column) = (0, 0)
    for (entry, width) in zip(entries, widths) {
      let start = column + width <= columns ? column : end + (end > 0 ? 2 : 0)
      guard start + entry.width <= columns else { break }
      spans += [Span(String(repeating: " ", count: start - end))] + entry.spans
      end = start + entry.width
      column += width + 2
    }
    return SpanLine(spans)
  }

  /// The layout in an area.
  func frame(_ area: Rect) -> VenueListFrame {
    VenueListFrame(area, isWelcome: state.isWelcome)
  }

  /// The key of an action for hints.
  func name(_ action: Action) -> String {
    keymap.keys(for: action).first.map(render.symbols.name) ?? ""
  }

  /// Draws the number of rows above the first visible one, which may not look like it.
  private func drawRowsAbove(on canvas: inout Canvas, in row: Rect) {
    guard page.viewport.top > 0 else { return }
    let count = render.strings.format.count(page.viewport.top)
    let text = " \(render.symbols.moreAbove) \(count) "
    let start = row.columns - TextWidth.displayWidth(of: text) - 1
    canvas.write(text, at: row.origin.moved(columns: start), style: render.theme.muted)
  }

  private func drawFooter(on canvas: inout Canvas, in row: Rect) {
    let style = totals.areCurrent ? Style.plain : render.theme.stale
    let viewport = page.viewport
    let number = render.strings.format
    let selected =
      state.selection.isEmpty ? "" : render.strings.selected(state.selection.count) + "  "
    let position =
      viewport.count == 0
      ? "" : "\(selected)\(number.count(viewport.cursor + 1))/\(length)"
    let room = row.columns - 4 - TextWidth.displayWidth(of: position)
    // The list is complete before its totals have been computed for the first time.
    let sums = totals.list.map { footer($0, columns: room, isWide: row.columns >= Self.wide) }
    TitleLine(
      left: SpanLine(sums ?? "", style),
      right: [SpanLine(position, render.theme.muted)], prefersRight: true
    ).draw(on: &canvas, in: row)
  }

  /// The number of rows in the list, including those that are still being fetched.
  private var length: String {
    if page.isComplete { return render.strings.format.count(page.viewport.count) }
    let counted = totals.areCurrent ? totals.list?.shown.count : nil
    return counted.map(render.strings.format.count) ?? render.symbols.ellipsis
  }

  /// As many totals as fit, the most important first.
  private func footer(_ totals: ListTotals, columns: Int, isWide: Bool) -> String {
    var parts = footerParts(totals) + (isWide ? bandParts : [])
    while parts.count > 1, width(of: parts) > columns { parts.removeLast() }
    return parts.joined(separator: render.symbols.separator)
  }

  /// The distance bands as bars, if there is room.
  private var bandParts: [String] {
    guard let bands = totals.bands, let most = bands.max(), most > 0 else { return [] }
    let bars = bands.map { render.symbols.level(Double($0) / Double(most)) }
    return ["\(render.strings.distances) \(bars.joined())"]
  }

  private func width(of parts: [String]) -> Int {
    TextWidth.displayWidth(of: parts.joined(separator: render.symbols.separator))
  }

  private func footerParts(_ totals: ListTotals) -> [String] {
    let strings = render.strings
    let shown = totals.shown
    let count =
      shown.count == totals.total
      ? strings.venues(shown.count) : strings.venues(shown.count, of: totals.total)
    let average = shown.averageDistance.map { [strings.averageDistance($0)] } ?? []
    let hidden = totals.closedHidden > 0 ? [strings.closedHidden(totals.closedHidden)] : []
    return [count, strings.deals(shown.deals), strings.tips(shown.tips)] + average + hidden
  }
}

// MARK: - Mouse

extension VenueListView {
  /// A clickable element.
  enum Target: Hashable {
    case column(VenueColumn)
    case section(Int)
    case row(Int)
  }

  /// The clickable element at a point; nil for none.
  func target(at point: Point, in area: Rect) -> Target? {
    let frame = frame(area)
    if frame.header.contains(point) {
      return layout(frame).column(at: point.column - frame.header.left).map(Target.column)
    }
    guard frame.rows.contains(point) else { return nil }
    let line = point.row - frame.rows.top
    let titles = indexTitles
    if point.column >= frame.rows.right - Self.indexColumns, titles.count > 1,
      titles.indices.contains(line)
    {
      return .section(titles[line].sections.lowerBound)
    }
    let lines = page.viewport.lines
    guard lines.indices.contains(line), case .row(let row) = lines[line] else { return nil }
    return .row(row)
  }
}

// MARK: - Rows

extension VenueListView {
  private func drawRows(on canvas: inout Canvas, _ frame: VenueListFrame) {
    guard page.viewport.count > 0 || !page.isLoaded else {
      return isCovered ? () : drawEmpty(on: &canvas, in: frame.rows)
    }
    let layout = layout(frame)
    drawHeader(layout, on: &canvas, in: frame.header)
    let view = rowView(layout)
    for (index, line) in page.viewport.lines.prefix(frame.rows.rows).enumerated() {
      switch line {
      case .header(let row): drawSection(of: row, on: &canvas, in: frame.rows.row(index))
      case .row(let row):
        let venue =
          page.rows.indices.contains(row - page.viewport.top)
          ? page.rows[row - page.viewport.top] : nil
        view.draw(venue, signs(venue, row), on: &canvas, in: frame.rows.row(index))
      }
    }
    drawIndex(on: &canvas, in: frame.rows)
    if isOutdated { canvas.restyle(in: frame.rows) { render.theme.muted.on($0.background) } }
  }

  /// The columns that fit into an area, with their widths.
  func columns(in area: Rect) -> [VenueColumn: Int] {
    Dictionary(
      uniqueKeysWithValues: layout(frame(area)).places.map { ($0.column, $0.width) })
  }

  /// The layout of the columns.
  private func layout(_ frame: VenueListFrame) -> ColumnLayout {
    let index = hasIndex(frame.rows) ? Self.indexColumns : 0
    return ColumnLayout(
      columns: frame.rows.columns - index, strings: render.strings, settings: state.columns,
      widest: maxima.reduce(into: [:]) { widths, next in
        let text = next.key.text(next.value, render.strings.format)
        widths[next.key] = TextWidth.displayWidth(of: text)
      },
      staying: state.sorts.first.flatMap { VenueColumn(sortKeyPath: $0.keyPath) })
  }

  private func rowView(_ layout: ColumnLayout) -> VenueRowView {
    VenueRowView(
      layout: layout, search: state.choices.searchedWords, render: render,
      hasBars: state.columns.hasBars,
      maxima: maxima)
  }

  /// The maximum of each column with numbers.
  private var maxima: [VenueColumn: Double] {
    let known = totals.list?.shown.maxima ?? [:]
    return VenueColumn.measures.reduce(into: [:]) { maxima, column in
      maxima[column] = column == .rating ? 10 : known[column.sortKeyPath]
    }
  }

  private func signs(_ venue: Venue?, _ row: Int) -> VenueRowView.Signs {
    let id = venue?.objectID
    return VenueRowView.Signs(
      isCursor: row == page.viewport.cursor,
      isSelected: id.map(state.selection.contains) ?? false,
      isFlashing: id.map(state.flashing.contains) ?? false)
  }

  private func drawHeader(_ layout: ColumnLayout, on canvas: inout Canvas, in row: Rect) {
    for place in layout.places {
      let sort = sorts.first.flatMap {
        state.choices.similar == nil && $0.keyPath == place.column.sortKeyPath ? $0 : nil
      }
      ColumnTitle(
        text: render.strings.title(of: place.column), isAscending: sort?.ascending,
        style: render.theme.heading, alignment: place.column.isNumeric ? .right : .left
      ).draw(
        on: &canvas, at: row.origin.moved(columns: place.left), columns: place.width,
        render: render)
    }
  }

  private func drawSection(of row: Int, on canvas: inout Canvas, in area: Rect) {
    guard let index = page.viewport.section(of: row),
      page.sections.indices.contains(index)
    else { return }
    let section = page.sections[index]
    let title = SpanLine([
      Span(title(of: section), render.theme.section),
      Span("  " + render.strings.venues(section.count), render.theme.muted),
    ])
    title.draw(on: &canvas, at: area.origin.moved(columns: 1), columns: area.columns - 2)
  }

  private func title(of section: ListSection) -> String {
    page.sectioning.map { render.strings.title(ofGroup: section.name, in: VenueGrouping($0)) } ?? ""
  }

  private func hasIndex(_ area: Rect) -> Bool { area.columns >= 60 && indexTitles.count > 1 }

  /// The section index in the margin at the right, with the cursor's section highlighted.
  private func drawIndex(on canvas: inout Canvas, in area: Rect) {
    let titles = indexTitles
    guard hasIndex(area) else { return }
    let current = page.viewport.section(of: page.viewport.cursor)
    for (line, place) in titles.enumerated() where line < area.rows {
      let isCurrent = current.map { place.sections.contains($0) } ?? false
      canvas.write(
        place.title, at: Point(column: area.right - Self.indexColumns, row: area.top + line),
        style: isCurrent ? render.theme.key : render.theme.muted, width: 1)
    }
  }

  /// The initial letters of the sections, each with its sections.
  private var indexTitles: [(title: String, sections: ClosedRange<Int>)] {
    guard page.sectioning?.isAlphabetical == true else { return [] }
    var result: [(title: String, sections: ClosedRange<Int>)] = []
    for (index, section) in page.sections.enumerated() {
      let letter = title(of: section).first.map { $0.uppercased() } ?? ""
      if let last = result.last, last.title == letter {
        result[result.count - 1].sections = last.sections.lowerBound...index
      } else {
        result.append((letter, index...index))
      }
    }
    return result
  }
}
