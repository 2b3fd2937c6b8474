import TerminalKit
import FetchKit
import Venues

/// The state of the filter screen.
struct FilterState: Hashable {
  var choices: FilterChoices { didSet { update() } }
  var sorts: [SortChoice] { didSet { update() } }
  /// nil until they are counted.
  var counts: FilterCounts?
  /// nil until they are fetched.
  var facets: FilterFacets? { didSet { update() } }
  /// The number of venues that are open; nil until they are counted.
  var openCount: Int?
  /// The numbers of venues between the stops of each range; those of prices are in the counts.
  var histograms: [RangeFilter: [Int]] = [:]
  /// The key paths of ranges that no venue has a value for.
  var emptyKeyPaths: Set<String> = []
  /// What is fetched of the facets.
  var query = FilterFacets.Query() { didSet { update() } }
  /// The facets whose names are rows; nil until they are fetched.
  private(set) var visibleFacets: FilterFacets?
  /// The use of free rows.
  var density = Density() {
    didSet { if density.facetLimit != oldValue.facetLimit { updateRows() } }
  }
  /// Whether the counts belong to the choices.
  var areCountsCurrent = false
  /// The number of venues without any choice; nil until it is known.
  var total: Int?
  /// Whether the store has only the bundled venues, which are bubble tea places.
  var isBundled = false
  /// The rows and the row of the cursor.
  var viewport = ListViewport() {
    didSet { if viewport.cursor != oldValue.cursor { isConfirmed = false } }
  }
  /// Whether Enter just confirmed the text of the row, so that Enter now applies the filter.
  var isConfirmed = false
  /// The text field in the row of the cursor; nil if there is none.
  var editing: TextField? { didSet { update() } }
  /// The words in which ranges are typed.
  var strings = Strings()
  /// The ranges as typed, of those that are invalid.
  private(set) var invalidRanges: [RangeFilter: String] = [:]
  /// The choices when a field began to be edited, which stay in effect while its range is invalid; nil before.
  private var choicesBeforeEditing: FilterChoices?
  /// The ranges that were removed last, which come back when they are set again.
  private var removedRanges: [RangeFilter: NumberRange] = [:]
  /// The condition as typed, valid or not.
  var conditionText: String { didSet { update() } }
  /// All rows from the top.
  private(set) var rows = FilterRow.fixed(hasOpen: false, [])
  /// The message about the condition; nil for none.
  private(set) var condition: ConditionText?
  /// The filter whose variables were filled last; nil for none.
  var filled: FilledFilter?
  /// The completions of the condition that Tab goes through.
  private var cycle: CompletionCycle?

  /// The steps of the walking distance in meters; 1,200 m are 15 minutes.
  static let radii: [Double] = [
    100, 200, 300, 400, 500, 750, 1000, 1200, 1500, 2000, 3000, 5000, 10_000,
  ]

  /// What the lines use free rows for.
  struct Density: Hashable {
    /// Whether there are blank lines between the groups.
    var isSpaced = false
    /// The number of visible names per group, if no more are chosen.
    var facetLimit = facetLimits.lowerBound
    /// The largest number of lines so far at the lowest density: where these did not fit, the parts stay side by side.
    var mostLines = 0

    static let facetLimits = 4...24
  }

  init(choices: FilterChoices, sorts: [SortChoice], total: Int? = nil) {
    self.choices = choices
    self.sorts = sorts
    self.total = total
    conditionText = choices.condition?.formatWithDateLiterals ?? ""
    query.open = choices.open
    query.limit = Density.facetLimits.upperBound
    update()
    viewport.replace(count: rows.count, cursor: 0)
  }

  var selection: FilterSelection {
    FilterSelection(choices: choices, sorts: sorts, filled: filled)
  }

  /// The row of the cursor.
  var focus: FilterRow { rows[viewport.cursor] }

  /// The number of rows that have a digit.
  var numberedRows: Int { rows.firstIndex(of: .sort(.nameAscending)) ?? 0 }

