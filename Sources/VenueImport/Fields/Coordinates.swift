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

  /// The geometry of a feature after RFC 7946, which must be a point.
  init?(geometry: JSONValue, keepsOrigin: Bool, _ values: inout ValueReader) {
    guard geometry[.type]?.text?.equals("Point") == true, let point = geometry[.coordinates],
      point.kind == .array, point.count >= 2
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
