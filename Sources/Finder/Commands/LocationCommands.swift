import FetchKit
import Foundation
import TerminalKit
import Venues

/// Commands on the user's location and on that of a venue.
struct LocationCommands {
  let context: FinderContext
  let origin: Origin
  /// The origin that the finder was started with.
  let originAtStart: Origin
  /// Sets the origin of distances and its name.
  let setOrigin: (Origin, _ name: String?) -> Void

  /// Asks for the location.
  func open() {
    let text = origin.coordinate.map(context.strings.format.coordinate)
    context.push(
      LocationScreen(
        context, text: text ?? "", canReset: origin != originAtStart
      ) { location, name in
        guard let location else {
          return reset()
        }
        set(to: location, named: name)
      })
  }

  /// Restores the origin that the finder was started with, and says how to undo that.
  private func reset() {
    let strings = context.strings
    let words = strings.origin(originAtStart, named: nil)
    setOrigin(originAtStart, nil)
    guard origin != originAtStart else { return context.notify(words) }
    context.notify(strings.placeReset(words, undoKey: context.keyName(of: .undoView)))
  }

  /// Sets the user's location to that of a venue.
  func set(to venue: Venue) {
    guard let location = venue.location.coordinate else {
      return context.explain(.venueHasNoLocation)
    }
    set(to: location, named: venue.name)
  }

  private func set(to location: Coordinate, named name: String?) {
    let (strings, swapped) = (context.strings, name == nil ? swapped(location) : nil)
    setOrigin(.place(location), name)
    let text = strings.movedLocation(name ?? strings.format.coordinate(location))
    context.notify(
      swapped.map { strings.suggestingSwapped(text, strings.format.coordinate($0)) } ?? text)
  }

  /// The location with latitude and longitude exchanged, if it is near the previous one then, and far away as it is.
  private func swapped(_ location: Coordinate) -> Coordinate? {
    guard let previous = origin.coordinate, abs(location.longitude) <= 90 else { return nil }
    let other = Coordinate(latitude: location.longitude, longitude: location.latitude)
    let isLikely =
      previous.distance(to: location) > 2_000_000 && previous.distance(to: other) < 500_000
    return isLikely ? other : nil
  }

  /// Opens a web map of a venue; the URL is shown and copied, too, for terminals on another machine.
  func openLink(of venue: Venue) {
    guard let location = venue.location.coordinate else {
      return context.explain(.venueHasNoLocation)
    }
    open(MapAddress.text(of: location))
  }

  /// Lists the web pages of a venue, to open one.
  func openLinks(of venue: Venue) {
    let links = VenueLink.allCases.compactMap { link in
      link.address(of: venue, from: origin.coordinate).map { (link, address: $0) }
    }
    let strings = context.strings
    context.push(
      MenuScreen.Content(
        name: strings.openPage, columns: 30,
        commands: [MenuCommand(.run, rank: 2, closes: true) { open(links[$0].address) }],
        hasNumbers: true, empty: strings.noPages,
        items: { links.map { MenuItem(strings.title(of: $0.0)) } }))
  }

  private func open(_ link: String) {
    let isOpen = context.openLink(link)
    context.tasks.start { [context] in
      let route = await context.clipboard.copy(link)
      let strings = context.strings
      context.notify(isOpen ? strings.opened(link) : strings.copied(link, route))
    }
  }
}

/// A web page about a venue.
enum VenueLink: Hashable, CaseIterable {
  case website, directions, map, menu, delivery, reservation, twitter, facebook, instagram

  /// The address; nil if it is unknown, or not of the web.
  func address(of venue: Venue, from origin: Coordinate?) -> String? {
    switch self {
    case .website: Self.web(venue.url)
    case .directions: venue.location.coordinate.map { MapAddress.route(from: origin, to: $0) }
    case .map: venue.location.coordinate.map(MapAddress.text)
    case .menu: Self.web(venue.menuURL)
    case .delivery: Self.web(venue.deliveryURL)
    case .reservation: Self.web(venue.reservationURL)
    case .twitter: Self.page(venue.twitter, on: "twitter.com")
    case .facebook: Self.page(venue.facebook, on: "www.facebook.com")
    case .instagram: Self.page(venue.instagram, on: "www.instagram.com")
    }
  }

  /// Only addresses of the web: a file of venues must not open anything else.
  static func web(_ text: String?) -> String? {
    guard let text, !text.isEmpty else { return nil }
    if text.hasPrefix("https://") || text.hasPrefix("http://") { return text }
    return text.contains(":") || text.hasPrefix("/") ? nil : "https://" + text
  }

  /// The page of a user name; an address stays.
  private static func page(_ name: String?, on host: String) -> String? {
    guard let name, !name.isEmpty else { return nil }
    if name.contains("/") { return web(name) }
    let path = name.trimmingPrefix("@").addingPercentEncoding(withAllowedCharacters: .alphanumerics)
    return path.map { "https://\(host)/\($0)" }
  }
}
