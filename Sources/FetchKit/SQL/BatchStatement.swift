internal import Collation

struct BatchStatement {
  let entity: EntityDescription
  private let compiler: PredicateCompiler

  init(entity: EntityDescription) {
    self.entity = entity
    compiler = PredicateCompiler(entity: entity)
  }

  private var table: String { SQLName.quoted(entity.table) }

  /// Returns the condition of a predicate, limited to some objects if given.
  func condition(_ predicate: FetchPredicate?, among ids: [ObjectID]? = nil)
    throws(FetchPredicateError) -> SQLFragment
  {
    let condition: SQLFragment =
      if let predicate { "(\(try compiler.filter(predicate)))" } else { "1" }
    guard let ids else { return condition }
    return "\(condition) AND \(self.condition(rows: ids.rowIDs(of: entity)))"
  }

  /// Returns the condition that a row has one of some primary keys.
  func condition(rows: [Int64]) -> SQLFragment { "pk IN \(keys: rows)" }

  /// The deletion of the rows that meet a condition, their elements first.
  func deletion(where condition: SQLFragment) -> [SQLFragment] {
    let rows: SQLFragment = "FROM \(sql: table) WHERE \(condition)"
    return entity.toMany.map { "DELETE FROM \(name: $0.table) WHERE owner IN (SELECT pk \(rows))" }
      + ["DELETE \(rows)"]
  }

  func count(_ condition: SQLFragment) -> SQLFragment {
    "SELECT COUNT(*) FROM \(sql: table) WHERE \(condition)"
  }

  func objectIDs(_ condition: SQLFragment) -> SQLFragment {
    "SELECT pk FROM \(sql: table) WHERE \(condition) ORDER BY pk"
  }

  func bytes(of columns: [String], _ condition: SQLFragment) -> SQLFragment {
    let width = UndoSchema.width(of: columns, entity.attributes)
    return "SELECT SUM(32 + \(sql: width)) FROM \(sql: table) WHERE \(condition)"
  }
}

// MARK: - Updates

extension BatchStatement {
  /// An update of the rows in which some column differs.
  struct Update {
    /// The quoted names of the written columns.
    let columns: [String]
    /// The key paths of the written attributes that are not derived.
    let keyPaths: Set<String>
    let condition: SQLFragment
    let sql: SQLFragment
  }

  func update(_ properties: [String: FetchExpression], where chosen: SQLFragment)
    throws(FetchPredicateError) -> Update
  {
    var differences: [SQLFragment] = []
    var values: [String: SQLFragment] = [:]
    for (keyPath, expression) in properties.sorted(by: { $0.key < $1.key }) {
      let own = try assignment(keyPath, expression)
      values[keyPath] = own.value
      differences.append(expression.isVolatile ? "1" : "\(sql: own.column) IS NOT \(own.value)")
    }
    let removals = removals(by: properties, values)
    let parts = requiredParts(besides: values)
    values.merge(parts.map { ($0.attribute.keyPath, $0.value) }) { $1 }
    let cleared = removals.isEmpty ? [] : self.cleared(by: removals, besides: values)
    var assignments =
      (properties.keys.sorted() + parts.map(\.attribute.keyPath) + cleared).flatMap {
        self.assignments($0, values[$0], unless: removals)
      }
    let keyPaths = Set(values.keys).union(cleared)
    assignments += try emptied(by: keyPaths)
    let condition: SQLFragment =
      "\(chosen) AND (\(differences[...].balanced(by: " OR ")))"
    let readsOnlyColumns = properties.values.flatMap(\.keyPaths).allSatisfy {
      entity.attribute(forKeyPath: $0)?.column != nil
    }
    return Update(
      columns: assignments.map(\.column), keyPaths: keyPaths, condition: condition,
      sql: readsOnlyColumns
        ? inPlace(assignments, condition) : fromValues(assignments, condition))
  }

  /// The required attributes of structures of which an update sets others, with their values: their defaults where the
  /// update makes the structure.
  private func requiredParts(besides values: [String: SQLFragment])
    -> [(attribute: AttributeDescription, value: SQLFragment)]
  {
    entity.attributes.compactMap { attribute in
      guard let column = attribute.column, let structure = attribute.structure,
        structure.isRequired, values[attribute.keyPath] == nil
      else { return nil }
      let parts = values.filter { structure.contains($0.key) && $0.value != .value(.null) }
        .sorted { $0.key < $1.key }.map { "(\($0.value)) IS NOT NULL" as SQLFragment }
      guard !parts.isEmpty else { return nil }
      let initial: SQLFragment =
        "CASE WHEN \(parts[...].balanced(by: " OR ")) THEN \(structure.defaultValue) END"
      return (attribute, "COALESCE(\(name: column), \(initial))")
    }
  }

