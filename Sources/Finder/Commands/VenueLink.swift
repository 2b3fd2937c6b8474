import FetchKit
import Foundation
import Venues

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
  private static func web(_ text: String?) -> String? {
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
