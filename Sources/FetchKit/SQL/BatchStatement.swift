/// The `UPDATE` and `DELETE` of batch requests.
struct BatchStatement {
  let entity: EntityDescription
  private let compiler: PredicateCompiler

  init(entity: EntityDescription) {
    self.entity = entity
    compiler = PredicateCompiler(entity: entity)
  }

  private var table: String { SQLName.quoted(entity.table) }

  func delete(_ predicate: FetchPredicate?) throws(PredicateError) -> SQLFragment {
    "DELETE FROM \(sql: table)\(try whereClause(predicate))"
  }

  func count(_ predicate: FetchPredicate?) throws(PredicateError) -> SQLFragment {
    "SELECT COUNT(*) FROM \(sql: table)\(try whereClause(predicate))"
  }

  /// Sets the columns of the rows in which one of them differs.
  func update(_ properties: [String: FetchExpression], _ predicate: FetchPredicate?)
    throws(PredicateError) -> SQLFragment
  {
    var assignments: [SQLFragment] = []
    var differences: [SQLFragment] = []
    for (keyPath, expression) in properties.sorted(by: { $0.key < $1.key }) {
      let (column, value) = try assignment(keyPath, expression)
      assignments += [ "\(column) = \(value)" ] + natural(keyPath, value)
      differences.append("\(column) IS NOT \(value)")
    }
    assignments += derived(from: Set(properties.keys)).map { "\(sql: $0.column) = NULL" }
    let changed = differences.joined(separator: " OR ")
    let chosen = try whereClause(predicate)
    let filter: SQLFragment = chosen.sql.isEmpty ? " WHERE \(changed)" : "\(chosen) AND (\(changed))"
    return "UPDATE \(sql: table) SET \(assignments.joined(separator: ", "))\(filter)"
  }

  private func assignment(_ keyPath: String, _ expression: FetchExpression) throws(PredicateError)
    -> (SQLFragment, SQLFragment)
  {
    let target = try compiler.attribute(keyPath, .unknown)
    guard let attribute = entity.attribute(forKeyPath: keyPath), attribute.column != nil,
      attribute.derivation == nil
    else { throw compiler.fail("'\(keyPath)' is computed and cannot be set") }
    if case .constant(let value) = expression {
      guard let stored = value.stored(as: attribute.type) else {
        throw compiler.fail("\(keyPath) is \(attribute.type.rawValue), found \(value.kindName)")
      }
      guard !stored.isNull || attribute.isOptional else { throw compiler.fail("\(keyPath) needs a value") }
      return (target.fragment, .value(stored))
    }
    let source = try compiler.expression(expression)
    guard source.kind == target.kind || source.kind == .null else {
      throw compiler.fail("\(keyPath) is \(attribute.type.rawValue), found \(source.kind.name)")
    }
    return (target.fragment, source.fragment)
  }

  /// The natural order that goes with a text.
  private func natural(_ keyPath: String, _ value: SQLFragment) -> [SQLFragment] {
    guard let column = entity.attribute(forKeyPath: keyPath)?.orderColumn else { return [] }
    return ["\(sql: SQLName.quoted(column)) = fetchkit_natural(\(value))"]
  }

  private func whereClause(_ predicate: FetchPredicate?) throws(PredicateError) -> SQLFragment {
    guard let predicate else { return "" }
    return " WHERE (\(try compiler.filter(predicate)))"
  }
}

// MARK: - Derived attributes

extension BatchStatement {
  /// Makes the derived attributes that follow from some key paths, where they are missing.
  func derive(from keyPaths: Set<String>) throws(PredicateError) -> [SQLFragment] {
    var statements: [SQLFragment] = []
    for (column, derivation) in derived(from: keyPaths) {
      let value = try value(of: derivation)
      statements.append(
        "UPDATE \(sql: table) SET \(sql: column) = \(value) WHERE \(sql: column) IS NULL")
    }
    return statements
  }

  private func derived(from keyPaths: Set<String>) -> [(column: String, derivation: Derivation)] {
    entity.attributes.compactMap { attribute in
      guard let derivation = attribute.derivation, let column = attribute.column,
        !keyPaths.isDisjoint(with: derivation.sources)
      else { return nil }
      return (SQLName.quoted(column), derivation)
    }
  }

  /// `TRIM(COALESCE(fetchkit_fold(a) || newline, '') || …, newline)`, NULL when nothing is there.
  private func value(of derivation: Derivation) throws(PredicateError) -> SQLFragment {
    switch derivation {
    case .foldedTexts(let keyPaths):
      var parts: [SQLFragment] = []
      for keyPath in keyPaths { parts.append(try foldedText(keyPath)) }
      let joined = parts.joined(separator: " || ")
      return "NULLIF(RTRIM(\(joined), char(10)), '')"
    }
  }

  private func foldedText(_ keyPath: String) throws(PredicateError) -> SQLFragment {
    let options = TextOptions([.caseInsensitive, .diacriticInsensitive]).code
    guard let collection = try compiler.collection(of: .keyPath(keyPath)) else {
      let text = try compiler.attribute(keyPath, .unknown).fragment
      return "COALESCE(fetchkit_fold(\(text), \(options)) || char(10), '')"
    }
    let element = try compiler.elementValue(of: collection).fragment
    return """
      COALESCE((SELECT group_concat(text, char(10)) FROM (SELECT fetchkit_fold(\(element), \(options)) AS text \
      FROM \(collection.table) WHERE \(collection.condition) ORDER BY position)) || char(10), '')
      """
  }
}
