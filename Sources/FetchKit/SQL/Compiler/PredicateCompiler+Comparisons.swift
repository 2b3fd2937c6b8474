internal import Collation
import Foundation

extension PredicateCompiler {
  func condition(_ comparison: ComparisonPredicate, _ precision: Precision)
    throws(FetchPredicateError)
    -> SQLFragment
  {
    if let constant = try folded(comparison) { return dialect.condition(constant) }
    switch comparison.modifier {
    case .direct:
      do throws(FetchPredicateError) {
        return try direct(comparison, precision)
      } catch {
        throw quoting(error, in: comparison)
      }
    case .any, .all: return try quantified(comparison)
    }
  }

  /// The error for an unknown key that is meant as a text, as in `city == Paris`.
  private func quoting(
    _ error: FetchPredicateError, in comparison: ComparisonPredicate
  ) -> FetchPredicateError {
    guard case .unknownKey(let key, let entity, let suggestion) = error.reason,
      case .keyPath(let path, _) = comparison.left, scope.attribute(path)?.type == .string
    else { return error }
    return FetchPredicateError(
      error.stage, .unquotedText(key, entity: entity, suggestion: suggestion),
      offset: error.offset)
  }

  /// The result of a constant comparison; nil if it depends on the row.
  private func folded(_ comparison: ComparisonPredicate) throws(FetchPredicateError) -> Bool? {
    guard comparison.left.isConstant, comparison.right.isConstant else { return nil }
    return try FetchPredicate.comparison(comparison).evaluate(with: FetchValue.null)
  }

  private func direct(_ comparison: ComparisonPredicate, _ precision: Precision)
    throws(FetchPredicateError) -> SQLFragment
  {
    let (left, right) = (comparison.left, comparison.right)
    switch comparison.comparison {
    case .typeConforms: throw comparison.failure(.missingTypeHierarchy)
    case .between: return try between(comparison, precision)
    case .in: return try member(left, of: right, comparison, precision)
    case .contains: return try member(right, of: left, comparison, precision)
    case .equal, .notEqual:
      if let lists = try lists(comparison) { return lists }
      let sides = try (operand(left, besides: right), operand(right, besides: left))
      return comparison.comparison == .equal
        ? try equal(sides.0, sides.1, comparison, precision)
        : try notEqual(sides.0, sides.1, comparison)
    case .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual:
      return try ordered(
        expression(left), comparison.comparison, expression(right), comparison, precision)
    case .beginsWith, .endsWith, .like, .matches, .typeEquals:
      return try textTest(expression(left), expression(right), comparison, precision)
    }
  }

  /// A side of an equality; in place of an optional structure that is compared with nil, an attribute that each has.
  private func operand(_ side: FetchExpression, besides other: FetchExpression)
    throws(FetchPredicateError) -> SQLExpression
  {
    guard other.constantValue?.isNull == true else { return try expression(side) }
    switch side {
    case .keyPath(let path, let position):
      return try keyPath(scope.marker(ofStructure: path) ?? path, position)
    case .step(let base, let path):
      guard case .variable(let name) = base.expression,
        let marker = variables[name]?.marker(ofStructure: path)
      else { return try expression(side) }
      return try expression(.step(base, keyPath: marker))
    case .constant, .evaluatedObject, .variable, .anyKey, .function, .aggregate, .subquery,
      .conditional, .setOperation, .element, .assignment:
      return try expression(side)
    }
  }

  /// Checks operands that do not appear in the SQL.
  func check(_ operands: [FetchExpression]) throws(FetchPredicateError) {
    for operand in operands {
      if let elements = operand.listElements {
        try check(elements)
      } else {
        _ = try expression(operand)
      }
    }
  }

