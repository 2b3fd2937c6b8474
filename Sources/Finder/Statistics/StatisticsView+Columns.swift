import TerminalKit
import Venues

// MARK: - Columns

extension StatisticsView {
  /// A column in a width.
  struct Place {
    let column: StatisticsColumn
    /// The distance from the left edge.
    let left: Int
    let width: Int
  }

  /// The column at a distance from the left edge; nil for none.
  func column(at place: Int, columns: Int) -> StatisticsColumn? {
    places(columns).first { ($0.left..<($0.left + $0.width)).contains(place) }?.column
  }

  /// The columns that fit; those of a cross table begin so that the one with the cursor fits.
  func places(_ columns: Int) -> [Place] {
    let parts = self.columns.filter(\.isPart)
    let room = columns - fixedWidth(columns)
    var first = 0
    if let focus = state.part, parts.indices.contains(focus) {
      // The last column has no gap after it, but a margin.
      while first < focus, width(of: parts[first...focus], columns) - gap(columns) >= room {
        first += 1
      }
    }
    let shown = self.columns.filter { !$0.isPart } + parts.dropFirst(first)
    var left = Self.margin
    var places: [Place] = []
    for column in shown {
      let width = width(of: column, columns)
      // The last column is that of the arrows.
      guard left + width < columns else { break }
      places.append(Place(column: column, left: left, width: width))
      left += width + gap(columns)
      if column == .count { left += shareWidth(columns) + barWidth(columns) }
    }
    return completingTitles(of: places, columns)
  }

  /// Widens columns of a cross table for titles that are whole then, as long as there is room.
  private func completingTitles(of places: [Place], _ columns: Int) -> [Place] {
    guard let last = places.last else { return [] }
    var spare = columns - 1 - (last.left + last.width)
    var shift = 0
    return places.map { place in
      let missing = place.column.isPart ? (needed[place.column] ?? 0) - place.width : 0
      let added = missing <= spare ? missing : 0
      defer { (spare, shift) = (spare - added, shift + added) }
      return Place(column: place.column, left: place.left + shift, width: place.width + added)
    }
  }

  /// The width of everything but the columns of a cross table.
  private func fixedWidth(_ columns: Int) -> Int {
    let others = self.columns.filter { !$0.isPart }
    return Self.margin + width(of: others[...], columns) + shareWidth(columns) + barWidth(columns)
  }

  /// The width of the shares and the blank after them; 0 where they would leave no room for a cross table.
  func shareWidth(_ columns: Int) -> Int {
    guard let part = widestPart(columns) else {
      return hidesShare(columns) ? 0 : Self.shareWidth + 1
    }
    let others = [StatisticsColumn.group, .count].reduce(Self.margin) {
      $0 + width(of: $1, columns) + 1
    }
    return others + Self.shareWidth + 1 + part < columns ? Self.shareWidth + 1 : 0
  }

  /// Whether the shares make room for bars that do not show them.
  private func hidesShare(_ columns: Int) -> Bool {
    state.barColumn != .count && widestPart(columns) == nil && columns >= Self.narrow
      && barRoom(columns, share: Self.shareWidth + 1) < Self.shortestBar
      && barRoom(columns, share: 0) >= Self.shortestBar
  }

  /// The width of the widest column of a cross table; nil without one.
  private func widestPart(_ columns: Int) -> Int? {
    self.columns.filter(\.isPart).map { width(of: $0, columns) }.max()
  }

  private func width(of columns: ArraySlice<StatisticsColumn>, _ room: Int) -> Int {
    columns.reduce(0) { $0 + width(of: $1, room) + gap(room) }
  }

  /// The blanks between columns: two if as many of them fit, and bars, too.
  private func gap(_ columns: Int) -> Int {
    let shown = fitting(columns)
    let isWideTable = columns >= Self.narrow && self.columns.contains(where: \.isPart)
    let room = columns - total(shown, gap: 2, columns)
    return isWideTable || room > (hasBars(beside: shown, columns) ? Self.shortestBar : 0) ? 2 : 1
  }

  /// The width of some columns and the shares.
  private func total(_ shown: ArraySlice<StatisticsColumn>, gap: Int, _ columns: Int) -> Int {
    shown.reduce(Self.margin + Self.shareWidth + 1) { $0 + width(of: $1, columns) + gap }
  }

  /// Whether there is room for bars if a blank is between the columns.
  private func hasBars(beside shown: ArraySlice<StatisticsColumn>, _ columns: Int) -> Bool {
    columns >= Self.narrow && columns - total(shown, gap: 1, columns) >= Self.shortestBar
  }

  /// The columns that fit with a blank between them, and all those of a cross table; average ratings make room for bars.
  private func fitting(_ columns: Int) -> ArraySlice<StatisticsColumn> {
    var right = Self.margin + Self.shareWidth
    let count = self.columns.prefix { column in
      right += width(of: column, columns) + 1
      return right < columns || column.isPart || column == .count
    }.count
    let shown = self.columns.prefix(count)
    let yields = shown.last == .rating && state.barColumn != .rating
    return yields && !hasBars(beside: shown, columns) && hasBars(beside: shown.dropLast(), columns)
      ? shown.dropLast() : shown
  }

  private func width(of column: StatisticsColumn, _ columns: Int) -> Int {
    let needed = needed[column] ?? 0
    if column.isPart { return min(needed, max(Self.minimumPart, columns / 8)) }
    guard column == .group else { return needed }
    let limits = Self.groupWidths
    if isStacked, columns < Self.narrow { return limits.lowerBound }
    let width = min(max(needed, limits.lowerBound), max(limits.upperBound, columns / 5))
    guard columns < Self.narrow, let part = widestPart(columns) else { return width }
    let room = columns - Self.margin - (self.needed[.count] ?? 0) - part - 3
    return max(limits.lowerBound, min(width, room))
  }

  /// The width of the bars and the blank before them; 0 if there is no room.
  func barWidth(_ columns: Int) -> Int {
    let width = barRoom(columns, share: hidesShare(columns) ? 0 : Self.shareWidth + 1)
    let shortest = isStacked ? Self.minimumStack : Self.shortestBar
    guard columns >= Self.narrow || isStacked, width >= shortest else { return 0 }
    // The columns of a cross table stay near the names of its groups.
    let hasParts = self.columns.contains(where: \.isPart)
    return hasParts && !isStacked ? min(width, columns / 2) : width
  }

  /// The columns that others and the shares leave to the bars.
  private func barRoom(_ columns: Int, share: Int) -> Int {
    // The last column has no gap after it, but a margin.
    columns - Self.margin - share - 1 - width(of: fitting(columns), columns) + gap(columns)
  }
}

extension StatisticsColumn {
  /// Whether it is a column of a cross table.
  var isPart: Bool { if case .part = self { true } else { false } }
}
