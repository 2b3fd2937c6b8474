import TerminalKit
import Venues

/// The colors of cells, by price or by how many venues they stand for.
enum MapShading {
  /// The numbers of venues from which the next color is used.
  static let steps = [2, 5, 20, 100]

  /// The place in the colors of the density for so many venues, from 1.
  static func level(_ count: Int) -> Int { steps.count { $0 <= count } }
}

extension Theme {
  /// The colors of a shading, in the order of its legend; those of prices begin with `$`.
  func shades(_ shade: MapState.Shade) -> [Style] {
    switch shade {
    case .price: prices
    case .density: density
    }
  }

  /// The color of venues of a price.
  func price(_ level: PriceLevel) -> Style {
    level == .unknown ? .plain : prices[level.rawValue - 1]
  }
}
