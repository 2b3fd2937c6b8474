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
    self.init(north, east, keepsOrigin: keepsOrigin, of: latitude, &values)
  }

  private init?(
    _ north: Double, _ east: Double, keepsOrigin: Bool, of value: JSONValue,
    _ values: inout ValueReader
  ) {
    guard Coordinate(latitude: north, longitude: east).isOnGlobe else {
      values.report("latitude, longitude", .noSuchPlace, value)
      return nil
    }
    guard keepsOrigin || north != 0 || east != 0 else {
      values.report("latitude, longitude", .nullIsland, value)
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

  /// Whether a geometry is a point, in an object of GeoJSON or in well-known text.
  static func isPoint(_ geometry: JSONValue) -> Bool {
    let type = geometry.children.first { $0.name == .type }?.text
    return type?.equals("Point") == true || geometry.text.flatMap(numbers(ofPoint:)) != nil
  }

  /// The longitude and the latitude of a text such as `POINT (-73.9847 40.7593)`; nil for any other.
  private static func numbers(ofPoint text: TextSlice) -> (Double, Double)? {
    let parts = text.string.uppercased().split { "( )".contains($0) }
    guard parts.count == 3, parts[0] == "POINT", let east = Double(parts[1]),
      let north = Double(parts[2])
    else { return nil }
    return (east, north)
  }

  /// The geometry of a feature after RFC 7946, which must be a point, or a list of one; or well-known text of a point.
  init?(geometry: JSONValue, keepsOrigin: Bool, _ values: inout ValueReader) {
    if let (east, north) = geometry.text.flatMap(Self.numbers(ofPoint:)) {
      self.init(north, east, keepsOrigin: keepsOrigin, of: geometry, &values)
      return
    }
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
