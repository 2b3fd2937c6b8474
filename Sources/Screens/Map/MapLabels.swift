import Terminal

/// The venues whose names are worth the room on a map: those around the cursor.
struct MapLabels {
  /// How many names are tried.
  static let limit = 40

  /// The venues to be seen that are nearest to a place, the nearest first.
  static func candidates(
    _ points: some Sequence<MapPoint>, around place: MapPosition, in viewport: MapViewport
  ) -> [MapPoint] {
    let middle = viewport.dot(of: place)
    var best: [(point: MapPoint, distance: Double)] = []
    for point in points {
      let dot = viewport.dot(of: point.position)
      let (x, y) = (dot.column - middle.column, dot.row - middle.row)
      let distance = x * x + y * y
      if best.count == limit, let last = best.last, distance >= last.distance { continue }
      guard viewport.cell(of: point.position) != nil else { continue }
      let index = best.firstIndex { $0.distance > distance } ?? best.count
      best.insert((point, distance), at: index)
      if best.count > limit { best.removeLast() }
    }
    return best.map(\.point)
  }
}
