internal import Collation

struct FetchStatement {
  let entity: EntityDescription
  let query: FetchQuery
  private let compiler: PredicateCompiler

  /// The elements of to-many relationships that rows are grouped by.
  private let joins: [GroupJoin]

  init(_ query: FetchQuery, entity: EntityDescription, dialect: SQLDialect = .sqlite) {
    self.query = query
    joins = query.groupBy.enumerated().compactMap { GroupJoin($1, number: $0, of: entity) }
    var entity = entity
    entity.attributes += joins.map(\.attribute)
    self.entity = entity
    compiler = PredicateCompiler(entity: entity, dialect: dialect)
  }

  private var table: String { SQLName.quoted(entity.table) }

  /// Selects the primary key and the attributes of the entity, or of a reduced one, in its order.
  func objects(_ part: EntityDescription? = nil) throws(FetchPredicateError) -> SQLFragment {
    try select(attributeColumns((part ?? entity).attributes))
  }

  /// Selects the same columns of one row; the last value is its primary key.
  func object(_ part: EntityDescription) throws(FetchPredicateError) -> SQLFragment {
    let columns = try attributeColumns(part.attributes)
    return "SELECT \(columns) FROM \(sql: table) WHERE pk = \(.null)"
  }

  func objectIDs() throws(FetchPredicateError) -> SQLFragment { try select("pk") }

  private func select(_ columns: SQLFragment) throws(FetchPredicateError) -> SQLFragment {
    "SELECT \(columns) FROM \(sql: table)\(try whereClause())\(try order())\(limitClause())"
  }

  /// Selects the number of results, including offset and limit: dictionaries if the request combines rows.
  func count() throws(FetchPredicateError) -> SQLFragment {
    guard !query.combinesRows else { return "SELECT COUNT(*) FROM (\(try dictionaries().sql))" }
    guard query.limit > 0 || query.offset > 0 else {
      return "SELECT COUNT(*) FROM \(sql: table)\(try whereClause())"
    }
    return
      "SELECT COUNT(*) FROM (SELECT 1 FROM \(sql: table)\(try whereClause())\(limitClause()))"
  }

  func objects(withIDs ids: [Int64]) throws(FetchPredicateError) -> SQLFragment {
    "SELECT \(try attributeColumns(entity.attributes)) FROM \(sql: table) WHERE pk IN \(keys: ids)"
  }

  private func attributeColumns(_ attributes: [AttributeDescription]) throws(FetchPredicateError)
    -> SQLFragment
  {
    var columns: [SQLFragment] = ["pk"]
    for attribute in attributes {
      columns.append(try compiler.attribute(attribute.keyPath, .unknown).fragment)
    }
    return columns.joined(separator: ", ")
  }

  /// The WHERE clause of the request, with another condition if there is one; empty without conditions.
  private func whereClause(and condition: SQLFragment? = nil) throws(FetchPredicateError)
    -> SQLFragment
  {
    let named: SQLFragment? = query.objectIDs.map { "pk IN \(keys: $0.rowIDs(of: entity))" }
    var parts = [condition, named].compactMap(\.self)
    if let predicate = query.predicate, predicate != .constant(true) {
      let filter = try compiler.filter(predicate)
      parts.append(parts.isEmpty ? filter : "(\(filter))")
    }
    return parts.isEmpty ? "" : " WHERE \(parts.joined(separator: " AND "))"
  }

  private func limitClause() -> SQLFragment {
    guard query.limit > 0 || query.offset > 0 else { return "" }
    if query.limit <= 0, !compiler.dialect.isSQLite {
      return " OFFSET \(.integer(Int64(query.offset)))"
    }
    let limit = query.limit > 0 ? query.limit : -1
    return query.offset > 0
      ? " LIMIT \(.integer(Int64(limit))) OFFSET \(.integer(Int64(query.offset)))"
      : " LIMIT \(.integer(Int64(limit)))"
  }
}

// MARK: - Rows of a list

extension FetchStatement {
  /// Selects the ordered rows: primary key, section and, if requested, sort keys.
  func rows(sectionedBy keyPath: String?, hasKeys: Bool = true) throws(FetchPredicateError)
    -> SQLFragment
  {
    try select("pk\(try sectionColumn(keyPath))\(hasKeys ? try sortKeys() : "")")
  }

  /// Selects those of some rows that match, ordered: primary key, section and sort keys.
  func rows(among ids: some Sequence<Int64>, sectionedBy keyPath: String?)
    throws(FetchPredicateError) -> SQLFragment
  {
    let condition = try whereClause(and: "pk IN \(keys: ids)")
    return
      "SELECT pk\(try sectionColumn(keyPath))\(try sortKeys()) FROM \(sql: table)\(condition)\(try order())"
  }

  /// Selects the primary keys and one sort key of all rows, unordered.
  func keys(_ descriptor: FetchSortDescriptor) throws(FetchPredicateError) -> SQLFragment {
    "SELECT pk, \(try sortKey(descriptor).fragment) FROM \(sql: table)"
  }

