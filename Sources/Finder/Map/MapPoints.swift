import FetchKit
import Venues

/// The venues that a map shows: 9 bytes for each, and 12 for each run of consecutive primary keys.
nonisolated struct MapPoints: Sendable {
  private var rowIDs = RowIDRuns()
  /// East and south coordinates, in 2^32 units of the map's width: 9 mm each.
  private var eastings: [UInt32] = []
  private var southings: [UInt32] = []
  private var prices: [UInt8] = []
  /// The number of venues without a location.
  private(set) var withoutLocation = 0
  /// The bounds of the venues; nil without any.
  private(set) var bounds: MapBounds?
  /// The prices that any venue has.
  private(set) var levels: Set<PriceLevel> = []

  private static let keyPaths = ["location.latitude", "location.longitude", "priceInfo.tier"]

  /// Loads the locations of the venues of a request, in its order.
  @concurrent static func fetch(_ request: FetchRequest<Venue>, from store: FetchStore) async throws
    -> Self
  {
    let empty = Self(capacity: try await store.count(request))
    var points = try await store.numbers(request, of: keyPaths, into: empty) { $0.append($1) }
    points.findBounds()
    return points
  }

  private init(capacity: Int) {
    eastings.reserveCapacity(capacity)
    southings.reserveCapacity(capacity)
    prices.reserveCapacity(capacity)
  }

  init(_ points: [MapPoint] = []) {
    for point in points {
      let parts = point.position.parts
      rowIDs.append(point.id.rowID)
      eastings.append(parts.x)
      southings.append(parts.y)
      prices.append(UInt8(point.price.rawValue))
    }
    findBounds()
  }

  private mutating func append(_ batch: NumberBatch) {
    let (latitudes, longitudes) = (batch.columns[0], batch.columns[1])
    let placed = batch.rowIDs.indices.filter {
      latitudes[$0].isFinite && abs(longitudes[$0]) <= 360
    }
    withoutLocation += batch.rowIDs.count - placed.count
    for index in placed { rowIDs.append(batch.rowIDs[index]) }
    eastings.append(
      contentsOf: placed.map { MapPosition.part(MapPosition.x(longitudes[$0])) })
    let projection = MercatorProjection.shared
    southings.append(
      contentsOf: placed.map { MapPosition.part(projection.y(latitudes[$0])) })
    prices.append(
      contentsOf: placed.map {
        UInt8((Int(exactly: batch.columns[2][$0]).flatMap(PriceLevel.init) ?? .unknown).rawValue)
      })
  }

  private mutating func findBounds() {
    let occurring = prices.reduce(into: UInt8(0)) { bits, price in bits |= 1 << price }
    levels = Set(PriceLevel.allCases.filter { occurring & 1 << $0.rawValue != 0 })
    guard let x = eastings.first, let y = southings.first, let north = southings.min(),
      let south = southings.max()
    else { return bounds = nil }
    var (west, east): (Int32, Int32) = (0, 0)
    for easting in eastings {
      let way = Int32(bitPattern: easting &- x)
      (west, east) = (Swift.min(west, way), Swift.max(east, way))
    }
    func length(_ units: some BinaryInteger) -> Double { Double(units) / MapPosition.width }
    bounds = MapBounds(
      around: MapPosition(parts: (x, y)), west: length(west), east: length(east),
      north: length(Int64(north) - Int64(y)), south: length(Int64(south) - Int64(y)))
  }
}

nonisolated extension MapPoints: RandomAccessCollection {
  var startIndex: Int { 0 }
  var endIndex: Int { eastings.count }

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

/// Primary keys in any order, as runs of consecutive ones: those of a whole store are few.
private nonisolated struct RowIDRuns: Sendable {
  private var firsts: [Int64] = []
  /// The index of the first key of each run.
  private var starts: [UInt32] = []
  private var last: Int64 = 0
  private var count = 0

  mutating func append(_ rowID: Int64) {
    if rowID != last &+ 1 || firsts.isEmpty {
      firsts.append(rowID)
      starts.append(UInt32(count))
    }
    last = rowID
    count += 1
  }

  /// The key at an index; takes logarithmic time.
  subscript(index: Int) -> Int64 {
    let run = starts.partitioningIndex { $0 > index } - 1
    return firsts[run] + (Int64(index) - Int64(starts[run]))
  }
}

/// A venue as a dot.
nonisolated struct MapPoint: Hashable, Sendable {
  let id: ObjectID
  let position: MapPosition
  let price: PriceLevel
}
