import FetchKit
import Terminal
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

  /// The row that was drawn at a place; nil when there is none.
  func row(at point: Point, in area: Rect) -> FilterRow? {
    guard let place = places(in: area).first(where: { $0.row.contains(point) }),
      case .row(let row) = place.line
    else { return nil }
    return row
  }

  private func places(in area: Rect) -> [Place] { piles(in: area).flatMap(\.places) }

  /// The lines to be seen: below one another, or the facets beside the rest where they have no room below.
  func piles(in area: Rect) -> [Pile] {
    let lines = state.lines
    let inner = linesArea(in: area)
    guard lines.count > inner.rows, inner.columns >= Self.twice,
      let more = lines.firstIndex(of: .moreHeading),
      let fields = lines.firstIndex(of: .row(.field(.search)))
    else { return [pile(of: lines[...], in: inner)] }
    let (low, high) = inner.split(bottom: lines.count - fields)
    let (right, left) = high.split(right: Self.facets)
    return [
      pile(of: lines[..<more], in: left), pile(of: lines[more..<fields], in: right),
      pile(of: lines[fields...], in: low),
    ]
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
    let spare = area.rows - 1 - state.lines.count
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
    let format = state.choices.chosenPredicate?.predicateFormat ?? look.strings.none
    return TextWrap.lines(format, columns: columns - 4)
  }
}
