import FetchKit
import Venues

/// Keys of venues as options name them.
enum KeyList {
  /// The keys between commas; an empty one stays, for somebody to refuse.
  static func keys(_ text: String) -> [String] {
    text.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
  }

  /// Why a key cannot be used: what is wrong, and what was likely meant.
  static func refusal(of key: String, _ problem: String) -> Failure {
    guard !Venue.entity.keyPaths.contains(key) else {
      return .usage("\(problem), which has many values")
    }
    let hint = Venue.entity.nearestAttribute(to: key).map { ", did you mean '\($0)'?" } ?? ""
    return .usage(problem + hint)
  }

  /// Throws for the first text that stands twice.
  static func checkRepetition(_ texts: [String], _ message: (String) -> String) throws {
    for (index, text) in texts.enumerated() where texts[..<index].contains(text) {
      throw Failure.usage(message(text))
    }
  }
}
