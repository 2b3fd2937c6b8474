import FetchKit
import TestSupport
import Venues

/// Random venues, and requests for them that other databases evaluate as well. Each run has the same ones.
struct RandomRequests {
  private var random = SeededRandom(seed: 20)

  private static let cities = ["Rye", "rye", "Ål", "São Paulo", "New York", "Łódź", "台北"]
  private static let kinds = ["Tea Room", "Café", "Bubble Tea Shop", "Bakery"]
  private static let numbers = [
    "rating", "stats.tipCount", "stats.checkinsCount", "location.distance", "priceInfo.tier",
    "specialCount", "location.latitude", "ratingSignals",
  ]
  private static let comparisons = ["==", "!=", "<", "<=", ">", ">="]
}

// MARK: - Venues

extension RandomRequests {
  /// Venues as JSON.
  mutating func venues(_ count: Int) -> String {
    (0..<count).map { venue($0) }.joined(separator: "\n")
  }

  private mutating func venue(_ number: Int) -> String {
    var members = [#""id":"v\#(number)""#, #""name":"\#(word()) \#(word())""#]
    var place: [String] = []
    if isTrue(0.8) { place.append(#""city":"\#(pick(Self.cities))""#) }
    if isTrue(0.7) { place.append(#""distance":\#(below(4000))"#) }
    if isTrue(0.9) { place.append(#""lat":\#(below(90)).5,"lng":-\#(below(180)).25"#) }
    members.append(#""location":{\#(place.joined(separator: ","))}"#)
    if isTrue(0.7) { members.append(#""rating":\#(below(10)).\#(below(10))"#) }
    if isTrue(0.7) { members.append(#""ratingSignals":\#(below(50))"#) }
    if isTrue(0.8) { members.append(#""price":{"tier":\#(1 + below(4))}"#) }
    members.append(#""stats":{"checkinsCount":\#(below(300)),"tipCount":\#(below(6))}"#)
    members.append(#""specials":{"count":\#(below(3))},"verified":\#(isTrue(0.4))"#)
    if isTrue(0.1) { members.append(#""closed":true"#) }
    if isTrue(0.6) { members.append(#""createdAt":\#(1_300_000_000 + below(200_000_000))"#) }
    let kinds = (0..<below(3)).map { _ in #"{"id":"c","name":"\#(pick(Self.kinds))"}"# }
    members.append(#""categories":[\#(kinds.joined(separator: ","))]"#)
    let tips = (0..<below(4)).map { _ in
      #"{"text":"\#(word())","createdAt":\#(1_300_000_000 + below(99_999_999)),"agreeCount":\#(below(9))}"#
    }
    members.append(#""tips":{"items":[\#(tips.joined(separator: ","))]}"#)
    return "{\(members.joined(separator: ","))}"
  }

  private mutating func word() -> String {
    pick(["Tea", "tea", "Boba", "Öl", "milk", "Zoë", "奶茶", "%_", "it's", "a b"])
  }
}

// MARK: - Requests

extension RandomRequests {
  mutating func request() throws -> FetchRequest<Venue> {
    isTrue(0.6) ? try list() : try groups()
  }

  private mutating func list() throws -> FetchRequest<Venue> {
    var request = FetchRequest<Venue>()
    request.predicate = try FetchPredicate(format: predicate(depth: 3))
    request.propertiesToFetch = ["id", "name", "rating", "createdAt", "stats.tipCount", "verified"]
    request.sortDescriptors =
      (0..<below(3)).map { _ in
        FetchSortDescriptor(
          pick(Self.numbers + ["createdAt"]), ascending: isTrue(0.5),
          nils: pick([.lowest, .first, .last]))
      } + [FetchSortDescriptor("id", ascending: isTrue(0.5))]
    if isTrue(0.4) { request.fetchLimit = 1 + below(60) }
    if isTrue(0.2) { request.fetchOffset = below(30) }
    return request
  }

  private mutating func groups() throws -> FetchRequest<Venue> {
    var request = FetchRequest<Venue>()
    request.predicate = try FetchPredicate(format: predicate(depth: 2))
    let key = pick([
      "location.city", "priceInfo.tier", "category.name", "categories.name", "verified",
    ])
    let functions = [
      "sum(%)", "average(%)", "min(%)", "max(%)", "median(%)", "stddev(%)", "count(%)",
      "percentile(%, 90)", "distinct(%)",
    ]
    request.propertiesToFetch = [.attribute(key), .expression(.rowCount(name: "count"))]
    for index in 0..<(1 + below(3)) {
      let format = pick(functions).replacing("%", with: number(depth: 1))
      request.propertiesToFetch?.append(
        .expression(
          ExpressionDescription(
            name: "a\(index)", expression: try FetchExpression(format: format),
            resultType: nil)))
    }
    request.propertiesToGroupBy = [key]
    if isTrue(0.3) {
      request.havingPredicate = try FetchPredicate(format: "count > \(below(40))")
    }
    request.sortDescriptors = [FetchSortDescriptor(key, nils: .last)]
    return request
  }

  private mutating func predicate(depth: Int) -> String {
    guard depth > 0, isTrue(0.7) else { return comparison() }
    let parts = (0..<(2 + below(2))).map { _ in predicate(depth: depth - 1) }
    switch below(3) {
    case 0: return "(" + parts.joined(separator: " AND ") + ")"
    case 1: return "(" + parts.joined(separator: " OR ") + ")"
    default: return "NOT (\(parts[0]))"
    }
  }

  private mutating func comparison() -> String {
    let sign = pick(Self.comparisons)
    switch below(14) {
    case 0...2: return "\(number(depth: 2)) \(sign) \(number(depth: 1))"
    case 3: return "\(pick(Self.numbers)) \(pick(["==", "!="])) nil"
    case 4: return "\(pick(Self.numbers)) IN {\(below(9)), \(below(9)), \(below(300)).5}"
    case 5: return "\(pick(Self.numbers)) BETWEEN {\(below(5)), \(below(900))}"
    case 6: return "location.city \(sign) '\(pick(Self.cities))'"
    case 7:
      return "name \(pick(["CONTAINS", "BEGINSWITH", "ENDSWITH"])) \"\(word())\""
    case 8: return "location.city IN {'Rye', 'Łódź', 'x'}"
    case 9: return "\(pick(["verified", "closed"])) == \(pick(["YES", "NO"]))"
    case 10: return "createdAt \(sign) 20\(12 + below(6))-05-01"
    case 11: return "\(pick(["ANY", "ALL", "NONE"])) categories.name == '\(pick(Self.kinds))'"
    case 12:
      return
        "SUBQUERY(tips, $t, $t.agreeCount \(sign) \(below(9))).@count \(pick(Self.comparisons)) 1"
    default:
      return "tips.\(pick(["@count", "@sum.agreeCount", "@max.agreeCount"])) \(sign) \(below(9))"
    }
  }

  private mutating func number(depth: Int) -> String {
    guard depth > 0, isTrue(0.3) else {
      return isTrue(0.6) ? pick(Self.numbers) : pick(["\(below(20))", "\(below(9)).25"])
    }
    let sides = [number(depth: depth - 1), pick(Self.numbers)]
    return "(\(sides[0]) \(pick(["+", "-", "*", "/"])) \(sides[1]))"
  }
}

// MARK: - Random numbers

extension RandomRequests {
  private mutating func below(_ limit: Int) -> Int { Int.random(in: 0..<limit, using: &random) }

  private mutating func isTrue(_ chance: Double) -> Bool {
    Double.random(in: 0..<1, using: &random) < chance
  }

  private mutating func pick<Item>(_ items: [Item]) -> Item {
    items[Int.random(in: items.indices, using: &random)]
  }
}
