import TerminalKit
import Venues

// MARK: - Counts

extension FilterView {
  /// The count of a row, from the longest form to the shortest.
  func counts(_ item: FilterRow) -> [String] {
    guard let counts = state.counts else { return [] }
    let venues = placeCount(of: item) ?? 0
    switch item {
    case .price:
      let isBubbleTea = state.isBundled && state.choices.categories.isEmpty
      return (isBubbleTea ? [filled(render.strings.bubbleTeaPlaces(venues), venues)] : [])
        + places(venues)
    case .toggle(.deals):
      let forms = render.strings.totalDeals(counts.sums[.deals] ?? 0, places: venues)
      // The last form is that of the tutorial; of other venues, the number of places matters more.
      let shown = state.isBundled || venues == 0 ? forms : Array(forms.dropLast())
      return shown.map { filled($0, venues) } + places(venues)
    case .toggle(.walking):
      let time = render.strings.walkingTime(state.choices.radius)
      return [walkingCount(venues, time: ", \(time)"), walkingCount(venues)]
    case .toggle: return places(venues)
    case .open: return placeCount(of: item).map(places) ?? []
    case .name: return barCount(of: item).map { [render.strings.format.count($0)] } ?? []
    case .sort(let option):
      let isEmpty = state.emptyKeyPaths.contains(option.keyPath)
      return isEmpty ? render.noData(atKeyPath: option.keyPath) : []
    case .field, .area: return []
    }
  }

  /// The count of a row with a bar; nil for other rows.
  func barCount(of item: FilterRow) -> Int? {
    switch item {
    case .price(let level): state.counts?.prices[level] ?? 0
    case .name(let facet, let name): state.facets?.entry(name, of: facet)?.count
    case .toggle, .sort, .open, .area, .field: nil
    }
  }

  /// A count with and without its unit.
  func places(_ count: Int) -> [String] {
    [filled(render.strings.places(count), count), render.strings.format.count(count)]
  }

  /// A text with a count; if it ends with the unit of places, with blanks so that the numbers are aligned.
  private func filled(_ text: String, _ count: Int) -> String {
    guard text.hasSuffix(unit(of: count)) else { return text }
    let blanks = unitColumns - TextWidth.displayWidth(of: unit(of: count))
    return text + String(repeating: " ", count: max(0, blanks))
  }

  func unit(of count: Int) -> String {
    String(render.strings.places(count).dropFirst(render.strings.format.count(count).count))
  }

  /// The count of a row that shows its unit; nil for other rows.
  func placeCount(of item: FilterRow) -> Int? {
    switch item {
    case .price(let level): state.counts?.prices[level] ?? 0
    case .toggle(let toggle): state.counts?.toggles[toggle] ?? 0
    case .open: state.facets?.open
    case .sort, .area, .field, .name: nil
    }
  }

  /// The walking distance and a count with its unit.
  func walkingCount(_ count: Int, time: String = "") -> String {
    let length = render.strings.lessThan(state.choices.radius)
    return "\(length)\(time)  \(filled(render.strings.places(count), count))"
  }
}
