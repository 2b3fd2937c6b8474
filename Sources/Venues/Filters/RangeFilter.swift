public import FetchKit

/// A number of venues that can be limited to a range.
public enum RangeFilter: String, Hashable, Sendable, CaseIterable {
  /// The chosen price levels, if they follow each other.
  case price
  case rating
  case distance
  case tips
  case checkins

  /// The attribute that it limits.
  private var field: VenueField {
    switch self {
    case .price: .tier
    case .rating: .rating
    case .distance: .distance
    case .tips: .tipCount
    case .checkins: .checkinsCount
    }
  }

  public var keyPath: String { field.keyPath }

  /// Whether a single number is the end of the range, such as a distance, not its start.
  public var limitsUpperEnd: Bool { self == .distance || self == .price }

  /// The numbers to choose from, ascending.
  public var stops: [Double] {
    switch self {
    case .price: PriceLevel.known.map { Double($0.rawValue) }
    case .rating: (10...19).map { Double($0) / 2 }
    case .distance: [100, 200, 300, 500, 750, 1000, 1500, 2000, 3000, 5000, 10_000]
    case .tips: [1, 5, 10, 20, 50, 100]
    case .checkins: [100, 500, 1000, 2000, 5000, 10_000]
    }
  }

  /// The numbers that a venue can have; nil if they have no upper limit.
  public var limits: ClosedRange<Double>? {
    field.range.flatMap { $0.upperBound.isFinite ? $0 : nil }
  }

  /// Whether both ends of a range are within the limits, and it has numbers there.
  public func allows(_ range: NumberRange) -> Bool {
    guard let limits else { return true }
    if range.excludesLower && range.lower == limits.upperBound { return false }
    if range.excludesUpper && range.upper == limits.lowerBound { return false }
    return [range.lower, range.upper].compactMap(\.self).allSatisfy(limits.contains)
  }

  /// The predicate of a range.
  public func predicate(_ range: NumberRange) -> FetchPredicate {
    func bound(_ comparison: ComparisonOperator, _ number: Double) -> FetchPredicate {
      .comparison(
        .keyPath(keyPath), comparison,
        .constant(self == .rating ? .double(number) : .meters(number)))
    }
    return .all(
      [
        range.lower.map { bound(range.excludesLower ? .greaterThan : .greaterThanOrEqual, $0) },
        range.upper.map { bound(range.excludesUpper ? .lessThan : .lessThanOrEqual, $0) },
      ].compactMap(\.self))
  }

  /// The range with its main end moved to the next stop; nil when it becomes unlimited.
  public func stepped(_ range: NumberRange?, further: Bool) -> NumberRange? {
    let current = limitsUpperEnd ? range?.upper : range?.lower
    let next =
      switch (further, limitsUpperEnd) {
      case (true, false): stops.first { $0 > current ?? 0 } ?? current
      case (true, true): current.flatMap { current in stops.first { $0 > current } }
      case (false, false): current.flatMap { current in stops.last { $0 < current } }
      case (false, true): stops.last { $0 < current ?? .infinity } ?? current
      }
    return (range ?? NumberRange()).setting(upper: limitsUpperEnd, to: next)
  }

  /// The part of a scale from 0 to 1 that a range covers. The stops are evenly spaced; a price covers the space before
  /// its stop.
  public func span(of range: NumberRange) -> ClosedRange<Double> {
    let offset = self == .price ? place(of: 1) : 0
    let lower = range.lower.map { place(of: $0) - offset } ?? 0
    return lower...max(lower, range.upper.map(place) ?? 1)
  }

  /// The range with an end moved to a place on the scale: the nearer end, or the usual one if at most one is limited.
  public func range(_ range: NumberRange?, movedTo place: Double) -> NumberRange? {
    let range = range ?? NumberRange()
    let ends = span(of: range)
    let isUpper =
      range.lower != nil && range.upper != nil
      ? place - ends.lowerBound > ends.upperBound - place : limitsUpperEnd
    return range.setting(upper: isUpper, to: stop(at: place, isUpper: isUpper))
  }

  /// The stop at a place on the scale; nil at an end, which does not limit the range.
  private func stop(at place: Double, isUpper: Bool) -> Double? {
    if self == .price {
      return stops[max(0, min(stops.count - 1, Int(place * Double(stops.count))))]
    }
    let index = Int((place * Double(stops.count + 1)).rounded())
    if index > stops.count { return isUpper ? nil : stops.last }
    return index > 0 ? stops[index - 1] : isUpper ? stops.first : nil
  }

  /// The place of a number on a scale from 0 to 1, on which the stops are evenly spaced.
  private func place(of number: Double) -> Double {
    if self == .price { return number / Double(stops.count) }
    let all = [0] + stops
    guard let above = all.firstIndex(where: { $0 >= number }) else { return 1 }
    guard above > 0 else { return 0 }
    let part = (number - all[above - 1]) / (all[above] - all[above - 1])
    return (Double(above - 1) + part) / Double(all.count)
  }
}

/// A range of numbers; a missing end does not limit it.
public struct NumberRange: Hashable, Sendable, Codable {
  /// A unit other than that of the attribute.
  public enum Unit: String, Hashable, Sendable, Codable {
    /// Minutes on foot.
    case minutes
  }

  public var lower: Double?
  public var upper: Double?
  /// Whether the range does not include its lower end.
  public var excludesLower = false
  /// Whether the range does not include its upper end.
  public var excludesUpper = false
  /// The unit in which it was entered, for display; nil for that of the attribute.
  public var unit: Unit?

  public init(lower: Double? = nil, upper: Double? = nil, unit: Unit? = nil) {
    self.lower = lower
    self.upper = upper
    self.unit = unit
  }

  public init(from decoder: any Decoder) throws {
    let values = try decoder.container(keyedBy: CodingKeys.self)
    lower = try values.decodeIfPresent(Double.self, forKey: .lower)
    upper = try values.decodeIfPresent(Double.self, forKey: .upper)
    unit = try values.decodeIfPresent(Unit.self, forKey: .unit)
    // Earlier versions had ranges with both ends only.
    excludesLower = try values.decodeIfPresent(Bool.self, forKey: .excludesLower) ?? false
    excludesUpper = try values.decodeIfPresent(Bool.self, forKey: .excludesUpper) ?? false
  }

  /// The range with one end replaced, in the unit of the attribute; an opposite end that it crosses is removed. nil
  /// without ends.
  fileprivate func setting(upper isUpper: Bool, to end: Double?) -> NumberRange? {
    var result = NumberRange(lower: isUpper ? lower : end, upper: isUpper ? end : upper)
    result.excludesLower = isUpper && excludesLower
    result.excludesUpper = !isUpper && excludesUpper
    if let lower = result.lower, let upper = result.upper, lower > upper {
      if isUpper {
        (result.lower, result.excludesLower) = (nil, false)
      } else {
        (result.upper, result.excludesUpper) = (nil, false)
      }
    }
    return result == NumberRange() ? nil : result
  }
}
