import FetchKit

/// A fetch request over the rows of a dataset.
struct FetchCase {
  private let json: JSON
  private let stored: StoredRows

  init(_ json: JSON, rows: [JSON]) throws {
    self.json = json
    stored = try StoredRows(rows, for: [])
  }

  func outcome() throws -> Outcome {
    let expected = json["expect"] ?? .null
    let got: FetchValue
    do {
      got = try result()
    } catch let error as FetchPredicateError {
      return expected["error"] != nil
        ? .passed : .failed(got: "error: \(error)", expected: "\(expected)")
    } catch let error as StoreError {
      return expected["error"] != nil
        ? .passed : .failed(got: "error: \(error)", expected: "\(expected)")
    }
    guard expected["error"] == nil else { return .failed(got: got.shown, expected: "\(expected)") }
    let value = try TypedValue.value(expected)
    let isSame =
      if json["unordered"]?.flag == true, case .list(let first) = got,
        case .list(let second) = value
      {
        Expectation.isSameSet(first, second)
      } else {
        Expectation.isSame(got, value)
      }
    return isSame ? .passed : .failed(got: got.shown, expected: value.shown)
  }

  private func result() throws -> FetchValue {
    let request = try request()
    switch json["result"]?.text {
    case "dictionary", "dictionaries": return try .list(dictionaries(request))
    case "value": return try values(request).first ?? .null
    case "values": return try .list(values(request))
    case "count": return .integer(Int64(try stored.store.count(request)))
    case "objectID", "objectIDs", "ids":
      return .list(try stored.store.objectIDs(request).map { .integer($0.rowID) })
    case "object", "objects":
      let objects = try stored.store.fetch(request)
      guard let key = json["key"]?.text else { return .list(objects) }
      return .list(objects.map { $0.value(forKeyPath: key) ?? .null })
    default: throw CaseError("there is no such kind of result")
    }
  }

  /// Returns the values for `key`, otherwise whole dictionaries.
  private func dictionaries(_ request: FetchRequest<FetchValue>) throws -> [FetchValue] {
    let found = try stored.store.dictionaries(request)
    guard let key = json["key"]?.text else { return found.map(FetchValue.object) }
    return found.map { $0[key] ?? .null }
  }

  /// The values of the first property.
  private func values(_ request: FetchRequest<FetchValue>) throws -> [FetchValue] {
    guard let name = request.propertiesToFetch?.first?.name else {
      throw CaseError("a value needs a property")
    }
    return try stored.store.dictionaries(request).map { $0[name] ?? .null }
  }
}

// MARK: - The request

extension FetchCase {
  private func request() throws -> FetchRequest<FetchValue> {
    var request = FetchRequest<FetchValue>(entityName: StoredRows.entityName)
    if json["predicate"]?.text != nil {
      request.predicate = try CasePredicate(json, key: "predicate").bound()
    }
    request.sortDescriptors = try (json["sort"]?.elements ?? []).map(Self.sortDescriptor)
    request.fetchOffset = json["offset"]?.integer ?? 0
    request.fetchLimit = json["limit"]?.integer ?? 0
    request.returnsDistinctResults = json["distinct"]?.flag ?? false
    request.propertiesToFetch = try json["properties"]?.elements?.map(property)
    let groups = json["group_by"] ?? json["groupBy"] ?? json["group"]
    request.propertiesToGroupBy =
      groups?.elements?.compactMap(\.text) ?? groups?.text.map { [$0] } ?? []
    if json["having"]?.text != nil {
      request.havingPredicate = try CasePredicate(json, key: "having").bound()
    }
    return request
  }

  /// Creates a sort descriptor from `[key, ascending]` or `[key, ascending, comparison]`.
  static func sortDescriptor(_ json: JSON) throws(CaseError) -> FetchSortDescriptor {
    guard let parts = json.elements, let key = parts.first?.text else {
      throw CaseError("a sort descriptor is [key, ascending]")
    }
    let comparison = parts.dropFirst(2).first?.text.map(comparison)
    return FetchSortDescriptor(
      key, ascending: parts.dropFirst().first?.flag ?? true, comparison: comparison ?? .binary)
  }

  /// Returns a comparison by name or by selector, such as `localizedStandardCompare:`.
  private static func comparison(_ name: String) -> FetchSortDescriptor.Comparison {
    let lowered = name.lowercased()
    if lowered.contains("natural") || lowered.contains("standard") { return .natural }
    return lowered.contains("insensitive") ? .caseInsensitive : .binary
  }

  private func property(_ json: JSON) throws -> FetchProperty {
    if let keyPath = json.text { return .attribute(keyPath) }
    guard let name = json["name"]?.text else { throw CaseError("a property has a name") }
    let type = ["type", "resultType", "result_type", "expressionResultType", "as"]
      .compactMap { json[$0]?.text }.first.flatMap(resultType)
    return .expression(
      ExpressionDescription(name: name, expression: try expression(json), resultType: type))
  }

  private func expression(_ json: JSON) throws -> FetchExpression {
    if let format = (json["format"] ?? json["expression"])?.text {
      return try FetchExpression(format: format)
    }
    let key = json["key"]?.text.map { key -> FetchExpression in
      key.uppercased() == "SELF" ? .evaluatedObject : .keyPath(key)
    }
    guard let function = json["function"]?.text else {
      guard let key else { throw CaseError("a property has a key or a function") }
      return key
    }
    return try FetchExpression(forFunction: function, arguments: [key ?? .evaluatedObject])
  }

  /// Returns the type for a name such as `Int`, `integer64`, `Double`, `boolean` or `date`.
  private func resultType(_ name: String) -> AttributeType? {
    let lowered = name.lowercased()
    if lowered.hasPrefix("float") || lowered.hasPrefix("dec") { return .double }
    return AttributeType.allCases.first { lowered.hasPrefix($0.rawValue.prefix(3)) }
  }
}
