import FetchKit
import JSONStream
import Venues

/// A position on the globe, in degrees.
struct Coordinates {
  let latitude, longitude: Double

  /// Both coordinates or none; 0, 0 means unknown unless the origin is kept.
  init?(
    _ latitude: JSONValue?, _ longitude: JSONValue?, keepsOrigin: Bool = false,
    _ values: inout ValueReader
  ) {
    guard let latitude, let north = values.double(latitude, "latitude"),
      let east = values.double(longitude, "longitude")
    else { return nil }
    guard abs(north) <= 90, abs(east) <= 180 else {
      values.report("latitude, longitude", .noSuchPlace, latitude)
      return nil
    }
    guard keepsOrigin || north != 0 || east != 0 else {
      values.report("latitude, longitude", .nullIsland, latitude)
      return nil
    }
    (self.latitude, self.longitude) = (north, east)
  }

  /// A list with the longitude first, as in GeoJSON and so in document stores.
  init?(point: JSONValue, keepsOrigin: Bool = false, _ values: inout ValueReader) {
    var numbers = point.children
    let (east, north) = (numbers.next(), numbers.next())
    self.init(north, east, keepsOrigin: keepsOrigin, &values)
  }

  /// A text with the latitude first, such as `40.7593, -73.9847`.
  init?(text: JSONValue, _ values: inout ValueReader) {
    guard let typed = values.text(text, "coordinates") else { return nil }
    guard let place = Coordinate(text: typed.string) else {
      values.report("coordinates", .notPoint, text)
      return nil
    }
    (latitude, longitude) = (place.latitude, place.longitude)
  }

  /// The geometry of a feature after RFC 7946, which must be a point, or a list of one.
  init?(geometry: JSONValue, keepsOrigin: Bool, _ values: inout ValueReader) {
    let type = geometry[.type]?.text
    let coordinates = geometry.children.first { $0.name == .coordinates }
    let isList = type?.equals("MultiPoint") == true && coordinates?.count == 1
    guard isList || type?.equals("Point") == true,
      let point = isList ? coordinates?.children.first : coordinates, point.kind == .array,
      point.count >= 2, geometry[.coordinates] != nil
    else {
      values.report("geometry", .notPoint, geometry)
      return nil
    }
    self.init(point: point, keepsOrigin: keepsOrigin, &values)
  }
}

extension VenueRecord {
  /// Sets the coordinates if there are any.
  mutating func set(_ coordinates: Coordinates?) {
    guard let coordinates else { return }
    self[.latitude] = coordinates.latitude
    self[.longitude] = coordinates.longitude
  }
}
