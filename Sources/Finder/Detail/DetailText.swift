import FetchKit
import TerminalKit
import Venues

/// What is known of a venue, as lines.
struct DetailText {
  let venue: Venue
  let look: Look

  /// How wide the bar of the best rating is.
  private static let ratingColumns = 10

  /// The lines, none wider than this.
  func lines(columns: Int) -> [SpanLine] {
    let parts = [contact(columns), facts(columns), tips(columns)]
    return parts.filter { !$0.isEmpty }.reduce(into: []) { lines, part in
      if !lines.isEmpty { lines.append(SpanLine()) }
      lines += part
    }
  }

  private func contact(_ columns: Int) -> [SpanLine] {
    let texts = [
      venue.location.street, venue.location.neighborhood, venue.location.town,
      venue.phone.map(PhoneNumber.text),
    ]
    let lines = texts.compactMap(\.self).flatMap { wrapped($0, columns) }
    let links = [venue.url, venue.menuURL].compactMap(\.self).map {
      SpanLine($0, Style.plain.linked(to: $0))
    }
    let place = venue.location.coordinate.map { place in
      SpanLine(
        look.strings.figures.coordinate(latitude: place.latitude, longitude: place.longitude),
        look.theme.muted.linked(to: MapAddress.text(of: place)))
    }
    let marks = [
      place, venue.verified ? SpanLine(look.strings.verified, look.theme.muted) : nil,
      venue.closed ? SpanLine(look.strings.closed, look.theme.problem) : nil,
    ]
    return lines + links + marks.compactMap(\.self)
  }

  private func facts(_ columns: Int) -> [SpanLine] {
    let labels = VenueFact.allCases.map(look.strings.label)
    let width = (labels.map { TextWidth.displayWidth(of: $0) }.max() ?? 0) + 2
    return VenueFact.allCases.flatMap { fact -> [SpanLine] in
      guard let value = value(of: fact) else { return [] }
      return TextWrap.lines(value.text, columns: columns - width).enumerated().map { index, line in
        let label = index == 0 ? look.strings.label(of: fact) : ""
        return SpanLine([
          Span(TextWidth.padded(label, to: width), look.theme.muted), Span(line, value.style),
        ])
      }
    }
  }

  /// The value of a fact; nil for one that is not told at all when it is missing.
  private func value(of fact: VenueFact) -> Span? {
    switch fact {
    case .rating:
      guard let rating = venue.rating else { return missing }
      let text = look.strings.rating(rating, votes: venue.ratingSignals)
      return Span(text + " " + look.symbols.bar(rating / 10, columns: Self.ratingColumns))
    case .checkins: return number(venue.stats.checkinsCount)
    case .visitors: return number(venue.stats.usersCount)
    case .tips: return number(venue.stats.tipCount)
    case .deals:
      return venue.specialCount == 0
        ? Span(look.strings.none, look.theme.muted)
        : Span(look.strings.figures.count(venue.specialCount), look.theme.deal)
    case .hours: return venue.hours.map { Span($0) }
    case .note: return venue.note.map { Span($0) }
    case .favorite:
      return venue.favorite ? Span(look.symbols.favorite, look.theme.favorite) : nil
    }
  }

  private var missing: Span { Span(look.symbols.missing, look.theme.muted) }

  private func number(_ number: Int?) -> Span {
    number.map { Span(look.strings.figures.count($0)) } ?? missing
  }

  private func tips(_ columns: Int) -> [SpanLine] {
    venue.tips.flatMap { tip -> [SpanLine] in
      guard let text = tip.text else { return [] }
      let quoted = look.symbols.openQuote + text + look.symbols.closeQuote
      let agreeing = tip.agreeCount.flatMap { $0 > 0 ? look.strings.visitorsAgree($0) : nil }
      return wrapped(quoted, columns)
        + (agreeing.map { [SpanLine("  " + $0, look.theme.muted)] } ?? [])
    }
  }

  private func wrapped(_ text: String, _ columns: Int) -> [SpanLine] {
    TextWrap.lines(text, columns: columns).map { SpanLine($0) }
  }
}

extension Venue.Location {
  /// The address and the cross street, as in "234 Canal St (at Centre St.)"; nil without either.
  var street: String? {
    let cross = crossStreet.map { address == nil ? $0 : "(\($0))" }
    let parts = [address, cross].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: " ")
  }

  /// City, state, postal code and country; nil without any of them.
  var town: String? {
    let region = [state, postalCode].compactMap(\.self).joined(separator: " ")
    let parts = [city, region.isEmpty ? nil : region, country].compactMap(\.self)
    return parts.isEmpty ? nil : parts.joined(separator: ", ")
  }
}
