import FetchKit
import TerminalKit
import Venues

/// The screen that edits filter and sort order; its delegate shows the results.
final class FilterScreen: TypingScreen {
  weak var delegate: (any FilterScreenDelegate)?
  let context: FinderContext
  var state: FilterState {
    didSet {
      if state.editing == nil { before = nil }
      knownLayout = nil
    }
  }
  /// The layout of the state; nil until it is needed.
  private var knownLayout: FilterLayout?
  /// The sign of a key that just adjusted a range, and the range before.
  private var comparison: (field: FilterField, sign: String, range: NumberRange?)?
  /// The text of the field before it was edited.
  private var before: String?
  /// Whether the condition is edited because it kept the choices from being applied.
  private var isApplying = false
  private var counting: Task<Void, Never>?
  private var observation: StoreObservation?
  private var area = Rect(.zero)
  /// Whether it was opened from the list, which its sort orders are for.
  private let isOverList: Bool

  init(_ context: FinderContext, _ selection: FilterSelection, total: Int?) {
    isOverList = context.isListAlone
    self.context = context
    state = FilterState(choices: selection.choices, sorts: selection.sorts, total: total)
    state.strings = context.strings
    state.filled = selection.filled
    observation = context.store.observe(Venue.entity) { [weak self] in
      self?.state.total = nil
      self?.recount()
      self?.askForFacts()
    }
    recount()
    askForFacts()
  }

  /// Offers the open filter if any venue has hours, shows categories as a tree if any have levels, and marks ranges
  /// without data.
  private func askForFacts() {
    context.tasks.start { [weak self, facts = context.facts, origin = context.origin] in
      guard let values = try? await facts.filterFacts() else { return }
      self?.change {
        $0.query.hasLevels = values.hasLevels
        $0.query.hasNeighborhoods = values.hasNeighborhoods
        $0.query.open = $0.query.open ?? values.open
      }
      guard let empty = try? await facts.emptySortKeys(from: origin) else { return }
      self?.state.emptyKeyPaths = empty
    }
  }

  var name: String { context.strings.filters }
  var placement: Placement { .pane(columns: Placement.widePane, from: 100) }

  typealias Command = KeyCommand<FilterScreen>

  func bindings(where isIncluded: (Action) -> Bool) -> [KeyBinding] {
    (state.editing == nil ? Self.commands : Self.fieldCommands)
      .bound(to: self, where: isIncluded)
  }

  nonisolated static let commands: [Command] =
    [
      Command(.choose, rankFor: { $0.hintsChoosing ? 3 : nil }) {
        $0.change { $0.toggle() }
      }.hinted { $0.wordForChoosing },
      Command(numbered: .pick, count: { $0.state.numberedRows }) { $0.pick($1) },
      Command(.apply, rank: 2) {
        if $0.editedByEnter == nil { $0.apply() } else { $0.change { $0.edit() } }
      }.hinted { $0.editedByEnter.map($0.context.strings.edits) },
      Command(.applyAnyway, rankFor: { $0.editedByEnter == nil ? nil : 2 }) { $0.apply() },
      Command(.cancel, rank: 1) { $0.cancel() },
      Command(.clear, rankFor: { $0.state.hasChoices ? 5 : nil }) {
        $0.change { $0.clear() }
      }.hinted { $0.context.strings.clearsAll },
      Command(.saveFilter, rank: 8) { $0.save() },
      Command(
        .narrow, unless: { $0.state.isRadiusLimited(longer: false) ? .isSmallest : nil },
        rankFor: { $0.state.isRadiusLimited(longer: true) ? $0.rankForAdjusting : nil }
      ) {
        $0.change { $0.changeRadius(longer: false) }
      }.hinted { $0.wordForWidening },
      Command(
        .widen, unless: { $0.state.isRadiusLimited(longer: true) ? .isLargest : nil },
        rankFor: { $0.rankForAdjusting }
      ) {
        $0.change { $0.changeRadius(longer: true) }
      }.hinted(after: .narrow) { $0.wordForWidening },
      Command(.previousPart) { $0.moveSideways(toRight: false) },
      Command(.nextPart, rankFor: { $0.row(toRight: true) == nil ? nil : 6 }) {
        $0.moveSideways(toRight: true)
      }.hinted { $0.groupToRight },
      Command(.nextSection, rankFor: { $0.group(forwards: true) == $0.groupToRight ? nil : 7 }) {
        $0.state.moveToGroup(forwards: true)
      }.hinted { $0.group(forwards: true) },
      Command(.search, rankFor: { $0.rankForSearching }) { screen in
        screen.change { $0.edit($0.searchField) }
      }.hinted { $0.context.strings.edits($0.state.searchField) },
      Command(
        .previousSection,
        rankFor: { $0.state.focusedField?.range.map($0.state.isSet) == true ? 5 : nil }
      ) {
        $0.state.moveToGroup(forwards: false)
      }.hinted { $0.group(forwards: false) },
    ] + ListViewport.commands { screen, change in change(&screen.state.viewport) }

