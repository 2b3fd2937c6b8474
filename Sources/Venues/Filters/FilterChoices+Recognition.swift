public import FetchKit

extension FilterChoices {
  /// The choices of a predicate, such as that of a saved filter; other parts become the condition.
  public init(recognizing predicate: FetchPredicate) {
    self.init()
    let parts = predicate.conjuncts
    var rest: [FetchPredicate] = []
    for part in parts where part != .constant(true) && !take(part) {
      if area == nil, let last = rest.last, let found = MapArea(last, part) {
        area = found
        rest.removeLast()
      } else {
        rest.append(part)
      }
    }
    if !rest.isEmpty { condition = .all(rest) }
  }

  /// Applies a part of a predicate; returns false if it is not exactly a choice.
  private mutating func take(_ part: FetchPredicate) -> Bool {
    takePrices(part) || takeToggle(part) || takeRange(part) || takeWord(part) || takeNames(part)
  }

  private mutating func takePrices(_ part: FetchPredicate) -> Bool {
    guard prices.isEmpty, case .comparison(let comparison) = part,
      case .list(let tiers)? = comparison.right.constantValue
    else { return false }
    let levels = Set(tiers.compactMap { PriceLevel(rawValue: Int($0.integerValue ?? 0)) })
    guard part == PriceLevel.predicate(anyOf: levels) else { return false }
    prices = levels
    return true
  }

  private mutating func takeToggle(_ part: FetchPredicate) -> Bool {
    if let meters = Self.bound(part, "location.distance", .lessThan) {
      guard toggles.insert(.walking).inserted else { return false }
      radius = meters
      return true
    }
    return ToggleFilter.allCases.first { $0 != .walking && $0.predicate(radius: 0) == part }
      .map { toggles.insert($0).inserted } ?? false
  }

  private mutating func takeRange(_ part: FetchPredicate) -> Bool {
    for filter in RangeFilter.allCases where filter != .price {
      let range = ranges[filter] ?? NumberRange()
      if range == NumberRange(), let open = Self.openRange(part, filter.keyPath) {
        ranges[filter] = open
        return true
      }
      // Only ranges that can be typed.
      guard !range.excludesLower, !range.excludesUpper else { continue }
      if range.lower == nil, let lower = Self.bound(part, filter.keyPath, .greaterThanOrEqual) {
        ranges[filter, default: range].lower = lower
        return true
      }
      if range.upper == nil, let upper = Self.bound(part, filter.keyPath, .lessThanOrEqual) {
        ranges[filter, default: range].upper = upper
        return true
      }
    }
    return false
  }

  /// The range without its end of a comparison; nil for other predicates.
  private static func openRange(_ part: FetchPredicate, _ keyPath: String) -> NumberRange? {
    var range = NumberRange()
    range.lower = bound(part, keyPath, .greaterThan)
    range.upper = bound(part, keyPath, .lessThan)
    (range.excludesLower, range.excludesUpper) = (range.lower != nil, range.upper != nil)
    return range == NumberRange() ? nil : range
  }

  /// The number that an attribute is compared with; nil for other predicates.
  private static func bound(
    _ part: FetchPredicate, _ keyPath: String, _ comparison: ComparisonOperator
  ) -> Double? {
    guard case .comparison(let found) = part, found.left == .keyPath(keyPath),
      found.comparison == comparison, found.modifier == .direct
    else { return nil }
    return found.right.constantValue?.doubleValue
  }

  private mutating func takeWord(_ part: FetchPredicate) -> Bool {
    guard case .comparison(let comparison) = part,
      case .string(let word)? = comparison.right.constantValue, TextFilter.search(word) == part
    else { return false }
    search += (search.isEmpty ? "" : " ") + word
    return true
  }

  private mutating func takeNames(_ part: FetchPredicate) -> Bool {
    let parts = if case .or(let parts) = part { Array(parts) } else { [part] }
    let names = parts.compactMap(Self.name)
    let found = Facet.allCases.first { facet in
      self[facet].isEmpty
        && (facet.predicate(names) == part
          || facet == .neighborhood && TextFilter.firstNeighborhoods(names) == part)
    }
    guard let found else { return false }
    self[found] = names
    return true
  }

  private static func name(_ part: FetchPredicate) -> String? {
    guard case .comparison(let comparison) = part,
      case .string(let text)? = comparison.right.constantValue
    else { return nil }
    if comparison.left == .keyPath("categories.path") {
      guard comparison.comparison == .equal else { return nil }
      return text.contains(">") ? text : text + " >"
    }
    if comparison.left == .keyPath("neighborhoods") { return nil }
    return comparison.comparison == .beginsWith ? text + "*" : text
  }
}

extension FetchPredicate {
  /// The predicates that it combines with AND, or else itself.
  package var conjuncts: [FetchPredicate] {
    if case .and(let parts) = self { Array(parts) } else { [self] }
  }
}
