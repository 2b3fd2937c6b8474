import TerminalKit
import Venues

/// The visible points of a viewport, found in one pass over all venues and cached until the viewport changes.
struct VisiblePoints {
  let viewport: MapViewport
  /// The center of the labels.
  let middle: MapPosition
  private(set) var raster: MapRaster
  /// The venues to label, the nearest to the center first.
  private(set) var nearest: [MapPoint] = []

  /// The number of labels to try.
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

  /// Whether these are the points that a map's state shows.
  func isCurrent(_ state: MapState, _ size: Size) -> Bool {
    let viewport = state.viewport(size)
    return self.viewport == viewport && middle == state.middle(in: viewport)
  }
}

extension MapState {
  /// The viewport of a size in cells.
  func visiblePoints(_ size: Size) -> VisiblePoints {
    let viewport = viewport(size)
    return VisiblePoints(of: points, around: middle(in: viewport), in: viewport)
  }

  /// The cursor's venue if it is visible, else the center of the view.
  fileprivate func middle(in viewport: MapViewport) -> MapPosition {
    cursor.flatMap { viewport.cell(of: $0) == nil ? nil : $0 } ?? viewport.center
  }
}

/// The nearest added dots.
private struct NearestDots {
  private let target: (column: Double, row: Double)
  private let limit: Int
  private var best: [(index: Int, distance: Double)] = []
  private var farthest = Double.infinity

  init(to target: (column: Double, row: Double), limit: Int) {
    self.target = target
    self.limit = limit
  }

  /// The venues, the nearest first.
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

/// Dots in the cells of a map, with counts of venues by price.
struct MapRaster {
  let size: Size
  /// The bits of the Braille character of each cell.
  private var dots: [UInt8]
  /// `[cells][prices]`, flat.
  private var counts: [Int32]

  private static let levels = PriceLevel.allCases.count
  /// The bit of each dot, row by row: Braille numbers the lowest two dots last.
  private static let bits: [UInt8] = [0x01, 0x08, 0x02, 0x10, 0x04, 0x20, 0x40, 0x80]

  init(size: Size) {
    self.size = size
    dots = [UInt8](repeating: 0, count: size.columns * size.rows)
    counts = [Int32](repeating: 0, count: dots.count * Self.levels)
  }

  /// The number of venues in all cells.
  var total: Int { counts.reduce(0) { $0 + Int($1) } }

  /// Counts a visible venue.
  mutating func add(_ dot: MapPoints.Dot) {
    guard let cell = set((dot.column, dot.row)) else { return }
    counts[cell * Self.levels + dot.price] += 1
  }

  /// Sets a dot; returns the index of its cell, nil outside.
  @discardableResult
  mutating func set(_ dot: (column: Double, row: Double)) -> Int? {
    guard dot.column >= 0, dot.row >= 0, dot.column < Double(size.columns * 2),
      dot.row < Double(size.rows * 4)
    else { return nil }
    let (column, row) = (Int(dot.column), Int(dot.row))
    let cell = (row >> 2) * size.columns + column >> 1
    dots[cell] |= Self.bits[(row & 3) << 1 | column & 1]
    return cell
  }

  /// The cells with dots, row by row.
  var usedCells: [Point] {
    var cells: [Point] = []
    for index in dots.indices where dots[index] != 0 {
      cells.append(Point(column: index % size.columns, row: index / size.columns))
    }
    return cells
  }

  /// The bits of a cell's Braille character.
  func dots(at cell: Point) -> UInt8 { dots[index(cell)] }

  /// The number of venues in a cell.
  func count(at cell: Point) -> Int {
    let start = index(cell) * Self.levels
    var count = 0
    for price in start..<(start + Self.levels) { count += Int(counts[price]) }
    return count
  }

  /// The most frequent price of a cell, the lower one of two.
  func price(at cell: Point) -> PriceLevel {
    let start = index(cell) * Self.levels
    return PriceLevel.allCases.max {
      counts[start + $0.rawValue] < counts[start + $1.rawValue]
    } ?? .unknown
  }

  private func index(_ cell: Point) -> Int { cell.row * size.columns + cell.column }
}
