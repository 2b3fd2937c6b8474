import FetchKit
import Foundation
import TerminalKit
import Venues

/// The values of a venue as lines.
struct DetailText {
  let venue: Venue
  let render: RenderContext

  /// The width of the bar of the best rating.
  private static let ratingColumns = 10

  /// The lines, wrapped to a width.
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
        render.strings.format.coordinate(latitude: place.latitude, longitude: place.longitude),
        render.theme.muted.linked(to: MapAddress.text(of: place)))
    }
    let selection = [
      place, venue.verified ? SpanLine(render.strings.verified, render.theme.muted) : nil,
      venue.closed ? SpanLine(render.strings.closed, render.theme.problem) : nil,
    ]
    return lines + links + selection.compactMap(\.self)
  }

  private func facts(_ columns: Int) -> [SpanLine] {
    let labels = VenueFact.allCases.map(render.strings.label)
    let width = (labels.map { TextWidth.displayWidth(of: $0) }.max() ?? 0) + 2
    return VenueFact.allCases.flatMap { fact -> [SpanLine] in
      guard let value = value(of: fact) else { return [] }
      return TextWrap.lines(value.text, columns: columns - width).enumerated().map { index, line in
        let label = index == 0 ? render.strings.label(of: fact) : ""
        return SpanLine([
          Span(TextWidth.padded(label, to: width), render.theme.muted), Span(line, value.style),
        ])
      }
    }
  }

  /// The value of a fact; nil for one that is omitted if missing.
  private func value(of fact: VenueFact) -> Span? {
    switch fact {
    case .rating:
      guard let rating = venue.rating else { return missing }
      let text = render.strings.rating(rating, votes: venue.ratingSignals)
      return Span(text + " " + render.symbols.bar(rating / 10, columns: Self.ratingColumns))
    case .checkins: return number(venue.stats.checkinsCount)
    case .visitors: return number(venue.stats.usersCount)
    case .tips: return number(venue.stats.tipCount)
    case .deals:
      return venue.specialCount == 0
        ? Span(render.strings.none, render.theme.muted)
        : Span(render.strings.format.count(venue.specialCount), render.theme.deal)
    case .hours: return venue.hours.map { Span($0) }
    case .note: return venue.note.map { Span($0) }
    case .favorite:
      return venue.favorite ? Span(render.symbols.favorite, render.theme.favorite) : nil
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
      let agreeing = tip.agreeCount.flatMap { $0 > 0 ? render.strings.visitorsAgree($0) : nil }
      return wrapped(quoted, columns)
        + (agreeing.map { [SpanLine("  " + $0, render.theme.muted)] } ?? [])
    }
  }

  private func wrapped(_ text: String, _ columns: Int) -> [SpanLine] {
    TextWrap.lines(text, columns: columns).map { SpanLine($0) }
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
}
