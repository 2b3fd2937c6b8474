import FetchKit
import Terminal
import Venues

/// Where filters and the order are chosen; its delegate shows what comes of it.
final class FilterScreen: Screen {
  weak var delegate: (any FilterScreenDelegate)?
  private let context: FinderContext
  private(set) var state: FilterState
  private var counting: Task<Void, Never>?
  private var observation: StoreObservation?
  private var area = Rect(.zero)

  init(
    _ context: FinderContext, choices: FilterChoices, sorts: [SortChoice], figures: ListFigures?
  ) {
    self.context = context
    state = FilterState(choices: choices, sorts: sorts, total: figures?.total)
    observation = context.store.observe(Venue.entity) { [weak self] in
      self?.state.total = nil
      self?.recount()
    }
    recount()
  }

  var name: String { context.look.strings.filters }
  var placement: Placement { .pane(columns: 46, from: 100) }
  var choices: FilterChoices { state.choices }
  var sorts: [SortChoice] { state.sorts }

  var bindings: [KeyBinding] {
    [
      KeyBinding(.choose, rank: 3) { self.change { $0.toggle() } },
      KeyBinding(.apply, rank: 2) { self.apply() },
      KeyBinding(.cancel, rank: 1) { self.cancel() },
      KeyBinding(.clear, rank: 5) { self.change { $0.choices = $0.choices.cleared } },
      KeyBinding(.narrow) { self.change { $0.changeRadius(longer: false) } },
      KeyBinding(.widen, rank: 6) { self.change { $0.changeRadius(longer: true) } },
      KeyBinding(.down) { self.state.window.move(by: 1) },
      KeyBinding(.up) { self.state.window.move(by: -1) },
      KeyBinding(.pageDown) { self.state.window.page(by: 1) },
      KeyBinding(.pageUp) { self.state.window.page(by: -1) },
      KeyBinding(.first) { self.state.window.move(to: 0) },
      KeyBinding(.last) { self.state.window.move(to: FilterRow.all.count - 1) },
    ]
  }

  func handle(_ event: TerminalEvent) -> Bool {
    guard case .mouse(let mouse) = event else { return false }
    switch mouse.kind {
    case .wheelUp: state.window.move(by: -1)
    case .wheelDown: state.window.move(by: 1)
    case .press where mouse.button == .left: click(mouse.point)
    case .press, .release, .drag, .move, .wheelLeft, .wheelRight: break
    }
    return true
  }

  func layout(in area: Rect) { self.area = area }

  func draw(on canvas: inout Canvas, in area: Rect) -> Point? {
    FilterView(state: state, look: context.look).draw(on: &canvas, in: area)
    return nil
  }

  private func change(_ body: (inout FilterState) -> Void) {
    let old = state
    body(&state)
    guard state.choices != old.choices || state.sorts != old.sorts else { return }
    if state.choices != old.choices { recount() }
    delegate?.filterScreen(
      self, didPreview: choices.predicate, sortDescriptors: sorts.descriptors)
  }

  private func apply() {
    close()
    delegate?.filterScreen(self, didSelect: choices.predicate, sortDescriptors: sorts.descriptors)
  }

  private func cancel() {
    close()
    delegate?.filterScreenDidCancel(self)
  }

  private func close() {
    counting?.cancel()
    observation = nil
    context.pop(self)
  }

  private func click(_ point: Point) {
    guard let row = FilterView(state: state, look: context.look).row(at: point, in: area),
      let index = FilterRow.all.firstIndex(of: row)
    else { return }
    state.window.move(to: index)
    change { $0.toggle() }
  }

  /// Counts anew; the old counts stay, dimmed, until the new ones are there.
  private func recount() {
    state.areCountsCurrent = false
    counting?.cancel()
    counting = context.work.start { [self, choices = state.choices] in
      do {
        let counts = try await FilterCounts.fetch(
          choices, in: context.origin.entity, from: context.store)
        let total =
          if let known = state.total { known } else {
            try await ListFigures.total(choices, in: context.origin.entity, from: context.store)
          }
        guard !Task.isCancelled else { return }
        state.total = total
        state.counts = counts
        state.areCountsCurrent = true
      } catch {
        context.report(error)
      }
    }
  }
}
