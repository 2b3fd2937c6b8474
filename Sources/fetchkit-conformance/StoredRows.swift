import FetchKit

/// The rows of a case in a store of their own.
struct StoredRows {
  static let entityName = "Row"

  let store: Store
  /// The rows as the store gives them back.
  let rows: [Value]

  /// Keys that the predicates name and no row has become columns, so that they are nil.
  init(_ rows: [JSON], for predicates: [FetchPredicate], keys: [String] = []) throws {
    var shape = RowShape()
    let values = try TypedValue.values(rows)
    for value in values { try shape.merge(row: value) }
    shape.add(keyPaths: Set(keys))
    for predicate in predicates { shape.add(keyPaths: KeyPaths.named(in: predicate)) }
    let accepting = try AttributeType.candidates.map { try Self.opened(shape, $0) }
    let best = accepting.first { entity in
      predicates.allSatisfy { (try? $0.check(for: entity)) != nil }
    }
    guard let entity = best ?? accepting.first else {
      throw CaseError("no store can hold the rows")
    }
    store = try Store(path: ":memory:", model: ManagedObjectModel(entities: [entity]))
    try store.write("Insert the rows") { transaction in
      for value in values { transaction.insert(value, into: entity) }
    }
    self.rows = try store.fetch(FetchRequest<Value>(entityName: Self.entityName))
  }

  /// The rows that fulfil a predicate; nil when the store cannot answer it.
  func matching(_ predicate: FetchPredicate) throws -> [Value]? {
    var request = FetchRequest<Value>(entityName: Self.entityName)
    request.predicate = predicate
    do {
      let found = try store.fetch(request)
      let count = try store.count(request)
      guard found.count == count else { throw CaseError("\(found.count) rows, counted \(count)") }
      return found
    } catch is FetchPredicateError {
      return nil
    } catch is StoreError {
      return nil
    }
  }

  private static func opened(_ shape: RowShape, _ type: AttributeType) throws -> EntityDescription {
    try shape.entity(named: entityName, unknown: type)
  }
}

extension AttributeType {
  /// The types that an attribute without any value may have, the likeliest first.
  fileprivate static let candidates: [AttributeType] = [.integer, .string, .date, .data]
}
