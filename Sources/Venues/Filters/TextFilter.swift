import FetchKit
import Foundation

/// The predicates of the filters with words.
enum TextFilter {
  private static let folded: TextOptions = [.caseInsensitive, .diacriticInsensitive]

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
      guard name.contains(">") else { return category("name", comparison, name) }
      let levels = name.split(separator: ">").map { $0.trimmingCharacters(in: .whitespaces) }
      let path = levels.filter { !$0.isEmpty }.joined(separator: " > ")
      return .any([category("path", .equal, path), category("path", .beginsWith, path + " > ")])
    }
  }

  private static func category(
    _ key: String, _ comparison: ComparisonOperator, _ text: String
  ) -> FetchPredicate {
    .comparison(
      .keyPath("categories.\(key)"), comparison, .constant(.string(text)), modifier: .any,
      options: folded)
  }

  /// The venue is in one of these cities; nil without names.
  static func cities(_ names: [String]) -> FetchPredicate? {
    any(names) { name, comparison in
      .comparison(
        .keyPath("location.city"), comparison, .constant(.string(name)), options: folded)
    }
  }

  /// One of the venue's neighborhoods is one of these; nil without names.
  ///
  /// Venues from before there was a list of neighborhoods, and edited ones, have theirs only in `location`.
  static func neighborhoods(_ names: [String]) -> FetchPredicate? {
    any(names) { name, comparison in
      .any([
        neighborhood(name, comparison),
        .comparison(
          .keyPath("neighborhoods"), comparison, .constant(.string(name)), modifier: .any,
          options: folded),
      ])
    }
  }

  /// The first neighborhood of the venue is one of these, as in filters that were saved by 0.1; nil without names.
  static func firstNeighborhoods(_ names: [String]) -> FetchPredicate? {
    any(names, neighborhood)
  }

  private static func neighborhood(_ name: String, _ comparison: ComparisonOperator)
    -> FetchPredicate
  {
    .comparison(
      .keyPath("location.neighborhood"), comparison, .constant(.string(name)), options: folded)
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
