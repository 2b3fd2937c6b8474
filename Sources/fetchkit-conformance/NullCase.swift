import FetchKit

/// Which rows a predicate or an order chooses when values are missing: the same in both engines.
struct NullCase {
  private let json: JSON
  private let rows: [JSON]

  init(_ json: JSON, rows: [JSON]) {
    self.json = json
    self.rows = rows
  }

  func outcome() throws -> Outcome {
    let expected = (json["memory_ids"] ?? json["sqlite_ids"] ?? .null).description
    if let sort = json["sort"]?.text { return try sorted(by: sort, expected) }
    let predicate = try CasePredicate(json).bound()
    let chosen = try TypedValue.values(rows).filter { try predicate.evaluate(with: $0) }
    guard ids(chosen) == expected else { return .failed(got: ids(chosen), expected: expected) }
    guard let stored = try? StoredRows(rows, for: [predicate]),
      let found = try stored.matching(predicate)
    else { return .passedInMemory }
    guard ids(found) == expected else {
      return .failed(got: "\(ids(found)) from the store", expected: expected)
    }
    return .comparing(ids(try stored.rows.filter { try predicate.evaluate(with: $0) }), expected)
  }

  /// An order such as `n desc, m`.
  private func sorted(by sort: String, _ expected: String) throws -> Outcome {
    let descriptors = sort.split(separator: ",").map { term in
      let words = term.split(separator: " ")
      return FetchSortDescriptor(
        String(words.first ?? ""), ascending: words.dropFirst().first?.lowercased() != "desc")
    }
    var request = FetchRequest<Value>(entityName: StoredRows.entityName)
    request.sortDescriptors = descriptors
    return .comparing(ids(try StoredRows(rows, for: []).store.fetch(request)), expected)
  }

  private func ids(_ rows: [Value]) -> String {
    "[\(rows.map { ($0.value(forKeyPath: "id") ?? .null).shown }.joined(separator: ", "))]"
  }
}
