public import FetchKit

/// A group of venues with its aggregates.
public struct VenueGroup: Hashable, Sendable {
  /// The name of the group's section; empty if the value is missing.
  public let name: String
  public let count: Int
  /// Sums may be larger than any `Int`.
  public let deals: Double
  public let tips: Double
  /// Meters; nil if no venue has a distance.
  public let averageDistance: Double?
  /// 0 to 10; nil when no place has a rating.
  public let averageRating: Double?
  /// The aggregates of the measure, without missing ones.
  public let aggregates: [VenueAggregate: Double]
  /// The number of venues by group of the second grouping.
  public fileprivate(set) var parts: [String: Int] = [:]

  /// The group in a dictionary of a request.
  fileprivate init(named name: String, _ dictionary: [String: FetchValue] = [:]) {
    self.name = name
    count = dictionary.count(of: "count")
    deals = dictionary.sum(of: "deals")
    tips = dictionary.sum(of: "tips")
    averageDistance = dictionary["distance"]?.doubleValue
    averageRating = dictionary["rating"]?.doubleValue
    aggregates = Dictionary(
      uniqueKeysWithValues: VenueAggregate.allCases.compactMap { aggregate in
        dictionary[aggregate.function.rawValue]?.doubleValue.map { (aggregate, $0) }
      })
  }
}

/// An aggregate of the numbers of a group.
public enum VenueAggregate: Hashable, Sendable, CaseIterable {
  case sum, average, minimum, median, maximum

  var function: ExpressionFunction {
    switch self {
    case .sum: .sum
    case .average: .average
    case .minimum: .min
    case .median: .median
    case .maximum: .max
    }
  }
}

/// The groups of matching venues, and all of them together.
public struct VenueGroups: Hashable, Sendable {
  /// In the order of the sections.
  public let groups: [VenueGroup]
  /// All venues.
  public let total: VenueGroup
  /// The names of the groups of the second grouping, in the order of its sections or by size; empty without one.
  public let parts: [String]
}

/// The groupings and the number of statistics.
public struct GroupQuery: Hashable, Sendable {
  public var grouping: VenueGrouping
  /// The second grouping, which divides each group; nil for none.
  public var second: VenueGrouping?
  /// The key path of the number with aggregates; nil for none.
  public var measure: String?

  public init(
    _ grouping: VenueGrouping, second: VenueGrouping? = nil, measure: String? = nil
  ) {
    self.grouping = grouping
    self.second = second
    self.measure = measure
  }

  private static let secondKeyPath = "second"

  private static let columns =
    VenueTotals.sums + [
      ExpressionDescription(name: "rating", function: .average, keyPath: "rating")
    ]

  /// The request for some columns of the groups by attributes; without attributes, of all venues together.
  private func request(
    _ columns: [ExpressionDescription], by attributes: [AttributeDescription],
    _ predicate: FetchPredicate, in entity: EntityDescription
  ) -> FetchRequest<Venue> {
    var entity = entity
    entity.attributes += attributes
    let names = attributes.map(\.keyPath)
    var request = FetchRequest<Venue>(entity: entity)
    request.predicate = predicate
    request.propertiesToGroupBy = names
    request.propertiesToFetch = names.map { .attribute($0) } + columns.map { .expression($0) }
    return request
  }

  /// Fetches the groups.
  public func fetch(
    _ predicate: FetchPredicate, in entity: EntityDescription, from store: StoreSnapshot
  ) throws -> VenueGroups {
    let key = grouping.attribute(named: VenueSectioning.keyPath)
    let aggregates = measure.map { measure in
      VenueAggregate.allCases.map {
        ExpressionDescription(
          name: $0.function.rawValue, function: $0.function, keyPath: measure)
      }
    }
    let columns = Self.columns + (aggregates ?? [])
    let rows = try store.dictionaries(request(columns, by: [key], predicate, in: entity))
    // Names may be equal as strings but not in the store.
    var groups = rows.map { VenueGroup(named: grouping.name(of: $0[key.keyPath] ?? .null), $0) }
      .sorted { grouping.precedes($0.name, $1.name) }
    let parts = try fetchParts(of: &groups, key, predicate, in: entity, from: store)
    let total = try store.dictionaries(request(columns, by: [], predicate, in: entity)).first ?? [:]
    var all = VenueGroup(named: "", total)
    all.parts = groups.reduce(into: [:]) { $0.merge($1.parts, uniquingKeysWith: +) }
    return VenueGroups(groups: fillingGaps(groups), total: all, parts: ranked(parts, all.parts))
  }

