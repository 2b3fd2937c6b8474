/// The scroll position of lines of text.
package struct ScrolledLines: Hashable {
  /// The number of lines hidden above.
  package private(set) var offset = 0
  /// The number of lines, and how many of them are visible.
  package private(set) var count = 0
  package private(set) var height = 0

  /// Whether some of the lines are hidden.
  package var isScrollable: Bool { count > height }

  /// Adapts the offset to a new number of lines or height.
  package mutating func fit(count: Int, height: Int) {
    self.count = count
    self.height = height
    scroll(by: 0)
  }

  package mutating func scroll(by lines: Int) {
    offset = max(0, min(count - height, offset + lines))
  }

  package mutating func scroll(pages: Double) {
    scroll(by: Int((Double(height) * pages).rounded(.awayFromZero)))
  }

  /// Scrolls to the first line.
  package mutating func reset() { offset = 0 }

  package init() {}

  /// The key table for scrolling; `change` applies a change to the scroll position of a screen.
  package static func commands<Owner, Action: KeyAction>(
    _ change: @escaping @MainActor @Sendable (Owner, (inout ScrolledLines) -> Void) -> Void
  ) -> [KeyCommand<Owner, Action>] {
    [
      KeyCommand(.down) { change($0) { $0.scroll(by: 1) } },
      KeyCommand(.up) { change($0) { $0.scroll(by: -1) } },
      KeyCommand(.pageDown) { change($0) { $0.scroll(pages: 1) } },
      KeyCommand(.pageUp) { change($0) { $0.scroll(pages: -1) } },
      KeyCommand(.halfPageDown) { change($0) { $0.scroll(pages: 0.5) } },
      KeyCommand(.halfPageUp) { change($0) { $0.scroll(pages: -0.5) } },
      KeyCommand(.first) { change($0) { $0.scroll(by: -$0.count) } },
      KeyCommand(.last) { change($0) { $0.scroll(by: $0.count) } },
    ]
  }

  /// Scrolls with the mouse's wheel; false for anything else.
  package mutating func handle(_ event: TerminalEvent) -> Bool {
    guard case .mouse(let mouse) = event else { return false }
    switch mouse.kind {
    case .wheelUp: scroll(by: -3)
    case .wheelDown: scroll(by: 3)
    case .press, .release, .drag, .move, .wheelLeft, .wheelRight: break
    }
    return true
  }

  /// Draws the visible lines, and arrows in the column after the area if there are more above or below.
  package func draw(
    _ lines: [SpanLine], on canvas: inout Canvas, in area: Rect, render: RenderStyle
  ) {
    for (index, line) in lines.dropFirst(offset).prefix(area.rows).enumerated() {
      line.draw(on: &canvas, at: area.row(index).origin, columns: area.columns)
    }
    canvas.drawEnds(
      in: Rect(column: area.right, row: area.top, columns: 1, rows: area.rows),
      isMoreAbove: offset > 0, isMoreBelow: offset + area.rows < lines.count, render: render)
  }
}