  /// Selects the primary keys and sort keys of some rows, unordered.
  func sortKeys(ofRows ids: [Int64]) throws(FetchPredicateError) -> SQLFragment {
    "SELECT pk\(try sortKeys()) FROM \(sql: table) WHERE pk IN \(keys: ids)"
  }

  /// A comma and a column for each sort descriptor.
  private func sortKeys() throws(FetchPredicateError) -> SQLFragment {
    var columns: SQLFragment = ""
    for descriptor in query.sortDescriptors {
      columns = "\(columns), \(try sortKey(descriptor).fragment)"
    }
    return columns
  }

  /// A comma and the column of a key path, if there is one.
  private func sectionColumn(_ keyPath: String?) throws(FetchPredicateError) -> SQLFragment {
    guard let keyPath else { return "" }
    return ", \(try compiler.keyPath(keyPath, .unknown).fragment)"
  }
}

// MARK: - Order

extension FetchStatement {
  func order() throws(FetchPredicateError) -> SQLFragment {
    var terms: [SQLFragment] = []
    for descriptor in query.sortDescriptors {
      terms.append(orderTerm(descriptor, try sortKey(descriptor)))
    }
    if !isOrderTotal { terms.append("pk") }
    return " ORDER BY \(terms.joined(separator: ", "))"
  }

  /// Whether no two objects are equal in the order. Then the primary key is omitted from it, because it
  /// would keep SQLite from reading the rows in the order of an index.
  private var isOrderTotal: Bool {
    guard let identifier = entity.identifier.flatMap(entity.attribute), !identifier.isOptional
    else { return false }
    return query.sortDescriptors.contains {
      $0.keyPath == identifier.keyPath && $0.comparison == .binary
    }
  }

  private func orderTerm(_ descriptor: FetchSortDescriptor, _ key: SQLExpression) -> SQLFragment {
    let direction = descriptor.ascending ? "ASC" : "DESC"
    return "\(key.fragment) \(sql: direction)\(sql: nilPlacement(descriptor, key))"
  }

  /// Empty where SQLite places NULL there by default, so that an index still provides the order.
  private func nilPlacement(_ descriptor: FetchSortDescriptor, _ key: SQLExpression) -> String {
    let isDefault =
      compiler.dialect.isSQLite && descriptor.placesNullsFirst == descriptor.ascending
    guard key.isOptional, !isDefault else { return "" }
    return descriptor.placesNullsFirst ? " NULLS FIRST" : " NULLS LAST"
  }

  private func sortKey(_ descriptor: FetchSortDescriptor) throws(FetchPredicateError)
    -> SQLExpression
  {
    let plain = try compiler.expression(.keyPath(descriptor.keyPath))
    guard plain.kind == .string else { return plain }
    switch descriptor.comparison {
    case .binary: return plain
    case .caseInsensitive:
      let options = TextOptions.caseInsensitive
      return SQLExpression(
        "fetchkit_fold(\(plain.fragment), \(options.code))", .string, isOptional: plain.isOptional)
    case .natural:
      guard compiler.dialect.isSQLite else { throw compiler.dialect.failure(.naturalOrder) }
      if let column = entity.attribute(forKeyPath: descriptor.keyPath)?.orderColumn {
        return SQLExpression(
          compiler.column(column, of: compiler.scope), .string, isOptional: plain.isOptional)
      }
      return SQLExpression(
        "fetchkit_natural(\(plain.fragment))", .string, isOptional: plain.isOptional)
    }
  }
}

// MARK: - Dictionaries

extension FetchStatement {
  /// A column of dictionary results; `type` is nil to keep SQLite's.
  struct Column: Hashable {
    let name: String
    let type: AttributeType?
    /// The entity of the object that the column identifies.
    var entityName: String?
  }

  func dictionaries() throws(FetchPredicateError) -> (sql: SQLFragment, columns: [Column]) {
    guard query.having == nil || !query.groupBy.isEmpty else {
      throw compiler.fail(.havingWithoutGroups)
    }
    let properties = query.properties ?? entity.attributes.map { .attribute($0.keyPath) }
    let areAggregated = try aggregates(properties)
    let groups = try groupClause()
    var names: [String: SQLExpression] = [:]
    var columns: [Column] = []
    var terms: [SQLFragment] = []
    for (index, property) in properties.enumerated() {
      guard properties[..<index].allSatisfy({ $0.name != property.name || $0 == property }) else {
        throw compiler.fail(.repeatedName(property.name))
      }
      let (expression, type) = try column(of: property)
      if areAggregated { try checkGrouping(of: property.expression) }
      names[property.name] = expression
      let entityName = property.hasResultType ? nil : expression.entityName
      columns.append(Column(name: property.name, type: type, entityName: entityName))
      terms.append(term(expression.fragment, of: property))
    }
    let distinct = query.isDistinct ? "DISTINCT " : ""
    let selected: SQLFragment =
      """
      SELECT \(sql: distinct)\(terms.isEmpty ? "NULL" : terms.joined(separator: ", ")) \
      FROM \(sql: table)\(sql: joins.map { $0.sql(compiler.dialect) }.joined())\(try whereClause())
      """
    let grouped: SQLFragment = "\(groups)\(try havingClause(names))"
    let order = try dictionaryOrder(names, areAggregated: areAggregated)
    return ("\(selected)\(grouped)\(order)\(limitClause())", columns)
  }

