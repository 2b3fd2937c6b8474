import TerminalKit
import Venues

/// Draws the options of the filter screen: digit, mark, title, bar and count.
struct FilterOptionsView {
  private let state: FilterState
  private let render: RenderContext
  private let numbers: [String]
  private let texts: FilterOptionTexts
  private let options: [FilterRow: Option]
  private var widths: [FilterGroup: Widths] = [:]

  /// An option's texts and their widths.
  private struct Option {
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

  /// What the options of a group share.
  private struct Widths {
    /// The width of the widest title.
    var title = 0
    /// The count of a full bar.
    var largest = 0
    /// The width of the widest count in each form, from the longest to the shortest.
    var counts: [Int] = []
  }

  private static let widestTitle = 24
  /// Facets with less room for their titles have no bars.
  private static let narrowestTitle = 12
  static let barColumns = 12
  static let shortestBar = 4

  /// Groups of options with bars.
  private static let groups: [FilterGroup] = [.price] + facetGroups
  private static let facetGroups = Facet.allCases.map(FilterGroup.facet)

  /// `numbers` are the keys that toggle the first rows.
  init(state: FilterState, render: RenderContext, numbers: [String]) {
    self.state = state
    self.render = render
    self.numbers = numbers
    let texts = FilterOptionTexts(state: state, render: render)
    self.texts = texts
    options = Dictionary(
      state.rows.map { ($0, Option(title: texts.title($0), counts: texts.counts($0))) },
      uniquingKeysWith: { first, _ in first })
    widths = Dictionary(uniqueKeysWithValues: Self.groups.map { ($0, widths(of: $0)) })
  }

  func draw(_ row: FilterRow, on canvas: inout Canvas, in area: Rect) {
    let isChosen = state.isChosen(row)
    let style = isChosen ? render.theme.chosen : .plain
    drawNumber(of: row, on: &canvas, in: area)
    var point = area.origin.moved(columns: 2)
    point.column += canvas.write(texts.mark(row, isChosen), at: point, style: style) + 1
    let room = area.right - 1 - point.column
    let (title, counts) = texts(row, in: room)
    let columns = min(TextWidth.displayWidth(of: title), titleColumns(row, in: room))
    canvas.write(title, at: point, style: style, width: columns)
    drawCount(
      counts, of: row, hasRoomForBar: hasRoomForBar(row, in: room), on: &canvas,
      in: area.inset(left: point.column + columns + 1 - area.left))
  }

  /// Draws the digit that chooses a row; none in a range, where digits are typed.
  private func drawNumber(of row: FilterRow, on canvas: inout Canvas, in area: Rect) {
    guard !state.focus.isRange, let index = state.rows.firstIndex(of: row),
      index < state.numberedRows, numbers.indices.contains(index)
    else { return }
    canvas.write(numbers[index], at: area.origin, style: render.theme.key, width: 1)
  }

  private func option(_ row: FilterRow) -> Option {
    options[row] ?? Option(title: texts.title(row), counts: texts.counts(row))
  }
}

// MARK: - Titles

extension FilterOptionsView {
  /// The title of an option and its count, from the longest form to the shortest.
  private func texts(_ row: FilterRow, in room: Int) -> (title: String, counts: [String]) {
    let option = option(row)
    guard row == .toggle(.walking),
      option.titleWidth + 1 + TextWidth.displayWidth(of: texts.walkingCount(state.total ?? 0))
        > room
    else { return (option.title, option.counts) }
    let short = render.strings.chosen(.walking, radius: state.choices.radius).capitalizedFirst
    return (short, state.counts?.toggles[.walking].map(texts.places) ?? [])
  }

  /// The maximum width of a title; those of facets leave room for the count, and for a bar where bars have room.
  private func titleColumns(_ row: FilterRow, in room: Int) -> Int {
    switch row {
    case .name, .open, .area:
      let count = option(row).countWidths.last.map { $0 + 1 } ?? 0
      return min(Self.widestTitle, besideBar(row, in: room) ?? room - count)
    case .price, .toggle, .field, .sort: return min(Self.widestTitle, room)
    }
  }

  private func titleWidth(_ row: FilterRow) -> Int {
    min(option(row).titleWidth, Self.widestTitle)
  }

  /// The width that the counts and the bars of facets leave for titles; nil if it is too narrow for bars.
  private func besideBar(_ row: FilterRow, in room: Int) -> Int? {
    guard !groups(of: row).isEmpty else { return nil }
    let columns = room - columnWidth(of: row, form: 0) - Self.shortestBar - 2
    return columns >= Self.narrowestTitle ? columns : nil
  }

