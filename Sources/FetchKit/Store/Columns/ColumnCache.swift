/// Rows that comparisons and searches gave, for as long as nothing changes in the store.
///
/// `@unchecked Sendable`: only one thread at a time uses it, whoever holds the lock of the `ColumnMemory`.
final class ColumnCache: @unchecked Sendable {
  private struct Held: Hashable {
    let column: String
    let comparison: ComparisonPredicate
  }

  private var held: [Held: RowBits] = [:]
  private var searches: [SQLFragment: RowBits] = [:]
  private var keys: [String: String] = [:]
  private var keysEntity: EntityDescription?

  /// How many answers are kept; a million rows are 125 kB.
  private static let capacity = 40

  /// Forgets all answers.
  func removeAll() {
    held = [:]
    searches = [:]
  }

  /// The key of a key path's column.
  func key(of keyPath: String, _ entity: EntityDescription) -> String? {
    if keysEntity != entity { (keys, keysEntity) = ([:], entity) }
    if let key = keys[keyPath] { return key }
    let key = ColumnSource(keyPath, of: entity)?.key
    keys[keyPath] = key
    return key
  }

  func rows(of comparison: ComparisonPredicate, in column: String, _ find: () -> RowBits?)
    -> RowBits?
  {
    let question = Held(column: column, comparison: comparison)
    if let rows = held[question] { return rows }
    let rows = find()
    if held.count >= Self.capacity { held = [:] }
    held[question] = rows
    return rows
  }

  func rows(
    ofSearch predicate: FetchPredicate, _ entity: EntityDescription, _ find: () throws -> RowBits
  ) throws -> RowBits {
    let question = try PredicateCompiler(entity: entity).filter(predicate)
    if let rows = searches[question] { return rows }
    let rows = try find()
    if searches.count >= Self.capacity { searches = [:] }
    searches[question] = rows
    return rows
  }
}
