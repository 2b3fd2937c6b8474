import FetchKit

/// A predicate over the rows of a dataset.
struct FilterCase {
  private let predicate: CasePredicate
  private let rows: [JSON]
  private let expected: JSON

  init(_ json: JSON, rows: [JSON]) throws(CaseError) {
    predicate = try CasePredicate(json)
    self.rows = rows
    expected = json["expect"] ?? .null
    let checks: Set<String> = ["count", "values", "not_count", "error"]
    guard expected.keys.isSubset(of: checks.union(["key"])), !expected.keys.isDisjoint(with: checks)
    else { throw CaseError("there is no such expectation: \(expected)") }
    for key in ["count", "not_count"] { _ = try expected.member(key, \.integer) }
    _ = try expected.member("values", \.elements)
    _ = try expected.member("key", \.text)
  }

  func outcome() throws -> Outcome {
    let parsed: FetchPredicate
    do {
      parsed = try predicate.bound()
    } catch {
      return .comparing("error: \(error.stage)", "error: \(expected["error"]?.text ?? "none")")
    }
    let values = try TypedValue.values(rows)
    if let failure = try difference(chosen(parsed, of: values), "memory") { return failure }
    if let failure = notCountDifference(values, parsed) { return failure }
    guard let stored = try? StoredRows(rows, for: [parsed]), let found = try stored.matching(parsed)
    else {
      return .passedInMemory
    }
    if let failure = try difference(found, "the store") { return failure }
    if let failure = try difference(chosen(parsed, of: stored.rows), "rows of the store") {
      return failure
    }
    guard let rest = try stored.matching(.not(parsed)) else { return .passedInMemory }
    return notCountDifference(rest.count, "the store") ?? .passed
  }

  private func chosen(_ predicate: FetchPredicate, of values: [FetchValue]) -> [FetchValue]? {
    try? values.filter { try self.predicate.evaluate(predicate, with: $0) }
  }

  /// Returns a failure if the matching rows differ from the expected ones; nil rows mean an error.
  private func difference(_ chosen: [FetchValue]?, _ engine: String) throws -> Outcome? {
    guard let chosen else {
      return expected["error"] == nil
        ? .failed(got: "an error from \(engine)", expected: "\(expected)") : nil
    }
    if let count = expected["count"]?.integer, count != chosen.count {
      return .failed(got: "\(chosen.count) from \(engine)", expected: "\(count)")
    }
    guard let list = expected["values"]?.elements else { return nil }
    let values = try TypedValue.values(list)
    let key = expected["key"]?.text
    let got = chosen.map { row in key.map { row.value(forKeyPath: $0) ?? .null } ?? row }
    guard !Expectation.isSameSet(got, values) else { return nil }
    return .failed(
      got: "\(FetchValue.list(got).shown) from \(engine)", expected: FetchValue.list(values).shown)
  }

  private func notCountDifference(_ values: [FetchValue], _ parsed: FetchPredicate) -> Outcome? {
    guard expected["not_count"] != nil else { return nil }
    return notCountDifference(chosen(.not(parsed), of: values)?.count ?? -1, "memory")
  }

  private func notCountDifference(_ count: Int, _ engine: String) -> Outcome? {
    guard let expected = expected["not_count"]?.integer, expected != count else { return nil }
    return .failed(got: "\(count) from \(engine) for NOT", expected: "\(expected)")
  }
}

/// A predicate or a sort order on rows with nil values.
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

  /// Checks a sort order such as `n desc, m`.
  private func sorted(by sort: String, _ expected: String) throws -> Outcome {
    let descriptors = sort.split(separator: ",").map { term in
      let words = term.split(separator: " ")
      return FetchSortDescriptor(
        String(words.first ?? ""), ascending: words.dropFirst().first?.lowercased() != "desc")
    }
    var request = FetchRequest<FetchValue>(entityName: StoredRows.entityName)
    request.sortDescriptors = descriptors
    return .comparing(ids(try StoredRows(rows, for: []).store.fetch(request)), expected)
  }

  private func ids(_ rows: [FetchValue]) -> String {
    "[\(rows.map { ($0.value(forKeyPath: "id") ?? .null).shown }.joined(separator: ", "))]"
  }
}
