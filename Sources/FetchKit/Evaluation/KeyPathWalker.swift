/// Follows a dotted key path through values, as key-value coding does.
///
/// A list maps the key over its elements; `@count`, `@sum`, `@avg`, `@min` and `@max` go over a list, which may
/// also come behind them, as in `@sum.items.price`; a string has a `length`. A missing key is nil.
enum KeyPathWalker {
  static func walk(_ value: Value, _ path: String, _ position: SourcePosition)
    throws(FetchPredicateError) -> Value
  {
    try walk(value, path.split(separator: ".")[...], position)
  }

  private static func walk(
    _ value: Value, _ keys: ArraySlice<Substring>, _ position: SourcePosition
  ) throws(FetchPredicateError) -> Value {
    guard let key = keys.first else { return value }
    let rest = keys.dropFirst()
    if key.hasPrefix("@") { return try collect(key, over: value, rest, position) }
    if key == "self" || key == "SELF" { return try walk(value, rest, position) }
    switch value {
    case .object(let members): return try walk(members[String(key)] ?? .null, rest, position)
    case .list(let elements): return try map(elements, keys, position)
    case .string(let text) where key == "length":
      return try walk(.integer(Int64(text.utf16.count)), rest, position)
    case .null, .bool, .integer, .double, .string, .date, .data: return .null
    }
  }

  /// The keys of each element; a collection operator further on works on the mapped list.
  private static func map(
    _ elements: [Value], _ keys: ArraySlice<Substring>, _ position: SourcePosition
  ) throws(FetchPredicateError) -> Value {
    let plain = keys.prefix { !$0.hasPrefix("@") }
    var mapped: [Value] = []
    for element in elements { mapped.append(try walk(element, plain, position)) }
    return try walk(.list(mapped), keys.dropFirst(plain.count), position)
  }

  private static func collect(
    _ name: Substring, over value: Value, _ rest: ArraySlice<Substring>, _ position: SourcePosition
  ) throws(FetchPredicateError) -> Value {
    if name == "@count" { return count(value) }
    guard let collection = CollectionOperator(rawValue: String(name)) else {
      throw FetchPredicateError(
        .evaluate, .unknownCollectionOperator(String(name)), offset: position.offset)
    }
    let own = rest.prefix { !$0.hasPrefix("@") }
    guard case .list(let values) = try walk(value, own, position) else { return .null }
    return try walk(collection.value(over: values), rest.dropFirst(own.count), position)
  }

  private static func count(_ value: Value) -> Value {
    switch value {
    case .list(let elements): .integer(Int64(elements.count))
    case .object(let members): .integer(Int64(members.count))
    case .null, .bool, .integer, .double, .string, .date, .data: .null
    }
  }
}

/// The operators in key paths that go over a collection.
enum CollectionOperator: String, CaseIterable {
  case sum = "@sum"
  case average = "@avg"
  case minimum = "@min"
  case maximum = "@max"
  case distinctUnion = "@distinctUnionOfObjects"
  case union = "@unionOfObjects"
  case distinctUnionOfArrays = "@distinctUnionOfArrays"
  case distinctUnionOfSets = "@distinctUnionOfSets"
  case unionOfArrays = "@unionOfArrays"

  func value(over values: [Value]) throws(FetchPredicateError) -> Value {
    switch self {
    case .sum: try FunctionEvaluator.aggregate(.sum, values)
    case .average: try FunctionEvaluator.aggregate(.average, values)
    case .minimum: try FunctionEvaluator.aggregate(.min, values)
    case .maximum: try FunctionEvaluator.aggregate(.max, values)
    case .union: .list(values.filter { !$0.isNull })
    case .unionOfArrays: .list(Self.elements(of: values).filter { !$0.isNull })
    case .distinctUnion: .list(Self.distinct(values))
    case .distinctUnionOfArrays, .distinctUnionOfSets:
      .list(Self.distinct(Self.elements(of: values)))
    }
  }

  /// The elements of all lists among some values.
  private static func elements(of values: [Value]) -> [Value] {
    values.flatMap(\.elements)
  }

  /// The values that are there, each once.
  private static func distinct(_ values: [Value]) -> [Value] {
    values.reduce(into: []) { result, value in
      let isKnown = result.contains { ValueComparison.isEqual($0, value) }
      if !value.isNull, !isKnown { result.append(value) }
    }
  }
}

extension Value {
  /// The elements of a list; none of anything else.
  fileprivate var elements: [Value] {
    if case .list(let elements) = self { elements } else { [] }
  }
}
