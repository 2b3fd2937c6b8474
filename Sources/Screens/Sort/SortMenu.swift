import Terminal
import Venues

/// Hears which order was chosen.
protocol SortMenuDelegate: AnyObject {
  func sortMenu(_ menu: SortMenu, didChoose sorts: [SortChoice])
}

/// A small menu of orders over the list.
final class SortMenu: Screen {
  weak var delegate: (any SortMenuDelegate)?
  private let context: FinderContext
  private let sorts: [SortChoice]
  private var cursor: Int
  private var area = Rect(.zero)

  init(_ context: FinderContext, sorts: [SortChoice]) {
    self.context = context
    self.sorts = sorts
    cursor = SortOption.allCases.firstIndex { $0.begins(sorts) } ?? 0
  }

  var name: String { context.look.strings.sortBy }

  var placement: Placement {
    .box(Size(columns: 26, rows: SortOption.allCases.count + 2))
  }

  var bindings: [KeyBinding] {
    [
      KeyBinding(.choose, rank: 2) { self.choose() },
      KeyBinding(.open) { self.choose() },
      KeyBinding(.cancel, rank: 1) { self.context.pop(self) },
      KeyBinding(.back) { self.context.pop(self) },
      KeyBinding(.down) { self.move(by: 1) },
      KeyBinding(.up) { self.move(by: -1) },
      KeyBinding(.first) { self.move(by: -SortOption.allCases.count) },
      KeyBinding(.last) { self.move(by: SortOption.allCases.count) },
    ]
  }

  func handle(_ event: TerminalEvent) -> Bool {
    guard case .mouse(let mouse) = event else { return false }
    switch mouse.kind {
    case .wheelUp: move(by: -1)
    case .wheelDown: move(by: 1)
    case .press where mouse.button == .left: click(mouse.point)
    case .press, .release, .drag, .move, .wheelLeft, .wheelRight: break
    }
    return true
  }

  func layout(in area: Rect) { self.area = area }

  func draw(on canvas: inout Canvas, in area: Rect) -> Point? {
    let look = context.look
    let inner = Box.draw(on: &canvas, in: area, title: name, look: look)
    for (index, option) in visibleOptions(inner.rows) {
      let row = inner.row(index - firstVisible(inner.rows))
      let style = option.begins(sorts) ? look.theme.chosen : .plain
      canvas.write(text(of: option), at: row.origin.moved(columns: 2), style: style)
      guard index == cursor else { continue }
      canvas.write(look.symbols.cursor, at: row.origin, style: look.theme.cursorMark)
      canvas.restyle(in: row.inset(left: 1)) { $0.adding(look.theme.cursor.attributes) }
    }
    return nil
  }

  private func text(of option: SortOption) -> String {
    let title = context.look.strings.title(of: option)
    guard option.begins(sorts), let first = sorts.first else { return title }
    let symbols = context.look.symbols
    return title + " " + (first.ascending ? symbols.ascending : symbols.descending)
  }

  private func visibleOptions(_ height: Int) -> [(Int, SortOption)] {
    Array(Array(SortOption.allCases.enumerated()).dropFirst(firstVisible(height)).prefix(height))
      .map { ($0.offset, $0.element) }
  }

  private func firstVisible(_ height: Int) -> Int { max(0, cursor - height + 1) }

  private func move(by rows: Int) {
    cursor = max(0, min(SortOption.allCases.count - 1, cursor + rows))
  }

  private func click(_ point: Point) {
    let inner = area.inset(left: 1, top: 1, right: 1, bottom: 1)
    guard inner.contains(point) else { return context.pop(self) }
    cursor = min(SortOption.allCases.count - 1, point.row - inner.top + firstVisible(inner.rows))
    choose()
  }

  private func choose() {
    context.pop(self)
    delegate?.sortMenu(self, didChoose: SortOption.allCases[cursor].choose(over: sorts))
  }
}