  /// The comparison of two list literals by element; nil if a side is not one.
  private func lists(_ comparison: ComparisonPredicate) throws(FetchPredicateError) -> SQLFragment?
  {
    guard let left = comparison.left.listElements, let right = comparison.right.listElements else {
      return nil
    }
    guard left.count == right.count else {
      try check(left + right)
      return dialect.condition(comparison.comparison != .equal)
    }
    let conditions = try zip(left, right).map { first, second throws(FetchPredicateError) in
      try condition(
        ComparisonPredicate(
          left: first, comparison: .equal, right: second, options: comparison.options,
          position: comparison.position), .exact)
    }
    let equal: SQLFragment =
      conditions.isEmpty ? dialect.condition(true) : "(\(conditions[...].balanced(by: " AND ")))"
    return comparison.comparison == .equal ? equal : "NOT \(equal)"
  }

  func exact(_ condition: SQLFragment, isOptional: Bool, _ precision: Precision) -> SQLFragment {
    precision == .exact && isOptional
      ? "COALESCE(\(condition), \(dialect.condition(false)))" : condition
  }
}

// MARK: - Equality

extension PredicateCompiler {
  private func equal(
    _ left: SQLExpression, _ right: SQLExpression, _ comparison: ComparisonPredicate,
    _ precision: Precision
  ) throws(FetchPredicateError) -> SQLFragment {
    if left.kind == .null { return "\(right.fragment) IS NULL" }
    if right.kind == .null { return "\(left.fragment) IS NULL" }
    guard left.kind == right.kind else { return try unlike(left, right, comparison) }
    try checkEntities(left, right, comparison)
    if left.kind == .string, comparison.options.folds {
      return "fetchkit_equals(\(left.fragment), \(right.fragment), \(comparison.options.code))"
    }
    let isPlain =
      !left.isOptional && !right.isOptional
      || precision == .filter && (left.isValue || right.isValue)
    return "\(left.fragment) \(sql: isPlain ? "=" : dialect.same) \(right.fragment)"
  }

  private func notEqual(
    _ left: SQLExpression, _ right: SQLExpression, _ comparison: ComparisonPredicate
  ) throws(FetchPredicateError) -> SQLFragment {
    if left.kind == .null { return "\(right.fragment) IS NOT NULL" }
    if right.kind == .null { return "\(left.fragment) IS NOT NULL" }
    let isSame = left.kind == right.kind
    if isSame { try checkEntities(left, right, comparison) }
    if isSame, !(left.kind == .string && comparison.options.folds) {
      let isPlain = !left.isOptional && !right.isOptional
      return "\(left.fragment) \(sql: isPlain ? "<>" : dialect.different) \(right.fragment)"
    }
    return "NOT \(try equal(left, right, comparison, .exact))"
  }

  /// Refuses objects of different entities, which are never equal.
  private func checkEntities(
    _ left: SQLExpression, _ right: SQLExpression, _ comparison: ComparisonPredicate
  ) throws(FetchPredicateError) {
    guard let first = left.entityName, let second = right.entityName, first != second else {
      return
    }
    throw fail(.otherEntity(first, second), comparison.position)
  }

  /// The equality of operands of different kinds, which are equal only if both are nil.
  private func unlike(
    _ left: SQLExpression, _ right: SQLExpression, _ comparison: ComparisonPredicate
  ) throws(FetchPredicateError) -> SQLFragment {
    guard !isStrict else { throw mismatch(left, right, comparison) }
    guard left.isOptional, right.isOptional else { return "(\(dialect.condition(false)))" }
    return "(\(left.fragment) IS NULL AND \(right.fragment) IS NULL)"
  }

  private func mismatch(
    _ left: SQLExpression, _ right: SQLExpression, _ comparison: ComparisonPredicate
  ) -> FetchPredicateError {
    fail(
      .incomparable(operator: comparison.comparison.rawValue, left.kind, right.kind),
      comparison.position)
  }
}

// MARK: - Order

