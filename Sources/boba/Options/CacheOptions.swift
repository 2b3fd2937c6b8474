import ArgumentParser
import ColumnCache
import FetchKit
import Venues

/// The option of commands that the column cache can answer.
struct CacheOptions: ParsableArguments {
  @Flag(name: .long, help: "Query SQLite without the column cache.") var noCache = false

  /// A store with fewer venues has no column cache.
  private static let minimumCount = 50_000

  /// Opens the column cache of a store for a query that uses some key paths.
  func open(for query: VenueQuery, using keyPaths: Set<String>) -> CacheState {
    guard !noCache, let columns = query.store.accelerator as? ColumnAccelerator else {
      return .disabled
    }
    let cached = Set(Venue.cachedKeyPaths + ["id", "name"])
    if let first = keyPaths.subtracting(cached).min() { return .lacks(first) }
    let configuration = AcceleratorConfiguration(
      query.entity, Venue.cachedKeyPaths, order: [SortChoice(.name)].descriptors,
      keepsFile: true, isLazy: true)
    do {
      switch try columns.openFile(
        configuration, of: query.store, minimumCount: Self.minimumCount)
      {
      case nil: return .current
      case .fewRows: return .small(Self.minimumCount)
      case .readOnlyStore: return .readOnly
      case .unsupportedValue: return .unsupported
      }
    } catch {
      // SQLite reports the fault when it answers.
      return .unreadable
    }
  }
}

/// Whether the column cache can answer a query, or why not.
enum CacheState {
  case current
  case disabled
  case lacks(String)
  case readOnly
  case small(Int)
  case unreadable
  case unsupported

  /// The reason that the column cache is used.
  var use: String { "the column cache is current" }

  /// The reason that SQLite is queried.
  var reason: String {
    switch self {
    case .current: "the column cache does not support this query"
    case .disabled: "the column cache is disabled"
    case .lacks(let keyPath): "the column cache does not include \(keyPath)"
    case .readOnly: "the store has no current column cache and cannot be changed"
    case .small(let count): "the store has fewer than \(count) venues"
    case .unreadable: "the column cache could not be read"
    case .unsupported:
      "the column cache cannot hold a value of the store, such as a whole number beyond 32 bits"
    }
  }
}
