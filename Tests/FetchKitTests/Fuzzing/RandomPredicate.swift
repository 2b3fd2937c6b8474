import FetchKit
import TestSupport

/// Generates random predicates over the fuzzer's entity, most of them well typed.
struct RandomPredicate {
  enum Kind: CaseIterable {
    case number, string, date, data
  }

  var random: SeededRandom
  /// Whether the last predicate has operands that some objects cannot be compared with: a store refuses
  /// such a predicate as a whole, in memory only the objects with values do.
  private(set) var isIllTyped = false
  /// The variables of the enclosing subqueries, with their to-many.
  private(set) var variables: [String: String] = [:]

  init(seed: UInt64) { random = SeededRandom(seed: seed) }

  mutating func next() -> FetchPredicate {
    isIllTyped = false
    variables = [:]
    return predicate(depth: Int.random(in: 0...3, using: &random))
  }

  mutating func chance(_ count: Int) -> Bool {
    Int.random(in: 0..<count, using: &random) == 0
  }
  mutating func below(_ count: Int) -> Int { Int.random(in: 0..<count, using: &random) }

  mutating func pick<Element>(_ list: [Element]) -> Element { list[below(list.count)] }
}

// MARK: - Predicates

extension RandomPredicate {
  private mutating func predicate(depth: Int) -> FetchPredicate {
    guard depth > 0 else { return comparison(depth: 2) }
    switch below(8) {
    case 0, 1: return .all((0...below(3)).map { _ in predicate(depth: depth - 1) })
    case 2, 3: return .any((0...below(3)).map { _ in predicate(depth: depth - 1) })
    case 4:
      let inner = predicate(depth: depth - 1)
      return .not(chance(3) ? .not(inner) : inner)
    case 5: return chance(4) ? .constant(chance(2)) : comparison(depth: depth)
    default: return comparison(depth: depth)
    }
  }

  private mutating func comparison(depth: Int) -> FetchPredicate {
    if chance(60) { return illTyped(depth: depth) }
    switch below(13) {
    case 12: return objects()
    case 0, 1: return quantified(depth: depth)
    case 2: return membership(depth: depth)
    case 3: return between(depth: depth)
    case 4, 5: return text(depth: depth)
    case 6: return nilTest(depth: depth)
    case 7: return lists(depth: depth)
    default: return plain(depth: depth)
    }
  }

  private static let orders: [ComparisonOperator] = [
    .lessThan, .lessThanOrEqual, .greaterThan, .greaterThanOrEqual,
  ]

  private mutating func options() -> TextOptions {
    chance(2) ? [] : TextOptions(rawValue: UInt8(below(chance(4) ? 16 : 4)))
  }

  private mutating func plain(depth: Int) -> FetchPredicate {
    let kind = pick(Kind.allCases)
    let isOrder = chance(2) && kind != .data
    let other = !isOrder && chance(10) ? pick(Kind.allCases) : kind
    return .comparison(
      expression(kind, depth), isOrder ? pick(Self.orders) : pick([.equal, .notEqual]),
      expression(other, depth), options: options())
  }

  private mutating func nilTest(depth: Int) -> FetchPredicate {
    let value = expression(pick(Kind.allCases), depth)
    let operation = pick(Self.orders + [.equal, .notEqual, .equal, .notEqual])
    return chance(2)
      ? .comparison(value, operation, .constant(.null))
      : .comparison(.constant(.null), operation, value)
  }

  private mutating func text(depth: Int) -> FetchPredicate {
    let operation = pick([
      ComparisonOperator.contains, .beginsWith, .endsWith, .like, .matches, .typeEquals,
    ])
    if operation == .matches {
      let pattern = pick(["a.*", "[a-zA-Z]+", ".", "é|ß", "(?s).*", "\\d+", "", "a*", "x'y"])
      return .comparison(
        expression(.string, depth), .matches, .constant(.string(pattern)), options: options())
    }
    if operation == .contains, chance(4) {
      return .comparison(
        expression(.string, depth), .in, expression(.string, depth), options: options())
    }
    return .comparison(
      expression(.string, depth), operation, expression(.string, depth), options: options())
  }