  /// A structure that an update removes in the rows that meet a condition.
  private typealias Removal = (
    keyPath: String, structure: EmbeddedStructure, condition: SQLFragment
  )

  /// The structures of which an update sets a required attribute to nil.
  private func removals(by properties: [String: FetchExpression], _ values: [String: SQLFragment])
    -> [Removal]
  {
    entity.attributes.compactMap { attribute in
      guard let structure = attribute.structure, structure.isRequired,
        let value = values[attribute.keyPath],
        properties[attribute.keyPath]?.constantValue?.isNull != false
      else { return nil }
      return (attribute.keyPath, structure, "(\(value)) IS NULL")
    }
  }

  /// The other attributes of structures that an update removes.
  private func cleared(by removals: [Removal], besides values: [String: SQLFragment]) -> [String] {
    entity.attributes.filter { attribute in
      attribute.column != nil && values[attribute.keyPath] == nil
        && removals.contains { $0.structure.contains(attribute.keyPath) }
    }.map(\.keyPath)
  }

  /// The assignments of an attribute: nil with its structure, otherwise a value, by default its own.
  private func assignments(
    _ keyPath: String, _ value: SQLFragment?, unless removals: [Removal]
  ) -> [Assignment] {
    guard let column = entity.attribute(forKeyPath: keyPath)?.column else { return [] }
    var value = value ?? "\(name: column)"
    let conditions = removals.filter { $0.structure.contains(keyPath) && $0.keyPath != keyPath }
      .map(\.condition)
    if !conditions.isEmpty {
      value = "CASE WHEN \(conditions[...].balanced(by: " OR ")) THEN NULL ELSE \(value) END"
    }
    return [Assignment(column: SQLName.quoted(column), value: value)] + natural(keyPath, value)
  }

  private func inPlace(_ assignments: [Assignment], _ condition: SQLFragment) -> SQLFragment {
    let list = assignments.map { "\(sql: $0.column) = \($0.value)" as SQLFragment }
    return "UPDATE \(sql: table) SET \(list.joined(separator: ", ")) WHERE \(condition)"
  }

  /// An update whose values are computed before the first row changes, because they depend on other rows.
  private func fromValues(_ assignments: [Assignment], _ condition: SQLFragment) -> SQLFragment {
    var values: SQLFragment = "pk AS fetchkit_pk"
    var list: [SQLFragment] = []
    for (index, assignment) in assignments.enumerated() {
      values = "\(values), \(assignment.value) AS \(sql: "fetchkit_\(index)")"
      list.append("\(sql: assignment.column) = fetchkit_new.\(sql: "fetchkit_\(index)")")
    }
    return """
      UPDATE \(sql: table) SET \(list.joined(separator: ", ")) \
      FROM (SELECT \(values) FROM \(sql: table) WHERE \(condition)) AS fetchkit_new \
      WHERE \(sql: table).pk = fetchkit_new.fetchkit_pk
      """
  }

  private struct Assignment {
    let column: String
    let value: SQLFragment
  }

  private func assignment(_ keyPath: String, _ expression: FetchExpression)
    throws(FetchPredicateError)
    -> Assignment
  {
    if (entity.toMany.map(\.name) + entity.inverses.map(\.name)).contains(keyPath) {
      throw compiler.fail(.toManyAssignment(keyPath))
    }
    let target = try compiler.attribute(keyPath, .unknown)
    if entity.relationship(startOf: keyPath)?.rest.isEmpty == false {
      throw compiler.fail(.relatedAssignment(keyPath, entity: entity.name))
    }
    guard let attribute = entity.attribute(forKeyPath: keyPath), let column = attribute.column,
      attribute.derivation == nil
    else { throw compiler.fail(.computedAttribute(keyPath)) }
    let name = SQLName.quoted(column)
    if case .constant(let value) = expression {
      try check(value.objectID?.entityName, keyPath, attribute)
      guard let stored = value.stored(as: attribute) else {
        throw compiler.fail(
          .mismatchedAttribute(keyPath, type: attribute.storedType, found: value.kind))
      }
      guard !stored.isNull || attribute.isOptional else {
        throw compiler.fail(.missingValue(keyPath))
      }
      return Assignment(column: name, value: .value(stored))
    }
    try expression.checkDepth(.check)
    let source = try compiler.expression(expression)
    try check(source.entityName, keyPath, attribute)
    guard
      source.kind == target.kind && source.entityName == target.entityName
        || source.kind == .null
    else {
      throw compiler.fail(
        .mismatchedAttribute(keyPath, type: attribute.storedType, found: source.kind))
    }
    return Assignment(column: name, value: converted(source.fragment, expression, to: attribute))
  }

