import FetchKit
import TerminalKit
import Venues

/// The delegate of a statistics screen.
protocol StatisticsScreenDelegate: AnyObject {
  /// The user opened a group; the screen has closed. The choices are those of the statistics, limited to the group.
  func statisticsScreen(_ screen: StatisticsScreen, didChoose choices: FilterChoices)
  /// The user wants to change the filter; the delegate calls `show` with its choices.
  func statisticsScreenDidRequestFilter(_ screen: StatisticsScreen)
  /// The user cleared the filter.
  func statisticsScreenDidClearFilter(_ screen: StatisticsScreen)
}

/// The venues of the list in groups, with counts, sums and averages.
final class StatisticsScreen: CommandScreen {
  weak var delegate: (any StatisticsScreenDelegate)?
  private let context: FinderContext
  private var choices: FilterChoices
  private(set) var state: StatisticsState
  private var fetching: Task<Void, Never>?
  private var observation: StoreObservation?
  private var area = Rect(.zero)

  /// The statistics of choices in their last state.
  init(_ context: FinderContext, choices: FilterChoices, _ state: StatisticsState) {
    self.context = context
    self.choices = choices
    self.state = state
    observation = context.store.observe(Venue.entity) { [weak self] in
      self?.state.total = nil
      self?.fetch()
    }
    fetch()
  }

  /// Shows the groups of other choices.
  func show(_ choices: FilterChoices) {
    guard choices != self.choices else { return }
    self.choices = choices
    fetch()
  }

  var name: String { context.strings.statistics }

  typealias Command = KeyCommand<StatisticsScreen>

  nonisolated static let commands: [Command] =
    [
      Command(.previousPart, unless: { $0.state.part == nil ? .noColumnThere : nil }) {
        $0.state.movePart(by: -1)
      },
      Command(
        .nextPart, unless: { $0.state.second == nil ? .noCrossTable : nil },
        rankFor: { $0.state.second == nil ? nil : 3 }
      ) {
        $0.state.movePart(by: 1)
      },
      Command(.back, rank: 1) { $0.close() },
      Command(
        .openGroup, rank: 2, unless: { $0.state.viewport.count > 0 ? nil : .listIsEmpty }
      ) { $0.open() },
      Command(.chooseGrouping, rank: 3) { $0.openGroupings() },
      Command(.filter, rank: 4) { $0.delegate?.statisticsScreenDidRequestFilter($0) },
      Command(
        .clear, unless: { $0.choices.isEmpty ? .nothingIsFiltered : nil },
        rankFor: { $0.choices.isEmpty ? nil : $0.state.viewport.count == 0 ? 2 : 5 }
      ) { $0.delegate?.statisticsScreenDidClearFilter($0) },
      Command(.cross, rank: 6) { $0.openCross() },
      Command(
        .stack, unless: { $0.state.second == nil ? .noCrossTable : nil },
        rankFor: { $0.state.second == nil ? nil : 3 }
      ) { $0.state.toggleStack() }.hinted {
        $0.state.isStacked ? $0.context.strings.table : $0.context.strings.stackedBars
      },
      Command(.measure, rank: 7) { $0.openMeasures() },
      Command(.narrowerBins, unless: { $0.noWidth(wider: false) }) {
        $0.changeWidth(wider: false)
      },
      Command(
        .widerBins, unless: { $0.noWidth(wider: true) },
        rankFor: { $0.noWidth(wider: true) == nil ? 3 : nil }
      ) {
        $0.changeWidth(wider: true)
      },
      Command(.nextGrouping) { $0.group(by: 1) },
      Command(.previousGrouping) { $0.group(by: -1) },
      Command(.sortGroups, rank: 5) { $0.sortByNext() },
      Command(.reverse, rank: 8) { $0.state.isDescending.toggle() },
    ] + ListViewport.commands { screen, change in change(&screen.state.viewport) }

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

