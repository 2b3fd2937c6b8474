public import FetchKit

/// Where distances are measured from.
public enum Origin: Hashable, Sendable {
  /// From where they were measured when the file was made; for the bundled venues that is known.
  case asImported(Coordinate?)
  /// From a place that the user gave.
  case place(Coordinate)

  /// Where the distances of the bundled venues were measured from: near Times Square, New York.
  public static let seed = Coordinate(latitude: 40.75925, longitude: -73.98467)

  /// The place, when it is known.
  public var coordinate: Coordinate? {
    switch self {
    case .asImported(let coordinate): coordinate
    case .place(let coordinate): coordinate
    }
  }

  /// The venues as seen from here: distances are measured anew when the user gave the place.
  public var entity: EntityDescription {
    switch self {
    case .asImported: Venue.entity
    case .place(let coordinate): Venue.entity(measuredFrom: coordinate)
    }
  }
}

extension Venue {
  /// The entity with `location.distance` computed from a place, in meters, unrounded.
  public static func entity(measuredFrom place: Coordinate) -> EntityDescription {
    entity.computing(
      "location.distance",
      as: .function(
        .distance,
        [
          .aggregate([.keyPath("location.latitude"), .keyPath("location.longitude")]),
          .list([.constant(.double(place.latitude)), .constant(.double(place.longitude))]),
        ]))
  }
}
