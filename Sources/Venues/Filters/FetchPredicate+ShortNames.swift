public import FetchKit

extension FetchPredicate {
  /// The predicate with key paths for short names: sort words such as `tips` and JSON keys such as `city`.
  ///
  /// Names of attributes of the entity stay.
  public func expandingShortNames(in entity: EntityDescription = Venue.entity) -> FetchPredicate {
    replacingComparisons { $0.expandingShortNames(in: entity) }
  }

  /// Reads a condition on venues, which may have short names and variables.
  ///
  /// Throws a `FetchPredicateError` with the format for a caret, also for unknown keys and types.
  public static func venueTemplate(
    _ format: String
  ) throws(FetchPredicateError) -> FetchPredicate {
    do {
      let template = try FetchPredicate(format: format).expandingShortNames()
      try template.checkTemplate(for: Venue.entity)
      return template
    } catch {
      var error = error
      error.format = format
      throw error
    }
  }
}

/// A short name of an attribute in predicates.
public enum ShortName {
  /// The words that columns and sort orders have on the screen.
  public static let words = VenueSort.allCases.map(\.rawValue) + ["visitors"]

  /// The key path of a word; nil for other words, and for key paths.
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
    var copy = self
    copy.left = left.expandingShortNames(
      in: entity, asText: right.isText, isList: modifier != .direct)
    copy.right = right.expandingShortNames(in: entity, asText: left.isText)
    return copy
  }
}

extension FetchExpression {
  /// The expression with key paths for short names; `price` is the level, or its text.
  public func expandingShortNames(
    in entity: EntityDescription = Venue.entity, asText isText: Bool = false, isList: Bool = false
  ) -> FetchExpression {
    // Groups by price have its text only.
    let isText = isText || entity.attribute(forKeyPath: VenueField.tier.keyPath) == nil
    return replacingExpressions { expression in
      // `tips` is a number, but a list where elements are searched.
      if case .subquery(let collection, let variable, let predicate) = expression,
        case .keyPath(let keyPath, let position) = collection.expression,
        let list = entity.toMany.first(where: {
          ShortName.keyPath(of: $0.name, isText: false, isList: false) == keyPath
        })
      {
        return .subquery(
          .keyPath(list.name, at: position), variable: variable, predicate.predicate)
      }
      guard case .keyPath(let word, let position) = expression,
        entity.attribute(forKeyPath: word) == nil,
        let keyPath = ShortName.keyPath(of: word, isText: isText, isList: isList)
      else { return expression }
      return .keyPath(keyPath, at: position)
    }
  }

  /// Whether it is a string or a list of them.
  fileprivate var isText: Bool {
    switch constantValue {
    case .string: true
    case .list(let values): values.contains { if case .string = $0 { true } else { false } }
    default: false
    }
  }
}
