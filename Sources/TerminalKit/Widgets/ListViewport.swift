/// The cursor and the visible rows of a list.
///
/// In a list with sections the first line is the sticky header of the top section; sections that start further
/// down have headers of their own.
package struct ListViewport: Hashable {
  /// A line of the viewport.
  package enum Line: Hashable {
    /// The header of the section that a row belongs to.
    case header(row: Int)
    case row(Int)
  }

  /// The number of rows in the list.
  package private(set) var count = 0
  /// The 0-based row of the cursor; 0 in an empty list.
  package private(set) var cursor = 0
  /// The first visible row.
  package private(set) var top = 0
  /// The number of lines.
  package private(set) var height = 0
  /// The first rows of the sections, ascending from 0; empty without sections.
  package private(set) var starts: [Int] = []

  package init() {}

  /// The visible rows.
  package var visible: Range<Int> { top..<end(of: top) }

  /// The visible lines, including headers.
  package var lines: [Line] {
    guard hasHeaders else { return visible.map(Line.row) }
    return visible.flatMap { row -> [Line] in
      row == top || isStart(row) ? [.header(row: row), .row(row)] : [.row(row)]
    }
  }

  /// The index of the section that contains a row; nil without sections.
  package func section(of row: Int) -> Int? {
    let index = firstStart(after: row)
    return index > 0 ? index - 1 : nil
  }

  /// The key table for moving the cursor; `change` applies a change to the viewport of a screen.
  ///
  /// The keys for half pages edit text where that can be typed.
  package static func commands<Owner, Action: KeyAction>(
    isTyped: Bool = false,
    _ change: @escaping @MainActor @Sendable (Owner, (inout ListViewport) -> Void) -> Void
  ) -> [KeyCommand<Owner, Action>] {
    [
      KeyCommand(.down) { change($0) { $0.move(by: 1) } },
      KeyCommand(.up) { change($0) { $0.move(by: -1) } },
      KeyCommand(.pageDown) { change($0) { $0.page(by: 1) } },
      KeyCommand(.pageUp) { change($0) { $0.page(by: -1) } },
      KeyCommand(.first) { change($0) { $0.move(to: 0) } },
      KeyCommand(.last) { change($0) { $0.move(to: $0.count - 1) } },
    ]
      + (isTyped
        ? []
        : [
          KeyCommand(.halfPageDown) { change($0) { $0.page(by: 0.5) } },
          KeyCommand(.halfPageUp) { change($0) { $0.page(by: -0.5) } },
        ])
  }

  /// Moves the cursor by a number of rows, within the list.
  package mutating func move(by rows: Int) {
    move(to: cursor + rows)
  }

  /// Moves the cursor to a row and the viewport only as far as needed.
  package mutating func move(to row: Int) {
    cursor = max(0, min(count - 1, row))
    follow()
  }

  /// Moves the cursor to a row, and that to the top as far as the rows below allow.
  package mutating func move(toTop row: Int) {
    cursor = max(0, min(count - 1, row))
    show(at: 0)
  }

  /// Moves the cursor to the start of a following or previous section; backward, first to the start of its own.
  package mutating func move(bySections sections: Int) {
    guard let section = section(of: cursor) else { return }
    let isInside = sections < 0 && cursor > starts[section]
    let next = section + sections + (isInside ? 1 : 0)
    move(to: starts[max(0, min(starts.count - 1, next))])
  }

  /// Moves viewport and cursor by a number of pages.
  package mutating func page(by pages: Double) {
    let size = hasHeaders ? max(1, visible.count) : height
    let rows = Int((Double(size) * pages).rounded(.awayFromZero))
    let line = cursor - top
    cursor = max(0, min(count - 1, cursor + rows))
    show(at: line)
  }

  /// Scrolls the viewport; the cursor stays visible.
  package mutating func scroll(by rows: Int) {
    top = max(0, min(lastTop, top + rows))
    cursor = max(top, min(max(top, visible.upperBound - 1), cursor))
  }

  /// Changes the height; afterwards the visible rows depend only on the cursor.
  package mutating func resize(height: Int) {
    guard height != self.height else { return }
    self.height = height
    top = 0
    follow()
  }

  /// Replaces the list and the cursor's row, which stays on its line if possible.
  package mutating func replace(count: Int, cursor: Int, line: Int? = nil, starts: [Int] = []) {
    let line = line ?? self.cursor - top
    self.count = count
    self.starts = starts
    self.cursor = max(0, min(count - 1, cursor))
    show(at: line)
  }

  /// The line of a row in another list: the list begins at the top if the row is on its first page, and the first line
  /// is left to the rows before it.
  package func line(of row: Int) -> Int {
    if row < height { return row }
    return cursor > top ? cursor - top : height / 2
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
  /// Whether there is room for headers.
  private var hasHeaders: Bool { !starts.isEmpty && height >= 3 }

  /// The largest top row that leaves no lines empty.
  private var lastTop: Int {
    var last = max(0, count - height)
    guard hasHeaders else { return last }
    while end(of: last) < count { last += 1 }
    return last
  }

  /// The end of the visible rows if a row is at the top.
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
  /// Moves the cursor with the wheel or to a clicked row; returns the clicked row, if any.
  ///
  /// `area` is the area of the rows, the first visible one at its top.
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
  /// Whether it is a click outside of a box, which closes the box.
  package func isClick(outside area: Rect) -> Bool {
    kind == .press && button == .left && !area.contains(point)
  }
}
