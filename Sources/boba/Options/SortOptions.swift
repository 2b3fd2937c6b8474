import ArgumentParser
import Venues

/// In what order.
struct SortOptions: ParsableArguments {
  @Option(
    name: .long, parsing: .unconditionalSingleValue,
    help: ArgumentHelp(
      "A key path, or name, distance, price, rating, tips, checkins, deals; '-' before it turns it round. Several count in turn.",
      valueName: "key"),
    completion: .stored(.sortKeys))
  var sort: [String] = []

  /// The keys; throws for one that venues cannot be sorted by.
  func keys() throws -> [SortChoice] {
    try sort.map { text in
      guard let key = SortChoice(text: text) else { throw Self.unknown(text) }
      return key
    }
  }

  private static func unknown(_ text: String) -> Failure {
    let word = text.hasPrefix("-") ? String(text.dropFirst()) : text
    return KeyList.refusal(of: word, "venues cannot be sorted by '\(word)'")
  }
}