  /// The field with the cursor; nil on another row.
  var focusedField: FilterField? {
    guard case .field(let field) = focus else { return nil }
    return field
  }

  /// The field that is being edited; nil for none.
  var editedField: FilterField? { editing == nil ? nil : focusedField }

  /// All lines from the top.
  var lines: [FilterLine] { FilterLine.lines(rows, remarks: remarks, isSpaced: density.isSpaced) }

  /// The field whose text was just confirmed, if Enter now applies the filter.
  var confirmedField: FilterField? { isConfirmed && invalidField == nil ? focusedField : nil }

  /// The fields with a remark: invalid ones, the confirmed one, a range that is being edited, and a condition with
  /// completions.
  private var remarks: Set<FilterField> {
    var fields = Set(invalidRanges.keys.map(FilterField.range))
    if let confirmedField { fields.insert(confirmedField) }
    if let editedField, editedField.isRange { fields.insert(editedField) }
    if condition?.problem != nil || listedCompletions != nil { fields.insert(.condition) }
    return fields
  }

  /// The completions of the condition to list, and the inserted one; nil without any.
  var listedCompletions: (words: [String], index: Int?)? {
    guard editedField == .condition else { return nil }
    if let cycle, cycle.field == editing, cycle.completion.words.count > 1 {
      return (cycle.completion.words, cycle.index)
    }
    guard let completion = condition?.completion, completion.isListed else { return nil }
    return (completion.words, nil)
  }

  /// Whether Tab has something to insert.
  var canComplete: Bool {
    focusedField == .condition
      && (listedCompletions != nil || condition?.completion.words.isEmpty == false)
  }

  /// The condition with variables, which has no effect until they have values; nil without one.
  var template: FetchPredicate? {
    condition?.predicate.flatMap { $0.variables.isEmpty ? nil : $0 }
  }

  /// The choices as they are saved, with variables.
  var savedChoices: FilterChoices {
    template == nil ? filled?.saved(choices) ?? choices : describedChoices
  }

  /// The choices with a condition that has no effect until its variables have values.
  var describedChoices: FilterChoices {
    var described = choices
    described.condition = template ?? choices.condition
    return described
  }

  /// Applies the typed condition with values for its variables.
  mutating func fill(with condition: FetchPredicate) {
    let described = describedChoices
    choices.condition = condition
    filled = FilledFilter(template: described, filled: choices)
  }

  private mutating func update() {
    updateRows()
    let isTyped = editedField == .condition
    let text = isTyped ? editing?.text ?? "" : conditionText
    condition =
      text.isEmpty && !isTyped
      ? nil : ConditionText(text, position: isTyped ? editing?.position ?? 0 : text.count)
  }

  /// Rebuilds the rows; the cursor stays on its row.
  private mutating func updateRows() {
    let (old, wasConfirmed) = (rows.indices.contains(viewport.cursor) ? focus : nil, isConfirmed)
    visibleFacets = facets.map { new in
      (visibleFacets.map(new.inOrder) ?? new).limited(to: density.facetLimit, keeping: choices)
    }
    let facets = Facet.allCases.filter { $0 != .neighborhood || query.hasNeighborhoods }
    rows = FilterRow.fixed(hasOpen: query.open != nil, hasArea: choices.area != nil, sorts)
    rows += RangeFilter.allCases.map { .field(.range($0)) }
    for facet in facets {
      rows.append(.field(.names(facet)))
      rows += (visibleFacets?[facet] ?? []).map { .name(facet, $0.name) }
    }
    rows += [.field(.search), .field(.condition)]
    let cursor = old.flatMap(rows.firstIndex) ?? min(viewport.cursor, rows.count - 1)
    viewport.replace(count: rows.count, cursor: cursor)
    isConfirmed = wasConfirmed && focus == old
  }
}

// MARK: - Choosing