extension PredicateCompiler {
  private func ordered(
    _ left: SQLExpression, _ operation: ComparisonOperator, _ right: SQLExpression,
    _ comparison: ComparisonPredicate, _ precision: Precision
  ) throws(FetchPredicateError) -> SQLFragment {
    let allowsNil = operation == .lessThanOrEqual || operation == .greaterThanOrEqual
    if left.kind == .null || right.kind == .null {
      let other = left.kind == .null ? right : left
      return allowsNil ? "\(other.fragment) IS NULL" : dialect.condition(false)
    }
    guard left.kind == right.kind, left.kind != .object else {
      throw mismatch(left, right, comparison)
    }
    let plain = order(left, operation, right, comparison.options)
    guard allowsNil, left.isOptional, right.isOptional else {
      return exact(plain, isOptional: left.isOptional || right.isOptional, precision)
    }
    let both: SQLFragment = "\(left.fragment) IS NULL AND \(right.fragment) IS NULL"
    return exact("(\(plain) OR \(both))", isOptional: true, precision)
  }

  private func order(
    _ left: SQLExpression, _ operation: ComparisonOperator, _ right: SQLExpression,
    _ options: TextOptions
  ) -> SQLFragment {
    let sign = operation.rawValue
    guard left.kind == .string, options.orders else {
      return "\(left.fragment) \(sql: sign) \(right.fragment)"
    }
    return
      "fetchkit_order(\(left.fragment), \(right.fragment), \(options.code)) \(sql: sign) 0"
  }

  private func between(_ comparison: ComparisonPredicate, _ precision: Precision)
    throws(FetchPredicateError) -> SQLFragment
  {
    let value = try expression(comparison.left)
    let bounds = try bounds(of: comparison)
    if bounds.allSatisfy({ $0.isValue && $0.kind == value.kind }), value.kind != .object,
      !comparison.options.orders
    {
      let plain: SQLFragment =
        "\(value.fragment) BETWEEN \(bounds[0].fragment) AND \(bounds[1].fragment)"
      return exact("(\(plain))", isOptional: value.isOptional, precision)
    }
    let above = try ordered(value, .greaterThanOrEqual, bounds[0], comparison, precision)
    let below = try ordered(value, .lessThanOrEqual, bounds[1], comparison, precision)
    return "(\(above) AND \(below))"
  }

  private func bounds(of comparison: ComparisonPredicate) throws(FetchPredicateError)
    -> [SQLExpression]
  {
    let parts = comparison.right.listElements ?? []
    guard parts.count == 2 else { throw fail(.invalidBounds, comparison.position) }
    return [try expression(parts[0]), try expression(parts[1])]
  }
}

// MARK: - Membership

extension PredicateCompiler {
  /// The condition that a collection contains a value, or a string a part.
  private func member(
    _ value: FetchExpression, of whole: FetchExpression, _ comparison: ComparisonPredicate,
    _ precision: Precision
  ) throws(FetchPredicateError) -> SQLFragment {
    if let elements = whole.listElements {
      return try member(value, of: elements, comparison, precision)
    }
    if let collection = try collection(of: whole) {
      return try isElement(value, of: collection, comparison)
    }
    let text = try expression(whole)
    guard comparison.comparison == .contains || text.kind == .string || text.kind == .null else {
      throw mismatch(
        "IN", FetchPredicateError.Expected.collectionOrString, text.kind, comparison.position)
    }
    var substring = comparison
    substring.comparison = .contains
    return try textTest(text, expression(value), substring, precision)
  }

  private func member(
    _ value: FetchExpression, of elements: [FetchExpression], _ comparison: ComparisonPredicate,
    _ precision: Precision
  ) throws(FetchPredicateError) -> SQLFragment {
    let value = try expression(value)
    let constants = elements.compactMap(\.constantValue)
    guard constants.count == elements.count else {
      return try anyEqual(value, to: elements, comparison, precision)
    }
    return try member(value, ofConstants: constants, comparison, precision)
  }