  private var view: StatisticsView {
    StatisticsView(
      state: state, filter: FilterSummary(render: context.render).filter(choices),
      clearKey: context.keyName(of: .clear), render: context.render)
  }

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

  /// Opens the group of the cursor, or its part in the column of the cursor.
  private func open() {
    guard let group = state.focusedGroup else { return }
    var choices = choices.limited(toSection: group.name, of: state.grouping)
    if let second = state.second, let part = state.focusedPart {
      choices = choices.limited(toSection: part, of: VenueGrouping(second))
    }
    close()
    delegate?.statisticsScreen(self, didChoose: choices)
  }

  private func noWidth(wider: Bool) -> DisabledReason? {
    let units = context.strings.format.units
    guard state.grouping.sectioning.widths(units) != nil else { return .noBins }
    guard state.nextWidth(wider: wider, units: units) == nil else { return nil }
    return wider ? .isLargest : .isSmallest
  }

  /// Fetches the groups that a change of the state asks for, or has forgotten.
  private func change(_ body: (inout StatisticsState) -> Void) {
    let old = state.query
    body(&state)
    if state.query != old || state.result == nil { fetch() }
  }

  private func changeWidth(wider: Bool) {
    change { $0.changeWidth(wider: wider, units: context.strings.format.units) }
  }

  private func group(by step: Int) {
    let all = VenueSectioning.allCases
    let index = (all.firstIndex(of: state.grouping.sectioning) ?? 0) + step
    change { $0.group(by: all[(index + all.count) % all.count]) }
  }

  private func openGroupings() {
    context.openGroupings(
      context.strings.groupBy, of: VenueSectioning.allCases,
      chosen: { self.state.grouping.sectioning }
    ) { way in
      if let way { self.change { $0.group(by: way) } }
    }
  }

  private func openCross() {
    let own = state.grouping.sectioning
    context.openGroupings(
      context.strings.crossWith, of: [nil] + VenueSectioning.allCases.filter { $0 != own },
      none: context.strings.noSecondGrouping, chosen: { self.state.second }
    ) { way in
      let measure = self.state.measure
      self.change { $0.cross(with: way) }
      guard let measure, self.state.measure == nil else { return }
      self.explainRemoval(of: self.context.strings.title(of: measure), restoredBy: .columns)
    }
  }

  private func openMeasures() {
    let strings = context.strings
    context.push(
      MenuScreen.Content.choice(
        strings.statisticsOf, of: [nil] + VenueColumn.measures, context.render,
        title: { $0.map { strings.title(of: $0) } ?? strings.overview },
        chosen: { self.state.measure }
      ) { column in
        // A cross table has no number, and what is marked already stays.
        guard column != self.state.measure else { return }
        let second = self.state.second
        self.change { $0.show(column) }
        guard let second else { return }
        self.explainRemoval(of: strings.title(of: second), restoredBy: .cross)
      })
  }

  /// Says that a second grouping or a number took the place of the other one.
  private func explainRemoval(of title: String, restoredBy action: Action) {
    context.hint(context.strings.removed(title, key: context.keyName(of: action)))
  }

  /// Sorts by the next visible column.
  private func sortByNext() {
    let all = view.places(area.columns).map(\.column)
    guard !all.isEmpty else { return }
    let index = (all.firstIndex(of: state.sort) ?? -1) + 1
    state.sort(by: all[index % all.count])
  }

  private func fetch() {
    state.isCurrent = false
    fetching?.cancel()
    let (predicate, entity) = (choices.predicate, context.origin.entity)
    fetching = context.start { [self, choices, query = state.query, known = state.total] in
      let (result, total) = try await context.store.snapshotUnlessCanceled {
        (
          try query.fetch(predicate, in: entity, from: $0),
          try known ?? ListTotals.total(choices, in: entity, from: $0)
        )
      }
      state.total = total
      state.show(result)
    }
  }
}
