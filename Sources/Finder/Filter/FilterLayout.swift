import FetchKit
import TerminalKit
import Venues

/// The places of the filter screen's lines in an area, and what is at a point.
struct FilterLayout {
  /// The state with the density that suits the area.
  private(set) var state: FilterState
  let render: RenderContext
  let area: Rect
  /// The choices as a predicate.
  let predicateLines: [String]
  /// The error of the condition if there is no room below it: it replaces the predicate, which does not contain the
  /// condition.
  let problemLines: [String]?
  /// The visible lines, in one column or several.
  private(set) var lineBlocks: [LineBlock] = []
  /// The area of the filter in words, or of the condition's error.
  private(set) var foot = Rect(.zero)

  /// A line and its area.
  struct Place {
    let line: FilterLine
    let row: Rect
  }

  /// Consecutive lines, and whether they are all lines.
  struct LineBlock {
    let area: Rect
    let places: [Place]
    let isMoreAbove: Bool
    let isMoreBelow: Bool
  }

  /// The minimum width for two lines side by side.
  private static let twice = 76
  /// The minimum width for two columns where one would leave most of them empty.
  private static let alwaysTwice = 90
  /// The minimum width of the facets beside the rest.
  private static let facets = 31
  /// The minimum width for facets beside the sort orders.
  private static let minimumForFacets = 22
  private static let fewestRows = 5

  init(state: FilterState, render: RenderContext, area: Rect) {
    self.state = state
    self.render = render
    self.area = area
    predicateLines = Self.predicateLines(of: state, in: area, render: render)
    problemLines = Self.problemLines(of: state, in: area, render: render)
    self.state.density = density
    let lines = self.state.lines
    let parts = parts(of: lines)
    foot = foot(below: parts?.rows ?? lines.count)
    lineBlocks = lineBlocks(of: lines, parts)
  }

  /// The row that is drawn at a position; nil if there is none.
  func row(at point: Point) -> FilterRow? {
    guard let place = places.first(where: { $0.row.contains(point) }),
      case .row(let row) = place.line
    else { return nil }
    return row
  }

  /// The row beside another one that is nearest to its height; nil if there is none on that side.
  ///
  /// From the numbered rows it is a range, if there are ranges on that side.
  func row(beside row: FilterRow, toRight: Bool) -> FilterRow? {
    let places = places
    guard let own = places.first(where: { $0.line == .row(row) })?.row else { return nil }
    let beside = places.compactMap { place -> (row: FilterRow, distance: Int)? in
      guard case .row(let row) = place.line,
        toRight ? place.row.left > own.left : place.row.right < own.right
      else { return nil }
      return (row, abs(place.row.top - own.top))
    }
    let isNumbered = state.rows.firstIndex(of: row).map { $0 < state.numberedRows } ?? false
    let ranges = isNumbered ? beside.filter(\.row.isRange) : []
    return (ranges.isEmpty ? beside : ranges).min { $0.distance < $1.distance }?.row
  }

  /// The range whose scale is at a position, and the place on it from 0 to 1; nil if there is none.
  func scale(at point: Point) -> (filter: RangeFilter, place: Double)? {
    for place in places where place.row.contains(point) {
      guard case .row(.field(.range(let filter))) = place.line,
        let track = FilterRangesView(state: state, render: render).track(of: filter, in: place.row),
        track.contains(point)
      else { return nil }
      return (filter, (Double(point.column - track.left) + 0.5) / Double(track.columns))
    }
    return nil
  }

  private var places: [Place] { lineBlocks.flatMap(\.places) }

  private func lineBlocks(of lines: [FilterLine], _ parts: Parts?) -> [LineBlock] {
    let linesArea = area.inset(top: 1, bottom: foot.rows)
    guard let parts else { return [lineBlock(of: lines[...], in: linesArea)] }
    let used = linesArea.split(top: min(parts.rows, linesArea.rows)).top
    let (low, high) = used.split(bottom: lines.count - parts.fields)
    let (top, middle) = high.split(top: parts.upper)
    let (right, left) = middle.split(right: parts.facetColumns)
    // The numbers of rows are at the left only, so that there is room for another column.
    let wideLeft = left.inset(right: -1)
    return [
      lineBlock(of: lines[..<parts.upper], in: top),
      lineBlock(of: lines[parts.upper..<parts.more], in: wideLeft),
      lineBlock(of: lines[parts.more..<parts.fields], in: right),
      lineBlock(of: lines[parts.fields...], in: low),
    ]
  }

  /// If there is room for two columns, or the lines do not fit in one: the facets beside the rest, or beside the sort
  /// orders.
  private struct Parts {
    /// The first lines, which have the full width.
    let upper: Int
    /// The first row of the facets, and the rows below them.
    let more: Int
    let fields: Int
    let count: Int
    let facetColumns: Int

