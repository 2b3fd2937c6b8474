package import FetchKit

/// The origin of distances.
package enum Origin: Hashable, Sendable {
  /// From the unknown origin of the imported distances; that of the bundled venues is known.
  case asImported(Coordinate?)
  /// From a location that the user gave.
  case place(Coordinate)

  /// The origin of the bundled venues' distances: near Times Square, New York.
  package static let seed = Coordinate(latitude: 40.75925, longitude: -73.98467)

  /// The metadata key of the origin of all distances in a store, as `LAT,LNG`, while it has only the bundled venues.
  public static let metadataKey = "origin"

  /// The metadata that a changing import writes: the distances of the file have an unknown origin.
  package static let metadataAfterImports: [String: String?] = [metadataKey: nil]

  /// The origin of the imported distances, from the text of its metadata.
  package init(metadata: String?) { self = .asImported(metadata.flatMap(Coordinate.init(text:))) }

  /// The coordinate, if known.
  package var coordinate: Coordinate? {
    switch self {
    case .asImported(let coordinate): coordinate
    case .place(let coordinate): coordinate
    }
  }

  /// The venue entity of the origin: distances are computed if the user gave a location.
  public var entity: EntityDescription {
    switch self {
    case .asImported: Venue.entity
    case .place(let coordinate): Venue.entity(measuredFrom: coordinate)
    }
  }
}

extension Venue {
  /// The entity with `location.distance` computed from a coordinate, in meters, unrounded.
  package static func entity(measuredFrom place: Coordinate) -> EntityDescription {
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
