/// Key-value coding over values.
///
/// A key of a list maps over its elements; `@count`, `@sum`, `@avg`, `@min` and `@max` aggregate a list,
/// which may also follow them, as in `@sum.items.price`; a string has a `length`. A missing key is null.
enum KeyPathEvaluator {
  static func value(of value: FetchValue, at path: String, _ position: SourcePosition)
    throws(FetchPredicateError) -> FetchValue
  {
    let keys = path.split(separator: ".")
    let limit = PredicateParser.maximumDepth
    guard keys.count <= limit else {
      throw FetchPredicateError(.evaluate, .nestingTooDeep(limit: limit), offset: position.offset)
    }
    return try follow(value, keys[...], position)
  }

  private static func follow(
    _ value: FetchValue, _ keys: ArraySlice<Substring>, _ position: SourcePosition
  ) throws(FetchPredicateError) -> FetchValue {
    guard let key = keys.first else { return value }
    let rest = keys.dropFirst()
    if key.hasPrefix("@") { return try collect(key, over: value, rest, position) }
    if key == "self" || key == "SELF" { return try follow(value, rest, position) }
    switch value {
    case .object where value.isUnfetched:
      throw FetchPredicateError(.evaluate, .unfetchedKey(String(key)), offset: position.offset)
    case .object(let members): return try follow(members[String(key)] ?? .null, rest, position)
    case .list(let elements): return try map(elements, keys, position)
    case .string:
      guard let function = ExpressionFunction(textKey: key) else { return .null }
      return try follow(FunctionEvaluator.value(of: function, [value]), rest, position)
    case .null, .bool, .integer, .double, .date, .data: return .null
    }
  }

  /// Maps keys over the elements; a later collection operator applies to the mapped list.
  private static func map(
    _ elements: [FetchValue], _ keys: ArraySlice<Substring>, _ position: SourcePosition
  ) throws(FetchPredicateError) -> FetchValue {
    let plain = keys.prefix { !$0.hasPrefix("@") }
    let mapped = try elements.map { element throws(FetchPredicateError) in
      try follow(element, plain, position)
    }
    return try follow(.list(mapped), keys.dropFirst(plain.count), position)
  }

  private static func collect(
    _ name: Substring, over value: FetchValue, _ rest: ArraySlice<Substring>,
    _ position: SourcePosition
  ) throws(FetchPredicateError) -> FetchValue {
    if name == "@count" { return count(value) }
    guard let collection = CollectionOperator(rawValue: String(name)) else {
      throw FetchPredicateError(
        .evaluate, .unknownCollectionOperator(String(name)), offset: position.offset)
    }
    let own = rest.prefix { !$0.hasPrefix("@") }
    guard case .list(let values) = try follow(value, own, position) else { return .null }
    return try follow(collection.value(over: values), rest.dropFirst(own.count), position)
  }

  /// The number of elements of a list, or of members of an object; null for other values.
  static func count(_ value: FetchValue) -> FetchValue {
    value.members.map { .integer(Int64($0.count)) } ?? .null
  }
}

/// A collection operator in a key path.
enum CollectionOperator: String {
  case sum = "@sum"
  case average = "@avg"
  case minimum = "@min"
  case maximum = "@max"
  case distinctUnion = "@distinctUnionOfObjects"
  case union = "@unionOfObjects"
  case distinctUnionOfArrays = "@distinctUnionOfArrays"
  case distinctUnionOfSets = "@distinctUnionOfSets"
  case unionOfArrays = "@unionOfArrays"

  func value(over values: [FetchValue]) throws(FetchPredicateError) -> FetchValue {
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

  private static func elements(of values: [FetchValue]) -> [FetchValue] {
    values.flatMap { $0.listValue ?? [] }
  }

  /// The distinct values that are not null.
  private static func distinct(_ values: [FetchValue]) -> [FetchValue] {
    var found = ValueSet()
    return values.filter { !$0.isNull && found.insert($0) }
  }
}
