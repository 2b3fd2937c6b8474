import ArgumentParser
import FetchKit
import Foundation
import TerminalKit
import Venues

/// Shell completions of option values, some of them from the store.
enum StoredCompletion {
  /// Key paths of predicates.
  case keyPaths
  /// Sort keys.
  case sortKeys
  /// Comma-separated key paths of columns.
  case columns
  /// Comma-separated key paths with one value.
  case groupKeys
  /// `KEY=` of attributes that `set` can change.
  case assignments
  case savedFilters
  /// The values of an attribute, most frequent first.
  case values(of: String)
  case venueIDs

  private static let limit = 500

  /// Returns the completions of a word, without control characters: shells print them unchanged.
  func candidates(_ arguments: [String], _ word: String) -> [String] {
    all(arguments, word).filter { !$0.unicodeScalars.contains(where: \.isUnsafe) }
  }

  private func all(_ arguments: [String], _ word: String) -> [String] {
    switch self {
    case .keyPaths: Self.attributes + Self.lists
    case .sortKeys: Self.sortKeys(prefix: word.hasPrefix("-") ? "-" : "")
    case .columns: Self.list(of: Self.attributes + Self.lists, word)
    case .groupKeys: Self.list(of: Self.attributes, word)
    case .assignments:
      Venue.entity.attributes.filter { $0.derivation == nil && $0.keyPath != "id" }
        .map { $0.keyPath + "=" }
    case .savedFilters:
      (Self.store(arguments).flatMap { try? SavedFilter.all(in: $0) } ?? []).map(\.name)
    case .values(let keyPath): Self.store(arguments).map { Self.values(of: keyPath, in: $0) } ?? []
    case .venueIDs: Self.store(arguments).map { Self.ids(in: $0, word) } ?? []
    }
  }

  private static let attributes =
    Venue.entity.attributes.filter { $0.derivation == nil }.map(\.keyPath)

  private static let lists = ["categories.name", "tips.text"]

  private static func sortKeys(prefix sign: String) -> [String] {
    (VenueSort.allCases.map(\.rawValue) + attributes.filter { $0 != "name" && $0 != "rating" })
      .map { sign + $0 }
  }

  /// Returns completions of the last of several comma-separated keys.
  private static func list(of keys: [String], _ word: String) -> [String] {
    let before = word.split(separator: ",").dropLast(word.hasSuffix(",") ? 0 : 1)
    return keys.filter { !before.contains(Substring($0)) }
      .map { before.map { $0 + "," }.joined() + $0 }
  }

  /// Opens the store that the command line names, if it exists; completion never creates one.
  private static func store(_ arguments: [String]) -> FetchStore? {
    let named = arguments.indices.last { arguments[$0] == "--store" }
      .flatMap { arguments.dropFirst($0 + 1).first }
    let joined = arguments.last { $0.hasPrefix("--store=") }.map { String($0.dropFirst(8)) }
    let path = named ?? joined ?? PathTable().store
    guard FileManager.default.fileExists(atPath: path) else { return nil }
    return try? FetchStore(path: path, model: StoreAccess.model, connections: .one)
  }

  private static func values(of keyPath: String, in store: FetchStore) -> [String] {
    guard keyPath != "categories.name" else { return categories(in: store) }
    var request = FetchRequest<Venue>()
    request.propertiesToFetch = [.attribute(keyPath), .expression(.rowCount(name: "count"))]
    request.propertiesToGroupBy = [keyPath]
    request.sortDescriptors = [FetchSortDescriptor("count", ascending: false)]
    request.fetchLimit = limit
    let groups = (try? store.dictionaries(request)) ?? []
    return groups.compactMap { $0[keyPath]?.stringValue }
  }

  /// The category names of the first 20,000 venues.
  private static func categories(in store: FetchStore) -> [String] {
    var names: Set<String> = []
    var request = FetchRequest<Venue>()
    request.fetchLimit = 20_000
    try? store.forEachRow(request, of: ["categories.name"]) { row in
      guard case .list(let elements) = row[0] else { return true }
      for case .text(let name) in elements { names.insert(String(decoding: name, as: UTF8.self)) }
      return names.count < limit
    }
    return names.sorted()
  }

  private static func ids(in store: FetchStore, _ word: String) -> [String] {
    var request = FetchRequest<Venue>()
    request.predicate = .comparison(.keyPath("id"), .beginsWith, .constant(.string(word)))
    request.sortDescriptors = [FetchSortDescriptor("id")]
    request.propertiesToFetch = ["id"]
    request.fetchLimit = 100
    return ((try? store.dictionaries(request)) ?? []).compactMap { $0["id"]?.stringValue }
  }
}

extension CompletionKind {
  /// Completions that `boba` computes when the user presses Tab.
  static func stored(_ completion: StoredCompletion) -> CompletionKind {
    .custom { arguments, _, word in completion.candidates(arguments, word) }
  }
}
