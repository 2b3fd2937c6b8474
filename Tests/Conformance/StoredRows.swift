import FetchKit

/// The rows of a case in a store.
struct StoredRows {
  static let entityName = "Row"

  let store: FetchStore
  /// The fetched rows.
  let rows: [FetchValue]

  /// Creates columns also for keys that only the predicates use.
  init(_ rows: [JSON], for predicates: [FetchPredicate], keys: [String] = []) throws {
    var shape = RowShape()
    let values = try TypedValue.values(rows)
    for value in values { try shape.merge(row: value) }
    shape.add(keyPaths: Set(keys))
    for predicate in predicates { shape.add(keyPaths: predicate.keyPaths) }
    let accepting = try AttributeType.candidates.map { try Self.opened(shape, $0) }
    let best = accepting.first { entity in
      predicates.allSatisfy { (try? $0.check(for: entity)) != nil }
    }
    guard let entity = best ?? accepting.first else {
      throw CaseError("no store can hold the rows")
    }
    store = try FetchStore(path: ":memory:", model: ManagedObjectModel(entities: [entity]))
    try store.write("Insert the rows") { transaction in
      for value in values { transaction.insert(value, into: entity) }
    }
    self.rows = try store.fetch(FetchRequest<FetchValue>(entityName: Self.entityName))
  }

  /// Returns the rows that match a predicate; nil when a store cannot evaluate it.
  func matching(_ predicate: FetchPredicate) throws -> [FetchValue]? {
    var request = FetchRequest<FetchValue>(entityName: Self.entityName)
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
  /// The possible types of an attribute without values, the most likely first.
  fileprivate static let candidates: [AttributeType] = [.integer, .string, .date, .data]
}

/// The attributes and to-many relationships of rows, by key path.
struct RowShape {
  private enum Member: Hashable {
    /// Only nil so far.
    case unknown
    case attribute(AttributeType)
  }

  private var attributes: [String: Member] = [:]
  private var scalarLists: [String: Member] = [:]
  private var objectLists: [String: [String: Member]] = [:]
  /// The key paths of empty lists.
  private var emptyLists: Set<String> = []

  /// Merges a row; throws a `CaseError` if it contradicts previous ones.
  mutating func merge(row: FetchValue) throws(CaseError) {
    guard case .object(let members) = row else { throw CaseError("a row is an object") }
    try merge(members, below: "")
  }

  private mutating func merge(_ members: [String: FetchValue], below path: String) throws(CaseError)
  {
    for (key, value) in members {
      guard !key.isEmpty, !key.contains("."), !key.contains("@") else {
        throw CaseError("no column is named '\(key)'")
      }
      try merge(value, at: path.isEmpty ? key : "\(path).\(key)")
    }
  }

  private mutating func merge(_ value: FetchValue, at path: String) throws(CaseError) {
    switch value {
    case .object(let members): try merge(members, below: path)
    case .list(let elements): try merge(list: elements, at: path)
    case .null, .bool, .integer, .double, .string, .date, .data:
      attributes[path] = try Self.merged(attributes[path], value)
    }
  }

  private mutating func merge(list elements: [FetchValue], at path: String) throws(CaseError) {
    if elements.isEmpty { emptyLists.insert(path) }
    for element in elements {
      guard case .object(let members) = element else {
        scalarLists[path] = try Self.merged(scalarLists[path], element)
        continue
      }
      var known = objectLists[path] ?? [:]
      for (key, value) in members { known[key] = try Self.merged(known[key], value) }
      objectLists[path] = known
    }
  }

  private static func merged(_ known: Member?, _ value: FetchValue) throws(CaseError) -> Member {
    guard !value.isNull else { return known ?? .unknown }
    guard let type = AttributeType(of: value) else { throw CaseError("no column holds a list") }
    guard case .attribute(let other) = known, other != type else { return .attribute(type) }
    guard other.isNumeric, type.isNumeric else { throw CaseError("a column has one type") }
    return .attribute(other == .double || type == .double ? .double : .integer)
  }

