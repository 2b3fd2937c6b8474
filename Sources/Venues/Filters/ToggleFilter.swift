public import FetchKit

/// A toggle filter: a row of the filter screen and an option of the commands.
public enum ToggleFilter: String, Hashable, Sendable, CaseIterable {
  case deals
  case walking
  case tips
  case favorites

  /// The predicate of the filter; `radius` is the walking distance in meters.
  public func predicate(radius: Double) -> FetchPredicate {
    switch self {
    case .deals: .comparison(.keyPath("specialCount"), .greaterThan, .constant(0))
    case .walking: .comparison(.keyPath("location.distance"), .lessThan, .constant(.meters(radius)))
    case .tips: .comparison(.keyPath("stats.tipCount"), .greaterThan, .constant(0))
    case .favorites: .comparison(.keyPath("favorite"), .equal, .constant(1))
    }
  }

  /// The attribute to sum beside the count; nil for none.
  public var summedKeyPath: String? { self == .deals ? "specialCount" : nil }
}

extension FetchValue {
  /// A number of meters, as an integer if possible.
  static func meters(_ meters: Double) -> FetchValue {
    Int64(exactly: meters).map(FetchValue.integer) ?? .double(meters)
  }
}
