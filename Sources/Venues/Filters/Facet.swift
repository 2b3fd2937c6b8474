import FetchKit

/// An attribute whose values are names to choose from.
public enum Facet: Hashable, Sendable, CaseIterable {
  case category
  case city
  case neighborhood

  var keyPath: String {
    switch self {
    case .category: "category.name"
    case .city: "location.city"
    case .neighborhood: "location.neighborhood"
    }
  }

  /// The list that has further values of a venue; nil for none.
  var list: String? { self == .neighborhood ? "neighborhoods" : nil }

  /// The predicate of venues with one of the names; nil without names.
  func predicate(_ names: [String]) -> FetchPredicate? {
    switch self {
    case .category: TextFilter.categories(names)
    case .city: TextFilter.cities(names)
    case .neighborhood: TextFilter.neighborhoods(names)
    }
  }

  fileprivate var choices: WritableKeyPath<FilterChoices, [String]> {
    switch self {
    case .category: \.categories
    case .city: \.cities
    case .neighborhood: \.neighborhoods
    }
  }
}

extension FilterChoices {
  /// The chosen names.
  public subscript(_ facet: Facet) -> [String] {
    get { self[keyPath: facet.choices] }
    set { self[keyPath: facet.choices] = newValue }
  }

  /// Adds a name or removes it. An added category replaces the chosen ones above and below it.
  public mutating func toggle(_ name: String, of facet: Facet) {
    if let index = self[facet].firstIndex(of: name) {
      self[facet].remove(at: index)
      return
    }
    if facet == .category, name.contains(">") {
      self[facet].removeAll { Self.contains($0, name) || Self.contains(name, $0) }
    }
    self[facet].append(name)
  }

  /// Whether a category is above another one.
  private static func contains(_ path: String, _ other: String) -> Bool {
    guard path.contains(">") else { return false }
    let path = path.hasSuffix(" >") ? String(path.dropLast(2)) : path
    return other.hasPrefix(path + CategoryTree.separator)
  }
}
