import ArgumentParser
import FetchKit
import Venues

/// The options for the order of venues.
struct SortOptions: ParsableArguments {
  @Option(
    """
    Key path, or \(VenueSort.names). \
    Prefix '-' to reverse; repeat for tie-breakers.
    """, value: "key", completion: .stored(.sortKeys))
  var sort: [String] = []

  /// The sort keys; throws for one that is not an attribute.
  func keys() throws -> [SortChoice] {
    try sort.map { text in
      guard let key = SortChoice(text: text) else {
        let word = text.hasPrefix("-") ? String(text.dropFirst()) : text
        throw KeyList.error(for: word, "cannot sort by '\(word)'")
      }
      return key
    }
  }
}

/// Keys of venues in option values.
enum KeyList {
  /// The keys between commas outside of parentheses, including empty ones, which are refused later.
  static func keys(_ text: String) -> [String] {
    var keys = [""]
    var depth = 0
    for character in text {
      depth += character == "(" ? 1 : character == ")" ? -1 : 0
      if character == ",", depth <= 0 {
        keys.append("")
      } else {
        keys[keys.count - 1].append(character)
      }
    }
    return keys
  }

  /// The field that a word names; `price` is shown as `$` to `$$$$`.
  static func field(_ word: String) -> VenueField? {
    word.lowercased() == VenueSort.price.rawValue ? .priceCategory : VenueField(word: word)
  }

  private static let valid = VenueField.all.filter(\.isAttribute).map(\.key)

  /// An error about an invalid key, with the reason, the nearest valid key or all of them.
  static func error(for key: String, _ problem: String) -> Failure {
    guard !Venue.entity.keyPaths.contains(key) else {
      let isDerived = Venue.entity.attribute(forKeyPath: key) != nil
      return .usage("\(problem): it \(isDerived ? "is for searches only" : "has many values")")
    }
    if let nearest = Venue.entity.nearestAttribute(to: key) {
      return .usage("\(problem), did you mean '\(nearest)'?")
    }
    return Failure(.usage, "\(problem)", hint: "valid: \(valid.joined(separator: ", "))")
  }

  /// Throws for the first text that occurs twice.
  static func checkRepetition(_ texts: [String], _ message: (String) -> String) throws {
    for (index, text) in texts.enumerated() where texts[..<index].contains(text) {
      throw Failure.usage(message(text))
    }
  }
}

extension VenueSort {
  /// The short names, such as "name, distance or price".
  fileprivate static var names: String {
    let names = allCases.map(\.rawValue)
    return names.dropLast().joined(separator: ", ") + " or " + (names.last ?? "")
  }
}
