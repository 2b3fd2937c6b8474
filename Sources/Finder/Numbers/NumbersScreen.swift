import FetchKit
import TerminalKit
import Venues

/// Shows the venues of a group.
protocol NumbersScreenDelegate: AnyObject {
  /// The user goes into a group; the screen has closed.
  func numbersScreen(
    _ screen: NumbersScreen, didChoose section: String, of grouping: VenueSectioning)
}

/// The venues of the list in groups, with counts, sums and averages.
final class NumbersScreen: Screen {
  weak var delegate: (any NumbersScreenDelegate)?
  private let context: FinderContext
  private let choices: FilterChoices
  private(set) var state: NumbersState
  private var fetching: Task<Void, Never>?
  private var observation: StoreObservation?
  private var area = Rect(.zero)

  /// The numbers of some choices, as they were left.
  init(_ context: FinderContext, choices: FilterChoices, _ state: NumbersState) {
    self.context = context
    self.choices = choices
    self.state = state
    observation = context.store.observe(Venue.entity) { [weak self] in self?.fetch() }
    fetch()
  }

  var name: String { context.look.strings.numbers }

  var bindings: [KeyBinding] {
    [
      KeyBinding(.back, rank: 1) { self.close() },
      KeyBinding(.openGroup, unless: state.window.count > 0 ? nil : .listIsEmpty, rank: 2) {
        self.open()
      },
      KeyBinding(.chooseGrouping, rank: 3) { self.openGroupings() },
      KeyBinding(.nextGrouping) { self.group(by: 1) },
      KeyBinding(.previousGrouping) { self.group(by: -1) },
      KeyBinding(.sort, rank: 4) { self.sortByNext() },
      KeyBinding(.reverse, rank: 5) { self.state.isDescending.toggle() },
      KeyBinding(.down) { self.state.window.move(by: 1) },
      KeyBinding(.up) { self.state.window.move(by: -1) },
      KeyBinding(.pageDown) { self.state.window.page(by: 1) },
      KeyBinding(.pageUp) { self.state.window.page(by: -1) },
      KeyBinding(.first) { self.state.window.move(to: 0) },
      KeyBinding(.last) { self.state.window.move(to: self.state.window.count - 1) },
    ]
  }

  func handle(_ event: TerminalEvent) -> Bool {
    guard case .mouse(let mouse) = event else { return false }
    switch mouse.kind {
    case .wheelUp: state.window.scroll(by: -3)
    case .wheelDown: state.window.scroll(by: 3)
    case .press where mouse.button == .left: click(mouse.point)
    case .press, .release, .drag, .move, .wheelLeft, .wheelRight: break
    }
    return true
  }

  func layout(in area: Rect) {
    self.area = area
    state.window.resize(height: view.rowsArea(in: area).rows)
  }

  func draw(on canvas: inout Canvas, in area: Rect) -> Point? {
    view.draw(on: &canvas, in: area)
    return nil
  }

  private var view: NumbersView { NumbersView(state: state, look: context.look) }

  private func click(_ point: Point) {
    if point.row == view.rowsArea(in: area).top - 1 {
      view.column(at: point.column - area.left, columns: area.columns).map { state.sort(by: $0) }
      return
    }
    let row = state.window.top + point.row - view.rowsArea(in: area).top
    guard view.rowsArea(in: area).contains(point), row < state.window.count else { return }
    if row == state.window.cursor { open() } else { state.window.move(to: row) }
  }

  private func close() {
    fetching?.cancel()
    observation = nil
    context.pop(self)
  }

  private func open() {
    let groups = state.sorted
    guard groups.indices.contains(state.window.cursor) else { return }
    close()
    delegate?.numbersScreen(
      self, didChoose: groups[state.window.cursor].name, of: state.grouping)
  }

  private func group(by step: Int) {
    let all = VenueSectioning.allCases
    let index = (all.firstIndex(of: state.grouping) ?? 0) + step
    group(by: all[(index + all.count) % all.count])
  }

  private func openGroupings() {
    context.push(
      MenuScreen(
        context,
        .sectionings(VenueSectioning.allCases, context.look, chosen: { self.state.grouping }) {
          if let way = $0 { self.group(by: way) }
        }))
  }

  private func group(by grouping: VenueSectioning) {
    state.grouping = grouping
    state.groups = nil
    state.window.move(to: 0)
    fetch()
  }

  private func sortByNext() {
    let all = NumbersColumn.allCases
    let index = (all.firstIndex(of: state.sort) ?? 0) + 1
    state.sort(by: all[index % all.count])
  }

  private func fetch() {
    state.isCurrent = false
    fetching?.cancel()
    let (predicate, entity) = (choices.predicate, context.origin.entity)
    fetching = context.work.start { [self, grouping = state.grouping] in
      do {
        let groups = try await context.store.snapshot {
          try VenueGroup.fetch(grouping, predicate, in: entity, from: $0)
        }
        guard !Task.isCancelled else { return }
        state.groups = groups
        state.isCurrent = true
        state.window.replace(count: groups.count, cursor: state.window.cursor)
      } catch {
        context.report(error)
      }
    }
  }
}
