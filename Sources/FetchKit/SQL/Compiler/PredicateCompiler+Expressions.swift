internal import Collation

extension PredicateCompiler {
  /// Returns an expression as SQL; a constant expression becomes a binding.
  func expression(_ expression: FetchExpression) throws(FetchPredicateError) -> SQLExpression {
    if expression.isConstant { return try folded(expression) }
    switch expression {
    case .constant: return try folded(expression)
    case .keyPath(let path, let position): return try keyPath(path, position)
    case .variable(let name): return try variable(name, "self")
    case .step(let base, let path): return try step(base.expression, path)
    case .function(let function, let arguments): return try call(function, Array(arguments))
    case .conditional(let condition, let first, let second):
      return try conditional(condition.predicate, first.expression, second.expression)
    case .element(let collection, let index):
      return try element(of: collection.expression, at: index)
    case .assignment(_, let inner): return try self.expression(inner.expression)
    case .evaluatedObject:
      guard let entity = scope.entity else { throw fail(.selfInStore) }
      return SQLExpression(objectOf: entity.name, scope.key, isOptional: false)
    case .aggregate: throw fail(.listInStore)
    case .subquery: throw fail(.subqueryInStore)
    case .setOperation(let operation, _, _): throw fail(.memoryOnly(operation.rawValue))
    case .anyKey: throw fail(.memoryOnly("ANYKEY"))
    }
  }

  func folded(_ expression: FetchExpression) throws(FetchPredicateError) -> SQLExpression {
    let value = try expression.value(with: FetchValue.null)
    guard let constant = SQLExpression(constant: value) else { throw fail(.listInStore) }
    return constant
  }

  func keyPath(_ path: String, _ position: SourcePosition) throws(FetchPredicateError)
    -> SQLExpression
  {
    if let named = names[path] { return named }
    if scope.attribute(path) != nil { return try attribute(path, position) }
    let (name, rest) = path.splittingOperator
    if let (list, keys) = scope.toMany(rest) {
      return try collected(
        elements(of: list, valueKeyPath: list.keyPath([])), name + keys, path, position)
    }
    if let (relationship, keys) = scope.entity?.relationship(startOf: rest) {
      guard relationship.isToMany else { return try attribute(path, position) }
      return try collected(
        objects(of: relationship, valueKeyPath: nil), name + keys.split(separator: "."), path,
        position)
    }
    return try textProperty(path, position)
  }

  /// The length of a string attribute, as in `name.length`, or its first letter.
  func textProperty(_ path: String, _ position: SourcePosition) throws(FetchPredicateError)
    -> SQLExpression
  {
    if let function = ExpressionFunction(textKey: path[...]),
      scope.attribute("self")?.type == .string
    {
      return try scalar(function, [attribute("self", position)])
    }
    guard let dot = path.lastIndex(of: "."),
      let function = ExpressionFunction(textKey: path[path.index(after: dot)...]),
      scope.attribute(String(path[..<dot]))?.type == .string
    else { throw unknownKey(path, position) }
    return try scalar(function, [attribute(String(path[..<dot]), position)])
  }

  func unknownKey(_ path: String, _ position: SourcePosition) -> FetchPredicateError {
    if scope.keyPaths.contains(path), scope.attribute(path) == nil {
      return fail(.toManyKey(path), position)
    }
    if let marker = scope.marker(ofStructure: path) {
      let example = scope.attributes.first { $0.structure?.keyPath == path && $0.keyPath != marker }
      return fail(.structureKey(path, example: example?.keyPath ?? marker), position)
    }
    let isOfValue = scope.entity == nil && path.hasPrefix("self.")
    let path = isOfValue ? String(path.dropFirst("self.".count)) : path
    let limit = EntityDescription.maximumKeyCount
    guard path.keyCount <= limit else { return fail(.nestingTooDeep(limit: limit), position) }
    let nearest = NearestName.nearest(to: path, in: scope.keyPaths + names.keys.sorted())
    return fail(.unknownKey(path, entity: scope.title, suggestion: nearest), position)
  }

  /// Returns the column or the definition of an attribute.
  func attribute(_ path: String, _ position: SourcePosition) throws(FetchPredicateError)
    -> SQLExpression
  {
    guard let attribute = scope.attribute(path) else { return try related(path, position) }
    guard let name = attribute.column else {
      guard let definition = attribute.definition else { throw unknownKey(path, position) }
      return try computed(attribute, as: definition)
    }
    let column = column(name, of: scope)
    if let relationship = attribute.relationship {
      return SQLExpression(
        objectOf: relationship.destination.name, column, isOptional: attribute.isOptional)
    }
    return SQLExpression(
      column, FetchValue.Kind(attribute.type),
      isOptional: attribute.isOptional || scope.foreignKey != nil)
  }

