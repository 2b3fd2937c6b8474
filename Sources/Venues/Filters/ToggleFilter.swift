public import FetchKit

/// A filter that is on or off: one row of the filter screen, one option of the commands.
public enum ToggleFilter: String, Hashable, Sendable, CaseIterable {
  case deals
  case walking
  case tips
  case favorites

  /// The places that the filter lets through; `radius` is what walking distance means, in meters.
  public func predicate(radius: Double) -> FetchPredicate {
    switch self {
    case .deals: .comparison(.keyPath("specialCount"), .greaterThan, .constant(0))
    case .walking: .comparison(.keyPath("location.distance"), .lessThan, .constant(.meters(radius)))
    case .tips: .comparison(.keyPath("stats.tipCount"), .greaterThan, .constant(0))
    case .favorites: .comparison(.keyPath("favorite"), .equal, .constant(1))
    }
  }

  /// The attribute whose sum is told beside the number of places; nil for filters that only count.
  public var summedKeyPath: String? {
    switch self {
    case .deals: "specialCount"
    case .walking, .tips, .favorites: nil
    }
  }
}

extension Value {
  /// A number of meters, whole where it can be.
  static func meters(_ meters: Double) -> Value {
    Int64(exactly: meters).map(Value.integer) ?? .double(meters)
  }
}
