import FetchKit

extension Venue {
  /// What a search looks through.
  static let searchedKeyPaths = [
    "name", "categories.name", "location.address", "location.crossStreet", "location.city",
  ]

  /// The texts that a search looks through, case and diacritics folded, one a line.
  public var searchText: String? {
    Derivation.foldedTexts(of: Self.searchedKeyPaths).value(for: self).stringValue
  }
}
