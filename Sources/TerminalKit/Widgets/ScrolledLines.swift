/// Lines that may be more than there is room for.
package struct ScrolledLines: Hashable {
  /// How many lines are passed over at the top.
  package private(set) var offset = 0
  /// How many lines there are, and how many of them have room.
  package private(set) var count = 0
  package private(set) var height = 0

  /// Fits the offset to other lines or another height.
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

  /// Goes back to the first line.
  package mutating func reset() { offset = 0 }

  package init() {}

  /// The keys that scroll.
  @MainActor package static func bindings<Action: KeyAction>(
    _ scroll: @escaping ((inout ScrolledLines) -> Void) -> Void
  ) -> [KeyBinding<Action>] {
    [
      KeyBinding(.down) { scroll { $0.scroll(by: 1) } },
      KeyBinding(.up) { scroll { $0.scroll(by: -1) } },
      KeyBinding(.pageDown) { scroll { $0.scroll(pages: 1) } },
      KeyBinding(.pageUp) { scroll { $0.scroll(pages: -1) } },
      KeyBinding(.halfPageDown) { scroll { $0.scroll(pages: 0.5) } },
      KeyBinding(.halfPageUp) { scroll { $0.scroll(pages: -0.5) } },
      KeyBinding(.first) { scroll { $0.scroll(by: -$0.count) } },
      KeyBinding(.last) { scroll { $0.scroll(by: $0.count) } },
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

  /// Draws the lines that are to be seen.
  package func draw(_ lines: [SpanLine], on canvas: inout Canvas, in area: Rect) {
    for (index, line) in lines.dropFirst(offset).prefix(area.rows).enumerated() {
      line.draw(on: &canvas, at: area.row(index).origin, columns: area.columns)
    }
  }
}
