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

  /// Enough for the filter screen in a tall terminal; each takes 125 kB for a million rows.
  private var comparisons = LRUCache<Key, Bitmap>(capacity: 100)
  private var searches = LRUCache<String, Bitmap>(capacity: 40)
  private var columnIDs: [String: String] = [:]
  private var entity: EntityDescription?
  /// The columns that a request needed and the table did not have.
  private var missingColumns: Set<String> = []

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

/// A cache that evicts the least recently used value.
struct LRUCache<Key: Hashable, Value> {
  let capacity: Int
  private var entries: [Key: (value: Value, lastUse: Int)] = [:]
  private var uses = 0

  init(capacity: Int) { self.capacity = capacity }

  subscript(key: Key) -> Value? {
    mutating get {
      guard let index = entries.index(forKey: key) else { return nil }
      uses += 1
      entries.values[index].lastUse = uses
      return entries.values[index].value
    }
    set {
      entries[key] = nil
      guard let newValue else { return }
      if entries.count >= capacity {
        entries.min { $0.value.lastUse < $1.value.lastUse }.map { entries[$0.key] = nil }
      }
      uses += 1
      entries[key] = (newValue, uses)
    }
  }

  mutating func removeAll() { entries = [:] }
}
