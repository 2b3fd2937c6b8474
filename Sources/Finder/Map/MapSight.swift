import TerminalKit

/// What is seen of the venues through a viewport: found in one pass over all of them, and kept until
/// another part of the world is looked at.
struct MapSight {
  let viewport: MapViewport
  /// The place that names are given around.
  let middle: MapPosition
  private(set) var raster: MapRaster
  /// The venues whose names are worth the room, the nearest to the middle first.
  private(set) var nearest: [MapPoint] = []

  /// How many names are tried.
  private static let limit = 40

  init(of points: MapPoints, around middle: MapPosition, in viewport: MapViewport) {
    self.viewport = viewport
    self.middle = middle
    var raster = MapRaster(size: viewport.size)
    var nearest = NearestDots(to: viewport.dot(of: middle), limit: Self.limit)
    points.forEachDot(in: viewport) { dot in
      raster.add(dot)
      nearest.add(dot)
    }
    self.raster = raster
    self.nearest = nearest.indices.map { points[$0] }
  }

  /// Whether it is what a map in some state shows of the same venues.
  func isCurrent(_ state: MapState, _ size: Size) -> Bool {
    let viewport = state.viewport(size)
    return self.viewport == viewport && middle == state.middle(in: viewport)
  }
}

extension MapState {
  /// What is seen through so many cells.
  func sight(_ size: Size) -> MapSight {
    let viewport = viewport(size)
    return MapSight(of: points, around: middle(in: viewport), in: viewport)
  }

  /// The cursor's venue where it is seen, else what is in the middle of the view.
  fileprivate func middle(in viewport: MapViewport) -> MapPosition {
    cursor.flatMap { viewport.cell(of: $0) == nil ? nil : $0 } ?? viewport.center
  }
}

/// The dots nearest to one, of those that were added.
private struct NearestDots {
  private let target: (column: Double, row: Double)
  private let limit: Int
  private var best: [(index: Int, distance: Double)] = []
  private var farthest = Double.infinity

  init(to target: (column: Double, row: Double), limit: Int) {
    self.target = target
    self.limit = limit
  }

  /// Which venues they are, the nearest first.
  var indices: [Int] { best.map(\.index) }

  @inline(__always)
  mutating func add(_ dot: MapPoints.Dot) {
    let (x, y) = (dot.column - target.column, dot.row - target.row)
    let distance = x * x + y * y
    if distance < farthest { insert(dot.index, distance) }
  }

  private mutating func insert(_ index: Int, _ distance: Double) {
    best.insert((index, distance), at: best.firstIndex { $0.distance > distance } ?? best.count)
    if best.count > limit { best.removeLast() }
    if best.count == limit, let last = best.last { farthest = last.distance }
  }
}
