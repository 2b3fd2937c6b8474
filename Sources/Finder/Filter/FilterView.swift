import FetchKit
import TerminalKit
import Venues

/// Draws the state of the filter screen.
struct FilterView {
  var state: FilterState
  let render: RenderContext
  /// Whether the sort orders are those of the screen below.
  let isOverList: Bool
  /// The keys that toggle the first rows.
  let numbers: [String]
  /// The key that applies the filter; nil without one.
  let applyKey: String?
  /// What the rows show; only while it draws.
  private var texts: [FilterRow: RowText] = [:]
  /// What the rows of each group share; only while it draws.
  private var widths: [FilterGroup: Widths] = [:]
  /// The widest unit of the counts; only while it draws.
  var unitColumns = 0
  /// The left edge; only while it draws.
  private var left = 0

  private static let widestTitle = 24
  /// Facets with less room for their titles have no bars.
  private static let narrowestTitle = 12
  static let barColumns = 12
  static let shortestBar = 4

  init(
    state: FilterState, render: RenderContext, isOverList: Bool = true,
    numbers: [String] = [], applyKey: String? = nil
  ) {
    self.state = state
    self.render = render
    self.isOverList = isOverList
    self.numbers = numbers
    self.applyKey = applyKey
  }

  /// Draws the screen; returns the position of the cursor in a text field.
  func draw(on canvas: inout Canvas, in area: Rect) -> Point? {
    var view = self
    let units = state.rows.compactMap(placeCount).map(unit)
    view.left = area.left
    view.unitColumns = units.map { TextWidth.displayWidth(of: $0) }.max() ?? 0
    view.texts = Dictionary(
      state.rows.map { ($0, view.rowText($0)) }, uniquingKeysWith: { first, _ in first })
    view.widths = Dictionary(
      uniqueKeysWithValues: Self.groups.map { ($0, view.widths(of: $0)) })
    return view.drawLines(on: &canvas, in: area)
  }

  private func drawLines(on canvas: inout Canvas, in area: Rect) -> Point? {
    drawTitle(on: &canvas, in: area.row(0))
    var cursor: Point?
    for lineBlock in lineBlocks(in: area) {
      for place in lineBlock.places {
        let found = draw(place.line, on: &canvas, in: place.row)
        cursor = found ?? cursor
      }
      canvas.drawEnds(
        in: lineBlock.area.inset(left: lineBlock.area.columns - 1),
        isMoreAbove: lineBlock.isMoreAbove,
        isMoreBelow: lineBlock.isMoreBelow, render: render.style)
    }
    drawFoot(on: &canvas, in: area)
    return cursor
  }
}

// MARK: - Lines

extension FilterView {
  /// An invalid field has no effect, so that the counts are those from before it.
  private var countStyle: Style {
    state.areCountsCurrent && state.invalidField == nil ? .plain : render.theme.stale
  }

  private func countStyle(of item: FilterRow) -> Style {
    if case .sort = item { return render.theme.muted }
    return state.areCountsCurrent && placeCount(of: item) == 0 ? render.theme.muted : countStyle
  }

  /// The row with the cursor: at the left edge it takes the place of the digit, elsewhere it keeps a blank from the
  /// counts beside it.
  func cursorRow(_ row: Rect) -> Rect { row.inset(left: row.left > left ? 1 : 0) }

  /// Draws the title; in a pane it begins where the digits do, without the margin.
  private func drawTitle(on canvas: inout Canvas, in row: Rect) {
    var matching: [SpanLine] = []
    if let counts = state.counts, let total = state.total {
      let text = render.strings.matching(counts.matching, of: total)
      matching = [
        SpanLine(text, countStyle), SpanLine(render.strings.venues(counts.matching), countStyle),
      ]
    }
    TitleLine(
      left: SpanLine(render.strings.filters, render.theme.title), right: matching,
      prefersRight: true
    ).draw(on: &canvas, in: row.inset(left: left > 0 ? -1 : 0))
  }