  private mutating func between(depth: Int) -> FetchPredicate {
    let kind = pick([Kind.number, .string, .date])
    return .comparison(
      expression(kind, depth), .between, .list([expression(kind, depth), expression(kind, depth)]),
      options: options())
  }

  private mutating func membership(depth: Int) -> FetchPredicate {
    let kind = pick(Kind.allCases)
    let value = expression(kind, depth)
    if chance(3), let list = toMany(of: kind) {
      return chance(2)
        ? .comparison(value, .in, list, options: options())
        : .comparison(list, .contains, value, options: options())
    }
    let elements = list(of: kind, depth)
    return chance(4)
      ? .comparison(elements, .contains, value, options: options())
      : .comparison(value, .in, elements, options: options())
  }

  /// Elements of one kind, now and then with nil or one of another kind among them.
  private mutating func list(of kind: Kind, _ depth: Int) -> FetchExpression {
    var elements: [FetchExpression] = []
    let isConstant = chance(2)
    for _ in 0..<below(4) {
      let own = chance(12) ? pick(Kind.allCases) : kind
      let element =
        chance(10) ? .constant(.null) : isConstant ? constant(own) : expression(own, depth - 1)
      elements.append(element)
    }
    if chance(200) { for _ in 0..<1001 { elements.append(constant(kind)) } }
    return .list(elements)
  }

  private mutating func lists(depth: Int) -> FetchPredicate {
    let kinds = (0..<below(3)).map { _ in pick(Kind.allCases) }
    let left = kinds.map { expression($0, depth - 1) }
    let right = kinds.map { expression($0, depth - 1) }
    return .comparison(
      .list(left), pick([.equal, .notEqual]), .list(chance(5) ? [] : right), options: options())
  }

  private mutating func quantified(depth: Int) -> FetchPredicate {
    let kind = pick([Kind.number, .string, .date])
    guard let list = chance(5) ? self.list(of: kind, depth) : toMany(of: kind) else {
      return plain(depth: depth)
    }
    let modifier: ComparisonModifier = chance(2) ? .any : .all
    let result = comparison(of: list, kind, modifier, depth)
    return chance(4) ? .not(result) : result
  }

  private mutating func comparison(
    of list: FetchExpression, _ kind: Kind, _ modifier: ComparisonModifier, _ depth: Int
  ) -> FetchPredicate {
    let texts: [ComparisonOperator] = [.contains, .beginsWith, .endsWith, .like]
    let isMixed: Bool
    if case .keyPath = list { isMixed = false } else { isMixed = true }
    switch below(4) {
    case 0 where kind == .string && !isMixed:
      return .comparison(
        list, pick(texts), expression(.string, depth), modifier: modifier, options: options())
    case 1:
      return .comparison(
        list, .in, self.list(of: kind, depth), modifier: modifier, options: options())
    case 2 where !isMixed:
      let bounds = FetchExpression.list([expression(kind, depth), expression(kind, depth)])
      return .comparison(list, .between, bounds, modifier: modifier, options: options())
    case 3 where !isMixed:
      return .comparison(
        list, pick(Self.orders), expression(kind, depth), modifier: modifier, options: options())
    default:
      return .comparison(
        list, pick([.equal, .notEqual]), expression(kind, depth), modifier: modifier,
        options: options())
    }
  }

  /// A comparison that fails for objects with values.
  private mutating func illTyped(depth: Int) -> FetchPredicate {
    isIllTyped = true
    switch below(5) {
    case 0:
      return .comparison(expression(.number, depth), pick(Self.orders), expression(.string, depth))
    case 1: return .comparison(expression(.date, depth), .beginsWith, expression(.string, depth))
    case 2: return .comparison(expression(.number, depth), .contains, expression(.string, depth))
    case 3:
      return .comparison(
        .function(.add, [expression(.string, depth), constant(.number)]), .equal, constant(.number))
    default:
      return .comparison(
        expression(.number, depth), .between, .list([constant(.number)]))
    }
  }
}

// MARK: - Expressions