  /// The groups of the second grouping, the largest first if they have no order of their own.
  private func ranked(_ parts: [String], _ counts: [String: Int]) -> [String] {
    guard second?.sectioning.isRanked == true else { return parts }
    // A stable sort; venues without a value are last.
    return parts.sorted {
      !$0.isEmpty && ($1.isEmpty || counts[$0, default: 0] > counts[$1, default: 0])
    }
  }

  /// The groups with empty ones for intervals without venues.
  private func fillingGaps(_ groups: [VenueGroup]) -> [VenueGroup] {
    guard grouping.width != nil else { return groups }
    let known = Dictionary(groups.map { ($0.name, $0) }) { first, _ in first }
    return grouping.filled(groups.map(\.name)).map { known[$0] ?? VenueGroup(named: $0) }
  }

  /// Adds the counts by the second grouping to the groups; returns the names of its groups.
  private func fetchParts(
    of groups: inout [VenueGroup], _ key: AttributeDescription,
    _ predicate: FetchPredicate, in entity: EntityDescription, from store: StoreSnapshot
  ) throws -> [String] {
    guard let second else { return [] }
    let other = second.attribute(named: Self.secondKeyPath)
    let rows = try store.dictionaries(
      request([.rowCount(name: "count")], by: [key, other], predicate, in: entity))
    var names: Set<String> = []
    let indices = Dictionary(groups.indices.map { (groups[$0].name, $0) }) { first, _ in first }
    for row in rows {
      let part = second.name(of: row[other.keyPath] ?? .null)
      names.insert(part)
      guard let index = indices[grouping.name(of: row[key.keyPath] ?? .null)] else { continue }
      groups[index].parts[part, default: 0] += row.count(of: "count")
    }
    return names.sorted(by: second.precedes)
  }
}

extension VenueGroup {
  /// The number of matching venues in each distance band, the nearest first.
  public static func distanceBands(
    _ predicate: FetchPredicate, in entity: EntityDescription, from store: StoreSnapshot
  ) throws -> [Int] {
    try bands(
      VenueSectioning.distance.attribute(named: VenueSectioning.keyPath),
      count: VenueSectioning.distanceBounds.count + 1, predicate, in: entity, from: store)
  }

  /// The number of venues between the stops of a range, those before the first stop first, that match the choices of the
  /// other groups.
  public static func histogram(
    of filter: RangeFilter, _ choices: FilterChoices, in entity: EntityDescription,
    from store: StoreSnapshot
  ) throws -> [Int] {
    let replaced: Set<FilterGroup> = filter == .distance ? [.toggle(.walking)] : []
    return try bands(
      VenueSectioning.attribute(
        named: VenueSectioning.keyPath, for: filter.keyPath, bounds: filter.stops),
      count: filter.stops.count + 1,
      choices.predicate(except: replaced.union([.range(filter)])), in: entity, from: store)
  }

  /// The number of matching venues in each band of a computed attribute.
  private static func bands(
    _ attribute: AttributeDescription, count: Int, _ predicate: FetchPredicate,
    in entity: EntityDescription, from store: StoreSnapshot
  ) throws -> [Int] {
    var entity = entity
    entity.attributes.append(attribute)
    let groups = try store.counts(by: attribute.keyPath, predicate, in: entity)
    let counts = groups.reduce(into: [Int64: Int]()) { counts, group in
      if let band = group.value.integerValue { counts[band] = group.count }
    }
    return (0..<count).map { counts[Int64($0)] ?? 0 }
  }
}