  private func anyEqual(
    _ value: SQLExpression, to elements: [FetchExpression], _ comparison: ComparisonPredicate,
    _ precision: Precision
  ) throws(FetchPredicateError) -> SQLFragment {
    let conditions = try elements.map { element throws(FetchPredicateError) in
      try equal(value, expression(element), comparison, precision)
    }
    return conditions.isEmpty
      ? dialect.condition(false) : "(\(conditions[...].balanced(by: " OR ")))"
  }

  private func member(
    _ value: SQLExpression, ofConstants constants: [FetchValue], _ comparison: ComparisonPredicate,
    _ precision: Precision
  ) throws(FetchPredicateError) -> SQLFragment {
    let fitting = constants.filter { $0.kind == value.kind }
    if isStrict, let odd = constants.first(where: { $0.kind != value.kind && !$0.isNull }) {
      throw fail(
        .incomparable(operator: comparison.comparison.rawValue, value.kind, odd.kind),
        comparison.position)
    }
    for id in fitting.compactMap(\.objectID) where id.entityName != value.entityName {
      throw fail(.otherEntity(value.entityName ?? "", id.entityName), comparison.position)
    }
    var conditions: [SQLFragment] = []
    if constants.contains(.null) { conditions.append("\(value.fragment) IS NULL") }
    if !fitting.isEmpty {
      let keys = fitting.map { $0.objectID.map { .integer($0.rowID) } ?? $0 }
      let plain = isIn(value, keys, comparison.options)
      conditions.append(exact(plain, isOptional: value.isOptional, precision))
    }
    guard conditions.count != 1 else { return conditions[0] }
    return conditions.isEmpty
      ? dialect.condition(false) : "(\(conditions.joined(separator: " OR ")))"
  }

  private func isIn(_ value: SQLExpression, _ constants: [FetchValue], _ options: TextOptions)
    -> SQLFragment
  {
    let folds = value.kind == .string && options.folds
    let list = folds ? constants.map { $0.folded(options) } : constants
    let text = value.fragment
    let left: SQLFragment = folds ? "fetchkit_fold(\(text), \(options.code))" : text
    guard list.count > 1000 else {
      return "\(left) IN (\(list.map(SQLFragment.value).joined(separator: ", ")))"
    }
    return isIn(left, long: list)
  }

  /// A long list is one binding, because SQLite limits their number to 32,766 (250,000 on Debian).
  private func isIn(_ left: SQLFragment, long list: [FetchValue]) -> SQLFragment {
    let fractions = list.filter { !JSONList.isExact($0) }
    var parts: [SQLFragment] = []
    if let json = JSONList.text(list) {
      parts.append("\(left) IN \(list: json)")
    }
    if let bits = JSONList.text(fractions.compactMap(\.bitPattern)) {
      parts.append("fetchkit_bits(\(left)) IN \(list: bits)")
    }
    let rest = fractions.filter { $0.bitPattern == nil }
    if !rest.isEmpty {
      parts.append("\(left) IN (\(rest.map(SQLFragment.value).joined(separator: ", ")))")
    }
    return parts.count == 1 ? parts[0] : "(\(parts.joined(separator: " OR ")))"
  }

  private func isElement(
    _ value: FetchExpression, of collection: SQLCollection, _ comparison: ComparisonPredicate
  ) throws(FetchPredicateError) -> SQLFragment {
    let element = try elementValue(of: collection, comparison.position)
    let condition = try equal(element, nested().expression(value), comparison, .filter)
    return exists(collection, where: condition)
  }
}

extension FetchValue {
  /// The bits of a double or of a date's seconds as an integer; nil for other values.
  fileprivate var bitPattern: FetchValue? {
    switch self {
    case .double(let number): .integer(Int64(bitPattern: number.bitPattern))
    case .date(let date):
      .integer(Int64(bitPattern: date.timeIntervalSinceReferenceDate.bitPattern))
    case .null, .bool, .integer, .string, .data, .list, .object: nil
    }
  }

  fileprivate func folded(_ options: TextOptions) -> FetchValue {
    guard case .string(let text) = self else { return self }
    return .string(TextFolding(options).folded(text))
  }
}
