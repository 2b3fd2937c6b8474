import FetchKit
import Foundation

/// The predicates of the filters with words.
enum TextFilter {
  /// Every word is in the searched text; nil without words.
  static func search(_ text: String) -> FetchPredicate? {
    let words = text.split(whereSeparator: \.isWhitespace)
    guard !words.isEmpty else { return nil }
    return .all(words.map { contains(String($0).foldedForSearch) })
  }

  /// A folded text is part of the searched text.
  static func contains(_ text: String) -> FetchPredicate {
    .comparison(.keyPath("searchText"), .contains, .constant(.string(text)))
  }

  /// The venue has one of these categories; nil without names.
  ///
  /// A name with `>` is a path of levels, which includes all categories below it.
  static func categories(_ names: [String]) -> FetchPredicate? {
    any(names) { name, comparison in
      guard name.contains(">") else { return folded(any: "categories.name", comparison, name) }
      let levels = name.split(separator: ">").map { $0.trimmingCharacters(in: .whitespaces) }
      let path = levels.filter { !$0.isEmpty }.joined(separator: CategoryTree.separator)
      return .any([
        folded(any: "categories.path", .equal, path),
        folded(any: "categories.path", .beginsWith, path + CategoryTree.separator),
      ])
    }
  }

  /// The venue is in one of these cities; nil without names.
  static func cities(_ names: [String]) -> FetchPredicate? {
    any(names) { folded("location.city", $1, $0) }
  }

  /// One of the venue's neighborhoods is one of these; nil without names.
  ///
  /// Venues from before there was a list of neighborhoods, and edited ones, have theirs only in `location`.
  static func neighborhoods(_ names: [String]) -> FetchPredicate? {
    any(names) { name, comparison in
      .any([
        folded("location.neighborhood", comparison, name),
        folded(any: "neighborhoods", comparison, name),
      ])
    }
  }

  /// The first neighborhood of the venue is one of these, as in filters that were saved by 0.1; nil without names.
  static func firstNeighborhoods(_ names: [String]) -> FetchPredicate? {
    any(names) { folded("location.neighborhood", $1, $0) }
  }

  /// Compares a value with a text regardless of case and diacritics.
  private static func folded(
    _ keyPath: String, _ comparison: ComparisonOperator, _ text: String,
    modifier: ComparisonModifier = .direct
  ) -> FetchPredicate {
    .comparison(
      .keyPath(keyPath), comparison, .constant(.string(text)), modifier: modifier,
      options: [.caseInsensitive, .diacriticInsensitive])
  }

  /// Compares the values at a key path with a text, of which one must match.
  private static func folded(
    any keyPath: String, _ comparison: ComparisonOperator, _ text: String
  ) -> FetchPredicate {
    folded(keyPath, comparison, text, modifier: .any)
  }

  private static func any(
    _ names: [String], _ predicate: (String, ComparisonOperator) -> FetchPredicate
  ) -> FetchPredicate? {
    guard !names.isEmpty else { return nil }
    return .any(
      names.map { name in
        guard name.hasSuffix("*") else { return predicate(name, .equal) }
        // No text begins with an empty one.
        return name == "*"
          ? predicate(name, .like) : predicate(String(name.dropLast()), .beginsWith)
      })
  }
}