extension FilterState {
  /// Toggles the row of the cursor.
  mutating func toggle() {
    switch focus {
    case .price(let level): choices.prices.formSymmetricDifference([level])
    case .toggle(let toggle): choices.toggle(toggle)
    case .sort(let option): sorts = option.toggle(in: sorts)
    case .open: choices.open = choices.open == nil ? query.open : nil
    case .area: choices.area = nil
    case .name(let facet, let name): choices.toggle(name, of: facet)
    case .field(.range(let filter)):
      if isSet(filter) {
        removedRanges[filter] = choices[filter]
        choices[filter] = nil
        invalidRanges[filter] = nil
      } else if let removed = removedRanges[filter] {
        choices[filter] = removed
      } else {
        edit()
      }
    case .field: edit()
    }
  }

  /// Whether choosing a range restores the one that was removed last.
  func restores(_ filter: RangeFilter) -> Bool { !isSet(filter) && removedRanges[filter] != nil }

  /// Whether a range has a text, valid or not.
  func isSet(_ filter: RangeFilter) -> Bool {
    choices[filter] != nil || invalidRanges[filter] != nil
  }

  /// Edits the field of the cursor; if it selects a valid range, the first typed character replaces it.
  mutating func edit(selects: Bool = true) {
    choicesBeforeEditing = choices
    editing = focusedField.map { field in
      let text = text(of: field)
      let isValid = field.range.map { invalidRanges[$0] == nil } ?? false
      return isValid && selects ? .proposing(text) : TextField(text)
    }
  }

  /// The text of a field.
  func text(of field: FilterField) -> String {
    switch field {
    case .range(let filter):
      invalidRanges[filter] ?? choices[filter].map { strings.format.text($0, of: filter) } ?? ""
    case .names(let facet): query[facet]
    case .search: choices.search
    case .condition: conditionText
    }
  }

  /// Applies the typed text; while it is an invalid condition or range, the one from before editing is in effect.
  mutating func setText(_ text: String, of field: FilterField) {
    switch field {
    case .range(let filter):
      let range = RangeWords(strings: strings).range(text, of: filter)
      let isInvalid = !(range.map(filter.allows) ?? text.isBlank)
      invalidRanges[filter] = isInvalid ? text : nil
      if isInvalid {
        choices = choicesBeforeEditing ?? choices
      } else {
        choices[filter] = range
      }
    case .names(let facet): query[facet] = text
    case .search: choices.search = text
    case .condition:
      conditionText = text
      let read = ConditionText(text, position: text.count)
      let own = read.predicate.flatMap { $0.variables.isEmpty ? $0 : nil }
      choices.condition = read.problem == nil ? own : choicesBeforeEditing?.condition
    }
  }

  /// Moves the cursor to the first category or city that was searched for.
  mutating func moveToMatch(of field: FilterField) {
    guard let facet = field.facet, !query[facet].isEmpty, let match = facets?[facet].first else {
      return
    }
    move(to: .name(facet, match.name))
  }

  /// The first field with an invalid text; nil without one.
  var invalidField: FilterField? {
    RangeFilter.allCases.first { invalidRanges[$0] != nil }.map(FilterField.range)
      ?? (condition?.problem == nil ? nil : .condition)
  }

  /// A field whose text has no effect because it is invalid or has variables; nil without one.
  var fieldWithoutEffect: FilterField? { invalidField ?? (template == nil ? nil : .condition) }

  /// Edits a field.
  mutating func edit(_ field: FilterField) {
    move(to: .field(field))
    edit()
  }

  /// Moves the cursor to a row, if that exists.
  mutating func move(to row: FilterRow) {
    if let index = rows.firstIndex(of: row) { viewport.move(to: index) }
  }

  /// The condition with the next or previous completion; nil if there is none.
  mutating func nextCompletion(forwards: Bool) -> TextField? {
    guard let editing, let condition else { return nil }
    var next =
      cycle.flatMap { $0.field == editing ? $0 : nil }
      ?? CompletionCycle(editing, condition.completion)
    next.move(forwards: forwards)
    cycle = next
    return next.field
  }

