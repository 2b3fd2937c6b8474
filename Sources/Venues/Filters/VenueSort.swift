public import FetchKit

/// A sort order with a short name, for the commands and the filter screen.
public enum VenueSort: String, Hashable, Sendable, CaseIterable {
  case name
  case distance
  case price
  case rating
  case tips
  case deals
  case checkins

  /// The attribute of the sort order.
  public var keyPath: String {
    switch self {
    case .name: "name"
    case .distance: "location.distance"
    case .price: "priceInfo.tier"
    case .rating: "rating"
    case .tips: "stats.tipCount"
    case .deals: "specialCount"
    case .checkins: "stats.checkinsCount"
    }
  }
}

/// A sort key and its direction.
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

  /// Parses `distance`, `-name` or `location.city`; nil if it is not a sort key.
  public init?(text: String) {
    let word = text.hasPrefix("-") ? String(text.dropFirst()) : text
    let keyPath = VenueField(word: word)?.keyPath ?? word
    guard Venue.entity.attribute(forKeyPath: keyPath) != nil else { return nil }
    self.init(keyPath: keyPath, ascending: !text.hasPrefix("-"))
  }

  /// The choice as `init(text:)` reads it.
  public var text: String { (ascending ? "" : "-") + (sort?.rawValue ?? keyPath) }

  /// The short name of the key; nil without one.
  public var sort: VenueSort? { VenueSort.allCases.first { $0.keyPath == keyPath } }

  /// Texts in natural order, except ids; missing values last in both directions.
  public var descriptor: FetchSortDescriptor {
    let isText = Venue.entity.attribute(forKeyPath: keyPath)?.type == .string && keyPath != "id"
    return FetchSortDescriptor(
      keyPath, ascending: ascending, comparison: isText ? .natural : .binary, nils: .last)
  }
}

extension [SortChoice] {
  /// Nearest first, then by name.
  public static let standard: [SortChoice] = [SortChoice(.distance), SortChoice(.name)]

  /// The sort descriptors of a request: these keys or the default ones, and the id last.
  public var descriptors: [FetchSortDescriptor] {
    let keys = isEmpty ? Self.standard : self
    return keys.map(\.descriptor) + [FetchSortDescriptor("id")]
  }
}
