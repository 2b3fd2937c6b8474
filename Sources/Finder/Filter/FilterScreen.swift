import FetchKit
import TerminalKit
import Venues

/// Where filters and the order are chosen; its delegate shows what comes of it.
final class FilterScreen: TypingScreen {
  weak var delegate: (any FilterScreenDelegate)?
  private let context: FinderContext
  private(set) var state: FilterState { didSet { if state.editing == nil { before = nil } } }
  /// The text of the field before it was edited.
  private var before: String?
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
    askForHours()
  }

  /// Offers open places where a venue tells when it is open.
  private func askForHours() {
    guard state.query.open == nil else { return }
    context.tasks.start { [weak self, store = context.store] in
      let moment = try? await Task.detached { try OpenMoment.ifTold(in: store) }.value
      if let moment { self?.change { $0.query.open = moment } }
    }
  }

  var name: String { context.strings.filters }
  var placement: Placement { .pane(columns: 46, from: 100) }
  var choices: FilterChoices { state.choices }
  var sorts: [SortChoice] { state.sorts }

  var bindings: [KeyBinding] { state.editing == nil ? choosingBindings : editingBindings }

  private var choosingBindings: [KeyBinding] {
    [
      KeyBinding(.choose, rank: 3) { self.change { $0.toggle() } },
      KeyBinding(.pick) { self.pick($0) },
      KeyBinding(.apply, rank: 2) {
        if self.state.focusedField == nil { self.apply() } else { self.change { $0.toggle() } }
      },
      KeyBinding(.applyAnyway) { self.apply() },
      KeyBinding(.cancel, rank: 1) { self.cancel() },
      KeyBinding(.clear, rank: 5) { self.change { $0.clear() } },
      KeyBinding(.saveFilter, rank: 7) {
        SavedFilters(context: self.context).openSave(self.choices, self.sorts)
      },
      KeyBinding(.narrow) { self.change { $0.changeRadius(longer: false) } },
      KeyBinding(.widen, rank: 6) { self.change { $0.changeRadius(longer: true) } },
      KeyBinding(.nextSection) { self.state.moveToGroup(forwards: true) },
      KeyBinding(.previousSection) { self.state.moveToGroup(forwards: false) },
      KeyBinding(.down) { self.state.viewport.move(by: 1) },
      KeyBinding(.up) { self.state.viewport.move(by: -1) },
      KeyBinding(.pageDown) { self.state.viewport.page(by: 1) },
      KeyBinding(.pageUp) { self.state.viewport.page(by: -1) },
      KeyBinding(.first) { self.state.viewport.move(to: 0) },
      KeyBinding(.last) { self.state.viewport.move(to: self.state.rows.count - 1) },
    ]
  }

  private var editingBindings: [KeyBinding] {
    [
      KeyBinding(.keepSearch, rank: 1) { self.state.editing = nil },
      KeyBinding(.restoreSearch, rank: 2) { self.restore() },
      KeyBinding(
        .complete, unless: state.focusedField == .condition ? nil : .nothingToComplete, rank: 3
      ) { self.complete() },
    ]
  }

  func handle(_ mouse: MouseEvent) {
    switch mouse.kind {
    case .wheelUp: state.viewport.move(by: -1)
    case .wheelDown: state.viewport.move(by: 1)
    case .press where mouse.button == .left: click(mouse.point)
    case .press, .release, .drag, .move, .wheelLeft, .wheelRight: break
    }
  }

  func layout(in area: Rect) { self.area = area }

  func draw(on canvas: inout Canvas, in area: Rect) -> Point? {
    view.draw(on: &canvas, in: area)
  }

  private var view: FilterView {
    FilterView(
      state: state, render: context.render,
      numbers: context.keymap.keys(for: .pick).map(context.symbols.name))
  }

  private func change(_ body: (inout FilterState) -> Void) {
    let old = state
    body(&state)
    if state.choices != old.choices || state.query != old.query { recount() }
    guard state.choices != old.choices || state.sorts != old.sorts else { return }
    delegate?.filterScreen(
      self, didPreview: choices.predicate, sortDescriptors: sorts.descriptors)
  }

  /// Chooses the row of a 0-based number.
  private func pick(_ number: Int) {
    guard number < state.numberedRows else { return }
    state.viewport.move(to: number)
    change { $0.toggle() }
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
    guard let row = view.row(at: point, in: area),
      let index = state.rows.firstIndex(of: row)
    else { return }
    state.editing = nil
    state.viewport.move(to: index)
    change { $0.toggle() }
  }

  /// Edits the field with the cursor; what it says is shown at once.
  func edit(_ body: (inout TextField) -> Bool) -> Bool {
    guard var text = state.editing, let field = state.focusedField, body(&text) else {
      return false
    }
    if before == nil { before = state.text(of: field) }
    change {
      $0.editing = text
      $0.setText(text.text, of: field)
    }
    return true
  }

  private func restore() {
    let field = state.focusedField
    let old = before
    state.editing = nil
    change { state in
      if let field, let old { state.setText(old, of: field) }
    }
  }

  private func complete() {
    let addition = state.condition?.addition ?? ""
    _ = edit {
      $0.insert(addition)
      return true
    }
  }

  /// Counts anew; the old counts stay, dimmed, until the new ones are there.
  private func recount() {
    state.areCountsCurrent = false
    counting?.cancel()
    counting = context.tasks.start {
      [
        self, choices = state.choices, query = state.query, known = state.total,
        entity = context.origin.entity
      ] in
      do {
        let (counts, total) = try await context.store.snapshot { store in
          (
            try FilterCounts.fetch(choices, in: entity, from: store),
            try known ?? ListFigures.total(choices, in: entity, from: store)
          )
        }
        guard !Task.isCancelled else { return }
        state.total = total
        state.counts = counts
        context.tasks.wake()
        let facets = try await context.store.snapshot {
          try FilterFacets.fetch(choices, query, in: entity, from: $0)
        }
        guard !Task.isCancelled else { return }
        state.facets = facets
        state.areCountsCurrent = true
      } catch {
        context.report(error)
      }
    }
  }
}

/// Shows what is chosen on a filter screen.
protocol FilterScreenDelegate: AnyObject {
  /// The choices changed while the screen stays open.
  func filterScreen(
    _ screen: FilterScreen, didPreview predicate: FetchPredicate?,
    sortDescriptors: [FetchSortDescriptor])

  /// The user wants to see what was chosen; the screen has closed.
  func filterScreen(
    _ screen: FilterScreen, didSelect predicate: FetchPredicate?,
    sortDescriptors: [FetchSortDescriptor])

  /// The user wants all to be as it was before; the screen has closed.
  func filterScreenDidCancel(_ screen: FilterScreen)
}
