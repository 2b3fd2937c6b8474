import FetchKit
import Venues

/// The venues that a map shows.
nonisolated struct MapPoints: Sendable {
  private(set) var points: [MapPoint] = []
  /// How many more there are, of which nobody knows where.
  private(set) var withoutPlace = 0
  /// The part of the world that they take; nil without any.
  private(set) var bounds: MapBounds?

  private static let keyPaths = ["location.latitude", "location.longitude", "priceInfo.tier"]

  /// Reads where the venues of a request are, in its order.
  @concurrent static func fetch(_ request: FetchRequest<Venue>, from store: Store) async throws
    -> Self
  {
    Self(try await store.numbers(request, of: keyPaths))
  }

  private init(_ table: NumberTable) {
    points.reserveCapacity(table.count)
    for row in 0..<table.count {
      guard let latitude = table[row, 0], let longitude = table[row, 1],
        latitude.isFinite, abs(longitude) <= 360
      else {
        withoutPlace += 1
        continue
      }
      let price = table[row, 2].flatMap { Int(exactly: $0) }.flatMap(PriceLevel.init) ?? .unknown
      let place = Coordinate(latitude: latitude, longitude: longitude)
      points.append(
        MapPoint(id: table.id(ofRow: row), position: MapPosition(place), price: price))
    }
    bounds = MapBounds(points.lazy.map(\.position))
  }

  init(_ points: [MapPoint] = []) {
    self.points = points
    bounds = MapBounds(points.lazy.map(\.position))
  }
}
