import TerminalKit
import FetchKit
import Venues

/// What the filter screen shows: the choices that are being made.
struct FilterState: Hashable {
  var choices: FilterChoices { didSet { update() } }
  var sorts: [SortChoice] { didSet { update() } }
  /// nil until they have been counted for the first time.
  var counts: FilterCounts?
  /// nil until they have been fetched for the first time.
  var facets: FilterFacets? { didSet { update() } }
  /// What of the facets is looked at.
  var query = FilterFacets.Query() { didSet { update() } }
  /// Whether the counts belong to the choices.
  var areCountsCurrent = false
  /// How many venues there are without any choice; nil while that is not known.
  var total: Int?
  /// The rows and the one with the cursor, which keys act on.
  var viewport = ListViewport()
  /// The text that is being typed in the row with the cursor; nil when nobody types.
  var editing: TextField? { didSet { update() } }
  /// The condition as it was typed, whether it can be read or not.
  var conditionText: String { didSet { update() } }
  /// All rows from the top.
  private(set) var rows = FilterRow.fixed(hasOpen: false, [])
  /// What is said of the condition; nil when there is nothing to say.
  private(set) var condition: ConditionText?

  static let radii: [Double] = [
    100, 200, 300, 400, 500, 750, 1000, 1500, 2000, 3000, 5000, 10_000,
  ]

  init(choices: FilterChoices, sorts: [SortChoice], total: Int? = nil) {
    self.choices = choices
    self.sorts = sorts
    self.total = total
    conditionText = choices.condition?.predicateFormat ?? ""
    query.open = choices.open
    update()
    viewport.replace(count: rows.count, cursor: 0)
  }

  /// The row with the cursor.
  var focus: FilterRow { rows[viewport.cursor] }

  /// How many rows from the top can be chosen by their numbers.
  var numberedRows: Int { rows.firstIndex(of: .sort(.nameAscending)) ?? 0 }

  /// The field with the cursor; nil on another row.
  var focusedField: FilterField? {
    guard case .field(let field) = focus else { return nil }
    return field
  }

  /// All lines from the top.
  var lines: [FilterLine] { FilterLine.lines(rows, hasRemark: hasRemark) }

  private var hasRemark: Bool { condition?.problem != nil || isCompleting }

  /// Whether words are offered that the condition can go on with.
  var isCompleting: Bool { editing != nil && condition?.completions.isEmpty == false }

  /// Makes the rows anew; the cursor stays on its row.
  private mutating func update() {
    let old = rows.indices.contains(viewport.cursor) ? focus : nil
    let categories = facets?.categories.map { FilterRow.category($0.name) } ?? []
    let cities = facets?.cities.map { FilterRow.city($0.name) } ?? []
    rows =
      FilterRow.fixed(hasOpen: query.open != nil, sorts) + [.rating, .field(.category)] + categories
      + [
        .field(.city)
      ] + cities
      + [.field(.search), .field(.condition)]
    let cursor = old.flatMap(rows.firstIndex) ?? min(viewport.cursor, rows.count - 1)
    viewport.replace(count: rows.count, cursor: cursor)
    let isTyped = editing != nil && focusedField == .condition
    let text = isTyped ? editing?.text ?? "" : conditionText
    condition =
      text.isEmpty
      ? nil : ConditionText(text, position: isTyped ? editing?.position ?? 0 : text.count)
  }
}

// MARK: - Choosing

extension FilterState {
  /// Chooses the row with the cursor, or leaves it out again.
  mutating func toggle() {
    switch focus {
    case .price(let level): choices.prices.formSymmetricDifference([level])
    case .toggle(let toggle): choices.toggles.formSymmetricDifference([toggle])
    case .sort(let option): sorts = option.add(to: sorts)
    case .rating: choices.minimumRating = choices.minimumRating == nil ? query.rating : nil
    case .open: choices.open = choices.open == nil ? query.open : nil
    case .category(let name): choices.categories.toggle(name)
    case .city(let name): choices.cities.toggle(name)
    case .field: editing = TextField(focusedField.map(text) ?? "")
    }
  }

  /// The text of a field.
  func text(of field: FilterField) -> String {
    switch field {
    case .category: query.category
    case .city: query.city
    case .search: choices.search
    case .condition: conditionText
    }
  }

  /// Takes over what was typed; a condition that cannot be read leaves the one before in force.
  mutating func setText(_ text: String, of field: FilterField) {
    switch field {
    case .category: query.category = text
    case .city: query.city = text
    case .search: choices.search = text
    case .condition:
      conditionText = text
      let read = ConditionText(text, position: text.count)
      if read.problem == nil { choices.condition = read.predicate }
    }
  }

  /// Moves the cursor to the first row of the next group or of the one before, round the ends.
  mutating func moveToGroup(forwards: Bool) {
    let starts = rows.indices.filter { rows[$0].beginsGroup }
    let next =
      forwards
      ? starts.first { $0 > viewport.cursor } ?? starts.first
      : starts.last { $0 < viewport.cursor } ?? starts.last
    if let next { viewport.move(to: next) }
  }

  /// Takes the next longer or shorter radius, or on its row the next rating.
  mutating func changeRadius(longer: Bool) {
    guard focus != .rating else {
      query.rating = max(0, min(10, query.rating + (longer ? 0.5 : -0.5)))
      if choices.minimumRating != nil { choices.minimumRating = query.rating }
      return
    }
    let next =
      longer
      ? Self.radii.first { $0 > choices.radius } : Self.radii.last { $0 < choices.radius }
    choices.radius = next ?? choices.radius
  }

  /// Leaves out everything that was chosen.
  mutating func clear() {
    let open = query.open
    query = FilterFacets.Query()
    query.open = open
    conditionText = ""
    choices = choices.cleared
  }

  /// Whether a row is chosen.
  func isChosen(_ row: FilterRow) -> Bool {
    switch row {
    case .price(let level): choices.prices.contains(level)
    case .toggle(let toggle): choices.toggles.contains(toggle)
    case .sort(let option): option.index(in: sorts) != nil
    case .rating: choices.minimumRating != nil
    case .open: choices.open != nil
    case .category(let name): choices.categories.contains(name)
    case .city(let name): choices.cities.contains(name)
    case .field(let field): !text(of: field).isEmpty
    }
  }
}
