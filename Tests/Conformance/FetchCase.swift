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
    let isUnordered = try json.member("unordered", \.flag) ?? false
    let isSame =
      if isUnordered, case .list(let first) = got,
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
    if try json.member("predicate", \.text) != nil {
      request.predicate = try CasePredicate(json, key: "predicate").bound()
    }
    request.sortDescriptors = try (json.member("sort", \.elements) ?? []).map(Self.sortDescriptor)
    request.fetchOffset = try json.member("offset", \.integer) ?? 0
    request.fetchLimit = try json.member("limit", \.integer) ?? 0
    request.returnsDistinctResults = try json.member("distinct", \.flag) ?? false
    request.propertiesToFetch = try json.member("properties", \.elements)?.map(property)
    for key in ["group_by", "groupBy", "group"] {
      let names = try json.member(key) { $0.elements ?? $0.text.map { [.string($0)] } } ?? []
      request.propertiesToGroupBy += try names.map { name in
        guard let text = name.text else { throw CaseError("there is no such group: \(name)") }
        return text
      }
    }
    if try json.member("having", \.text) != nil {
      request.havingPredicate = try CasePredicate(json, key: "having").bound()
    }
    return request
  }

  /// Creates a sort descriptor from `[key, ascending]` or `[key, ascending, comparison]`.
  static func sortDescriptor(_ json: JSON) throws(CaseError) -> FetchSortDescriptor {
    let parts = json.elements ?? []
    guard (1...3).contains(parts.count), let key = parts[0].text,
      let isAscending = parts.count > 1 ? parts[1].flag : true,
      let comparison = parts.count > 2 ? comparison(parts[2]) : .binary
    else { throw CaseError("a sort descriptor is [key, ascending], not \(json)") }
    return FetchSortDescriptor(key, ascending: isAscending, comparison: comparison)
  }

  /// Returns a comparison by name or by selector, such as `localizedStandardCompare:`; nil for an unknown one.
  private static func comparison(_ json: JSON) -> FetchSortDescriptor.Comparison? {
    guard let name = json.text?.lowercased() else { return json == .null ? .binary : nil }
    if name.contains("natural") || name.contains("standard") { return .natural }
    if name.contains("insensitive") { return .caseInsensitive }
    return name.contains("binary") || name.contains("compare") ? .binary : nil
  }

  private func property(_ json: JSON) throws -> FetchProperty {
    if let keyPath = json.text { return .attribute(keyPath) }
    guard let name = json["name"]?.text else { throw CaseError("a property has a name") }
    let types = ["type", "resultType", "result_type", "expressionResultType", "as"]
    let known = ["name", "function", "key", "format", "expression"] + types
    if let unknown = json.keys.subtracting(known).min() {
      throw CaseError("there is no such member of a property: \(unknown)")
    }
    let type = try types.compactMap { try json.member($0) { $0.text.flatMap(resultType) } }.first
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