  /// Moves the cursor to the first row of the next or previous group, cyclically.
  mutating func moveToGroup(forwards: Bool) {
    if let start = nextGroup(forwards: forwards) { moveToGroup(of: rows[start]) }
  }

  /// Moves to the first row of the group of a row.
  mutating func moveToGroup(of row: FilterRow) {
    guard let index = rows.firstIndex(of: row),
      let start = rows[...index].lastIndex(where: \.beginsGroup)
    else { return }
    viewport.move(to: listsAllNames(rows[start]) ? start + 1 : start)
  }

  /// The index of the first row of the next or previous group, cyclically.
  func nextGroup(forwards: Bool) -> Int? {
    let starts = rows.indices.filter { rows[$0].beginsGroup }
    guard let group = starts.lastIndex(where: { $0 <= viewport.cursor }) else { return nil }
    return starts[(group + (forwards ? 1 : starts.count - 1)) % starts.count]
  }

  /// Whether a row is the field above the names of a group, all of which are listed without a search.
  private func listsAllNames(_ row: FilterRow) -> Bool {
    guard case .field(.names(let facet)) = row, query[facet].isEmpty else { return false }
    return visibleFacets?.hidden[facet] == 0 && rows.contains { $0.facet == facet }
  }

  /// The field that searches the group of the cursor, or else the venues.
  var searchField: FilterField {
    (focus.facet ?? focusedField?.facet).map(FilterField.names) ?? .search
  }

  /// Adjusts the radius, or the range in the row of the cursor, by a step.
  mutating func changeRadius(longer: Bool) {
    if case .range(let filter)? = focusedField {
      choices[filter] = filter.stepped(choices[filter], further: longer)
      invalidRanges[filter] = nil
      return
    }
    choices.radius = Self.radius(after: choices.radius, longer: longer)
  }

  /// Whether `changeRadius` has no effect: the walking distance or the range is at an end.
  func isRadiusLimited(longer: Bool) -> Bool {
    guard case .range(let filter)? = focusedField else {
      return Self.radius(after: choices.radius, longer: longer) == choices.radius
    }
    return filter.stepped(choices[filter], further: longer) == choices[filter]
      && invalidRanges[filter] == nil
  }

  /// The next longer or shorter walking distance; the same at the ends.
  static func radius(after radius: Double, longer: Bool) -> Double {
    (longer ? radii.first { $0 > radius } : radii.last { $0 < radius }) ?? radius
  }

  /// Whether `changeRadius` changes the matches, or the row of the cursor.
  var wideningHasEffect: Bool {
    focusedField?.isRange == true || focus == .toggle(.walking)
      || choices.toggles.contains(.walking)
  }

  /// Moves an end of a range to a place on its scale from 0 to 1.
  mutating func move(_ filter: RangeFilter, to place: Double) {
    choices[filter] = filter.range(choices[filter], movedTo: place)
    invalidRanges[filter] = nil
  }

  /// Whether `clear()` changes anything.
  var hasChoices: Bool {
    !choices.isEmpty || !conditionText.isEmpty || !invalidRanges.isEmpty || !query.texts.isEmpty
  }

  /// Clears all choices.
  mutating func clear() {
    for facet in Facet.allCases { query[facet] = "" }
    conditionText = ""
    invalidRanges = [:]
    choices = choices.cleared
  }

  /// Whether a row is active.
  func isChosen(_ row: FilterRow) -> Bool {
    switch row {
    case .price(let level): choices.prices.contains(level)
    case .toggle(let toggle): choices.toggles.contains(toggle)
    case .sort(let option): option.index(in: sorts) != nil
    case .open: choices.open != nil
    case .area: true
    case .name(let facet, let name): choices[facet].contains(name)
    case .field(let field): !text(of: field).isEmpty
    }
  }
}
