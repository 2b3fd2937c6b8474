public import FetchKit

/// How a list of places is cut into sections, or its numbers into groups.
public enum VenueSectioning: String, Hashable, Sendable, CaseIterable, Codable {
  case price
  case city
  case category
  case letter
  case rating
  case tips
  case checkins
  case distance

  /// The computed attribute whose values name the sections.
  public static let keyPath = "section"

  /// The attribute that the sections are made of.
  public var source: String {
    switch self {
    case .price: "priceInfo.tier"
    case .city: "location.city"
    case .category: "category.name"
    case .letter: "name"
    case .rating: "rating"
    case .tips: "stats.tipCount"
    case .checkins: "stats.checkinsCount"
    case .distance: "location.distance"
    }
  }

  /// Where bands end, metres for distances; the last band has no end. Empty without bands.
  public var bounds: [Double] {
    switch self {
    case .price, .city, .category, .letter: []
    case .rating: [5, 6, 7, 8, 9]
    case .tips: [1, 5, 10, 20, 50, 100]
    case .checkins: [100, 500, 1000, 2000, 5000, 10_000]
    case .distance: [500, 1000, 2000, 5000, 10_000]
    }
  }

  private static let letters = (0..<26).map { String(UnicodeScalar(UInt8(97 + $0))) }

  /// An entity with the attribute `section` beside its own.
  public func entity(_ base: EntityDescription) -> EntityDescription {
    var entity = base
    entity.attributes.append(AttributeDescription(Self.keyPath, type, computed: definition))
    return entity
  }

  /// The key that an order of sections begins with.
  public var descriptor: FetchSortDescriptor { FetchSortDescriptor(Self.keyPath, nils: .last) }

  /// What a section of a results controller stands for, by its name.
  public func section(named name: String) -> VenueSection {
    guard !name.isEmpty else { return .missing }
    let index = Int(name) ?? 0
    switch self {
    case .price: return .price(PriceLevel(rawValue: index) ?? .unknown)
    case .city, .category: return .text(name)
    case .letter:
      return Self.letters.indices.contains(index - 1)
        ? .text(Self.letters[index - 1].uppercased()) : index == 0 ? .signs : .otherLetters
    case .distance: return .distance(from: lower(index) ?? 0, to: upper(index))
    case .rating, .tips, .checkins: return .number(from: lower(index) ?? 0, to: upper(index))
    }
  }

  /// The places of a section, by its name.
  public func predicate(ofSection name: String) -> FetchPredicate {
    let path = FetchExpression.keyPath(source)
    let isMissing = FetchPredicate.comparison(path, .equal, .constant(.null))
    let index = Int(name) ?? 0
    switch self {
    case .city, .category:
      return name.isEmpty
        ? .any([isMissing, .comparison(path, .equal, .constant(""))])
        : .comparison(path, .equal, .constant(.string(name)))
    case .price:
      return name.isEmpty ? isMissing : .comparison(path, .equal, .constant(.integer(Int64(index))))
    case .letter:
      let letters = Self.letters.map(Value.string)
      return Self.range(
        path, index > 0 ? letters[min(index, 26) - 1] : nil, index < 26 ? letters[index] : nil,
        [.localeAware])
    case .rating, .tips, .checkins, .distance:
      guard !name.isEmpty else { return isMissing }
      return Self.range(
        path, lower(index).map(Value.double), upper(index).map(Value.double), [])
    }
  }

  /// The name of the section whose places a predicate gives; nil when there is none.
  public func name(ofSection predicate: FetchPredicate) -> String? {
    names(in: predicate).first { self.predicate(ofSection: $0) == predicate }
  }

  /// The names of sections that a predicate could be of.
  private func names(in predicate: FetchPredicate) -> [String] {
    switch self {
    case .city, .category:
      guard case .comparison(let comparison) = predicate,
        case .string(let name)? = comparison.right.constantValue
      else { return [""] }
      return [name]
    case .price: return [""] + PriceLevel.allCases.map { String($0.rawValue) }
    case .letter: return (0...Self.letters.count).map { String($0) }
    case .rating, .tips, .checkins, .distance: return [""] + (0...bounds.count).map { String($0) }
    }
  }

  private func lower(_ index: Int) -> Double? {
    bounds.indices.contains(index - 1) ? bounds[index - 1] : nil
  }

  private func upper(_ index: Int) -> Double? {
    bounds.indices.contains(index) ? bounds[index] : nil
  }

  private static func range(
    _ path: FetchExpression, _ lower: Value?, _ upper: Value?, _ options: TextOptions
  ) -> FetchPredicate {
    let isAbove = lower.map {
      FetchPredicate.comparison(path, .greaterThanOrEqual, .constant($0), options: options)
    }
    let isBelow = upper.map {
      FetchPredicate.comparison(path, .lessThan, .constant($0), options: options)
    }
    return .all([isAbove, isBelow].compactMap(\.self))
  }
}

/// A section of a list of places.
public enum VenueSection: Hashable, Sendable {
  case price(PriceLevel)
  /// A city, a category or a letter.
  case text(String)
  /// Names that begin before the letter A.
  case signs
  /// Names that begin behind the letter Z.
  case otherLetters
  /// Metres; the last band has no end.
  case distance(from: Double, to: Double?)
  /// Ratings, tips or check-ins; the last band has no end.
  case number(from: Double, to: Double?)
  /// The value that makes the sections is missing.
  case missing
}

// MARK: - The computed attribute

extension VenueSectioning {
  private var type: AttributeType {
    switch self {
    case .city, .category: .string
    case .price, .letter, .rating, .tips, .checkins, .distance: .integer
    }
  }

  private var definition: FetchExpression {
    switch self {
    case .price: .keyPath(source)
    case .city, .category:
      .conditional(
        .comparison(.keyPath(source), .equal, .constant("")), .constant(.null), .keyPath(source))
    case .letter: Self.band(of: source, Self.letters.map(Value.string)[...], [.localeAware])
    case .rating, .tips, .checkins, .distance:
      .conditional(
        .comparison(.keyPath(source), .equal, .constant(.null)), .constant(.null),
        Self.band(of: source, bounds.map(Value.double)[...], []))
    }
  }

  /// How many of some ascending bounds are not above a value, found by halves.
  private static func band(
    of keyPath: String, _ bounds: ArraySlice<Value>, _ options: TextOptions
  ) -> FetchExpression {
    guard !bounds.isEmpty else { return .constant(.integer(Int64(bounds.startIndex))) }
    let middle = bounds.startIndex + bounds.count / 2
    return .conditional(
      .comparison(
        .keyPath(keyPath), .lessThan, .constant(bounds[middle]), options: options),
      band(of: keyPath, bounds[..<middle], options),
      band(of: keyPath, bounds[(middle + 1)...], options))
  }
}