  /// The keys in a text field.
  nonisolated static let fieldCommands: [Command] = [
    Command(.keepSearch, rank: 1) { $0.keep() }.hinted {
      $0.keepingApplies
        ? $0.context.strings.hint(for: .apply) : $0.context.strings.sets(isSet: false)
    },
    Command(.applyAnyway, rankFor: { $0.keepingApplies ? nil : 4 }) {
      $0.keep()
      $0.apply()
    },
    Command(.restoreSearch, rank: 2) { $0.restore() },
    Command(.down) { $0.leaveField(by: 1) },
    Command(.up) { $0.moveUpInField() },
    Command(.complete, rank: 3, unless: { $0.nothingToComplete }) { $0.complete(forwards: true) },
    Command(.completeBack, unless: { $0.nothingToComplete }) { $0.complete(forwards: false) },
  ]

  func handle(_ event: TerminalEvent) -> Bool {
    if case .key(let key) = event, state.editing == nil { beginEditing(with: key) }
    return handleTyping(event)
  }

  /// Begins to edit the field of the cursor if a key says so: a character of a range, and Backspace, if they do nothing
  /// else.
  ///
  /// After a single `<` or `>`, which adjusts a range, a number makes it a comparison such as `<5`.
  private func beginEditing(with key: KeyPress) {
    let started = comparison
    comparison = nil
    guard let field = state.focusedField else { return }
    guard let range = field.range, let typed = key.typed else {
      if key == KeyPress(.backspace), !isBound(key) { state.edit(selects: false) }
      return
    }
    let isDigit = typed.isASCII && typed.isNumber
    if "<>".contains(typed) {
      if started == nil { comparison = (field, String(typed), state.choices[range]) }
    } else if let started, started.field == field, isDigit || typed == "=" {
      state.choices[range] = started.range
      state.edit()
      replaceText(by: TextField(started.sign))
    } else if isDigit || "-.$=".contains(typed) && !isBound(key) {
      state.edit()
    }
  }

  private func isBound(_ key: KeyPress) -> Bool {
    !bindings { context.keymap.keys(for: $0).contains(key) }.isEmpty
  }

  func layout(in area: Rect) {
    // The numbers of rows are at the left edge, and do not touch a divider if there is room.
    self.area = area.inset(left: area.left > 0 && area.columns >= 46 ? 1 : 0)
    state.viewport.resize(height: max(1, area.rows - 2))
    let layout = layout
    state = layout.state
    knownLayout = layout
  }

  var layout: FilterLayout {
    let layout =
      knownLayout ?? FilterLayout(state: state, render: context.render, area: area)
    knownLayout = layout
    return layout
  }

  func draw(on canvas: inout Canvas, in area: Rect) -> Point? {
    canvas.fill(in: area)
    return FilterView(
      layout: layout, isOverList: isOverList,
      numbers: context.keymap.keys(for: .pick).map(context.symbols.name),
      applyKey: context.keyName(of: .apply)
    ).draw(on: &canvas)
  }

  func change(_ body: (inout FilterState) -> Void) {
    let old = state
    body(&state)
    if state.choices != old.choices || state.query != old.query { recount() }
    guard state.choices != old.choices || state.sorts != old.sorts else { return }
    delegate?.filterScreen(self, didPreview: state.selection)
  }

  /// Toggles the row with an index.
  private func pick(_ number: Int) {
    guard number < state.numberedRows else { return }
    state.viewport.move(to: number)
    change { $0.toggle() }
  }

  /// Moves to the left at the height of the cursor, or to the group at the right that the hint names.
  private func moveSideways(toRight: Bool) {
    guard let row = row(toRight: toRight) else { return context.explain(.noColumnThere) }
    if toRight { state.moveToGroup(of: row) } else { state.move(to: row) }
  }

  /// The row beside that of the cursor; nil for none.
  func row(toRight: Bool) -> FilterRow? {
    layout.row(beside: state.focus, toRight: toRight)
  }

  /// Applies the choices, unless a field is invalid, which is edited then; asks for variables of the condition.
  private func apply() {
    if let field = state.invalidField {
      isApplying = true
      if field == state.focusedField { context.hint(context.strings.isInvalid(field)) }
      return state.edit(field)
    }
    guard let template = state.template else { return select() }
    VariablePrompts(context: context).bind(template) { condition in
      self.change { $0.fill(with: condition) }
      self.select()
    }
  }

  /// Whether the end of editing applies the choices, because that led to the condition, which is valid now.
  private var keepingApplies: Bool { isApplying && state.invalidField == nil }