  private func draw(_ line: FilterLine, on canvas: inout Canvas, in row: Rect) -> Point? {
    switch line {
    case .priceHeading: drawHeading(render.strings.price, on: &canvas, in: row)
    case .popularHeading: drawHeading(render.strings.mostPopular, on: &canvas, in: row)
    case .sortHeading:
      let title = isOverList ? render.strings.sortBy : render.strings.sortListBy
      drawHeading(title, on: &canvas, in: row)
    case .rangeHeading:
      drawHeading(
        render.strings.ranges, remarks: render.strings.rangeExamples, on: &canvas, in: row)
    case .row(.field(let field)): return draw(field, on: &canvas, in: row)
    case .row(let item): draw(item, on: &canvas, in: row)
    case .blank: break
    case .remark(let field): drawRemark(on: field, on: &canvas, in: row)
    }
    return nil
  }

  /// Draws the heading of a group, and the first form of a remark on it that fits.
  private func drawHeading(
    _ text: String, remarks: [String] = [], on canvas: inout Canvas, in row: Rect
  ) {
    let start = row.origin.moved(columns: 2)
    let room = row.columns - 3
    let used = canvas.write(text, at: start, style: render.theme.heading, width: room) + 2
    let remark = remarks.first { used + TextWidth.displayWidth(of: $0) <= room }
    canvas.write(remark ?? "", at: start.moved(columns: used), style: render.theme.muted)
  }

  private func draw(_ item: FilterRow, on canvas: inout Canvas, in row: Rect) {
    let isChosen = state.isChosen(item)
    let style = isChosen ? render.theme.chosen : .plain
    drawNumber(of: item, on: &canvas, in: row)
    var point = row.origin.moved(columns: 2)
    point.column += canvas.write(mark(item, isChosen), at: point, style: style) + 1
    let room = row.right - 1 - point.column
    let (title, counts) = texts(item, in: room)
    let columns = min(TextWidth.displayWidth(of: title), titleColumns(item, in: room))
    canvas.write(title, at: point, style: style, width: columns)
    drawCount(
      counts, of: item, hasRoomForBar: hasRoomForBar(item, in: room), on: &canvas,
      in: row.inset(left: point.column + columns + 1 - row.left))
    if item == state.focus { canvas.drawCursor(in: cursorRow(row), render: render.style) }
  }

  /// The title of a row and its count, from the longest form to the shortest.
  private func texts(_ item: FilterRow, in room: Int) -> (title: String, counts: [String]) {
    let text = rowText(item)
    guard item == .toggle(.walking),
      text.titleWidth + 1 + TextWidth.displayWidth(of: walkingCount(state.total ?? 0)) > room
    else { return (text.title, text.counts) }
    let short = render.strings.chosen(.walking, radius: state.choices.radius).capitalizedFirst
    return (short, state.counts?.toggles[.walking].map(places) ?? [])
  }

  /// The maximum width of a title; those of facets leave room for the count, and for a bar where bars have room.
  private func titleColumns(_ item: FilterRow, in room: Int) -> Int {
    switch item {
    case .name, .open, .area:
      let count = rowText(item).countWidths.last.map { $0 + 1 } ?? 0
      return min(Self.widestTitle, besideBar(item, in: room) ?? room - count)
    case .price, .toggle, .field, .sort: return min(Self.widestTitle, room)
    }
  }

  /// The width that the counts and the bars of facets leave for titles; nil if it is too narrow for bars.
  private func besideBar(_ item: FilterRow, in room: Int) -> Int? {
    guard !groups(of: item).isEmpty else { return nil }
    let columns = room - columnWidth(of: item, form: 0) - Self.shortestBar - 2
    return columns >= Self.narrowestTitle ? columns : nil
  }

  /// Whether a bar has room in a row, and for facets in all their rows.
  private func hasRoomForBar(_ item: FilterRow, in room: Int) -> Bool {
    item.facet == nil || besideBar(item, in: room) != nil
  }

