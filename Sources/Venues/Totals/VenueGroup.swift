public import FetchKit

/// A group of venues with its aggregates.
public struct VenueGroup: Hashable, Sendable {
  /// The name of the group's section.
  public let name: String
  public let count: Int
  /// Sums may be larger than any `Int`.
  public let deals: Double
  public let tips: Double
  /// Meters; nil if no venue has a distance.
  public let averageDistance: Double?
  /// 0 to 10; nil when no place has a rating.
  public let averageRating: Double?

  /// The request for the groups of matching venues.
  public static func request(
    _ grouping: VenueSectioning, _ predicate: FetchPredicate, in entity: EntityDescription
  ) -> FetchRequest<Venue> {
    var request = FetchRequest<Venue>(entity: grouping.entity(entity))
    request.predicate = predicate
    request.propertiesToGroupBy = [VenueSectioning.keyPath]
    request.propertiesToFetch =
      [.attribute(VenueSectioning.keyPath)]
      + [
        .rowCount(name: "count"),
        ExpressionDescription(name: "deals", function: .sum, keyPath: "specialCount"),
        ExpressionDescription(name: "tips", function: .sum, keyPath: "stats.tipCount"),
        ExpressionDescription(name: "distance", function: .average, keyPath: "location.distance"),
        ExpressionDescription(name: "rating", function: .average, keyPath: "rating"),
      ].map(FetchProperty.expression)
    return request
  }

  /// The group in a dictionary of `request`.
  public init(_ dictionary: [String: FetchValue]) {
    let value = dictionary[VenueSectioning.keyPath] ?? .null
    name = value.stringValue ?? value.integerValue.map { String($0) } ?? ""
    count = dictionary.count(of: "count")
    deals = dictionary.sum(of: "deals")
    tips = dictionary.sum(of: "tips")
    averageDistance = dictionary["distance"]?.doubleValue
    averageRating = dictionary["rating"]?.doubleValue
  }

  /// Fetches the groups in the order of their sections.
  public static func fetch(
    _ grouping: VenueSectioning, _ predicate: FetchPredicate, in entity: EntityDescription,
    from store: StoreSnapshot
  ) throws -> [VenueGroup] {
    let groups = try store.dictionaries(request(grouping, predicate, in: entity))
      .map(VenueGroup.init)
    return groups.sorted { $0.precedes($1) }
  }

  /// The number of matching venues in each distance band, the nearest first.
  public static func distanceBands(
    _ predicate: FetchPredicate, in entity: EntityDescription, from store: StoreSnapshot
  ) throws -> [Int] {
    var request = request(.distance, predicate, in: entity)
    request.propertiesToFetch = request.propertiesToFetch.map { Array($0.prefix(2)) }
    let groups = try store.dictionaries(request).map(VenueGroup.init)
    return (0...VenueSectioning.distanceBounds.count).map { band in
      groups.first { $0.name == String(band) }?.count ?? 0
    }
  }

  /// Bands by number, texts in natural order, missing values last.
  private func precedes(_ other: VenueGroup) -> Bool {
    guard !name.isEmpty, !other.name.isEmpty else { return !name.isEmpty }
    return FetchSortDescriptor.Comparison.natural.key(of: name)
      .lexicographicallyPrecedes(FetchSortDescriptor.Comparison.natural.key(of: other.name))
  }
}
