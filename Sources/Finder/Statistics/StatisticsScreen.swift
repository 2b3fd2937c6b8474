import FetchKit
import TerminalKit
import Venues

/// The delegate of a statistics screen.
protocol StatisticsScreenDelegate: AnyObject {
  /// The user opened a group; the screen has closed.
  func statisticsScreen(
    _ screen: StatisticsScreen, didChoose section: String, of grouping: VenueSectioning)
}

/// The venues of the list in groups, with counts, sums and averages.
final class StatisticsScreen: Screen {
  weak var delegate: (any StatisticsScreenDelegate)?
  private let context: FinderContext
  private let choices: FilterChoices
  private(set) var state: StatisticsState
  private var fetching: Task<Void, Never>?
  private var observation: StoreObservation?
  private var area = Rect(.zero)

  /// The statistics of choices in their last state.
  init(_ context: FinderContext, choices: FilterChoices, _ state: StatisticsState) {
    self.context = context
    self.choices = choices
    self.state = state
    observation = context.store.observe(Venue.entity) { [weak self] in self?.fetch() }
    fetch()
  }

  var name: String { context.strings.numbers }

  typealias Command = KeyCommand<StatisticsScreen>

  var bindings: [KeyBinding] { Self.commands.bound(to: self) }

  nonisolated static let commands: [Command] = [
    Command(.back, rank: 1) { $0.close() },
    Command(
      .openGroup, rank: 2, unless: { $0.state.viewport.count > 0 ? nil : .listIsEmpty }
    ) { $0.open() },
    Command(.chooseGrouping, rank: 3) { $0.openGroupings() },
    Command(.nextGrouping) { $0.group(by: 1) },
    Command(.previousGrouping) { $0.group(by: -1) },
    Command(.sort, rank: 4) { $0.sortByNext() },
    Command(.reverse, rank: 5) { $0.state.isDescending.toggle() },
    Command(.down) { $0.state.viewport.move(by: 1) },
    Command(.up) { $0.state.viewport.move(by: -1) },
    Command(.pageDown) { $0.state.viewport.page(by: 1) },
    Command(.pageUp) { $0.state.viewport.page(by: -1) },
    Command(.first) { $0.state.viewport.move(to: 0) },
    Command(.last) { $0.state.viewport.move(to: $0.state.viewport.count - 1) },
  ]

  func handle(_ event: TerminalEvent) -> Bool {
    guard case .mouse(let mouse) = event else { return false }
    switch mouse.kind {
    case .wheelUp: state.viewport.scroll(by: -3)
    case .wheelDown: state.viewport.scroll(by: 3)
    case .press where mouse.button == .left: click(mouse.point)
    case .press, .release, .drag, .move, .wheelLeft, .wheelRight: break
    }
    return true
  }

  func layout(in area: Rect) {
    self.area = area
    state.viewport.resize(height: view.rowsArea(in: area).rows)
  }

  func draw(on canvas: inout Canvas, in area: Rect) -> Point? {
    view.draw(on: &canvas, in: area)
    return nil
  }

  private var view: StatisticsView { StatisticsView(state: state, render: context.render) }

  private func click(_ point: Point) {
    if point.row == view.rowsArea(in: area).top - 1 {
      view.column(at: point.column - area.left, columns: area.columns).map { state.sort(by: $0) }
      return
    }
    let row = state.viewport.top + point.row - view.rowsArea(in: area).top
    guard view.rowsArea(in: area).contains(point), row < state.viewport.count else { return }
    if row == state.viewport.cursor { open() } else { state.viewport.move(to: row) }
  }

  private func close() {
    fetching?.cancel()
    observation = nil
    context.pop(self)
  }

  private func open() {
    let groups = state.sorted
    guard groups.indices.contains(state.viewport.cursor) else { return }
    close()
    delegate?.statisticsScreen(
      self, didChoose: groups[state.viewport.cursor].name, of: state.grouping)
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
        .sectionings(VenueSectioning.allCases, context.render, chosen: { self.state.grouping }) {
          if let way = $0 { self.group(by: way) }
        }))
  }

  private func group(by grouping: VenueSectioning) {
    state.grouping = grouping
    state.groups = nil
    state.viewport.move(to: 0)
    fetch()
  }

  private func sortByNext() {
    let all = StatisticsColumn.allCases
    let index = (all.firstIndex(of: state.sort) ?? 0) + 1
    state.sort(by: all[index % all.count])
  }

  private func fetch() {
    state.isCurrent = false
    fetching?.cancel()
    let (predicate, entity) = (choices.predicate, context.origin.entity)
    fetching = context.tasks.start { [self, grouping = state.grouping] in
      do {
        let groups = try await context.store.snapshot {
          try VenueGroup.fetch(grouping, predicate, in: entity, from: $0)
        }
        guard !Task.isCancelled else { return }
        state.groups = groups
        state.isCurrent = true
        state.viewport.replace(count: groups.count, cursor: state.viewport.cursor)
      } catch {
        context.report(error)
      }
    }
  }
}
