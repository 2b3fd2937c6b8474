import FetchKit

/// The predicates of the filters that take words.
enum TextFilter {
  private static let folded: TextOptions = [.caseInsensitive, .diacriticInsensitive]

  /// Every word is somewhere in what a search looks through; nil when there is no word.
  static func search(_ text: String) -> FetchPredicate? {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard !words.isEmpty else { return nil }
    return .all(
      words.map {
        .comparison(
          .keyPath("searchText"), .contains, .constant(.string(String($0).foldedForSearch)))
      })
  }

  /// One of the names is that of one of the place's categories; nil when there are no names.
  static func categories(_ names: [String]) -> FetchPredicate? {
    any(names) { name, comparison in
      .comparison(
        .keyPath("categories.name"), comparison, .constant(.string(name)), modifier: .any,
        options: folded)
    }
  }

  /// One of the names is that of the place's city; nil when there are no names.
  static func cities(_ names: [String]) -> FetchPredicate? {
    any(names) { name, comparison in
      .comparison(
        .keyPath("location.city"), comparison, .constant(.string(name)), options: folded)
    }
  }

  private static func any(
    _ names: [String], _ predicate: (String, ComparisonOperator) -> FetchPredicate
  ) -> FetchPredicate? {
    guard !names.isEmpty else { return nil }
    return .any(
      names.map { name in
        name.hasSuffix("*")
          ? predicate(String(name.dropLast()), .beginsWith) : predicate(name, .equal)
      })
  }
}
