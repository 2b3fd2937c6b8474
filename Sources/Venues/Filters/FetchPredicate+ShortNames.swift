public import FetchKit

extension FetchPredicate {
  /// The predicate with key paths for short names: sort words such as `tips` and JSON keys such as `city`.
  ///
  /// Names of attributes of the entity stay.
  public func expandingShortNames(in entity: EntityDescription = Venue.entity) -> FetchPredicate {
    switch self {
    case .constant: self
    case .comparison(let comparison): .comparison(comparison.expandingShortNames(in: entity))
    case .and(let parts): .and(parts.map { $0.expandingShortNames(in: entity) })
    case .or(let parts): .or(parts.map { $0.expandingShortNames(in: entity) })
    case .not(let inner): .not(inner.predicate.expandingShortNames(in: entity))
    }
  }
}

/// A short name of an attribute in predicates.
public enum ShortName {
  /// The words that columns and sort orders have on the screen.
  public static let words = VenueSort.allCases.map(\.rawValue) + ["visitors"]

  /// The key path of a word; nil if it is none, or a key path already.
  fileprivate static func keyPath(of word: String, isText: Bool, isList: Bool) -> String? {
    if isList { return VenueField(key: word).flatMap { $0.isList ? $0.keyPath : nil } }
    switch word {
    case "visitors": return VenueField.usersCount.keyPath
    case "price" where isText: return VenueField.priceCategory.keyPath
    default: return VenueSort(rawValue: word)?.keyPath ?? VenueField(key: word)?.keyPath
    }
  }
}

extension VenueField {
  /// Whether it has many values.
  fileprivate var isList: Bool { self == .categories || self == .tips }
}

extension ComparisonPredicate {
  fileprivate func expandingShortNames(in entity: EntityDescription) -> ComparisonPredicate {
    func expanded(_ side: FetchExpression, as other: FetchExpression, isList: Bool)
      -> FetchExpression
    {
      side.mapKeyPaths { word in
        entity.attribute(forKeyPath: word) == nil
          ? ShortName.keyPath(of: word, isText: other.isText, isList: isList) : nil
      }
    }
    var copy = self
    copy.left = expanded(left, as: right, isList: modifier != .direct)
    copy.right = expanded(right, as: left, isList: false)
    return copy
  }
}

extension FetchExpression {
  /// Whether it is a string or a list of them.
  fileprivate var isText: Bool {
    switch constantValue {
    case .string: true
    case .list(let values): values.contains { if case .string = $0 { true } else { false } }
    default: false
    }
  }

  /// Replaces key paths, except those of the elements of subqueries, which have names of their own.
  fileprivate func mapKeyPaths(_ transform: (String) -> String?) -> FetchExpression {
    switch self {
    case .keyPath(let word, let position):
      transform(word).map { .keyPath($0, at: position) } ?? self
    case .function(let function, let parts):
      .function(function, parts.map { $0.mapKeyPaths(transform) })
    case .aggregate(let parts): .aggregate(parts.map { $0.mapKeyPaths(transform) })
    case .constant, .evaluatedObject, .variable, .subquery, .conditional, .setOperation, .step,
      .element, .assignment, .anyKey:
      self
    }
  }
}
