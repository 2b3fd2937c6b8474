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
