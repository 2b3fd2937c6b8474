import FetchKit
import Foundation
import TerminalKit
import Venues

/// The values of a venue as lines.
struct DetailText {
  let venue: Venue
  let render: RenderContext
  /// The time at which the venue is open or closed.
  var now = Date()

  /// The width of the bar of the best rating.
  private static let ratingColumns = 10

  /// The lines, wrapped to a width.
  func lines(columns: Int) -> [SpanLine] {
    let parts = [
      address(columns), facts(columns), contact(columns),
      venue.description.map { wrapped($0, columns) } ?? [], deals(columns), week,
      categories(columns), tags(columns), tips(columns),
    ]
    return parts.filter { !$0.isEmpty }.reduce(into: []) { lines, part in
      if !lines.isEmpty { lines.append(SpanLine()) }
      lines += part
    }
  }

  private func address(_ columns: Int) -> [SpanLine] {
    let texts = [venue.location.street, venue.location.neighborhood, venue.location.town]
    let closed = venue.closed ? [SpanLine(render.strings.closed, render.theme.problem)] : []
    return texts.compactMap(\.self).flatMap { wrapped($0, columns) } + closed
  }

  private func contact(_ columns: Int) -> [SpanLine] {
    let phone = venue.phone.map { wrapped(PhoneNumber.text($0), columns) } ?? []
    let links = [venue.url, venue.menuURL, venue.reservationURL, venue.deliveryURL]
      .compactMap(\.self).map { SpanLine($0, Style.plain.linked(to: $0)) }
    let place = venue.location.coordinate.map { place in
      SpanLine(
        render.strings.format.coordinate(place),
        render.theme.muted.linked(to: MapAddress.text(of: place)))
    }
    return phone + links + networks + [place].compactMap(\.self)
  }

  /// The names in social networks.
  private var networks: [SpanLine] {
    [("Twitter", venue.twitter), ("Facebook", venue.facebook), ("Instagram", venue.instagram)]
      .compactMap { network, name in
        name.map {
          let label = TextWidth.padded(network, to: max(labelColumns, network.count + 2))
          return SpanLine([Span(label, render.theme.muted), Span($0)])
        }
      }
  }

  /// The width of the labels of facts, with the blanks after them.
  private var labelColumns: Int {
    let labels = VenueFact.allCases.map(render.strings.label)
    return (labels.map { TextWidth.displayWidth(of: $0) }.max() ?? 0) + 2
  }

  private func facts(_ columns: Int) -> [SpanLine] {
    let width = labelColumns
    return VenueFact.allCases.flatMap { fact -> [SpanLine] in
      guard let value = value(of: fact) else { return [] }
      let textWidth = width + TextWidth.displayWidth(of: value.text)
      let bar = fact == .rating ? ratingBar(in: columns - textWidth) : []
      return TextWrap.lines(value.text, columns: columns - width).enumerated().map { index, line in
        let label = index == 0 ? render.strings.label(of: fact) : ""
        return SpanLine(
          [Span(TextWidth.padded(label, to: width), render.theme.muted), Span(line, value.style)]
            + bar)
      }
    }
  }

  /// The bar of the rating; empty if it does not fit.
  private func ratingBar(in room: Int) -> [Span] {
    guard let rating = venue.rating, room >= Self.ratingColumns + 2 else { return [] }
    let bar = render.style.bar(
      rating / 10, columns: Self.ratingColumns, style: render.theme.scale(rating / 10))
    return [Span("  ")] + bar.spans
  }

  /// The hours of each day of the week, with today marked.
  private var week: [SpanLine] {
    guard !venue.openings.isEmpty else { return [] }
    let names = render.strings.days
    let width = (names.map { TextWidth.displayWidth(of: $0) }.max() ?? 0) + 2
    return [heading(render.strings.label(of: .hours))]
      + names.indices.map { day in
        let hours = venue.openings.filter { $0.opens / Opening.day == day }.map(\.hours)
        let isToday = day == today
        let mark = isToday ? render.symbols.cursor : " "
        let style = isToday ? render.theme.accent : hours.isEmpty ? render.theme.muted : .plain
        return SpanLine([
          Span(mark, render.theme.accent), Span(TextWidth.padded(names[day], to: width), style),
          Span(hours.isEmpty ? render.strings.closedThatDay : hours.joined(separator: ", "), style),
        ])
      }
  }

  /// The day of the week at the venue, 0 for Monday.
  private var today: Int { venue.minute(at: now) / Opening.day }

  /// The categories, if there are others than the primary one.
  private func categories(_ columns: Int) -> [SpanLine] {
    let names = venue.categories.compactMap(\.name)
    guard names.count > 1 else { return [] }
    return [heading(render.strings.categories)]
      + wrapped(names.joined(separator: render.symbols.separator), columns)
  }