extension RandomPredicate {
  private mutating func constant(_ kind: Kind) -> FetchExpression {
    switch kind {
    case .number:
      .constant(FuzzModel.one(chance(3) ? FuzzModel.doubles : FuzzModel.integers, &random))
    case .string: .constant(FuzzModel.one(FuzzModel.strings, &random))
    case .date: .constant(FuzzModel.one(FuzzModel.dates, &random))
    case .data: .constant(FuzzModel.one(FuzzModel.blobs, &random))
    }
  }

  private mutating func expression(_ kind: Kind, _ depth: Int) -> FetchExpression {
    if chance(30) { return .constant(.null) }
    guard depth > 0, !chance(3) else { return chance(2) ? constant(kind) : key(kind) }
    switch kind {
    case .number: return number(depth - 1)
    case .string: return string(depth - 1)
    case .date: return date(depth - 1)
    case .data: return key(kind)
    }
  }

  private mutating func key(_ kind: Kind) -> FetchExpression {
    if let name = variables.keys.sorted().randomElement(using: &random), chance(2),
      let value = value(ofVariable: name, kind)
    {
      return value
    }
    switch kind {
    case .number:
      return .keyPath(
        pick([
          "i", "j", "d", "e", "b", "place.latitude", "place.longitude", "maker.rank", "maker.score",
        ]))
    case .string: return .keyPath(pick(["s", "t", "place.city", "maker.name"]))
    case .date: return .keyPath(pick(["at", "maker.born"]))
    case .data: return .keyPath("raw")
    }
  }

  private mutating func subquery(depth: Int) -> FetchExpression {
    let list = pick(["words", "numbers", "reviews", "peers", "idols", "maker.things", "maker.fans"])
    let variable = "v\(variables.count)"
    let outer = variables
    variables[variable] = list
    defer { variables = outer }
    return .subquery(.keyPath(list), variable: variable, predicate(depth: min(depth, 1)))
  }

  private mutating func conditional(_ kind: Kind, _ depth: Int) -> FetchExpression {
    .conditional(predicate(depth: 0), expression(kind, depth), expression(kind, depth))
  }

  private mutating func number(_ depth: Int) -> FetchExpression {
    switch below(16) {
    case 0, 1:
      let function = pick([ExpressionFunction.add, .subtract, .multiply, .divide, .modulus, .power])
      return .function(function, [expression(.number, depth), expression(.number, depth)])
    case 2:
      let bits: [ExpressionFunction] = [
        .bitwiseAnd, .bitwiseOr, .bitwiseXor, .leftShift, .rightShift,
      ]
      return .function(pick(bits), [expression(.number, depth), expression(.number, depth)])
    case 3, 4:
      let functions: [ExpressionFunction] = [
        .absolute, .floor, .ceiling, .truncate, .squareRoot, .logarithm, .naturalLogarithm,
        .exponential, .onesComplement, .noIndex,
      ]
      return .function(pick(functions), [expression(.number, depth)])
    case 5: return .function(.length, [expression(.string, depth)])
    case 6: return .keyPath(pick(["s.length", "t.length", "place.city.length"]))
    case 7:
      return .keyPath(
        pick([
          "words.@count", "numbers.@count", "reviews.@count", "numbers.@sum.self",
          "numbers.@max.self",
          "reviews.@sum.stars", "reviews.@avg.stars", "reviews.@min.score",
          "reviews.stars.@max.self",
          "reviews.text.length.@sum", "numbers.@avg.self", "words.length.@max",
          "peers.@count", "idols.@count", "maker.things.@count", "maker.fans.@sum.i",
          "peers.@max.i", "peers.maker.rank.@sum.self", "@avg.idols.score", "@min.maker.things.e",
        ]))
    case 8: return .step(subquery(depth: depth), keyPath: "@count")
    case 9: return .element(subquery(depth: depth), .size)
    case 10: return conditional(.number, depth)
    case 11: return aggregate(depth)
    case 12: return element(depth)
    case 13:
      return .function(pick([.year, .month, .day, .weekday]), [expression(.date, depth)])
    case 14:
      let widths: [FetchValue] = [0.1, 0.5, 3, -1, .null]
      return .function(.bin, [expression(.number, depth), .constant(pick(widths))])
    default: return cast(depth)
    }
  }

