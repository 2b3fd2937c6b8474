package import FetchKit

/// A fuzzy search: for each typed word, the words of venues that resemble it.
public struct SimilarWords: Hashable, Sendable, Codable {
  /// For each typed word, the words by their number of typing errors, from none.
  public var words: [[[String]]]

  public init(_ words: [[[String]]]) { self.words = words }

  /// The computed attribute with the typing errors of a venue.
  public static let keyPath = "typingErrors"

  /// The words that venues are searched for, each once.
  public var all: [String] { words.flatMap(\.self).flatMap(\.self) }

  /// Every typed word, or one that resembles it, is in the searched text.
  var predicate: FetchPredicate {
    .all(words.map { tiers in Self.contains(anyOf: tiers.flatMap(\.self)) })
  }

  /// The computed attribute, by which the best matches come first.
  package var attribute: AttributeDescription {
    AttributeDescription(Self.keyPath, .integer, computed: errors)
  }

  /// The order of the best matches.
  package static let descriptor = FetchSortDescriptor(keyPath)

  /// The fewest typing errors of each word, added up.
  private var errors: FetchExpression {
    var numbers = words.map { tiers in
      tiers.indices.dropLast().reversed().reduce(Self.number(tiers.count - 1)) { rest, errors in
        guard !tiers[errors].isEmpty else { return rest }
        return .conditional(Self.contains(anyOf: tiers[errors]), Self.number(errors), rest)
      }
    }
    // Sums of sums: one number after the other would nest too deep.
    while numbers.count > 1 {
      numbers = stride(from: 0, to: numbers.count, by: 2).map {
        $0 + 1 < numbers.count ? .function(.add, [numbers[$0], numbers[$0 + 1]]) : numbers[$0]
      }
    }
    return numbers.first ?? Self.number(0)
  }

  private static func number(_ errors: Int) -> FetchExpression {
    .constant(.integer(Int64(errors)))
  }

  private static func contains(anyOf words: [String]) -> FetchPredicate {
    .any(words.map(TextFilter.contains))
  }
}
