public import FetchKit

/// Counts and sums of the venues of a list.
public struct VenueTotals: Hashable, Sendable {
  public let count: Int
  /// Sums may be larger than any `Int`.
  public let deals: Double
  public let tips: Double
  /// Meters; nil if no venue has a distance.
  public let averageDistance: Double?
  /// The maximum values by key path, of attributes with values.
  public let maxima: [String: Double]

  /// The attributes with maximum values.
  public static let maximalKeyPaths = [
    "location.distance", "rating", "specialCount", "stats.checkinsCount", "stats.tipCount",
    "stats.usersCount",
  ]

  /// The count, the sums and the average distance of venues.
  static let sums: [ExpressionDescription] = [
    .rowCount(name: "count"),
    ExpressionDescription(name: "deals", function: .sum, keyPath: "specialCount"),
    ExpressionDescription(name: "tips", function: .sum, keyPath: "stats.tipCount"),
    ExpressionDescription(name: "distance", function: .average, keyPath: "location.distance"),
  ]

  /// The request for the totals in one dictionary.
  public static func request(
    _ predicate: FetchPredicate?, in entity: EntityDescription
  ) -> FetchRequest<Venue> {
    var request = FetchRequest<Venue>(entity: entity)
    request.predicate = predicate
    let maxima = maximalKeyPaths.map {
      ExpressionDescription(name: "max.\($0)", function: .max, keyPath: $0)
    }
    request.propertiesToFetch = (sums + maxima).map(FetchProperty.expression)
    return request
  }

  /// Fetches the totals of the venues that match a predicate.
  public static func fetch(
    _ predicate: FetchPredicate?, in entity: EntityDescription, from store: StoreSnapshot
  ) throws -> VenueTotals {
    VenueTotals(try store.dictionaries(request(predicate, in: entity)).first ?? [:])
  }
}

extension [String: FetchValue] {
  /// A count; 0 if missing.
  func count(of name: String) -> Int { Int(exactly: sum(of: name).rounded()) ?? 0 }

  /// A sum; 0 if missing.
  func sum(of name: String) -> Double { self[name]?.doubleValue ?? 0 }
}

extension VenueTotals {
  /// The totals in a dictionary of `request`.
  public init(_ dictionary: [String: FetchValue]) {
    self.init(
      count: dictionary.count(of: "count"), deals: dictionary.sum(of: "deals"),
      tips: dictionary.sum(of: "tips"), averageDistance: dictionary["distance"]?.doubleValue,
      maxima: Dictionary(
        uniqueKeysWithValues: Self.maximalKeyPaths.compactMap { keyPath in
          dictionary["max.\(keyPath)"]?.doubleValue.map { (keyPath, $0) }
        }))
  }
}