  /// Throws for an object of another entity than a relationship leads to.
  private func check(
    _ entityName: String?, _ keyPath: String, _ attribute: AttributeDescription
  ) throws(FetchPredicateError) {
    guard let entityName, let destination = attribute.relationship?.destination.name,
      entityName != destination
    else { return }
    throw compiler.fail(.otherDestination(keyPath, destination, found: entityName))
  }

  /// A number as its column holds it: SQLite continues with doubles where integers overflow.
  private func converted(
    _ value: SQLFragment, _ expression: FetchExpression, to attribute: AttributeDescription
  ) -> SQLFragment {
    if case .keyPath(let source, _) = expression,
      entity.attribute(forKeyPath: source)?.type == attribute.type
    {
      return value
    }
    switch attribute.type {
    case .integer: return "fetchkit_integer(\(value), \(.string(attribute.keyPath)))"
    case .boolean: return "(\(value)) <> 0"
    case .double, .string, .date, .data: return value
    }
  }

  /// The assignment to the natural-order sort key of a text.
  private func natural(_ keyPath: String, _ value: SQLFragment) -> [Assignment] {
    guard let column = entity.attribute(forKeyPath: keyPath)?.orderColumn else { return [] }
    return [Assignment(column: SQLName.quoted(column), value: "fetchkit_natural(\(value))")]
  }

  /// The assignments that clear stale columns: derived attributes and the hash of the import.
  private func emptied(by keyPaths: Set<String>) throws(FetchPredicateError) -> [Assignment] {
    var columns = try derivedColumns(from: keyPaths).map(\.0)
    if entity.identifier != nil, !keyPaths.isSubset(of: entity.keptByImports) {
      columns.append("content_hash")
    }
    return columns.map { Assignment(column: $0, value: "NULL") }
  }
}

// MARK: - Derived attributes

extension BatchStatement {
  /// Returns the statements that compute missing derived attributes with some key paths as sources.
  func derive(from keyPaths: Set<String>) throws(FetchPredicateError) -> [SQLFragment] {
    try derivedColumns(from: keyPaths).map { column, value in
      "UPDATE \(sql: table) SET \(sql: column) = \(value) WHERE \(sql: column) IS NULL"
    }
  }

  /// Returns the derived attributes with some key paths as sources, or all, with their values: the folded texts, one
  /// per line, or NULL for none.
  func derivedColumns(
    from keyPaths: Set<String>? = nil
  ) throws(FetchPredicateError) -> [(String, SQLFragment)] {
    var columns: [(String, SQLFragment)] = []
    for attribute in entity.attributes {
      guard let sources = attribute.derivation?.sources, let column = attribute.column,
        keyPaths?.isDisjoint(with: sources) != true
      else { continue }
      let texts = try sources.map(foldedText).joined(separator: ", ")
      columns.append((SQLName.quoted(column), "fetchkit_lines(\(texts))"))
    }
    return columns
  }

  private func foldedText(_ keyPath: String) throws(FetchPredicateError) -> SQLFragment {
    let options = TextOptions([.caseInsensitive, .diacriticInsensitive]).code
    guard let collection = try compiler.collection(of: .keyPath(keyPath)) else {
      let text = try compiler.attribute(keyPath, .unknown).fragment
      return "fetchkit_fold(\(text), \(options))"
    }
    let element = try compiler.elementValue(of: collection).fragment
    return """
      (SELECT group_concat(text, char(10)) FROM (SELECT fetchkit_fold(\(element), \(options)) AS text \
      FROM \(collection.table) WHERE \(collection.condition) ORDER BY position))
      """
  }
}
