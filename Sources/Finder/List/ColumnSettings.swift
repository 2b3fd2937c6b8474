/// Which columns the list has, in what order, how wide.
struct ColumnSettings: Hashable, Codable {
  /// All columns, from the left.
  var order: [VenueColumn] = VenueColumn.allCases
  var hidden: Set<VenueColumn> = [
    .neighborhood, .city, .category, .address, .visitors, .note,
  ]
  /// Widths that somebody chose, in columns.
  var widths: [VenueColumn: Int] = [:]
  /// Whether numbers have bars beside them.
  var hasBars = false

  /// The columns that are wanted, from the left.
  var shown: [VenueColumn] { order.filter { !hidden.contains($0) } }

  /// Hides a column or shows it again; the name stays.
  mutating func toggle(_ column: VenueColumn) {
    if column != .name { hidden.formSymmetricDifference([column]) }
  }

  /// Moves a column by some places.
  mutating func move(_ column: VenueColumn, by places: Int) {
    guard let index = order.firstIndex(of: column) else { return }
    order.remove(at: index)
    order.insert(column, at: max(0, min(order.count, index + places)))
  }

  /// Makes a column wider or narrower than it is.
  mutating func resize(_ column: VenueColumn, by columns: Int) {
    widths[column] = max(3, min(60, (widths[column] ?? column.valueWidth) + columns))
  }

  /// Settings that were kept by an older version have all columns there are now.
  var completed: ColumnSettings {
    var copy = self
    let missing = VenueColumn.allCases.filter { !order.contains($0) }
    copy.order += missing
    copy.hidden.formUnion(missing)
    copy.hidden.remove(.name)
    return copy
  }
}