  private mutating func aggregate(_ depth: Int) -> FetchExpression {
    if chance(2) {
      let paths = [
        "numbers", "reviews.stars", "reviews.score", "peers.i", "idols.score", "maker.fans.e",
        "peers.maker.rank",
      ]
      let function: ExpressionFunction = pick([
        .sum, .min, .max, .average, .count, .median, .standardDeviation, .countDistinct,
        .percentile,
      ])
      return .function(function, [.keyPath(pick(paths))] + parameters(of: function))
    }
    let functions: [ExpressionFunction] = [
      .sum, .min, .max, .average, .count, .median, .standardDeviation, .countDistinct, .percentile,
    ]
    let function = pick(functions)
    if function == .percentile {
      let parts = (0..<below(3)).map { _ in expression(.number, depth) }
      return .function(function, [.list(parts)] + parameters(of: function))
    }
    let parts = (0...below(3)).map { _ in expression(.number, depth) }
    return .function(function, chance(2) ? [.list(parts)] : parts)
  }

  private mutating func parameters(of function: ExpressionFunction) -> [FetchExpression] {
    function == .percentile ? [.constant(pick([0, 12.5, 50, 99, 100, 101]))] : []
  }

  private mutating func element(_ depth: Int) -> FetchExpression {
    switch below(7) {
    case 5:
      .element(
        .keyPath(pick(["peers.i", "idols.rank", "maker.fans.e", "maker.things.i"])),
        pick([.first, .last, .size, .at(.constant(1))]))
    case 6: .element(.keyPath(pick(["peers", "idols", "maker.things"])), .size)
    case 0: .element(.keyPath("numbers"), pick([.first, .last, .size]))
    case 1: .element(.keyPath("reviews.stars"), .at(expression(.number, depth)))
    case 2:
      .element(.list([expression(.number, depth), expression(.number, depth)]), .at(.constant(1)))
    case 3: .element(.keyPath("place"), .at(.constant("latitude")))
    default: .function(.elementAt, [.keyPath("numbers"), .constant(.integer(Int64(below(4)) - 1))])
    }
  }

  private mutating func cast(_ depth: Int) -> FetchExpression {
    switch below(4) {
    case 0: return .function(.cast, [expression(.string, depth), .constant("NSNumber")])
    case 1: return .function(.cast, [expression(.date, depth), .constant("NSNumber")])
    case 2: return .function(.cast, [expression(.number, depth), .constant("NSNumber")])
    default:
      let here = FetchExpression.list([.keyPath("place.latitude"), .keyPath("place.longitude")])
      return .function(
        .distance, [chance(2) ? here : .keyPath("place"), .list([.constant(1.5), .constant(2)])])
    }
  }

  private mutating func string(_ depth: Int) -> FetchExpression {
    switch below(7) {
    case 0: .function(pick([.lowercase, .uppercase]), [expression(.string, depth)])
    case 1: conditional(.string, depth)
    case 2: .function(.cast, [expression(.number, depth), .constant("NSString")])
    case 3:
      .element(
        .keyPath(pick(["words", "reviews.text", "idols.name", "peers.maker.name"])),
        pick([.first, .last, .at(.constant(1))]))
    case 4: .keyPath(pick(["words.@min.self", "words.@max.self", "reviews.@max.text"]))
    case 5:
      .function(pick([.min, .max]), [expression(.string, depth), expression(.string, depth)])
    default: .function(pick([.min, .max]), [.keyPath("words")])
    }
  }

  private mutating func date(_ depth: Int) -> FetchExpression {
    switch below(4) {
    case 0: conditional(.date, depth)
    case 1: .function(.cast, [expression(.number, depth), .constant("NSDate")])
    case 2: .keyPath(pick(["reviews.@min.on", "reviews.@max.on"]))
    default: .element(.keyPath("reviews.on"), pick([.first, .last]))
    }
  }
}
