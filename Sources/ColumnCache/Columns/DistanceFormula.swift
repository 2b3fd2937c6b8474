internal import FetchKit

/// The distance from a place, computed from the columns of two coordinates.
///
/// A million distances take a tenth of a second, and SQLite three.
struct DistanceFormula: Sendable {
  /// The columns of the latitude and the longitude.
  let coordinateIDs: [String]
  private let place: Coordinate

  /// Fails for an attribute that is not such a distance.
  init?(_ keyPath: String, of entity: EntityDescription) {
    guard
      case .function(.distance, let places)? = entity.attribute(forKeyPath: keyPath)?.definition,
      places.count == 2, let coordinates = places[0].listElements, coordinates.count == 2,
      let place = places[1].listElements?.compactMap(\.constantValue?.doubleValue),
      place.count == 2
    else { return nil }
    coordinateIDs = coordinates.compactMap { coordinate in
      guard case .keyPath(let keyPath, _) = coordinate,
        let source = ColumnSource(keyPath, of: entity), source.kind == .doubles
      else { return nil }
      return source.id
    }
    guard coordinateIDs.count == 2 else { return nil }
    self.place = Coordinate(latitude: place[0], longitude: place[1])
  }

  /// The distances in meters of all rows; nil without the columns of the coordinates.
  func column(_ columns: [String: Column]) -> Column? {
    let coordinates = coordinateIDs.compactMap { columns[$0]?.numbers }
    guard coordinates.count == 2 else { return nil }
    let (latitudes, longitudes) = (coordinates[0], coordinates[1])
    return Column(
      (0..<latitudes.count).map { row in
        guard let latitude = latitudes[row], let longitude = longitudes[row] else { return .nan }
        return Coordinate(latitude: latitude, longitude: longitude).distance(to: place)
      })
  }
}
