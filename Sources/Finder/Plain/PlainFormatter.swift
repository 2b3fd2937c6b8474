import FetchKit
import Foundation
import TerminalKit
import Venues

/// The sentences of plain mode about venues and totals, without symbols.
struct PlainFormatter {
  let strings: Strings
  var origin: Origin

  /// Totals of the list, its filter and its sort order.
  func summary(_ totals: ListTotals, _ choices: FilterChoices, _ sorts: [SortChoice]) -> [String] {
    let shown = totals.shown
    guard totals.total > 0 else {
      return [strings.noVenues, strings.importSome].map(strings.plainSentence)
    }
    guard shown.count > 0 else {
      let filter = parts(of: choices)
      let reason =
        filter.isEmpty
        ? strings.noMatch : strings.plainFact(strings.noMatch, strings.plainList(filter))
      return [strings.plainSentence(reason), strings.plainClears]
    }
    let count =
      shown.count == totals.total
      ? strings.venues(shown.count) : strings.venues(shown.count, of: totals.total)
    let average = shown.averageDistance.map { [strings.average(strings.plainDistance($0))] }
    let hidden = totals.closedHidden > 0 ? [strings.closedHidden(totals.closedHidden)] : []
    let sums = [count, strings.deals(shown.deals), strings.tips(shown.tips)]
    let filter = parts(of: choices)
    return [sentence(sums + (average ?? []) + hidden)]
      + (filter.isEmpty ? [] : [strings.plainShowing(strings.plainList(filter))])
      + [strings.plainOrder(order(sorts))]
  }

  /// A venue in one line, with the value that it is sorted by.
  func row(_ venue: Venue, number: Int, sortedBy sort: SortChoice? = nil) -> String {
    let parts: [String?] = [
      TextWidth.sanitized(venue.name), price(venue), distance(venue),
      venue.rating.map { strings.plainRating(strings.format.tenths($0)) },
      venue.specialCount > 0 ? strings.deals(Double(venue.specialCount)) : nil,
      venue.favorite ? strings.label(of: .favorite).lowercased() : nil,
      venue.closed ? strings.closed : nil, sort.flatMap { value(of: venue, sortedBy: $0) },
    ]
    return "\(number). " + sentence(parts.compactMap(\.self))
  }

  /// The value of a sort key that a row does not have anyway.
  private func value(of venue: Venue, sortedBy sort: SortChoice) -> String? {
    let shown: [VenueField] = [.name, .tier, .distance, .rating, .specialCount]
    guard let field = VenueField(key: sort.keyPath) else { return nil }
    let value = field.value(of: venue)
    if shown.contains(field), field == .specialCount ? venue.specialCount > 0 : value != .null {
      return nil
    }
    return strings.plainFact(strings.sortKey(sort.keyPath), strings.text(of: value))
  }

  /// The details of a venue.
  func detail(_ venue: Venue, number: Int) -> [String] {
    let facts = [
      price(venue).map { (strings.price, $0) },
      venue.category.name.map { (strings.title(of: VenueColumn.category), $0) },
      distance(venue).map { (strings.title(of: VenueColumn.distance), $0) },
      venue.location.street.map { (strings.title(of: VenueColumn.address), $0) },
      venue.location.town.map { (strings.title(of: VenueColumn.city), $0) },
      venue.phone.map { (strings.title(of: VenueColumn.phone), PhoneNumber.text($0)) },
      venue.url.map { (strings.title(of: VenueColumn.website), $0) },
    ]
    let numbers = VenueFact.allCases.compactMap { fact in
      value(fact, of: venue).map { (strings.label(of: fact), $0) }
    }
    let tips = venue.tips.compactMap(\.text).map { (strings.plainTip, $0) }
    return [row(venue, number: number)]
      + (facts.compactMap(\.self) + numbers + tips).map {
        strings.plainFact($0.0, TextWidth.sanitized($0.1.replacing("\n", with: "; ")))
      }
  }

  /// A filter, and the venues it would show.
  func filter(
    _ choice: PlainChoice, number: Int, _ choices: FilterChoices, _ counts: FilterCounts,
    _ facets: FilterFacets
  ) -> String {
    let state = strings.plainState(choice.isOn(in: choices))
    let count = strings.venues(choice.count(counts, facets))
    let parts = [title(of: choice, choices), state, count]
    guard case .toggle(let toggle) = choice, let deals = counts.sums[toggle] else {
      return "\(number). " + sentence(parts)
    }
    return "\(number). " + sentence(parts + [strings.deals(deals)])
  }

