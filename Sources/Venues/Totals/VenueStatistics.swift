public import FetchKit

/// The totals of `boba stats`.
public struct VenueStatistics: Hashable, Sendable {
  /// Sum, minimum, maximum and average of an attribute; nil if no venue has a value.
  public struct Summary: Hashable, Sendable {
    public let sum: FetchValue
    public let min: FetchValue
    public let max: FetchValue
    public let average: FetchValue
  }

  public let count: Int
  public let dealSum: FetchValue
  public let dealVenues: Int
  public let withinWalkingDistance: Int
  public let withTips: Int
  public let prices: [PriceLevel: Int]
  public let distance: Summary
  public let rating: Summary
  public let tips: Summary
  public let checkins: Summary
  public let users: Summary

  private static let summaries: [(name: String, keyPath: String)] = [
    ("distance", "location.distance"), ("rating", "rating"), ("tips", "stats.tipCount"),
    ("checkins", "stats.checkinsCount"), ("users", "stats.usersCount"),
  ]

  private static let functions: [ExpressionFunction] = [.sum, .min, .max, .average]

  /// The request for all totals in one dictionary.
  public static func request(
    _ predicate: FetchPredicate?, in entity: EntityDescription,
    radius: Double = FilterChoices.walkingDistance
  ) -> FetchRequest<Venue> {
    var request = FetchRequest<Venue>(entity: entity)
    request.predicate = predicate
    let counts =
      [ExpressionDescription.rowCount(name: "count")]
      + [ToggleFilter.deals, .walking, .tips].map { toggle in
        .counting(toggle.predicate(radius: radius), name: "with.\(toggle.rawValue)")
      }
      + PriceLevel.allCases.map { .counting($0.predicate, name: "price.\($0.rawValue)") }
      + [ExpressionDescription(name: "deals", function: .sum, keyPath: "specialCount")]
    let summaries = summaries.flatMap { name, keyPath in
      functions.map {
        ExpressionDescription(name: "\(name).\($0.rawValue)", function: $0, keyPath: keyPath)
      }
    }
    request.propertiesToFetch = (counts + summaries).map(FetchProperty.expression)
    return request
  }

  /// The totals in a dictionary of `request`.
  public init(_ dictionary: [String: FetchValue]) {
    func summary(_ name: String) -> Summary {
      let values = Self.functions.map { dictionary["\(name).\($0.rawValue)"] ?? .null }
      return Summary(sum: values[0], min: values[1], max: values[2], average: values[3])
    }
    count = dictionary.count(of: "count")
    let deals = dictionary["deals"] ?? .null
    dealSum = deals == .null ? .integer(0) : deals
    dealVenues = dictionary.count(of: "with.deals")
    withinWalkingDistance = dictionary.count(of: "with.walking")
    withTips = dictionary.count(of: "with.tips")
    prices = Dictionary(
      uniqueKeysWithValues: PriceLevel.allCases.map {
        ($0, dictionary.count(of: "price.\($0.rawValue)"))
      })
    distance = summary("distance")
    rating = summary("rating")
    tips = summary("tips")
    checkins = summary("checkins")
    users = summary("users")
  }

  /// Fetches the statistics of the venues that match a predicate.
  public static func fetch(
    _ predicate: FetchPredicate?, in entity: EntityDescription, radius: Double,
    from store: FetchStore
  ) throws -> VenueStatistics {
    let request = request(predicate, in: entity, radius: radius)
    return VenueStatistics(try store.dictionaries(request).first ?? [:])
  }
}