  /// Adds columns for key paths that no row has.
  mutating func add(keyPaths: Set<String>) {
    for path in keyPaths {
      let keys = path.split(separator: ".").map(String.init)
      guard let list = longestList(keys) else {
        if !keys.contains(where: { $0.hasPrefix("@") || $0 == "length" }), !isKnown(path) {
          attributes[path] = .unknown
        }
        continue
      }
      let rest = keys.dropFirst(list.split(separator: ".").count)
        .filter { !$0.hasPrefix("@") && $0 != "self" && $0 != "length" }
      if scalarLists[list] == nil, !rest.isEmpty {
        let key = rest.joined(separator: ".")
        objectLists[list, default: [:]][key] = objectLists[list]?[key] ?? .unknown
      }
    }
  }

  private func isKnown(_ path: String) -> Bool {
    let all = Set(attributes.keys.filter { attributes[$0] != .unknown || $0 == path }).union(lists)
    return all.contains { $0 == path || $0.hasPrefix(path + ".") || path.hasPrefix($0 + ".") }
  }

  private var lists: Set<String> {
    emptyLists.union(scalarLists.keys).union(objectLists.keys)
  }

  private func longestList(_ keys: [String]) -> String? {
    let known = lists
    return keys.indices.reversed().map { keys[...$0].joined(separator: ".") }.first(
      where: known.contains)
  }
}

extension RowShape {
  /// A column for a table without others; its key is not valid in predicates.
  private static let filler = AttributeDescription(" ", .integer, column: "filler")

  /// Returns the entity of the rows; attributes without values get the type `unknown`.
  func entity(named name: String, unknown: AttributeType) throws(CaseError) -> EntityDescription {
    let lists = self.lists
    for path in attributes.keys where attributes[path] != .unknown {
      guard !lists.contains(path) else { throw CaseError("'\(path)' is a value and a list") }
      guard !attributes.keys.contains(where: { $0.hasPrefix(path + ".") }) else {
        throw CaseError("'\(path)' is a value and an object")
      }
    }
    let parents = attributes.keys.filter { path in
      lists.contains(path) || attributes.keys.contains { $0.hasPrefix(path + ".") }
        || lists.contains { $0.hasPrefix(path + ".") }
    }
    let paths = Set(attributes.keys).subtracting(parents).sorted()
    return EntityDescription(
      name: name, table: "row_table",
      attributes: [Self.filler]
        + paths.enumerated().map { index, path in
          AttributeDescription(path, type(attributes[path], unknown), column: "c\(index)")
        },
      toMany: try lists.sorted().enumerated().map { index, path throws(CaseError) in
        try toMany(path, table: "list_\(index)", unknown)
      })
  }

  private func toMany(_ path: String, table: String, _ unknown: AttributeType) throws(CaseError)
    -> ToManyDescription
  {
    guard let members = objectLists[path] else {
      return ToManyDescription(path, table: table, of: type(scalarLists[path], unknown))
    }
    guard scalarLists[path] == nil else { throw CaseError("'\(path)' has values and objects") }
    return ToManyDescription(
      path, table: table,
      attributes: [Self.filler]
        + members.keys.sorted().enumerated().map { index, key in
          AttributeDescription(key, type(members[key], unknown), column: "c\(index)")
        })
  }

  private func type(_ member: Member?, _ unknown: AttributeType) -> AttributeType {
    guard case .attribute(let type) = member else { return unknown }
    return type
  }
}

extension AttributeType {
  /// The type of a value; nil for nil, a list or an object.
  fileprivate init?(of value: FetchValue) {
    switch value {
    case .bool: self = .boolean
    case .integer: self = .integer
    case .double: self = .double
    case .string: self = .string
    case .date: self = .date
    case .data: self = .data
    case .null, .list, .object: return nil
    }
  }
}