  private func title(of choice: PlainChoice, _ choices: FilterChoices) -> String {
    switch choice {
    case .price(let level): strings.plainPrice(level)
    case .toggle(let toggle): strings.plainChosen(toggle, radius: choices.radius)
    case .rating(let rating):
      RangeWords(strings: strings).chosen(NumberRange(lower: rating), of: .rating)
    case .name(let facet, let name): strings.plainFact(strings.title(of: facet), name)
    }
  }

  /// A sort order, and whether it is in use.
  func order(_ option: SortOption, number: Int, _ sorts: [SortChoice]) -> String {
    let isUsed = option.index(in: sorts) == 0
    return "\(number). "
      + sentence([strings.title(of: option)] + (isUsed ? [strings.plainState(true)] : []))
  }

  /// Counts and totals, one per line.
  func statistics(_ statistics: VenueStatistics, radius: Double) -> [String] {
    let prices = (PriceLevel.known + [.unknown]).map {
      strings.plainFact(
        strings.plainPrice($0), strings.venues(statistics.prices[$0] ?? 0))
    }
    let format = strings.format
    let sums = [
      strings.venues(statistics.count),
      strings.plainList([
        strings.deals(statistics.dealSum.doubleValue ?? 0), strings.venues(statistics.dealVenues),
      ]),
      strings.plainFact(
        strings.plainChosen(.walking, radius: radius),
        strings.venues(statistics.withinWalkingDistance)),
    ]
    let averages = [
      statistics.distance.average.doubleValue.map {
        strings.average(strings.plainDistance($0))
      },
      statistics.rating.average.doubleValue.map {
        strings.plainAverageRating(format.tenths($0))
      },
      statistics.tips.sum.doubleValue.map { strings.tips($0) },
    ]
    return (sums + prices + averages.compactMap(\.self)).map(strings.plainSentence)
  }
}

// MARK: - Parts

extension PlainFormatter {
  private func sentence(_ parts: [String]) -> String {
    strings.plainSentence(strings.plainList(parts))
  }

  private func price(_ venue: Venue) -> String? {
    venue.priceInfo.tier.flatMap { PriceLevel(rawValue: $0) }.map(strings.plainPrice)
  }

  private func distance(_ venue: Venue) -> String? {
    guard let meters = venue.location.distance else { return nil }
    let text = strings.plainDistance(meters)
    return origin.direction(to: venue).map { "\(text) \(strings.directionWords($0))" } ?? text
  }

  private func value(_ fact: VenueFact, of venue: Venue) -> String? {
    let format = strings.format
    return switch fact {
    case .rating: venue.rating.map { strings.rating($0, votes: venue.ratingSignals) }
    case .checkins: venue.stats.checkinsCount.map(format.count)
    case .visitors: venue.stats.usersCount.map(format.count)
    case .tips: venue.stats.tipCount.map(format.count)
    case .deals: venue.specialCount == 0 ? strings.none : format.count(venue.specialCount)
    case .hours: strings.hours(of: venue, at: Date())
    case .note: venue.note
    case .favorite, .verified: nil
    }
  }

  /// The parts of a filter; none for all venues.
  func parts(of choices: FilterChoices) -> [String] {
    strings.parts(
      of: choices, prices: choices.prices.sorted().map(strings.plainPrice),
      toggle: { strings.plainChosen($0, radius: choices.radius) },
      search: choices.similar == nil
        ? strings.plainSearched(choices.search) : strings.similar(to: choices.search),
      condition: \.formatWithDateLiterals)
  }

  private func order(_ sorts: [SortChoice]) -> String {
    strings.plainList(
      sorts.enumerated().map { index, sort in
        (index > 0 ? "\(strings.then) " : "")
          + key(sort)
      })
  }

  private func key(_ sort: SortChoice) -> String {
    let key = strings.sortKey(sort.keyPath)
    guard !sort.ascending else { return key }
    let isText = Venue.entity.attribute(forKeyPath: sort.keyPath)?.type == .string
    return isText ? strings.plainReversed(key) : strings.plainHighestFirst(key)
  }
}
