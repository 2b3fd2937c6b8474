import Venues

/// What the filter screen shows: the choices that are being made.
struct FilterState: Hashable {
  var choices: FilterChoices
  var sorts: [SortChoice]
  /// nil until they have been counted for the first time.
  var counts: FilterCounts?
  /// Whether the counts belong to the choices.
  var areCountsCurrent = false
  /// How many venues there are without any choice; nil while that is not known.
  var total: Int?
  /// The rows and the one with the cursor, which keys act on.
  var window = ListWindow()

  static let radii: [Double] = [
    100, 200, 300, 400, 500, 750, 1000, 1500, 2000, 3000, 5000, 10_000,
  ]

  init(choices: FilterChoices, sorts: [SortChoice], total: Int? = nil) {
    self.choices = choices
    self.sorts = sorts
    self.total = total
    window.replace(count: FilterRow.all.count, cursor: 0)
  }

  /// The row with the cursor.
  var focus: FilterRow { FilterRow.all[window.cursor] }

  /// Chooses the row with the cursor, or leaves it out again.
  mutating func toggle() {
    switch focus {
    case .price(let level): choices.prices.formSymmetricDifference([level])
    case .toggle(let toggle): choices.toggles.formSymmetricDifference([toggle])
    case .sort(let option): sorts = option.add(to: sorts)
    }
  }

  /// Takes the next longer or shorter radius.
  mutating func changeRadius(longer: Bool) {
    let next =
      longer
      ? Self.radii.first { $0 > choices.radius } : Self.radii.last { $0 < choices.radius }
    choices.radius = next ?? choices.radius
  }

  /// Whether a row is chosen.
  func isChosen(_ row: FilterRow) -> Bool {
    switch row {
    case .price(let level): choices.prices.contains(level)
    case .toggle(let toggle): choices.toggles.contains(toggle)
    case .sort(let option): option.index(in: sorts) != nil
    }
  }
}