  /// Ends editing, and applies the choices if that led to the condition.
  private func keep() {
    let field = state.focusedField
    state.editing = nil
    if keepingApplies { return apply() }
    isApplying = false
    guard let field else { return }
    state.isConfirmed = field.facet == nil && !state.text(of: field).isEmpty
    state.moveToMatch(of: field)
  }

  private func save() {
    if let field = state.invalidField { return state.edit(field) }
    SavedFilters(context: context).openSave(state.savedChoices, state.sorts)
  }

  private func select() {
    close()
    delegate?.filterScreen(self, didSelect: state.selection)
  }

  private func cancel() {
    close()
    if let field = state.fieldWithoutEffect {
      context.keepDraft(state.text(of: field), of: field)
    }
    delegate?.filterScreenDidCancel(self)
  }

  private func close() {
    counting?.cancel()
    observation = nil
    context.pop(self)
  }

  /// Edits the field of the cursor and applies it at once.
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
    let (field, old, typed) = (state.focusedField, before, state.editing?.text ?? "")
    isApplying = false
    state.editing = nil
    if let field, let old { change { $0.setText(old, of: field) } }
    if let field, let old, old != typed { context.keepDraft(typed, of: field) }
  }

  /// Ends editing and moves to another row.
  func leaveField(by rows: Int) {
    keep()
    if state.editing == nil { state.viewport.move(by: rows) }
  }

  /// Brings back the text that was discarded in a field, or else moves to the row above.
  private func moveUpInField() {
    let typed = state.editing?.text ?? ""
    guard let field = state.focusedField, let draft = context.draft(of: field), draft != typed,
      typed.isBlank || typed == before ?? typed
    else { return leaveField(by: -1) }
    replaceText(by: TextField(draft))
  }

  private var nothingToComplete: DisabledReason? { state.canComplete ? nil : .nothingToComplete }

  private func complete(forwards: Bool) {
    guard let completed = state.nextCompletion(forwards: forwards) else { return }
    replaceText(by: completed)
  }

  /// Recounts; the old counts stay, dimmed, until the new ones are available.
  private func recount() {
    state.areCountsCurrent = false
    counting?.cancel()
    // The counts are there sooner if they do not wait for the frame with the old ones.
    counting = context.start(immediately: true) {
      [
        self, store = context.store, entity = context.origin.entity, choices = state.choices,
        query = state.query, known = state.total
      ] in
      (state.counts, state.total, state.isBundled) = try await store.snapshotUnlessCanceled {
        (
          try FilterCounts.fetch(choices, in: entity, from: $0),
          try known ?? ListTotals.total(choices, in: entity, from: $0),
          try $0.metadata(forKey: Origin.metadataKey) != nil
        )
      }
      context.tasks.wake()
      let facets = try await store.snapshotUnlessCanceled {
        try FilterFacets.fetch(choices, query, in: entity, from: $0)
      }
      state.histograms = try await choices.histograms(in: entity, from: store)
      state.facets = facets
      context.tasks.wake()
      state.openCount = try await store.snapshotUnlessCanceled {
        try FilterFacets.countOpen(choices, query, in: entity, from: $0)
      }
      state.areCountsCurrent = true
    }
  }
}

extension FilterScreen {
  func handle(_ mouse: MouseEvent) {
    switch mouse.kind {
    case .wheelUp: move(by: -1)
    case .wheelDown: move(by: 1)
    case .press where mouse.button == .left: click(mouse.point)
    case .drag where mouse.button == .left: _ = moveRange(to: mouse.point)
    case .press, .release, .drag, .move, .wheelLeft, .wheelRight: break
    }
  }

  /// Moves an end of the range whose scale is at a point; returns false if there is none.
  private func moveRange(to point: Point) -> Bool {
    guard let (filter, place) = layout.scale(at: point) else { return false }
    state.editing = nil
    state.move(to: .field(.range(filter)))
    change { $0.move(filter, to: place) }
    return true
  }

  private func click(_ point: Point) {
    if moveRange(to: point) { return }
    guard let row = layout.row(at: point) else { return }
    state.editing = nil
    state.move(to: row)
    change { $0.toggle() }
  }

  /// Moves to another row, and ends editing before.
  private func move(by rows: Int) {
    if state.editing == nil { state.viewport.move(by: rows) } else { leaveField(by: rows) }
  }
}

extension FinderContext {
  /// The text that was discarded in a field of the filter.
  fileprivate func draft(of field: FilterField) -> String? { draft(of: strings.title(of: field)) }

  /// Keeps a text that was discarded in a field of the filter, and says how to get it back.
  fileprivate func keepDraft(_ text: String, of field: FilterField) {
    guard !text.isBlank else { return }
    let title = strings.title(of: field)
    drafts[title] = text
    hint(strings.discardedText(in: title, recallKey: keyName(of: .up)))
  }
}