  /// Whether a bar has room in a row, and for facets in all their rows.
  private func hasRoomForBar(_ row: FilterRow, in room: Int) -> Bool {
    row.facet == nil || besideBar(row, in: room) != nil
  }
}

// MARK: - Counts

extension FilterOptionsView {
  /// An invalid field has no effect, so that the counts are those from before it.
  var countStyle: Style {
    state.areCountsCurrent && state.invalidField == nil ? .plain : render.theme.stale
  }

  private func countStyle(of row: FilterRow) -> Style {
    if case .sort = row { return render.theme.muted }
    return state.areCountsCurrent && state.placeCount(of: row) == 0
      ? render.theme.muted : countStyle
  }

  /// Draws the longest form that fits at the right, and a bar before it if there is room.
  private func drawCount(
    _ forms: [String], of row: FilterRow, hasRoomForBar: Bool, on canvas: inout Canvas,
    in area: Rect
  ) {
    let fitting = forms.indices.first { fits(row, forms[$0], form: $0, in: area) }
    guard let form = fitting ?? forms.indices.last else { return }
    let text = forms[form]
    let group = fitting == nil ? 0 : columnWidth(of: row, form: form)
    let width = max(group, TextWidth.displayWidth(of: text))
    let column = max(area.left, area.right - 1 - width)
    let surplus = width - TextWidth.displayWidth(of: text)
    canvas.write(
      text, at: Point(column: column + surplus, row: area.top), style: countStyle(of: row),
      width: area.right - 1 - column)
    guard hasRoomForBar else { return }
    drawBar(of: row, on: &canvas, in: area.inset(right: area.right - column + 1))
  }

  /// Whether a form of the counts has room after the title, also in the other rows that have the same form.
  private func fits(_ row: FilterRow, _ text: String, form: Int, in area: Rect) -> Bool {
    let width = max(columnWidth(of: row, form: form), TextWidth.displayWidth(of: text))
    guard isPlainToggle(row), form == 0 else { return width < area.columns }
    func used(_ row: FilterRow) -> Int { titleWidth(row) + (option(row).countWidths.first ?? 0) }
    return state.rows.filter(isPlainToggle).allSatisfy {
      used($0) < area.columns + titleWidth(row)
    }
  }

  /// Whether an option is a toggle with nothing but a count.
  private func isPlainToggle(_ row: FilterRow) -> Bool {
    switch row {
    case .toggle(.tips), .toggle(.favorites), .open: true
    case .toggle(.deals), .toggle(.walking), .price, .sort, .area, .field, .name: false
    }
  }

  /// Draws the share of the largest count of a group at the right of an area.
  ///
  /// The bars of prices have one length, and so have those of facets.
  private func drawBar(of row: FilterRow, on canvas: inout Canvas, in area: Rect) {
    let widest = groups(of: row).compactMap { widths[$0]?.title }.max() ?? 0
    let room = area.columns - max(0, widest - titleWidth(row))
    let columns = min(Self.barColumns, max(Self.shortestBar, room))
    guard columns <= area.columns, let group = row.group, let count = state.barCount(of: row)
    else { return }
    let largest = widths[group]?.largest ?? 0
    render.style.bar(largest > 0 ? Double(count) / Double(largest) : 0, columns: columns)
      .draw(
        on: &canvas, at: Point(column: area.right - columns, row: area.top), columns: columns)
  }

  /// The width of the column of counts in the groups of an option; 0 outside of groups.
  private func columnWidth(of row: FilterRow, form: Int) -> Int {
    let counts = groups(of: row).compactMap { widths[$0]?.counts }
    return counts.map { $0.indices.contains(form) ? $0[form] : 0 }.max() ?? 0
  }

  /// The groups whose counts and bars are in one column with those of an option; none for options outside of groups.
  private func groups(of row: FilterRow) -> [FilterGroup] {
    row.group.map { $0 == .price ? [.price] : Self.facetGroups } ?? []
  }

  private func widths(of group: FilterGroup) -> Widths {
    var widths = Widths()
    for row in state.rows where row.group == group {
      widths.title = max(widths.title, titleWidth(row))
      widths.largest = max(widths.largest, state.barCount(of: row) ?? 0)
      let counts = option(row).countWidths
      widths.counts += Array(repeating: 0, count: max(0, counts.count - widths.counts.count))
      for (form, width) in counts.enumerated() {
        widths.counts[form] = max(widths.counts[form], width)
      }
    }
    return widths
  }
}

extension FilterRow {
  /// The group with bars that it is in; nil for other rows.
  fileprivate var group: FilterGroup? {
    if case .price = self { .price } else { facet.map(FilterGroup.facet) }
  }
}
