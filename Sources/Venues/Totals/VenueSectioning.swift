public import FetchKit

/// A grouping of the list into sections, or of the statistics.
public enum VenueSectioning: String, Hashable, Sendable, CaseIterable, Codable {
  case price
  case neighborhood
  case city
  case category
  case letter
  case distance
  case rating
  case tips
  case checkins
  case visitors
  case deals
  case favorite
  case state
  case postalCode
  case country
  case chain

  /// The computed attribute that names the sections.
  public static let keyPath = "section"

  /// The attribute that the sections are made of.
  public var source: String {
    switch self {
    case .price: "priceInfo.tier"
    case .neighborhood: "location.neighborhood"
    case .city: "location.city"
    case .category: "category.name"
    case .letter: "name"
    case .rating: "rating"
    case .tips: "stats.tipCount"
    case .checkins: "stats.checkinsCount"
    case .distance: "location.distance"
    case .visitors: "stats.usersCount"
    case .deals: "specialCount"
    case .favorite: "favorite"
    case .state: "location.state"
    case .postalCode: "location.postalCode"
    case .country: "location.countryCode"
    case .chain: "chain"
    }
  }

  /// Whether any venue in a store has a value.
  public func hasValues(in store: StoreSnapshot) throws -> Bool {
    try Venue.hasValues(atKeyPath: source, in: store)
  }

  /// The rule that groups the values of an attribute.
  enum Kind {
    /// The same text.
    case text
    /// The same whole number.
    case number
    /// The same letter at the beginning.
    case letter
    /// A flag.
    case flag
    /// A range; the bounds are the ends of the bands, and the last band is open.
    case band([Double])
  }

  var kind: Kind {
    switch self {
    case .neighborhood, .city, .category, .state, .postalCode, .country, .chain: .text
    case .price, .deals: .number
    case .letter: .letter
    case .favorite: .flag
    case .rating: .band([5, 6, 7, 8, 9])
    case .tips: .band([1, 5, 10, 20, 50, 100])
    case .checkins, .visitors: .band([100, 500, 1000, 2000, 5000, 10_000])
    case .distance: .band(Self.distanceBounds)
    }
  }

  /// The ends of the distance bands in meters; the last band is open.
  package static let distanceBounds: [Double] = [500, 1000, 2000, 5000, 10_000]

  private static let letters = (0..<26).map { String(UnicodeScalar(UInt8(97 + $0))) }

  /// The starts of the groups of initials: the letters A to Z, then other scripts.
  private static let initials = letters + NameScript.allCases.map(\.start)

  /// Whether the sections are sorted texts, which have a jump index.
  public var isAlphabetical: Bool {
    switch kind {
    case .text, .letter: true
    case .number, .flag, .band: false
    }
  }

  /// Whether statistics list the largest groups first, because there may be many without an order of their own.
  public var isRanked: Bool { isAlphabetical && self != .letter }

  /// The key that an order of sections begins with.
  public var descriptor: FetchSortDescriptor {
    FetchSortDescriptor(Self.keyPath, comparison: .natural, nils: .last)
  }

  /// The meaning of a section of a results controller.
  public func section(named name: String) -> VenueSection {
    guard !name.isEmpty else { return .missing }
    let index = Int(name) ?? 0
    switch kind {
    case .text: return .text(name)
    case .number:
      return self == .price ? .price(PriceLevel(rawValue: index) ?? .unknown) : .deals(index)
    case .letter:
      return Self.letters.indices.contains(index - 1)
        ? .text(Self.letters[index - 1].uppercased())
        : NameScript.allCases.at(index - 1 - Self.letters.count).map(VenueSection.script) ?? .signs
    case .flag: return .favorites(index == 0)
    case .band(let bounds):
      let (from, to) = (bounds.lower(index) ?? 0, bounds.upper(index))
      return self == .distance ? .distance(from: from, to: to) : .number(from: from, to: to)
    }
  }

  /// The predicate of a section.
  public func predicate(ofSection name: String) -> FetchPredicate {
    let path = FetchExpression.keyPath(source)
    let isMissing = FetchPredicate.comparison(path, .equal, .constant(.null))
    let index = Int(name) ?? 0
    switch kind {
    case .text:
      return name.isEmpty
        ? .any([isMissing, .comparison(path, .equal, .constant(""))])
        : .comparison(path, .equal, .constant(.string(name)))
    case .number:
      return name.isEmpty ? isMissing : .comparison(path, .equal, .constant(.integer(Int64(index))))
    case .letter:
      let starts = Self.initials.map(FetchValue.string)
      return path.range(starts.at(index - 1), starts.at(index), [.localeAware])
    case .flag: return .comparison(path, .equal, .constant(.bool(index == 0)))
    case .band(let bounds):
      guard !name.isEmpty else { return isMissing }
      return path.range(
        bounds.lower(index).map(FetchValue.double), bounds.upper(index).map(FetchValue.double), [])
    }
  }

  /// The name of the section that a predicate selects; nil if there is none.
  public func name(ofSection predicate: FetchPredicate) -> String? {
    names(in: predicate).first { self.predicate(ofSection: $0) == predicate }
  }

  /// The names of possible sections of a predicate.
  private func names(in predicate: FetchPredicate) -> [String] {
    switch kind {
    case .text, .number:
      guard case .comparison(let comparison) = predicate,
        let value = comparison.right.constantValue
      else { return [""] }
      return [value.stringValue ?? value.integerValue.map { String($0) } ?? ""]
    case .letter: return (0...Self.initials.count).map { String($0) }
    case .flag: return ["0", "1"]
    case .band(let bounds): return [""] + (0...bounds.count).map { String($0) }
    }
  }
}

