import FetchKit
import TerminalKit
import Venues

extension VenueListView {
  /// Draws why the list is empty, and how to change that.
  func drawEmpty(on canvas: inout Canvas, in area: Rect) {
    canvas.drawCentered(emptyLines, in: area)
  }

  /// Why the list is empty, and how to change that.
  private var emptyLines: [SpanLine] {
    guard let filter = FilterSummary(render: render).filter(state.choices),
      totals.list?.total != 0
    else {
      return [
        SpanLine(render.strings.noVenues, render.theme.heading),
        SpanLine(render.strings.imports(name(.importFile)), render.theme.muted),
      ]
    }
    let reason = [
      SpanLine(render.strings.noMatch, render.theme.heading), SpanLine(filter, render.theme.filter),
    ]
    let remarks = noDataLines + [caseLine].compactMap(\.self)
    guard hasKeys else { return reason + remarks }
    let action = state.search == nil ? Action.clear : .restoreSearch
    let way =
      state.search == nil
      ? render.strings.clearsTheFilter(name(action)) : render.strings.endsTheSearch(name(action))
    return reason + [SpanLine(way, render.theme.muted)] + remarks
      + [conditionLine, locationLine, lastFilterLine].compactMap(\.self)
  }

  /// The filtered attributes that no venue has a value for.
  private var noDataLines: [SpanLine] {
    let keyPaths = state.choices.chosenPredicate?.keyPaths ?? []
    return totals.keyPathsWithoutData.intersection(keyPaths).sorted().map { keyPath in
      let remark =
        hasKeys && keyPath == VenueSort.distance.keyPath
        ? render.strings.noLocation(name(.location))
        : "\(render.strings.sortKey(keyPath)): \(render.strings.noData)"
      return SpanLine(remark.capitalizedFirst, render.theme.problem)
    }
  }

  /// How to ignore the case of letters, if a condition of the user compares it.
  private var caseLine: SpanLine? {
    let typed = state.choices.conditions.filter { !groupConditions.contains($0) }
    return typed.lazy.compactMap(\.caseSensitiveOperator).first.map {
      SpanLine(render.strings.ignoresCase("\($0.rawValue)[c]"), render.theme.muted)
    }
  }

  /// How to enter a condition, which a search does not read.
  private var conditionLine: SpanLine? {
    guard ConditionText.isCondition(state.choices.search) else { return nil }
    return SpanLine(render.strings.findsConditions(name(.filter)), render.theme.muted)
  }

  /// How to go to an address, which a search does not find.
  private var locationLine: SpanLine? {
    guard state.choices.search.contains(where: \.isNumber), conditionLine == nil else { return nil }
    let key = name(.location)
    return SpanLine(render.strings.findsAddresses(key), render.theme.muted)
  }

  private var lastFilterLine: SpanLine? {
    guard state.search == nil, let last = totals.lastFilter(before: state.choices, page) else {
      return nil
    }
    let filter = FilterSummary(render: render).filter(last) ?? render.strings.allVenues
    return SpanLine(render.strings.bringsBack(name(.lastFilter), filter), render.theme.muted)
  }
}

extension Canvas {
  /// Draws lines in the middle of an area.
  mutating func drawCentered(_ lines: [SpanLine], in area: Rect) {
    let middle = area.centered(Size(columns: area.columns, rows: lines.count))
    for (index, line) in lines.enumerated() where index < middle.rows {
      let row = middle.row(index).inset(left: 1, right: 1)
      let width = min(line.width, row.columns)
      let start = row.origin.moved(columns: (row.columns - width) / 2)
      line.draw(on: &self, at: start, columns: width)
    }
  }
}
