import Terminal

/// Where the columns of the list stand in a width.
struct ColumnLayout: Hashable {
  struct Place: Hashable {
    let column: VenueColumn
    /// The distance from the left edge of the list.
    let left: Int
    let width: Int
  }

  let places: [Place]

  /// Room for the cursor, the favourite's mark and a blank.
  static let margin = 3
  private static let widestName = 60

  /// Fits as many columns as leave the name enough room.
  init(columns: Int, strings: any Strings) {
    let gap = columns < 100 ? 2 : 3
    var shown = VenueColumn.allCases
    var leaving = VenueColumn.leaving[...]
    while Self.nameWidth(shown, columns, gap, strings) < VenueColumn.name.valueWidth,
      let next = leaving.popFirst()
    {
      shown.removeAll { $0 == next }
    }
    places = Self.places(
      shown, name: Self.nameWidth(shown, columns, gap, strings), gap: gap, strings: strings)
  }

  private static func nameWidth(
    _ shown: [VenueColumn], _ columns: Int, _ gap: Int, _ strings: any Strings
  ) -> Int {
    let others = shown.filter { $0 != .name }.reduce(0) { $0 + gap + width($1, strings) }
    return min(widestName, max(1, columns - margin - others - 1))
  }

  private static func width(_ column: VenueColumn, _ strings: any Strings) -> Int {
    max(column.valueWidth, TextWidth.displayWidth(of: strings.title(of: column)))
  }

  private static func places(
    _ shown: [VenueColumn], name: Int, gap: Int, strings: any Strings
  ) -> [Place] {
    var left = margin
    return shown.map { column in
      let width = column == .name ? name : Self.width(column, strings)
      defer { left += width + gap }
      return Place(column: column, left: left, width: width)
    }
  }
}
