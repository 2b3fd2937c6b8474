/// Which row of a list has the cursor, and which rows are to be seen.
///
/// With sections the first line is the header of the section at the top, and each section that begins
/// further down has a header of its own.
package struct ListViewport: Hashable {
  /// A line of the viewport.
  package enum Line: Hashable {
    /// The header of the section that a row belongs to.
    case header(row: Int)
    case row(Int)
  }

  /// How many rows the list has.
  package private(set) var count = 0
  /// The 0-based row of the cursor; 0 in an empty list.
  package private(set) var cursor = 0
  /// The first row to be seen.
  package private(set) var top = 0
  /// How many lines there is room for.
  package private(set) var height = 0
  /// The rows that sections begin with, ascending from 0; empty without sections.
  package private(set) var starts: [Int] = []

  package init() {}

  /// The rows to be seen.
  package var visible: Range<Int> { top..<end(of: top) }

  /// The lines to be seen, headers among them.
  package var lines: [Line] {
    guard hasHeaders else { return visible.map(Line.row) }
    return visible.flatMap { row -> [Line] in
      row == top || isStart(row) ? [.header(row: row), .row(row)] : [.row(row)]
    }
  }

  /// The place in `starts` of the section of a row; nil without sections.
  package func section(of row: Int) -> Int? {
    let index = firstStart(after: row)
    return index > 0 ? index - 1 : nil
  }

  /// Moves the cursor by some rows, as far as there are any.
  package mutating func move(by rows: Int) {
    move(to: cursor + rows)
  }

  /// Moves the cursor to a row and the viewport only as far as needed.
  package mutating func move(to row: Int) {
    cursor = max(0, min(count - 1, row))
    follow()
  }

  /// Moves the cursor to the first row of a section some sections further, or of this one.
  package mutating func move(bySections sections: Int) {
    guard let section = section(of: cursor) else { return }
    let isInside = sections < 0 && cursor > starts[section]
    let next = section + sections + (isInside ? 1 : 0)
    move(to: starts[max(0, min(starts.count - 1, next))])
  }

  /// Moves viewport and cursor by so many windows.
  package mutating func page(by pages: Double) {
    let size = hasHeaders ? max(1, visible.count) : height
    let rows = Int((Double(size) * pages).rounded(.awayFromZero))
    let line = cursor - top
    cursor = max(0, min(count - 1, cursor + rows))
    show(at: line)
  }

  /// Moves the window; the cursor comes along when it would be left behind.
  package mutating func scroll(by rows: Int) {
    top = max(0, min(lastTop, top + rows))
    cursor = max(top, min(max(top, visible.upperBound - 1), cursor))
  }

  /// Gets another height; what is to be seen then depends on nothing but the cursor.
  package mutating func resize(height: Int) {
    guard height != self.height else { return }
    self.height = height
    top = 0
    follow()
  }

  /// Gets another list and the cursor's place in it, which stays on its line where it can.
  package mutating func replace(count: Int, cursor: Int, line: Int? = nil, starts: [Int] = []) {
    let line = line ?? self.cursor - top
    self.count = count
    self.starts = starts
    self.cursor = max(0, min(count - 1, cursor))
    show(at: line)
  }

  private mutating func show(at line: Int) {
    top = max(0, min(lastTop, cursor - line))
    follow()
  }

  private mutating func follow() {
    if cursor < top { top = cursor }
    guard cursor >= end(of: top) else { return }
    top = max(0, cursor - height + 1)
    while cursor >= end(of: top), top < cursor { top += 1 }
  }
}

// MARK: - Headers

extension ListViewport {
  /// Whether there is room for headers beside rows.
  private var hasHeaders: Bool { !starts.isEmpty && height >= 3 }

  /// The top that shows the end of the list, and as much before it as there is room for.
  private var lastTop: Int {
    var last = max(0, count - height)
    guard hasHeaders else { return last }
    while end(of: last) < count { last += 1 }
    return last
  }

  /// The row behind the last one to be seen when a row is at the top.
  private func end(of top: Int) -> Int {
    guard hasHeaders else { return max(top, min(count, top + height)) }
    var row = top
    var used = 1
    while row < count {
      used += row > top && isStart(row) ? 2 : 1
      if used > height { break }
      row += 1
    }
    return row
  }

  private func isStart(_ row: Int) -> Bool {
    let index = firstStart(after: row)
    return index > 0 && starts[index - 1] == row
  }

  private func firstStart(after row: Int) -> Int {
    var low = 0
    var high = starts.count
    while low < high {
      let middle = (low + high) / 2
      if starts[middle] <= row { low = middle + 1 } else { high = middle }
    }
    return low
  }
}

extension ListViewport {
  /// Moves the cursor with the wheel, or to the row that is clicked, which is given; nil for none.
  ///
  /// `area` is where the rows stand, the first visible one at its top.
  package mutating func follow(_ mouse: MouseEvent, in area: Rect) -> Int? {
    switch mouse.kind {
    case .wheelUp: move(by: -1)
    case .wheelDown: move(by: 1)
    case .press where mouse.button == .left && area.contains(mouse.point):
      let row = top + mouse.point.row - area.top
      guard row < count else { return nil }
      move(to: row)
      return row
    case .press, .release, .drag, .move, .wheelLeft, .wheelRight: break
    }
    return nil
  }
}

extension MouseEvent {
  /// Whether it is a click beside a box, which puts the box away.
  package func isClick(outside area: Rect) -> Bool {
    kind == .press && button == .left && !area.contains(point)
  }
}