  private func variable(_ name: String, _ path: String) throws(FetchPredicateError) -> SQLExpression
  {
    guard let element = variables[name] else { throw fail(.unboundVariable(name)) }
    return try inside(element).attribute(path, .unknown)
  }

  private func step(_ base: FetchExpression, _ path: String) throws(FetchPredicateError)
    -> SQLExpression
  {
    if case .variable(let name) = base {
      guard let element = variables[name] else { throw fail(.unboundVariable(name)) }
      return try inside(element).keyPath(path, .unknown)
    }
    if case .element(let list, let index) = base, try collection(of: list.expression) != nil {
      return try element(of: .step(list.expression, keyPath: path), at: index)
    }
    if let collection = try collection(of: base) {
      return try collected(collection, path.split(separator: "."), path, .unknown)
    }
    guard let function = ExpressionFunction(textKey: path) else {
      throw fail(.memoryOnly("'.\(path)'"))
    }
    return try scalar(function, [expression(base)])
  }

  private func conditional(
    _ condition: FetchPredicate, _ first: FetchExpression, _ second: FetchExpression
  ) throws(FetchPredicateError) -> SQLExpression {
    let condition = try self.condition(condition, .filter)
    let first = try expression(first)
    let second = try expression(second)
    guard first.kind == second.kind || first.kind == .null || second.kind == .null else {
      throw fail(.mismatchedBranches(first.kind, second.kind))
    }
    let named = first.kind == .null ? second : first
    var value = SQLExpression(
      "CASE WHEN \(condition) THEN \(first.fragment) ELSE \(second.fragment) END", named.kind,
      isOptional: first.isOptional || second.isOptional)
    // Objects of several entities have no common name.
    let isOfOneEntity = second.kind == .null || second.entityName == named.entityName
    value.entityName = isOfOneEntity ? named.entityName : nil
    return value
  }
}

extension String {
  /// A leading collection operator, such as `@sum` in `@sum.items.price`, and the rest of the key path.
  var splittingOperator: (name: [Substring], rest: String) {
    let keys = split(separator: ".", maxSplits: 1)
    guard hasPrefix("@"), keys[0] != "@count", keys.count == 2 else { return ([], self) }
    return ([keys[0]], String(keys[1]))
  }
}

// MARK: - Over collections

extension PredicateCompiler {
  /// `tips.@count`, `tips.@sum.agreeCount`, `tips.agreeCount.@max.self`, a SUBQUERY's `.@count`.
  private func collected(
    _ collection: SQLCollection, _ keys: [Substring], _ path: String, _ position: SourcePosition
  ) throws(FetchPredicateError) -> SQLExpression {
    guard let place = keys.firstIndex(where: { $0.hasPrefix("@") }) else {
      throw fail(.toManyKey(path), position)
    }
    if keys[place] == "@count" { return count(of: collection) }
    let value = (keys[..<place] + keys[(place + 1)...]).filter { $0 != "self" }
    let keyPath = ([collection.valueKeyPath].compactMap(\.self) + value.map(String.init))
      .joined(separator: ".")
    guard !keyPath.isEmpty else {
      throw fail(.missingKey(after: path, entity: collection.scope.title), position)
    }
    guard let function = Self.functions[String(keys[place])] else {
      throw fail(.unknownCollectionOperator(String(keys[place])), position)
    }
    let element = try nested().inside(collection.scope).keyPath(keyPath, position)
    return try aggregate(function, element, over: collection)
  }

  private static let functions: [String: ExpressionFunction] = [
    "@sum": .sum, "@avg": .average, "@min": .min, "@max": .max,
  ]

  func count(of collection: SQLCollection) -> SQLExpression {
    SQLExpression(
      "(SELECT COUNT(*) FROM \(collection.table) WHERE \(collection.condition))", .number,
      isOptional: false)
  }

  func aggregate(
    _ function: ExpressionFunction, _ element: SQLExpression, _ parameters: [FetchExpression] = [],
    over collection: SQLCollection
  ) throws(FetchPredicateError) -> SQLExpression {
    var inner = try rowAggregate(function, element, parameters)
    if function == .sum { inner.fragment = dialect.total(element.fragment) }
    var whole = SQLExpression(
      "(SELECT \(inner.fragment) FROM \(collection.table) WHERE \(collection.condition))",
      inner.kind)
    whole.isTotal = function == .sum
    return whole
  }

