import FetchKit
import TerminalKit
import Venues

extension FilterView {
  /// A line and where it is drawn.
  struct Place {
    let line: FilterLine
    let row: Rect
  }

  /// Lines below one another, and whether they are all that there are.
  struct Pile {
    let area: Rect
    let places: [Place]
    let isMoreAbove: Bool
    let isMoreBelow: Bool
  }

  /// The columns from which on two lines have room beside one another.
  private static let twice = 76
  /// How many of them the facets get.
  private static let facets = 30
  /// With less than this the facets stand below the orders.
  private static let fewestForFacets = 22
  private static let fewestRows = 5

  /// The row that was drawn at a place; nil when there is none.
  func row(at point: Point, in area: Rect) -> FilterRow? {
    guard let place = places(in: area).first(where: { $0.row.contains(point) }),
      case .row(let row) = place.line
    else { return nil }
    return row
  }

  private func places(in area: Rect) -> [Place] { piles(in: area).flatMap(\.places) }

  /// The lines to be seen: below one another, or in parts.
  func piles(in area: Rect) -> [Pile] {
    let lines = state.lines
    let inner = linesArea(in: area)
    guard let parts = parts(in: area) else { return [pile(of: lines[...], in: inner)] }
    let used = inner.split(top: min(parts.rows, inner.rows)).top
    let (low, high) = used.split(bottom: lines.count - parts.fields)
    let (top, middle) = high.split(top: parts.upper)
    let (right, left) = middle.split(right: parts.facetColumns)
    return [
      pile(of: lines[..<parts.upper], in: top), pile(of: lines[parts.upper..<parts.more], in: left),
      pile(of: lines[parts.more..<parts.fields], in: right),
      pile(of: lines[parts.fields...], in: low),
    ]
  }

  /// Where the lines have no room below one another: the facets beside the rest, or beside the orders alone.
  private struct Parts {
    /// The lines over the whole width, which come first.
    let upper: Int
    /// Where the facets begin, and what is below them.
    let more: Int
    let fields: Int
    let count: Int
    let facetColumns: Int

    var lowerRows: Int { count - fields }
    var rows: Int { upper + max(more - upper, fields - more) + lowerRows }
  }

  /// nil where the lines have room, or the parts would have none.
  private func parts(in area: Rect) -> Parts? {
    let lines = state.lines
    let rows = area.rows - 2
    guard lines.count > rows, let sorts = lines.firstIndex(of: .sortHeading),
      let more = lines.firstIndex(of: .moreHeading),
      let fields = lines.firstIndex(of: .row(.field(.search)))
    else { return nil }
    let isWide = area.columns >= Self.twice
    let parts = Parts(
      upper: isWide ? 0 : sorts, more: more, fields: fields, count: lines.count,
      facetColumns: isWide ? Self.facets : area.columns - sortColumns)
    let hasRoom = rows - parts.upper - parts.lowerRows >= Self.fewestRows
    return hasRoom && parts.facetColumns >= Self.fewestForFacets ? parts : nil
  }

  /// The columns that the orders need, with the sign of a direction.
  private var sortColumns: Int {
    let widths = state.rows.map { row -> Int in
      guard case .sort(let option) = row else { return 0 }
      return TextWidth.displayWidth(of: render.strings.title(of: option)) + (option.isName ? 0 : 2)
    }
    return (widths.max() ?? 0) + 7
  }

  /// The lines around the cursor, with the heading of the first group where there is room.
  private func pile(of lines: ArraySlice<FilterLine>, in area: Rect) -> Pile {
    let focus = (lines.firstIndex(of: .row(state.focus)) ?? lines.startIndex) - lines.startIndex
    let below = lines.dropFirst(focus + 1).first == .remark ? 1 : 0
    let top = max(0, min(lines.count - area.rows, focus + below - area.rows + 1))
    let places = lines.dropFirst(top).prefix(area.rows).enumerated().map { index, line in
      Place(line: line, row: area.row(index))
    }
    return Pile(
      area: area, places: places, isMoreAbove: top > 0,
      isMoreBelow: top + places.count < lines.count)
  }

  private func linesArea(in area: Rect) -> Rect {
    area.inset(top: 1, bottom: predicateArea(in: area).rows)
  }

  /// Where the choices are told, or what is wrong with the condition.
  func predicateArea(in area: Rect) -> Rect {
    let inner = area.inset(top: 1)
    if let problem = problemLines(in: area) { return inner.split(bottom: problem.count).bottom }
    let spare = area.rows - 1 - (parts(in: area)?.rows ?? state.lines.count)
    return inner.split(bottom: min(max(spare, 1), 1 + predicateLines(area.columns).count)).bottom
  }

  /// What is wrong with the condition, when it has no room under it: it takes the place of the predicate,
  /// which the condition is no part of.
  func problemLines(in area: Rect) -> [String]? {
    guard let remark = remark(in: area.row(0)), remark.column == nil else { return nil }
    return TextWrap.lines(remark.text, columns: area.columns - 2).prefix(4).map { $0 }
  }

  /// The choices as a predicate.
  func predicateLines(_ columns: Int) -> [String] {
    let format = state.choices.chosenPredicate?.predicateFormat ?? render.strings.none
    return TextWrap.lines(format, columns: columns - 4)
  }
}