// MARK: - The attribute

extension VenueSectioning {
  /// An entity with the attribute `section` beside its own.
  public func entity(_ base: EntityDescription) -> EntityDescription {
    var entity = base
    entity.attributes.append(attribute(named: Self.keyPath))
    return entity
  }

  /// The computed attribute of the sections.
  func attribute(named name: String) -> AttributeDescription {
    AttributeDescription(name, type, computed: definition)
  }

  private var type: AttributeType {
    switch kind {
    case .text: .string
    case .number, .letter, .flag, .band: .integer
    }
  }

  private var definition: FetchExpression {
    let path = FetchExpression.keyPath(source)
    switch kind {
    case .number: return path
    case .text:
      return .conditional(.comparison(path, .equal, .constant("")), .constant(.null), path)
    case .letter: return path.band(among: Self.initials.map(FetchValue.string)[...], [.localeAware])
    case .flag:
      return .conditional(
        .comparison(path, .equal, .constant(.bool(true))), .constant(.integer(0)),
        .constant(.integer(1)))
    case .band(let bounds): return Self.band(of: path, bounds)
    }
  }

  /// The computed attribute that numbers the intervals between ascending bounds.
  static func attribute(
    named name: String, for keyPath: String, bounds: [Double]
  ) -> AttributeDescription {
    AttributeDescription(name, .integer, computed: band(of: .keyPath(keyPath), bounds))
  }

  private static func band(of path: FetchExpression, _ bounds: [Double]) -> FetchExpression {
    .conditional(
      .comparison(path, .equal, .constant(.null)), .constant(.null),
      path.band(among: bounds.map(FetchValue.double)[...], []))
  }
}

extension Array {
  /// The element at an index; nil without one.
  fileprivate func at(_ index: Int) -> Element? { indices.contains(index) ? self[index] : nil }
}

extension [Double] {
  /// The lower bound of a band; nil for the first.
  fileprivate func lower(_ band: Int) -> Double? { at(band - 1) }

  /// The upper bound of a band; nil for the last.
  fileprivate func upper(_ band: Int) -> Double? { at(band) }
}

extension FetchExpression {
  /// The number of ascending bounds up to the value, found by binary search.
  fileprivate func band(among bounds: ArraySlice<FetchValue>, _ options: TextOptions)
    -> FetchExpression
  {
    guard !bounds.isEmpty else { return .constant(.integer(Int64(bounds.startIndex))) }
    let middle = bounds.startIndex + bounds.count / 2
    return .conditional(
      .comparison(self, .lessThan, .constant(bounds[middle]), options: options),
      band(among: bounds[..<middle], options),
      band(among: bounds[(middle + 1)...], options))
  }

  /// Values from the lower to below the upper, each where there is one.
  func range(_ lower: FetchValue?, _ upper: FetchValue?, _ options: TextOptions = [])
    -> FetchPredicate
  {
    let isAbove = lower.map {
      FetchPredicate.comparison(self, .greaterThanOrEqual, .constant($0), options: options)
    }
    let isBelow = upper.map {
      FetchPredicate.comparison(self, .lessThan, .constant($0), options: options)
    }
    return .all([isAbove, isBelow].compactMap(\.self))
  }
}

/// A section of a list of venues.
public enum VenueSection: Hashable, Sendable {
  case price(PriceLevel)
  /// The text that its venues share, or their first letter.
  case text(String)
  /// Names that begin before the letter A.
  case signs
  /// Names that begin with another letter or symbol.
  case script(NameScript)
  /// Meters; the last band has no end.
  case distance(from: Double, to: Double?)
  /// Ratings, tips, check-ins or visitors; the last band has no end.
  case number(from: Double, to: Double?)
  /// The number of deals of each venue.
  case deals(Int)
  /// The favorites, or all others.
  case favorites(Bool)
  /// The value that makes the sections is missing.
  case missing
}

/// A range of characters that names begin with, in the order of names: scripts follow the letters A to Z.
public enum NameScript: Hashable, Sendable, CaseIterable {
  case latin, greek, cyrillic, armenian, hebrew, arabic, indic, southeastAsian, symbols, kana, han
  case hangul, other

  /// The first character, folded as names are compared.
  var start: String {
    switch self {
    case .latin: "{"
    case .greek: "\u{371}"
    case .cyrillic: "\u{430}"
    case .armenian: "\u{530}"
    case .hebrew: "\u{590}"
    case .arabic: "\u{600}"
    case .indic: "\u{780}"
    case .southeastAsian: "\u{E00}"
    case .symbols: "\u{1100}"
    case .kana: "\u{3040}"
    case .han: "\u{3100}"
    case .hangul: "\u{AC00}"
    case .other: "\u{D7A4}"
    }
  }
}

extension Venue {
  /// Whether any venue has a value for an attribute.
  public static func hasValues(
    atKeyPath keyPath: String, in store: StoreSnapshot
  ) throws -> Bool {
    let exists = FetchPredicate.comparison(.keyPath(keyPath), .notEqual, .constant(.null))
    // The column cache counts, and SQLite finds the first one.
    if cachedKeyPaths.contains(keyPath) { return try store.count(exists, in: entity) > 0 }
    var request = FetchRequest<Venue>()
    request.predicate = exists
    request.fetchLimit = 1
    return try !store.objectIDs(request).isEmpty
  }
}
