public import FetchKit

/// Every figure that `boba stats` tells of a set of venues.
public struct VenueStatistics: Hashable, Sendable {
  /// Sum, least, greatest and mean of an attribute over the venues that have it; nil when none has.
  public struct Summary: Hashable, Sendable {
    public let sum: Value
    public let min: Value
    public let max: Value
    public let average: Value
  }

  public let count: Int
  public let dealSum: Int
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

  /// The request whose single dictionary holds all figures.
  public static func request(
    _ predicate: FetchPredicate?, in entity: EntityDescription
  ) -> FetchRequest<Venue> {
    var request = FetchRequest<Venue>(entity: entity)
    request.predicate = predicate
    let counts =
      [ExpressionDescription.rowCount(name: "count")]
      + [ToggleFilter.deals, .walking, .tips].map { toggle in
        .counting(
          toggle.predicate(radius: FilterChoices.walkingDistance), name: "with.\(toggle.rawValue)")
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

  /// The figures in a dictionary of `request`.
  public init(_ dictionary: [String: Value]) {
    func summary(_ name: String) -> Summary {
      let values = Self.functions.map { dictionary["\(name).\($0.rawValue)"] ?? .null }
      return Summary(sum: values[0], min: values[1], max: values[2], average: values[3])
    }
    count = dictionary.count(of: "count")
    dealSum = dictionary.count(of: "deals")
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

  /// Fetches the figures of the places that a predicate lets through.
  public static func fetch(
    _ predicate: FetchPredicate?, in entity: EntityDescription, from store: Store
  ) throws -> VenueStatistics {
    VenueStatistics(try store.dictionaries(request(predicate, in: entity)).first ?? [:])
  }
}
