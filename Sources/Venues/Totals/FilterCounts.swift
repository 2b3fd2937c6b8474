public import FetchKit

/// The count of each choice of the filter screen, given the choices of the other groups.
public struct FilterCounts: Hashable, Sendable {
  /// The number of venues by price.
  public private(set) var prices: [PriceLevel: Int] = [:]
  /// The number of venues by toggle filter.
  public private(set) var toggles: [ToggleFilter: Int] = [:]
  /// The sum beside the count of a toggle, such as all deals.
  public private(set) var sums: [ToggleFilter: Double] = [:]
  /// The number of venues that match all choices.
  public private(set) var matching = 0

  /// The request for all counts in one dictionary.
  ///
  /// The groups without counts select the rows; the others are conditional sums.
  public static func request(
    _ choices: FilterChoices, in entity: EntityDescription
  ) -> FetchRequest<Venue> {
    var request = FetchRequest<Venue>(entity: entity)
    request.predicate = choices.predicate(except: counted)
    request.propertiesToFetch =
      [.expression(.counting(.all(countedPredicates(choices, except: [])), name: "matching"))]
      + PriceLevel.allCases.map { price(choices, $0) }
      + ToggleFilter.allCases.flatMap { toggle(choices, $0) }
    return request
  }

  /// The counts in a dictionary of `request`.
  public init(_ dictionary: [String: FetchValue]) {
    matching = dictionary.count(of: "matching")
    for level in PriceLevel.allCases {
      prices[level] = dictionary.count(of: "price.\(level.rawValue)")
    }
    for toggle in ToggleFilter.allCases {
      toggles[toggle] = dictionary.count(of: "toggle.\(toggle.rawValue)")
      if toggle.summedKeyPath != nil {
        sums[toggle] = dictionary.sum(of: "sum.\(toggle.rawValue)")
      }
    }
  }

  /// Fetches the counts for some choices.
  public static func fetch(
    _ choices: FilterChoices, in entity: EntityDescription, from store: StoreSnapshot
  ) throws -> FilterCounts {
    FilterCounts(try store.dictionaries(request(choices, in: entity)).first ?? [:])
  }
}

// MARK: - Conditional sums

extension FilterCounts {
  /// The groups with a count per choice, and the range of distances, which walking distance replaces.
  private static let counted: Set<FilterGroup> = Set(
    [.price, .range(.distance)] + ToggleFilter.allCases.map(FilterGroup.toggle))

  private static func countedPredicates(_ choices: FilterChoices, except groups: Set<FilterGroup>)
    -> [FetchPredicate]
  {
    FilterChoices.groups.filter { counted.contains($0) && !groups.contains($0) }
      .compactMap(choices.predicate)
  }

  private static func price(_ choices: FilterChoices, _ level: PriceLevel) -> FetchProperty {
    let others = countedPredicates(choices, except: [.price])
    return .expression(
      .counting(.all(others + [level.predicate]), name: "price.\(level.rawValue)"))
  }

  private static func toggle(_ choices: FilterChoices, _ toggle: ToggleFilter) -> [FetchProperty] {
    let replaced: Set<FilterGroup> = toggle == .walking ? [.range(.distance)] : []
    let others = countedPredicates(choices, except: replaced.union([.toggle(toggle)]))
    let predicate = FetchPredicate.all(others + [toggle.predicate(radius: choices.radius)])
    let count = FetchProperty.expression(
      .counting(predicate, name: "toggle.\(toggle.rawValue)"))
    guard let keyPath = toggle.summedKeyPath else { return [count] }
    let sum = FetchProperty.expression(
      .sum(of: .keyPath(keyPath), where: predicate, name: "sum.\(toggle.rawValue)"))
    return [count, sum]
  }
}

extension ExpressionDescription {
  /// The number of fetched objects that match a predicate.
  static func counting(_ predicate: FetchPredicate, name: String) -> ExpressionDescription {
    if predicate == .constant(true) { return .rowCount(name: name) }
    return sum(of: .constant(1), where: predicate, name: name)
  }

  fileprivate static func sum(
    of expression: FetchExpression, where predicate: FetchPredicate, name: String
  ) -> ExpressionDescription {
    let term =
      predicate == .constant(true)
      ? expression : FetchExpression.conditional(predicate, expression, .constant(0))
    return ExpressionDescription(
      name: name, expression: .function(.sum, [term]), resultType: .integer)
  }
}