    var lowerRows: Int { count - fields }
    var rows: Int { upper + max(more - upper, fields - more) + lowerRows }
  }

  /// The rows at the bottom that further names of facets leave to the predicate: its heading and usually three lines.
  private var predicateRows: Int { 1 + max(3, predicateLines.count) }

  /// The blank lines and the names per group that fit without moving the other groups.
  private var density: FilterState.Density {
    var layout = self
    layout.state.density = FilterState.Density()
    let lines = layout.state.lines
    let mostLines = max(lines.count { !$0.isRemark }, state.density.mostLines)
    layout.state.density.mostLines = mostLines
    let parts = layout.parts(of: lines)
    // A remark that appears while a field is edited moves no other line.
    let remark = lines.contains(where: \.isRemark) ? 0 : 1
    let room = max(parts?.rows ?? lines.count, area.rows - 1 - predicateRows - remark)
    func fits(_ density: FilterState.Density) -> Bool {
      layout.state.density = density
      let lines = layout.state.lines
      let other = layout.parts(of: lines)
      return (other != nil) == (parts != nil) && (other?.rows ?? lines.count) <= room
    }
    for isSpaced in [true, false] {
      let densities = FilterState.Density.facetLimits.map {
        FilterState.Density(isSpaced: isSpaced, facetLimit: $0, mostLines: mostLines)
      }
      let tooMany = densities.partitioningIndex { !fits($0) }
      if tooMany > 0 { return densities[tooMany - 1] }
    }
    return FilterState.Density(mostLines: mostLines)
  }

  /// nil if the parts do not fit, and in a narrow area in which all lines have always fitted.
  private func parts(of lines: [FilterLine]) -> Parts? {
    let rows = area.rows - 2
    let isWide = area.columns >= Self.twice
    guard area.columns >= Self.alwaysTwice || max(lines.count, state.density.mostLines) > rows,
      let sorts = lines.firstIndex(of: .sortHeading),
      let more = lines.firstIndex(of: .rangeHeading),
      let fields = lines.firstIndex(of: .row(.field(.search)))
    else { return nil }
    let parts = Parts(
      upper: isWide ? 0 : sorts, more: more, fields: fields, count: lines.count,
      facetColumns: isWide ? max(Self.facets, area.columns * 3 / 8) : area.columns - sortColumns)
    let hasRoom = rows - parts.upper - parts.lowerRows >= Self.fewestRows
    return hasRoom && parts.facetColumns >= Self.minimumForFacets ? parts : nil
  }

  /// The width of the sort orders, including the arrow.
  private var sortColumns: Int {
    let widths = state.rows.map { row -> Int in
      guard case .sort(let option) = row else { return 0 }
      return TextWidth.displayWidth(of: render.strings.title(of: option)) + (option.isName ? 0 : 2)
    }
    return (widths.max() ?? 0) + 6
  }

  /// The lines around the cursor, with the heading of the first group if there is room.
  private func lineBlock(of lines: ArraySlice<FilterLine>, in area: Rect) -> LineBlock {
    let focus = (lines.firstIndex(of: .row(state.focus)) ?? lines.startIndex) - lines.startIndex
    let below = lines.dropFirst(focus + 1).first?.isRemark == true ? 1 : 0
    let top = max(0, min(lines.count - area.rows, focus + below - area.rows + 1))
    // A blank before the arrows at the ends.
    let rows = area.inset(right: lines.count > area.rows ? 1 : 0)
    let places = lines.dropFirst(top).prefix(area.rows).enumerated().map { index, line in
      Place(line: line, row: rows.row(index))
    }
    return LineBlock(
      area: area, places: places, isMoreAbove: top > 0,
      isMoreBelow: top + places.count < lines.count)
  }

  private func foot(below usedRows: Int) -> Rect {
    let inner = area.inset(top: 1)
    if let problemLines { return inner.split(bottom: problemLines.count).bottom }
    let spare = area.rows - 1 - usedRows
    return inner.split(bottom: min(max(spare, 1), 1 + predicateLines.count)).bottom
  }

  private static func problemLines(of state: FilterState, in area: Rect, render: RenderContext)
    -> [String]?
  {
    let fields = FilterFieldsView(state: state, render: render)
    guard let error = fields.conditionError(in: area.row(0)), error.column == nil else {
      return nil
    }
    let title = render.strings.title(of: FilterField.condition)
    let text = state.focusedField == .condition ? error.text : "\(title): \(error.text)"
    return TextWrap.lines(text, columns: area.columns - 2).prefix(4).map { $0 }
  }

  private static func predicateLines(of state: FilterState, in area: Rect, render: RenderContext)
    -> [String]
  {
    let format =
      state.describedChoices.chosenPredicate?.formatWithDateLiterals ?? render.strings.none
    return TextWrap.lines(format, columns: area.columns - 3)
  }
}
