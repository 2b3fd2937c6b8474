import FetchKit
import Foundation
import Venues

/// A walk through some venues, at first the shortest one from the user's location.
nonisolated struct Crawl: Sendable {
  /// A venue and the way to it.
  struct Stop: Sendable {
    let venue: Venue
    let place: Coordinate
    /// Whole meters from the previous stop, or from the start; nil for the first stop without a start.
    let leg: Double?
    /// The sum of the legs up to here.
    let total: Double

    /// Meters up to the previous stop.
    var walked: Double { total - (leg ?? 0) }
  }

  let start: Coordinate?
  private(set) var stops: [Stop] = []
  /// The number of venues without a location.
  let omitted: Int
  /// Whether the stops are those that were planned, in the planned order.
  private(set) var isPlanned = true

  /// The maximum number of stops.
  static let limit = 100

  /// Plans a walk, which may start at any of the venues without `start`.
  init(through venues: [Venue], from start: Coordinate?) {
    let known = venues.compactMap { venue in venue.location.coordinate.map { (venue, $0) } }
    self.start = start
    omitted = venues.count - known.count
    let path = ShortestPath(count: known.count) {
      known[$0].1.distance(to: known[$1].1)
    } fromStart: { index in
      start.map { $0.distance(to: known[index].1) } ?? 0
    }
    visit(path.order().map { known[$0] })
  }

  /// Changes the stops or their order, and measures the legs again.
  mutating func edit(_ change: (inout [Stop]) -> Void) {
    change(&stops)
    isPlanned = false
    visit(stops.map { ($0.venue, $0.place) })
  }

  private mutating func visit(_ places: [(Venue, Coordinate)]) {
    stops = []
    var last = start
    for (venue, place) in places {
      let leg = last.map { $0.distance(to: place).rounded() }
      stops.append(Stop(venue: venue, place: place, leg: leg, total: length + (leg ?? 0)))
      last = place
    }
  }

  /// The length in meters.
  var length: Double { stops.last?.total ?? 0 }
}

/// A file format of a walk.
nonisolated enum CrawlFormat: String, CaseIterable {
  case gpx, geojson, txt

  /// The contents of a file; `lines` are those of a text file.
  func text(_ crawl: Crawl, lines: [String]) -> String {
    switch self {
    case .txt: lines.map { $0 + "\n" }.joined()
    case .gpx: crawl.gpx
    case .geojson: crawl.geoJSON
    }
  }
}

nonisolated extension Crawl {
  /// A line per stop, such as "1. Boi Noodles, 240 W 40th St. · 567 m · 7 min".
  func lines(legText: (_ leg: Double, _ walked: Double) -> String) -> [String] {
    stops.enumerated().map { index, stop in
      let name = [stop.venue.name, stop.venue.location.address].compactMap(\.self)
        .joined(separator: ", ")
      let leg = stop.leg.map { " · " + legText($0, stop.walked) } ?? ""
      return "\(index + 1). " + name.replacing(/[\r\n]+/, with: " ") + leg
    }
  }

  /// https://www.topografix.com/GPX/1/1/
  fileprivate var gpx: String {
    let points =
      [start.map { Self.routePoint($0, name: "Start", address: nil) }].compactMap(\.self)
      + stops.map {
        Self.routePoint($0.place, name: $0.venue.name, address: $0.venue.location.address)
      }
    return """
      <?xml version="1.0" encoding="UTF-8"?>
      <gpx version="1.1" creator="Bubble Tea Finder" xmlns="http://www.topografix.com/GPX/1/1">
        <rte>
      \(points.joined())  </rte>
      </gpx>

      """
  }

  private static func routePoint(
    _ place: Coordinate, name: String, address: String?
  ) -> String {
    let description = address.map { "<desc>\(escaped($0))</desc>" } ?? ""
    return """
          <rtept lat="\(place.latitude)" lon="\(place.longitude)">\
      <name>\(escaped(name))</name>\(description)</rtept>

      """
  }

  private static func escaped(_ text: String) -> String {
    let visible = text.unicodeScalars.filter { $0.value >= 0x20 || $0 == "\t" }
    return String(String.UnicodeScalarView(visible)).replacing("&", with: "&amp;")
      .replacing("<", with: "&lt;").replacing(">", with: "&gt;")
  }

  /// RFC 7946: the path as a line, and the stops as points with their numbers.
  fileprivate var geoJSON: String {
    let places = [start].compactMap(\.self) + stops.map(\.place)
    let line = places.map(Self.position).joined(separator: ",")
    let points = stops.enumerated().map { index, stop in
      let leg = stop.leg.map { String(Int($0)) } ?? "null"
      return """
        {"type":"Feature","geometry":{"type":"Point","coordinates":\(Self.position(stop.place))},\
        "properties":{"stop":\(index + 1),"name":\(VenueText.quoted(stop.venue.name)),\
        "address":\(stop.venue.location.address.map(VenueText.quoted) ?? "null"),"leg":\(leg)}}
        """
    }
    let path = """
      {"type":"Feature","geometry":{"type":"LineString","coordinates":[\(line)]},\
      "properties":{"length":\(Int(length.rounded()))}}
      """
    return "{\"type\":\"FeatureCollection\",\"features\":[\n"
      + ((places.count > 1 ? [path] : []) + points).joined(separator: ",\n") + "\n]}\n"
  }

  private static func position(_ place: Coordinate) -> String {
    "[\(place.longitude),\(place.latitude)]"
  }
}
