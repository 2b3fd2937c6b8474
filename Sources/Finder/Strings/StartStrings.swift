/// The words for the beginning and the end.
protocol StartStrings {
  /// What is said where letters narrow a list of lines.
  var typeToFind: String { get }
  /// Says that the list is as it was the last time, and which key clears the filter; nil without one.
  func asYouLeftIt(_ key: String?) -> String
  /// What a newcomer should know, by the keys that filter, search and help; nil for what is known.
  func firstHints(filter: String?, search: String?, help: String?) -> String
  var storeIsGone: String { get }
  var storeWasReplaced: String { get }
  /// Before the bands of distances.
  var distances: String { get }
}

extension English {
  var typeToFind: String { "type to find" }

  func asYouLeftIt(_ key: String?) -> String {
    key.map { "as you left it; \($0) clears" } ?? "as you left it"
  }

  func firstHints(filter: String?, search: String?, help: String?) -> String {
    [
      filter.map { "\($0) filters" }, search.map { "\($0) searches" },
      help.map { "\($0) tells all keys" },
    ].compactMap(\.self).joined(separator: ", ")
  }

  var storeIsGone: String { "The store's file is gone: nothing can be changed" }
  var storeWasReplaced: String { "Another program replaced the store: opened the new one" }
  var distances: String { "distances" }
}