  private func tags(_ columns: Int) -> [SpanLine] {
    venue.tags.isEmpty
      ? [] : wrapped(venue.tags.joined(separator: render.symbols.separator), columns)
  }

  /// The deals, each with its title, its texts and its last day.
  private func deals(_ columns: Int) -> [SpanLine] {
    venue.deals.flatMap { deal -> [SpanLine] in
      let texts = [deal.message, deal.description, deal.finePrint].compactMap(\.self)
      let title = deal.title.map { wrapped($0, columns, render.theme.deal) } ?? []
      let end = deal.endsAt.map { "– " + $0.formatted(.iso8601.year().month().day()) }
      return title
        + (texts + [end].compactMap(\.self)).flatMap { text in
          TextWrap.lines(text, columns: columns - 2).map { SpanLine("  " + $0) }
        }
    }
  }

  private func heading(_ text: String) -> SpanLine { SpanLine(text, render.theme.heading) }

  /// The value of a fact; nil for one that is omitted if missing.
  private func value(of fact: VenueFact) -> Span? {
    switch fact {
    case .rating:
      guard let rating = venue.rating else { return missing }
      return Span(render.strings.rating(rating, votes: venue.ratingSignals))
    case .checkins: return number(venue.stats.checkinsCount)
    case .visitors: return number(venue.stats.usersCount)
    case .tips: return number(venue.stats.tipCount)
    case .deals:
      return Span(
        render.strings.format.count(venue.specialCount),
        venue.specialCount == 0 ? .plain : render.theme.deal)
    case .hours: return render.strings.hours(of: venue, at: now).map { Span($0) }
    case .note: return venue.note.map { Span($0) }
    case .favorite:
      return venue.favorite ? Span(render.symbols.favorite, render.theme.favorite) : nil
    case .verified: return venue.verified ? Span(render.symbols.check, render.theme.positive) : nil
    }
  }

  private var missing: Span { Span(render.symbols.missing, render.theme.muted) }

  private func number(_ number: Int?) -> Span {
    number.map { Span(render.strings.format.count($0)) } ?? missing
  }

  private func tips(_ columns: Int) -> [SpanLine] {
    venue.tips.flatMap { tip -> [SpanLine] in
      guard let text = tip.text else { return [] }
      let quoted = render.symbols.openQuote + text + render.symbols.closeQuote
      let day = tip.createdAt.map { $0.formatted(.iso8601.year().month().day()) }
      let agreeing = tip.agreeCount.flatMap { $0 > 0 ? render.strings.visitorsAgree($0) : nil }
      let facts = [day, agreeing].compactMap(\.self).joined(separator: render.symbols.separator)
      return wrapped(quoted, columns)
        + (facts.isEmpty ? [] : [SpanLine("  " + facts, render.theme.muted)])
    }
  }

  private func wrapped(
    _ text: String, _ columns: Int, _ style: Style = .plain
  ) -> [SpanLine] {
    TextWrap.lines(text, columns: columns).map { SpanLine($0, style) }
  }
}

extension Venue.Location {
  /// The address and the cross street, as in "234 Canal St (at Lafayette St)"; nil without either.
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

extension Venue {
  /// Minutes since Monday 0:00 at the venue.
  func minute(at date: Date) -> Int {
    OpenMoment.minute(
      at: date, in: timeZone.flatMap { TimeZone(identifier: $0) } ?? .current)
  }
}

/// A value of a venue with its own line.
enum VenueFact: Hashable, CaseIterable {
  case rating
  case checkins
  case visitors
  case tips
  case deals
  case hours
  case note
  case favorite
  case verified
}

/// Formatting of phone numbers.
enum PhoneNumber {
  /// "(212) 334-3536" for ten digits of North America; other text unchanged.
  static func text(_ number: String) -> String {
    let digits = number.filter { $0.isASCII && $0.isNumber }
    guard digits.count == 10, digits == number else { return number }
    return "(\(digits.prefix(3))) \(digits.dropFirst(3).prefix(3))-\(digits.suffix(4))"
  }
}

/// URLs of web maps.
enum MapAddress {
  /// OpenStreetMap with a marker.
  static func text(of place: Coordinate) -> String {
    let latitude = String(format: "%.5f", place.latitude)
    let longitude = String(format: "%.5f", place.longitude)
    return "https://www.openstreetmap.org/?mlat=\(latitude)&mlon=\(longitude)&zoom=18"
  }

  /// The way on foot to a place, from another one if that is known.
  static func route(from start: Coordinate?, to end: Coordinate) -> String {
    func text(_ place: Coordinate) -> String {
      String(format: "%.5f%%2C%.5f", place.latitude, place.longitude)
    }
    let places = (start.map(text) ?? "") + "%3B" + text(end)
    return "https://www.openstreetmap.org/directions?engine=fossgis_osrm_foot&route=" + places
  }
}
