extension PredicateEvaluator {
  func value(of expression: FetchExpression) throws(FetchPredicateError) -> Value {
    switch expression {
    case .constant(let value): return value.withoutNaN
    case .evaluatedObject: return object.wholeValue
    case .keyPath(let path, let position):
      if let value = object.value(forKeyPath: path) { return value.withoutNaN }
      return try KeyPathWalker.walk(object.wholeValue, path, position)
    case .variable(let name): return try value(ofVariable: name)
    case .function(let function, let arguments): return try value(of: function, arguments)
    case .aggregate(let elements): return .list(try values(of: elements))
    case .subquery(let collection, let variable, let predicate):
      return try subquery(collection, variable, predicate)
    case .conditional(let condition, let first, let second):
      return try value(of: holds(condition) ? first : second)
    case .setOperation(let operation, let left, let right):
      return try combine(operation, value(of: left), value(of: right))
    case .step(let base, let path): return try step(from: base, path)
    case .element(let collection, let index): return try element(of: collection, at: index)
    case .assignment(_, let inner): return try value(of: inner)
    case .anyKey:
      guard case .object(let members) = object.wholeValue else { return .list([]) }
      return .list(members.keys.sorted().compactMap { members[$0] })
    }
  }

  func values(of expressions: [FetchExpression]) throws(FetchPredicateError) -> [Value] {
    var values: [Value] = []
    for expression in expressions { values.append(try value(of: expression)) }
    return values
  }

  private func value(ofVariable name: String) throws(FetchPredicateError) -> Value {
    if let value = bindings[name] { return value }
    guard let expression = variables[name] else {
      throw FetchPredicateError(.evaluate, .unboundVariable(name))
    }
    var inner = self
    inner.variables[name] = nil
    return try inner.value(of: expression)
  }

  private func value(of function: ExpressionFunction, _ arguments: [FetchExpression])
    throws(FetchPredicateError) -> Value
  {
    try FunctionEvaluator.value(of: function, values(of: arguments))
  }

  private func subquery(
    _ collection: FetchExpression, _ variable: String, _ predicate: FetchPredicate
  ) throws(FetchPredicateError) -> Value {
    guard case .list(let elements) = try value(of: collection) else { return .list([]) }
    var inner = self
    var kept: [Value] = []
    for element in elements {
      inner.bindings[variable] = element
      if try inner.holds(predicate) { kept.append(element) }
    }
    return .list(kept)
  }

  /// A key path from another expression; a variable bound to a key path continues it.
  private func step(from base: FetchExpression, _ path: String) throws(FetchPredicateError) -> Value
  {
    if case .variable(let name) = base, bindings[name] == nil,
      case .keyPath(let start, let position) = variables[name]
    {
      return try value(of: .keyPath("\(start).\(path)", at: position))
    }
    return try KeyPathWalker.walk(value(of: base), path, .unknown)
  }

  private func element(of collection: FetchExpression, at index: ExpressionIndex)
    throws(FetchPredicateError) -> Value
  {
    let value = try self.value(of: collection)
    switch index {
    case .size:
      if case .object(let members) = value { return .integer(Int64(members.count)) }
      guard case .list(let elements) = value else { return .null }
      return .integer(Int64(elements.count))
    case .first, .last:
      guard case .list(let elements) = value else { return .null }
      return (index == .first ? elements.first : elements.last) ?? .null
    case .at(let place): return FunctionEvaluator.element(of: value, at: try self.value(of: place))
    }
  }

  private func combine(_ operation: SetOperation, _ left: Value, _ right: Value) -> Value {
    guard let first = left.members, let second = right.members else { return .null }
    func has(_ list: [Value], _ value: Value) -> Bool {
      list.contains { ValueComparison.isEqual($0, value) }
    }
    let candidates =
      switch operation {
      case .union: first + second
      case .intersect: first.filter { has(second, $0) }
      case .minus: first.filter { !has(second, $0) }
      }
    return .list(candidates.reduce(into: []) { if !has($0, $1) { $0.append($1) } })
  }
}

extension Value {
  /// The elements of a list, the values of an object by their keys; nil for anything else.
  fileprivate var members: [Value]? {
    switch self {
    case .list(let elements): elements
    case .object(let members): members.keys.sorted().compactMap { members[$0] }
    case .null, .bool, .integer, .double, .string, .date, .data: nil
    }
  }
}
