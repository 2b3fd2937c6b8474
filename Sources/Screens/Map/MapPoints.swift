import FetchKit
import Venues

/// The venues that a map shows, in 25 bytes each.
nonisolated struct MapPoints: Sendable {
  private var rowIDs: [Int64] = []
  private var positions: [MapPosition] = []
  private var prices: [UInt8] = []
  /// How many more there are, of which nobody knows where.
  private(set) var withoutPlace = 0
  /// The part of the world that they take; nil without any.
  private(set) var bounds: MapBounds?

  private static let keyPaths = ["location.latitude", "location.longitude", "priceInfo.tier"]

  /// Reads where the venues of a request are, in its order.
  @concurrent static func fetch(_ request: FetchRequest<Venue>, from store: Store) async throws
    -> Self
  {
    let empty = Self(capacity: try await store.count(request))
    var points = try await store.numbers(request, of: keyPaths, into: empty) { $0.append($1, $2) }
    points.bounds = MapBounds(points.positions)
    return points
  }

  private init(capacity: Int) {
    rowIDs.reserveCapacity(capacity)
    positions.reserveCapacity(capacity)
    prices.reserveCapacity(capacity)
  }

  init(_ points: [MapPoint] = []) {
    for point in points { append(point) }
    bounds = MapBounds(positions)
  }

  private mutating func append(_ id: ObjectID, _ numbers: UnsafeBufferPointer<Double>) {
    let (latitude, longitude) = (numbers[0], numbers[1])
    guard latitude.isFinite, abs(longitude) <= 360 else {
      withoutPlace += 1
      return
    }
    let price = Int(exactly: numbers[2]).flatMap(PriceLevel.init) ?? .unknown
    let place = Coordinate(latitude: latitude, longitude: longitude)
    append(MapPoint(id: id, position: MapPosition(place), price: price))
  }

  private mutating func append(_ point: MapPoint) {
    rowIDs.append(point.id.rowID)
    positions.append(point.position)
    prices.append(UInt8(point.price.rawValue))
  }
}

nonisolated extension MapPoints: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { rowIDs.count }

  subscript(index: Int) -> MapPoint {
    MapPoint(
      id: ObjectID(entityName: Venue.entity.name, rowID: rowIDs[index]),
      position: positions[index], price: PriceLevel(rawValue: Int(prices[index])) ?? .unknown)
  }
}
