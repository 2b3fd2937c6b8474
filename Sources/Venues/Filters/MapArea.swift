public import FetchKit

/// A part of the map in degrees, with its edges.
public struct MapArea: Hashable, Sendable, Codable {
  public let south: Double
  public let north: Double
  /// East of `east` if the area crosses the antimeridian.
  public let west: Double
  public let east: Double

  private static let latitude = "location.latitude"
  private static let longitude = "location.longitude"

  public init(south: Double, north: Double, west: Double, east: Double) {
    self.south = south
    self.north = north
    self.west = west
    self.east = east
  }

  /// The predicates that select its venues, which are combined with AND.
  public var predicates: [FetchPredicate] {
    let across = FetchExpression.keyPath(Self.longitude)
    let inLongitude =
      west <= east
      ? Self.between(Self.longitude, west, east)
      : .any([
        .comparison(across, .greaterThanOrEqual, .constant(.double(west))),
        .comparison(across, .lessThanOrEqual, .constant(.double(east))),
      ])
    return [Self.between(Self.latitude, south, north), inLongitude]
  }

  private static func between(_ path: String, _ lower: Double, _ upper: Double) -> FetchPredicate {
    .comparison(
      .keyPath(path), .between, .constant(.list([.double(lower), .double(upper)])))
  }

  /// The area of two predicates; nil for others.
  init?(_ first: FetchPredicate, _ second: FetchPredicate) {
    guard let latitudes = Self.bounds(first, Self.latitude),
      let longitudes = Self.bounds(second, Self.longitude)
    else { return nil }
    self.init(
      south: latitudes.0, north: latitudes.1, west: longitudes.0, east: longitudes.1)
  }

  /// The ends of a range of a key path, also of one around the antimeridian.
  private static func bounds(_ predicate: FetchPredicate, _ path: String) -> (Double, Double)? {
    switch predicate {
    case .comparison(let comparison):
      guard comparison.left == .keyPath(path), comparison.comparison == .between,
        case .list(let ends)? = comparison.right.constantValue, ends.count == 2,
        let lower = ends[0].doubleValue, let upper = ends[1].doubleValue
      else { return nil }
      return (lower, upper)
    case .or(let parts):
      let signs: [ComparisonOperator] = [.greaterThanOrEqual, .lessThanOrEqual]
      let ends = zip(parts, signs).compactMap { part, sign -> Double? in
        guard case .comparison(let comparison) = part, comparison.left == .keyPath(path),
          comparison.comparison == sign
        else { return nil }
        return comparison.right.constantValue?.doubleValue
      }
      return ends.count == 2 ? (ends[0], ends[1]) : nil
    default: return nil
    }
  }
}
