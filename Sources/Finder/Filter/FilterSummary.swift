import TerminalKit
import FetchKit
import Venues

/// The filter and the order in words, for one line.
struct FilterSummary {
  let render: RenderContext

  /// The choices, such as "$ · offering a deal"; nil without any.
  func filter(_ choices: FilterChoices) -> String? {
    let parts = render.strings.parts(
      of: choices, prices: prices(choices),
      toggle: { render.strings.chosen($0, radius: choices.radius) }, search: search(choices),
      condition: text)
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

  private func search(_ choices: FilterChoices) -> String {
    let quoted = render.symbols.openQuote + choices.search + render.symbols.closeQuote
    return choices.similar == nil ? quoted : render.strings.similar(to: quoted)
  }

  /// A condition in words, or the title of a group.
  private func text(of condition: FetchPredicate) -> String {
    if let bin = bin(condition) { return bin }
    for sectioning in VenueSectioning.allCases {
      guard let name = sectioning.name(ofSection: condition) else { continue }
      let title = render.strings.title(ofGroup: name, in: VenueGrouping(sectioning))
      switch sectioning.section(named: name) {
      case .text where sectioning != .letter, .deals, .favorites: return title
      case .distance, .number: return range(title, of: sectioning)
      case .text, .price, .signs, .script, .missing:
        return "\(render.strings.source(of: sectioning)): \(title)"
      }
    }
    return PredicateWords(strings: render.strings).text(condition)
  }

  /// A condition that is a bin of statistics in words; nil for others.
  private func bin(_ condition: FetchPredicate) -> String? {
    guard case .and(let parts) = condition, parts.count == 2,
      case .comparison(let first) = parts[0], case .comparison(let last) = parts[1],
      let lower = first.right.constantValue?.doubleValue,
      let upper = last.right.constantValue?.doubleValue, lower < upper
    else { return nil }
    for sectioning in VenueSectioning.allCases
    where sectioning.widths(render.strings.format.units) != nil {
      let grouping = VenueGrouping(sectioning, width: upper - lower)
      guard grouping.predicate(ofSection: String(lower)) == condition else { continue }
      return range(
        render.strings.title(ofGroup: String(lower), in: grouping), of: sectioning)
    }
    return nil
  }

  /// A range as in `RangeWords`.
  private func range(_ title: String, of sectioning: VenueSectioning) -> String {
    "\(render.strings.source(of: sectioning)) \(title.prefix(1).lowercased() + title.dropFirst())"
  }
}