  /// A result column. ORDER BY prefers names of results to those of columns, so attributes have none.
  private func term(_ fragment: SQLFragment, of property: FetchProperty) -> SQLFragment {
    switch property {
    case .expression where !isColumn(property.name): "\(fragment) AS \(name: property.name)"
    case .attribute, .expression: fragment
    }
  }

  private func isColumn(_ name: String) -> Bool {
    (["pk"] + entity.attributes.flatMap(\.columns)).contains {
      $0.lowercased() == name.lowercased()
    }
  }

  /// Whether a dictionary combines several objects.
  private func aggregates(_ properties: [FetchProperty]) throws(FetchPredicateError) -> Bool {
    for property in properties
    where try compiler.aggregates(property.expression) { return true }
    return !query.groupBy.isEmpty
  }

  /// Throws for an expression without a single value per group.
  private func checkGrouping(of expression: FetchExpression) throws(FetchPredicateError) {
    try checkGrouping(of: compiler.keyPathsOfRow(.expression(expression)), names: [])
  }

  private func checkGrouping(of keyPaths: Set<String>, names: Set<String>)
    throws(FetchPredicateError)
  {
    let ungrouped = keyPaths.subtracting(names).filter { !isGrouped($0) }
    if let first = ungrouped.min() { throw compiler.fail(.ungroupedKey(first)) }
  }

  private func isGrouped(_ keyPath: String) -> Bool {
    query.groupBy.contains { $0 == keyPath || keyPath.hasPrefix($0 + ".") }
  }

  private func column(of property: FetchProperty) throws(FetchPredicateError) -> (
    SQLExpression, AttributeType?
  ) {
    switch property {
    case .attribute(let keyPath):
      return (try compiler.keyPath(keyPath, .unknown), entity.resolvedAttribute(keyPath)?.type)
    case .expression(let description):
      try description.expression.checkDepth(.check)
      var aggregating = compiler
      aggregating.aggregatesRows = true
      let expression = try aggregating.expression(description.expression)
      return (expression, description.resultType ?? type(of: expression, description.expression))
    }
  }

  /// The type of an expression's cells; nil to keep SQLite's.
  private func type(of expression: SQLExpression, _ source: FetchExpression) -> AttributeType? {
    if expression.kind == .date { return .date }
    guard case .function(let function, let arguments) = source, [.min, .max].contains(function),
      case .keyPath(let keyPath, _) = arguments.first
    else { return nil }
    return entity.resolvedAttribute(keyPath)?.type
  }

  private func groupClause() throws(FetchPredicateError) -> SQLFragment {
    guard !query.groupBy.isEmpty else { return "" }
    var keys: [SQLFragment] = []
    for keyPath in query.groupBy { keys.append(try compiler.keyPath(keyPath, .unknown).fragment) }
    return " GROUP BY \(keys.joined(separator: ", "))"
  }

  private func havingClause(_ names: [String: SQLExpression]) throws(FetchPredicateError)
    -> SQLFragment
  {
    guard let having = query.having else { return "" }
    var compiler = compiler
    compiler.aggregatesRows = true
    compiler.names = names
    let condition = try compiler.filter(having)
    try checkGrouping(of: compiler.keyPathsOfRow(.predicate(having)), names: Set(names.keys))
    return " HAVING \(condition)"
  }

  /// The order by attributes or names of properties; without any, groups are in the order of their keys.
  private func dictionaryOrder(_ names: [String: SQLExpression], areAggregated: Bool)
    throws(FetchPredicateError) -> SQLFragment
  {
    var terms: [SQLFragment] = []
    for descriptor in query.sortDescriptors {
      let keyPath = descriptor.keyPath
      let isAttribute = entity.resolvedAttribute(keyPath) != nil
      if let named = names[keyPath], !isAttribute || areAggregated && !isGrouped(keyPath) {
        terms.append(orderTerm(descriptor, named))
        continue
      }
      let term = orderTerm(descriptor, try sortKey(descriptor))
      if areAggregated { try checkGrouping(of: .keyPath(keyPath)) }
      terms.append(term)
    }
    return terms.isEmpty ? "" : " ORDER BY \(terms.joined(separator: ", "))"
  }
}

extension FetchProperty {
  var expression: FetchExpression {
    switch self {
    case .attribute(let keyPath): .keyPath(keyPath)
    case .expression(let description): description.expression
    }
  }

  fileprivate var hasResultType: Bool {
    switch self {
    case .attribute: false
    case .expression(let description): description.resultType != nil
    }
  }
}
