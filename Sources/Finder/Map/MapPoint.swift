import FetchKit
import Venues

/// A venue as a dot.
nonisolated struct MapPoint: Hashable, Sendable {
  let id: ObjectID
  let position: MapPosition
  let price: PriceLevel
}
