public import FetchKit

/// How a list of places is cut into sections.
public enum VenueSectioning: String, Hashable, Sendable, CaseIterable, Codable {
  case price
  case city
  case category
  case letter
  case distance

  /// The computed attribute whose values name the sections.
  public static let keyPath = "section"

  /// Where the bands of distance end, in metres; the last band has no end.
  public static let distanceBounds: [Double] = [500, 1000, 2000, 5000, 10_000]

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
    case .distance:
      let bounds = Self.distanceBounds
      return .distance(
        from: index > 0 && index <= bounds.count ? bounds[index - 1] : 0,
        to: index < bounds.count ? bounds[index] : nil)
    }
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
  /// The value that makes the sections is missing.
  case missing
}

// MARK: - The computed attribute

extension VenueSectioning {
  private var type: AttributeType {
    switch self {
    case .city, .category: .string
    case .price, .letter, .distance: .integer
    }
  }

  private var definition: FetchExpression {
    switch self {
    case .price: .keyPath("priceInfo.tier")
    case .city: Self.text("location.city")
    case .category: Self.text("category.name")
    case .letter: Self.band(of: "name", Self.letters.map(Value.string)[...], [.localeAware])
    case .distance:
      .conditional(
        .comparison(.keyPath("location.distance"), .equal, .constant(.null)), .constant(.null),
        Self.band(of: "location.distance", Self.distanceBounds.map(Value.double)[...], []))
    }
  }

  /// A text, or nothing for an empty one: both make one section.
  private static func text(_ keyPath: String) -> FetchExpression {
    .conditional(
      .comparison(.keyPath(keyPath), .equal, .constant("")), .constant(.null), .keyPath(keyPath))
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
