import TerminalKit
import Venues

/// The marks, titles and counts of the filter's options.
struct FilterOptionTexts {
  private let state: FilterState
  private let render: RenderContext
  /// The widest unit of the counts.
  private var unitColumns = 0

  init(state: FilterState, render: RenderContext) {
    self.state = state
    self.render = render
    let units = state.rows.compactMap(state.placeCount).map(unit)
    unitColumns = units.map { TextWidth.displayWidth(of: $0) }.max() ?? 0
  }

  func mark(_ row: FilterRow, _ isChosen: Bool) -> String {
    switch row {
    case .price, .toggle, .open, .area, .name: isChosen ? "[x]" : "[ ]"
    case .field: ""
    case .sort(let option):
      option.index(in: state.sorts).map { render.strings.rank($0 + 1) } ?? "[ ]"
    }
  }

  func title(_ row: FilterRow) -> String {
    switch row {
    case .price(let level): return level.text
    case .toggle(let toggle): return render.strings.title(of: toggle)
    case .open: return render.strings.openNow.capitalizedFirst
    case .area: return render.strings.mapArea.capitalizedFirst
    case .name(let facet, let name):
      let entry = state.facets?.entry(name, of: facet)
      return entry.map { String(repeating: "  ", count: $0.depth) + $0.title } ?? name
    case .field: return ""
    case .sort(let option):
      let title = render.strings.title(of: option)
      guard let index = option.index(in: state.sorts), !option.isName else { return title }
      let isAscending = state.sorts[index].ascending
      return title + " " + (isAscending ? render.symbols.ascending : render.symbols.descending)
    }
  }

  /// The count of an option, from the longest form to the shortest.
  func counts(_ row: FilterRow) -> [String] {
    guard let counts = state.counts else { return [] }
    let venues = state.placeCount(of: row) ?? 0
    switch row {
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
    case .open: return state.placeCount(of: row).map(places) ?? []
    case .name: return state.barCount(of: row).map { [render.strings.format.count($0)] } ?? []
    case .sort(let option):
      let isEmpty = state.emptyKeyPaths.contains(option.keyPath)
      return isEmpty ? render.noData(atKeyPath: option.keyPath) : []
    case .field, .area: return []
    }
  }

  /// A count with and without its unit.
  func places(_ count: Int) -> [String] {
    [filled(render.strings.places(count), count), render.strings.format.count(count)]
  }

  /// The walking distance and a count with its unit.
  func walkingCount(_ count: Int, time: String = "") -> String {
    let length = render.strings.lessThan(state.choices.radius)
    return "\(length)\(time)  \(filled(render.strings.places(count), count))"
  }

  /// A text with a count; if it ends with the unit of places, with blanks so that the numbers are aligned.
  private func filled(_ text: String, _ count: Int) -> String {
    guard text.hasSuffix(unit(of: count)) else { return text }
    let blanks = unitColumns - TextWidth.displayWidth(of: unit(of: count))
    return text + String(repeating: " ", count: max(0, blanks))
  }

  private func unit(of count: Int) -> String {
    String(render.strings.places(count).dropFirst(render.strings.format.count(count).count))
  }
}

extension FilterState {
  /// The count of a row with a bar; nil for other rows.
  func barCount(of row: FilterRow) -> Int? {
    switch row {
    case .price(let level): counts?.prices[level] ?? 0
    case .name(let facet, let name): facets?.entry(name, of: facet)?.count
    case .toggle, .sort, .open, .area, .field: nil
    }
  }

  /// The count of a row that shows its unit; nil for other rows.
  func placeCount(of row: FilterRow) -> Int? {
    switch row {
    case .price(let level): counts?.prices[level] ?? 0
    case .toggle(let toggle): counts?.toggles[toggle] ?? 0
    case .open: openCount
    case .sort, .area, .field, .name: nil
    }
  }
}
