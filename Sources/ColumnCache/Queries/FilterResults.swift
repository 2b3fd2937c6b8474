internal import FetchKit

/// The rows of recent comparisons and searches, until the table changes.
///
/// `@unchecked Sendable`: used only by whoever holds the lock of the `ColumnAccelerator`.
final class FilterResults: @unchecked Sendable {
  /// A predicate that only SQLite can evaluate.
  struct MissingRows: Error { let predicate: FetchPredicate }

  private struct Key: Hashable {
    let columnID: String
    let predicate: FetchPredicate
  }

  private var comparisons = RecentValues<Key, Bitmap>(capacity: capacity)
  private var searches = RecentValues<String, Bitmap>(capacity: capacity)
  private var columnIDs: [String: String] = [:]
  private var entity: EntityDescription?
  /// The columns that a request needed and the table did not have.
  private var missingColumns: Set<String> = []

  /// The number of results of each kind; each takes 125 kB for a million rows.
  private static let capacity = 40

  func miss(_ columnID: String) { missingColumns.insert(columnID) }

  /// Returns the columns that were missing since the last call.
  func takeMissingColumns() -> Set<String> {
    defer { missingColumns = [] }
    return missingColumns
  }

  func removeAll() {
    comparisons.removeAll()
    searches.removeAll()
  }

  /// The id of the column of a key path; nil for one that cannot be cached.
  func columnID(of keyPath: String, _ entity: EntityDescription) -> String? {
    if self.entity != entity { (columnIDs, self.entity) = ([:], entity) }
    if let id = columnIDs[keyPath] { return id }
    let id = ColumnSource(keyPath, of: entity)?.id
    columnIDs[keyPath] = id
    return id
  }

  func rows(of predicate: FetchPredicate, in columnID: String, _ find: () -> Bitmap?) -> Bitmap? {
    let key = Key(columnID: columnID, predicate: predicate)
    if let rows = comparisons[key] { return rows }
    let rows = find()
    comparisons[key] = rows
    return rows
  }

  /// The rows that SQLite found for a predicate; throws `MissingRows` before it has.
  func rows(matching predicate: FetchPredicate, _ entity: EntityDescription) throws -> Bitmap {
    guard let rows = searches[try StoreSnapshot.predicateID(predicate, of: entity)] else {
      throw MissingRows(predicate: predicate)
    }
    return rows
  }

  func keep(_ rows: Bitmap, of predicate: FetchPredicate, _ entity: EntityDescription) throws {
    searches[try StoreSnapshot.predicateID(predicate, of: entity)] = rows
  }
}

/// Values by key, of which the least recently used ones are dropped.
struct RecentValues<Key: Hashable, Value> {
  let capacity: Int
  /// The values used since older ones were dropped.
  private var newer: [Key: Value] = [:]
  /// Those that are dropped next, unless they are used again.
  private var older: [Key: Value] = [:]

  init(capacity: Int) { self.capacity = capacity }

  subscript(key: Key) -> Value? {
    mutating get {
      if let value = newer[key] { return value }
      guard let value = older.removeValue(forKey: key) else { return nil }
      insert(value, key)
      return value
    }
    set {
      older[key] = nil
      newer[key] = nil
      if let newValue { insert(newValue, key) }
    }
  }

  private mutating func insert(_ value: Value, _ key: Key) {
    if newer.count >= capacity / 2 { (newer, older) = ([:], newer) }
    newer[key] = value
  }

  mutating func removeAll() { (newer, older) = ([:], [:]) }
}