  func rowAggregate(
    _ function: ExpressionFunction, _ value: SQLExpression, _ parameters: [FetchExpression]
  ) throws(FetchPredicateError) -> SQLExpression {
    switch function {
    case .sum, .average, .median, .standardDeviation, .percentile:
      return try numericAggregate(function, value, parameters)
    case .countDistinct:
      return SQLExpression("COUNT(DISTINCT \(value.fragment))", .number, isOptional: false)
    case .min where value.kind == .object, .max where value.kind == .object:
      throw mismatch(function.formatName, FetchPredicateError.Expected.number, value.kind)
    case .min: return SQLExpression("MIN(\(value.fragment))", value.kind)
    case .max: return SQLExpression("MAX(\(value.fragment))", value.kind)
    case .count: return SQLExpression("COUNT(\(value.fragment))", .number, isOptional: false)
    default: throw fail(.unsupportedAggregate(function: function.formatName))
    }
  }

  private func numericAggregate(
    _ function: ExpressionFunction, _ value: SQLExpression, _ parameters: [FetchExpression]
  ) throws(FetchPredicateError) -> SQLExpression {
    guard value.kind == .number else {
      throw mismatch(function.formatName, FetchPredicateError.Expected.number, value.kind)
    }
    var place: Double?
    if let parameter = parameters.first, parameter.isConstant {
      place = try folded(parameter).constant?.doubleValue
    }
    guard let aggregate = dialect.aggregate(function, value.fragment, place: place) else {
      throw fail(.unsupportedOperands(function: function.formatName))
    }
    return SQLExpression(aggregate, .number)
  }

  /// `tips[0]`, `words[FIRST]`, `tips[SIZE]`, `{a, b}[1]`, `place['city']`.
  func element(of collection: FetchExpression, at index: ExpressionIndex)
    throws(FetchPredicateError) -> SQLExpression
  {
    if case .at(let place) = index, case .string(let key) = place.expression.constantValue {
      return try member(key, of: collection)
    }
    if let elements = collection.listElements { return try element(ofList: elements, at: index) }
    guard let source = try self.collection(of: collection) else { throw fail(.indexOfNoCollection) }
    switch index {
    case .size:
      let count = count(of: source)
      return source.owner.map(count.unlessNull) ?? count
    case .first: return try element(source, orderedBy: source.order())
    case .last: return try element(source, orderedBy: source.order(isReversed: true))
    case .at(let place):
      let offset = try expression(place.expression)
      guard offset.kind == .number || offset.kind == .null else {
        throw mismatch("[index]", FetchPredicateError.Expected.number, offset.kind)
      }
      return try element(source, at: offset.fragment)
    }
  }

  private func element(_ source: SQLCollection, orderedBy order: SQLFragment)
    throws(FetchPredicateError)
    -> SQLExpression
  {
    let value = try elementValue(of: source)
    return SQLExpression(
      """
      (SELECT \(value.fragment) FROM \(source.table) WHERE \(source.condition) \
      ORDER BY \(order) LIMIT 1)
      """, of: value)
  }

  /// The element at an index; an `OFFSET` cannot refer to columns, so the elements of a SUBQUERY are numbered.
  private func element(_ source: SQLCollection, at place: SQLFragment)
    throws(FetchPredicateError) -> SQLExpression
  {
    let value = try elementValue(of: source)
    guard !source.isWhole else {
      return SQLExpression(
        """
        (SELECT \(value.fragment) FROM \(source.table) WHERE \(source.condition) \
        AND \(source.order()) = \(place))
        """, of: value)
    }
    return SQLExpression(
      """
      (SELECT value FROM (SELECT \(value.fragment) AS value, \
      ROW_NUMBER() OVER (ORDER BY \(source.order())) - 1 AS place FROM \(source.table) \
      WHERE \(source.condition))\(sql: dialect.derivedTable) WHERE place = \(place))
      """, of: value)
  }

  private func member(_ key: String, of object: FetchExpression) throws(FetchPredicateError)
    -> SQLExpression
  {
    switch object {
    case .keyPath, .evaluatedObject: return try expression(object.appending(key: key))
    default: throw fail(.keyOfNoKeyPath)
    }
  }

  private func element(ofList elements: [FetchExpression], at index: ExpressionIndex)
    throws(FetchPredicateError) -> SQLExpression
  {
    try check(elements)
    let place: Int?
    switch index {
    case .size: return try folded(.constant(.integer(Int64(elements.count))))
    case .first: place = 0
    case .last: place = elements.count - 1
    case .at(let number):
      guard number.expression.isConstant else { throw fail(.variableIndex) }
      place = try number.expression.value(with: FetchValue.null).integerValue
        .flatMap { Int(exactly: $0) }
    }
    guard let place, elements.indices.contains(place) else { return try folded(.constant(.null)) }
    return try expression(elements[place])
  }
}
