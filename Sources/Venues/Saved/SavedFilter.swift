public import FetchKit
import Foundation

/// A saved filter: a template of fetch requests in the store.
public struct SavedFilter: Hashable, Sendable, Codable {
  public let name: String
  /// The predicate's format; it may have variables such as `$METERS`.
  public let predicate: String
  /// Keys such as `distance` or `-rating`; empty for the default order.
  public let sort: [String]
  /// The rest of the finder's view, such as its columns, as JSON; nil for a filter alone.
  public let view: String?

  /// Creates a filter for a predicate; nil matches everything.
  public init(name: String, predicate: FetchPredicate?, sort: [String] = [], view: String? = nil) {
    self.name = name
    self.view = view
    self.predicate = (predicate ?? .constant(true)).predicateFormat
    self.sort = sort
  }

  /// The names of the variables that need a value, without the sign, in order.
  public var variables: [String] {
    (try? template.variables.sorted()) ?? []
  }

  /// The template; throws if the predicate is invalid.
  public var template: FetchRequestTemplate {
    get throws {
      let order = sort.compactMap(SortChoice.init(text:))
      return FetchRequestTemplate(
        entityName: Venue.entity.name, predicate: try FetchPredicate(format: predicate),
        sortDescriptors: order.descriptors)
    }
  }
}

// MARK: - In the store

extension SavedFilter {
  private static let key = "filters"

  /// The filters of a store, by name.
  public static func all(in store: FetchStore) throws -> [SavedFilter] {
    try read(store.metadata(forKey: key))
  }

  /// Saves the filter, replacing one with the same name; returns whether there was one.
  @discardableResult
  public func save(in store: FetchStore) throws -> Bool {
    try store.write("Save a filter") { transaction in
      var filters = try Self.read(transaction.metadata(forKey: Self.key))
      let isReplacing = filters.contains { $0.name == name }
      filters.removeAll { $0.name == name }
      try Self.write(filters + [self], to: &transaction)
      return isReplacing
    }
  }

  /// Deletes the filter with a name; returns false if there is none.
  public static func delete(_ name: String, from store: FetchStore) throws -> Bool {
    try store.write("Delete a filter") { transaction in
      let filters = try read(transaction.metadata(forKey: key))
      let others = filters.filter { $0.name != name }
      guard others.count < filters.count else { return false }
      try write(others, to: &transaction)
      return true
    }
  }

  private static func read(_ text: String?) throws -> [SavedFilter] {
    guard let text else { return [] }
    do {
      return sorted(try JSONDecoder().decode([SavedFilter].self, from: Data(text.utf8)))
    } catch let error as DecodingError {
      throw SavedFilterError(error)
    }
  }

  private static func write(_ filters: [SavedFilter], to transaction: inout StoreTransaction)
    throws
  {
    let encoder = JSONEncoder()
    encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
    transaction.setMetadata(
      String(decoding: try encoder.encode(sorted(filters)), as: UTF8.self), forKey: key)
  }

  /// The filters in the natural order of their names: "F2" is before "F10".
  private static func sorted(_ filters: [SavedFilter]) -> [SavedFilter] {
    let keys = filters.map { FetchSortDescriptor.Comparison.natural.key(of: $0.name) }
    return zip(keys, filters).sorted { one, other in
      one.0 == other.0
        ? one.1.name < other.1.name : one.0.lexicographicallyPrecedes(other.0)
    }.map(\.1)
  }
}
