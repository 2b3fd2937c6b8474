public import FetchKit

/// What places are sorted by: the short words of the commands, the rows of the filter screen.
public enum VenueSort: String, Hashable, Sendable, CaseIterable {
  case name
  case distance
  case price
  case rating
  case tips
  case checkins
  case deals

  /// The attribute behind the word.
  public var keyPath: String {
    switch self {
    case .name: "name"
    case .distance: "location.distance"
    case .price: "priceInfo.tier"
    case .rating: "rating"
    case .tips: "stats.tipCount"
    case .checkins: "stats.checkinsCount"
    case .deals: "specialCount"
    }
  }

  /// The order in which most people want this first: the best or nearest on top.
  public var startsAscending: Bool {
    switch self {
    case .name, .distance, .price: true
    case .rating, .tips, .checkins, .deals: false
    }
  }
}

/// A key of an order of places, and its direction.
public struct SortChoice: Hashable, Sendable {
  /// A key path of a venue.
  public var keyPath: String
  public var ascending: Bool

  public init(keyPath: String, ascending: Bool = true) {
    self.keyPath = keyPath
    self.ascending = ascending
  }

  public init(_ sort: VenueSort, ascending: Bool = true) {
    self.init(keyPath: sort.keyPath, ascending: ascending)
  }

  /// Reads `distance`, `-name` or `location.city`; nil when the venue has no such key to sort by.
  public init?(text: String) {
    let word = text.hasPrefix("-") ? String(text.dropFirst()) : text
    let keyPath = VenueSort(rawValue: word)?.keyPath ?? VenueField(key: word)?.keyPath ?? word
    guard Venue.entity.attribute(forKeyPath: keyPath) != nil else { return nil }
    self.init(keyPath: keyPath, ascending: !text.hasPrefix("-"))
  }

  /// The choice as `init(text:)` reads it.
  public var text: String { (ascending ? "" : "-") + (sort?.rawValue ?? keyPath) }

  /// The short word for the key; nil when it has none.
  public var sort: VenueSort? { VenueSort.allCases.first { $0.keyPath == keyPath } }

  /// Names in natural order, missing values last whatever the direction.
  public var descriptor: FetchSortDescriptor {
    let isName = keyPath == VenueSort.name.keyPath
    return FetchSortDescriptor(
      keyPath, ascending: ascending, comparison: isName ? .natural : .binary, nils: .last)
  }
}

extension [SortChoice] {
  /// Nearest first, then by name.
  public static let standard: [SortChoice] = [SortChoice(.distance), SortChoice(.name)]

  /// The order for a request: these keys, or the standard ones, and the identifier last.
  public var descriptors: [FetchSortDescriptor] {
    let keys = isEmpty ? Self.standard : self
    return keys.map(\.descriptor) + [FetchSortDescriptor("id")]
  }
}