  private func drawNumber(of item: FilterRow, on canvas: inout Canvas, in row: Rect) {
    guard let index = state.rows.firstIndex(of: item), index < state.numberedRows,
      numbers.indices.contains(index)
    else { return }
    // In a range, digits are numbers.
    let style = state.focus.isRange ? render.theme.muted : render.theme.key
    canvas.write(numbers[index], at: row.origin, style: style, width: 1)
  }

  private func mark(_ item: FilterRow, _ isChosen: Bool) -> String {
    switch item {
    case .price, .toggle, .open, .area, .name: isChosen ? "[x]" : "[ ]"
    case .field: ""
    case .sort(let option):
      option.index(in: state.sorts).map { render.strings.rank($0 + 1) } ?? "[ ]"
    }
  }

  private func title(_ item: FilterRow) -> String {
    switch item {
    case .price(let level): return level.text
    case .toggle(let toggle): return render.strings.title(of: toggle)
    case .open: return render.strings.openNow.capitalizedFirst
    case .area: return render.strings.mapArea.capitalizedFirst
    case .name(let facet, let name):
      let entry = state.facets?.entry(name, of: facet)
      return entry.map { String(repeating: "  ", count: $0.depth) + $0.title } ?? name
    case .field: return ""
    case .sort(let option):
      let title = render.strings.title(of: option)
      guard let index = option.index(in: state.sorts), !option.isName else { return title }
      let isAscending = state.sorts[index].ascending
      return title + " " + (isAscending ? render.symbols.ascending : render.symbols.descending)
    }
  }

  /// Draws the longest form that fits at the right, and a bar before it if there is room.
  private func drawCount(
    _ forms: [String], of item: FilterRow, hasRoomForBar: Bool, on canvas: inout Canvas,
    in row: Rect
  ) {
    let fitting = forms.indices.first { fits(item, forms[$0], form: $0, in: row) }
    guard let form = fitting ?? forms.indices.last else { return }
    let text = forms[form]
    let group = fitting == nil ? 0 : columnWidth(of: item, form: form)
    let width = max(group, TextWidth.displayWidth(of: text))
    let column = max(row.left, row.right - 1 - width)
    let surplus = width - TextWidth.displayWidth(of: text)
    canvas.write(
      text, at: Point(column: column + surplus, row: row.top), style: countStyle(of: item),
      width: row.right - 1 - column)
    guard hasRoomForBar else { return }
    drawBar(of: item, on: &canvas, in: row.inset(right: row.right - column + 1))
  }

  /// Whether a form of the counts has room after the title, also in the other rows that have the same form.
  private func fits(_ item: FilterRow, _ text: String, form: Int, in row: Rect) -> Bool {
    let width = max(columnWidth(of: item, form: form), TextWidth.displayWidth(of: text))
    guard isPlainToggle(item), form == 0 else { return width < row.columns }
    let plain = state.rows.filter(isPlainToggle)
    func used(_ row: FilterRow) -> Int {
      titleWidth(row) + (rowText(row).countWidths.first ?? 0)
    }
    return plain.allSatisfy { used($0) < row.columns + titleWidth(item) }
  }

  /// Whether a row is a toggle with nothing but a count.
  private func isPlainToggle(_ item: FilterRow) -> Bool {
    switch item {
    case .toggle(.tips), .toggle(.favorites), .open: true
    case .toggle(.deals), .toggle(.walking), .price, .sort, .area, .field, .name: false
    }
  }

  private func titleWidth(_ row: FilterRow) -> Int {
    min(rowText(row).titleWidth, Self.widestTitle)
  }

  /// The width of the column of counts in the groups of a row; 0 outside of groups.
  private func columnWidth(of item: FilterRow, form: Int) -> Int {
    let counts = groups(of: item).compactMap { widths[$0]?.counts }
    return counts.map { $0.indices.contains(form) ? $0[form] : 0 }.max() ?? 0
  }

