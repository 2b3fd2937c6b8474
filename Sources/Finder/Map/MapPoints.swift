import FetchKit
import Venues

/// The venues that a map shows, in 17 bytes each.
nonisolated struct MapPoints: Sendable {
  private var rowIDs: [Int64] = []
  /// East and south coordinates, in 2^32 units of the map's width: 9 mm each.
  private var eastings: [UInt32] = []
  private var southings: [UInt32] = []
  private var prices: [UInt8] = []
  /// The number of venues without a location.
  private(set) var withoutPlace = 0
  /// The bounds of the venues; nil without any.
  private(set) var bounds: MapBounds?

  private static let keyPaths = ["location.latitude", "location.longitude", "priceInfo.tier"]

  /// Loads the locations of the venues of a request, in its order.
  @concurrent static func fetch(_ request: FetchRequest<Venue>, from store: FetchStore) async throws
    -> Self
  {
    let empty = Self(capacity: try await store.count(request))
    var points = try await store.numbers(request, of: keyPaths, into: empty) { $0.append($1, $2) }
    points.bounds = MapBounds(points.lazy.map(\.position))
    return points
  }

  private init(capacity: Int) {
    rowIDs.reserveCapacity(capacity)
    eastings.reserveCapacity(capacity)
    southings.reserveCapacity(capacity)
    prices.reserveCapacity(capacity)
  }

  init(_ points: [MapPoint] = []) {
    for point in points { append(point) }
    bounds = MapBounds(lazy.map(\.position))
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
    let parts = point.position.parts
    eastings.append(parts.x)
    southings.append(parts.y)
    prices.append(UInt8(point.price.rawValue))
  }
}

nonisolated extension MapPoints: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { rowIDs.count }

  subscript(index: Int) -> MapPoint {
    MapPoint(
      id: ObjectID(entityName: Venue.entity.name, rowID: rowIDs[index]),
      position: MapPosition(parts: (eastings[index], southings[index])),
      price: PriceLevel(rawValue: Int(prices[index])) ?? .unknown)
  }
}

nonisolated extension MapPoints {
  /// A visible venue and its position in dots from the top left.
  struct Dot {
    let index: Int
    let column: Double
    let row: Double
    /// The raw value of its `PriceLevel`.
    let price: Int
  }

  /// Enumerates the visible venues; a million take a few milliseconds.
  ///
  /// The eastward offset wraps at the antimeridian to the shorter way. The center of the view is in units, too, so
  /// that a venue at the center is drawn at the exact dot.
  @inline(__always)
  func forEachDot(in viewport: MapViewport, _ body: (Dot) -> Void) {
    let dots = viewport.dots
    let (columns, rows) = (Double(dots.columns), Double(dots.rows))
    let scale = 1 / (viewport.scale * MapPosition.width)
    let center = viewport.center.parts
    eastings.withUnsafeBufferPointer { eastings in
      southings.withUnsafeBufferPointer { southings in
        prices.withUnsafeBufferPointer { prices in
          for index in eastings.indices {
            let way = Int32(bitPattern: eastings[index] &- center.x)
            let column = Double(way) * scale + columns / 2
            let row = (Double(southings[index]) - Double(center.y)) * scale + rows / 2
            // One branch instead of four: the signs of the differences on each side.
            let signs =
              column.bitPattern | row.bitPattern | (columns.nextDown - column).bitPattern
              | (rows.nextDown - row).bitPattern
            guard signs >> 63 == 0 else { continue }
            body(Dot(index: index, column: column, row: row, price: Int(prices[index])))
          }
        }
      }
    }
  }
}

/// A venue as a dot.
nonisolated struct MapPoint: Hashable, Sendable {
  let id: ObjectID
  let position: MapPosition
  let price: PriceLevel
}
