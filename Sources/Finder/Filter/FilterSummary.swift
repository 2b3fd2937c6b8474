import TerminalKit
import FetchKit
import Venues

/// The filter and the order in words, for one line.
struct FilterSummary {
  let render: RenderContext

  /// The choices, such as "$ · offering a deal"; nil without any.
  func filter(_ choices: FilterChoices) -> String? {
    let parts = prices(choices) + toggles(choices) + texts(choices)
    return parts.isEmpty ? nil : parts.joined(separator: render.symbols.separator)
  }

  /// The sort order, such as "distance ▲ then name ▲": all keys, or only the first.
  ///
  /// Sections come before all keys.
  func order(
    _ sorts: [SortChoice], sectioning: VenueSectioning? = nil, isRanked: Bool = false
  ) -> [String] {
    let keys = sorts.map { sort in
      let arrow = sort.ascending ? render.symbols.ascending : render.symbols.descending
      return "\(render.strings.sortKey(sort.keyPath)) \(arrow)"
    }
    let sections = [sectioning.map(render.strings.source)].compactMap(\.self)
    let all = sections + (isRanked ? [render.strings.bestMatch] : []) + keys
    return [all.joined(separator: "  \(render.strings.then) "), all.first ?? ""]
  }

  private func prices(_ choices: FilterChoices) -> [String] {
    guard !choices.prices.isEmpty else { return [] }
    let levels = choices.prices.sorted().map {
      $0 == .unknown ? render.strings.unknownPrice : $0.text
    }
    return [levels.joined(separator: ", ")]
  }

  private func toggles(_ choices: FilterChoices) -> [String] {
    ToggleFilter.allCases.filter(choices.toggles.contains).map {
      render.strings.chosen($0, radius: choices.radius)
    }
  }

  private func texts(_ choices: FilterChoices) -> [String] {
    let symbols = render.symbols
    let quoted = symbols.openQuote + choices.search + symbols.closeQuote
    let search =
      choices.search.isEmpty
      ? [] : [choices.similar == nil ? quoted : render.strings.similar(to: quoted)]
    let ranges = RangeFilter.allCases.compactMap { filter in
      choices.ranges[filter].map { render.strings.chosen($0, of: filter) }
    }
    let open = choices.open == nil ? [] : [render.strings.openNow]
    let area = choices.area == nil ? [] : [render.strings.mapArea]
    let condition = choices.condition.map { [text(of: $0)] } ?? []
    let closed = choices.includesClosed ? [render.strings.closedToo] : []
    return ranges + open + choices.categories + choices.cities + choices.neighborhoods + search
      + area
      + condition + closed
  }

  /// A condition in words, or the title of a group.
  private func text(of condition: FetchPredicate) -> String {
    for sectioning in VenueSectioning.allCases {
      guard let name = sectioning.name(ofSection: condition) else { continue }
      let title = render.strings.title(of: sectioning.section(named: name))
      switch sectioning.section(named: name) {
      case .text where sectioning != .letter, .deals, .favorites: return title
      case .text, .price, .signs, .script, .distance, .number, .missing:
        return "\(render.strings.source(of: sectioning)): \(title)"
      }
    }
    return PredicateWords(strings: render.strings).text(condition)
  }
}