  /// The groups whose counts and bars are in one column with those of a row; none for rows outside of groups.
  private func groups(of item: FilterRow) -> [FilterGroup] {
    group(of: item).map { $0 == .price ? [.price] : Self.facetGroups } ?? []
  }

  private func rowText(_ row: FilterRow) -> RowText {
    texts[row] ?? RowText(title: title(row), counts: counts(row))
  }

  /// The title and the counts of a row, with their widths.
  private struct RowText {
    let title: String
    let titleWidth: Int
    let counts: [String]
    let countWidths: [Int]

    init(title: String, counts: [String]) {
      self.title = title
      self.counts = counts
      titleWidth = TextWidth.displayWidth(of: title)
      countWidths = counts.map { TextWidth.displayWidth(of: $0) }
    }
  }

  /// Groups of rows with bars.
  private static let groups: [FilterGroup] = [.price] + facetGroups
  private static let facetGroups = Facet.allCases.map(FilterGroup.facet)

  private struct Widths {
    /// The width of the widest title.
    var title = 0
    /// The count of a full bar.
    var largest = 0
    /// The width of the widest count in each form, from the longest to the shortest.
    var counts: [Int] = []
  }

  private func widths(of group: FilterGroup) -> Widths {
    var widths = Widths()
    for item in state.rows where self.group(of: item) == group {
      widths.title = max(widths.title, titleWidth(item))
      widths.largest = max(widths.largest, barCount(of: item) ?? 0)
      let counts = rowText(item).countWidths
      widths.counts += Array(repeating: 0, count: max(0, counts.count - widths.counts.count))
      for (form, width) in counts.enumerated() {
        widths.counts[form] = max(widths.counts[form], width)
      }
    }
    return widths
  }

  private func group(of item: FilterRow) -> FilterGroup? {
    if case .price = item { .price } else { item.facet.map(FilterGroup.facet) }
  }

  /// Draws the share of the largest count of a group at the right of an area.
  ///
  /// The bars of prices have one length, and so have those of facets.
  private func drawBar(of item: FilterRow, on canvas: inout Canvas, in row: Rect) {
    let widest = groups(of: item).compactMap { widths[$0]?.title }.max() ?? 0
    let room = row.columns - max(0, widest - titleWidth(item))
    let columns = min(Self.barColumns, max(Self.shortestBar, room))
    guard columns <= row.columns, let group = group(of: item), let count = barCount(of: item)
    else { return }
    let largest = widths[group]?.largest ?? 0
    render.style.bar(largest > 0 ? Double(count) / Double(largest) : 0, columns: columns)
      .draw(
        on: &canvas, at: Point(column: row.right - columns, row: row.top), columns: columns)
  }

  /// Draws the filter in words, or the error of the condition.
  private func drawFoot(on canvas: inout Canvas, in area: Rect) {
    let foot = predicateArea(in: area)
    guard let problem = problemLines(in: area) else { return drawPredicate(on: &canvas, in: foot) }
    for (index, line) in problem.enumerated() {
      canvas.write(
        line, at: foot.row(index).origin.moved(columns: 1), style: render.theme.problem)
    }
  }

  private func drawPredicate(on canvas: inout Canvas, in area: Rect) {
    let lines = predicateLines(area.columns)
    guard area.rows > 1 else {
      let words = FilterSummary(render: render).filter(state.choices)
      let title = TextWidth.padded(render.strings.summary, to: lastFieldsLeft - 1)
      return SpanLine([
        Span(title, render.theme.muted),
        Span(words ?? render.strings.none, words == nil ? render.theme.muted : render.theme.filter),
      ]).draw(on: &canvas, at: area.origin.moved(columns: 2), columns: area.columns - 3)
    }
    drawHeading(render.strings.predicate, on: &canvas, in: area.row(0))
    for (index, line) in lines.prefix(area.rows - 1).enumerated() {
      canvas.write(
        line, at: area.row(index + 1).origin.moved(columns: 2), style: render.theme.muted,
        width: area.columns - 3)
    }
  }
}
