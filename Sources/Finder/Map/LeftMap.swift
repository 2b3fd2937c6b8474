import FetchKit
import Venues

/// What the map showed when it was looked at last, to come back to.
struct LeftMap: Hashable {
  var choices: FilterChoices
  var origin: Origin
  var focus: MapState.Focus
  /// nil for what suits the number of venues.
  var shade: MapState.Shade?
  /// The venue with the cursor; nil in an empty list.
  var venue: ObjectID?
}

/// A part of the world and the meaning of its colors, in a form that can be kept.
struct RememberedMap: Hashable, Codable {
  /// The middle, and the width of a dot, in parts of the map's width; nil for all venues.
  var x: Double?
  var y: Double?
  var scale: Double?
  var isDense: Bool?

  /// nil for a map that nobody touched.
  init?(_ map: LeftMap) {
    if map.focus == .all, map.shade == nil { return nil }
    if case .part(let center, let scale) = map.focus {
      (x, y, self.scale) = (center.x, center.y, scale)
    }
    isDense = map.shade.map { $0 == .density }
  }

  var shade: MapState.Shade? { isDense.map { $0 ? .density : .price } }

  /// What is seen; all venues when it is no part of the world.
  var focus: MapState.Focus {
    guard let x, let y, let scale, (0...1).contains(x), (0...1).contains(y), scale > 1e-12,
      scale <= 1
    else { return .all }
    return .part(center: MapPosition(x: x, y: y), scale: scale)
  }
}
