import FetchKit

// Elements of lists and related objects.
extension RandomPredicate {
  /// A comparison of objects by identity.
  mutating func objects() -> FetchPredicate {
    let isMaker = chance(2)
    func id(_ row: Int) -> FetchExpression {
      .constant(FuzzModel.related(isMaker ? "Maker" : "Thing", Int64(row + 1)))
    }
    let count = isMaker ? Int(FuzzModel.makers) : 24
    let ids = (0..<below(4)).map { _ in id(below(count)) }
    let many = FetchExpression.keyPath(
      pick(isMaker ? ["idols", "peers.maker"] : ["peers", "maker.things", "maker.fans"]))
    switch below(isMaker ? 6 : 3) {
    case 0: return .comparison(many, .equal, id(below(count)), modifier: chance(2) ? .any : .all)
    case 1: return .comparison(many, .in, .list(ids), modifier: chance(2) ? .any : .all)
    case 2:
      return chance(2)
        ? .comparison(id(below(count)), .in, many) : .comparison(many, .contains, id(below(count)))
    case 3: return .comparison(.keyPath("maker"), .in, .list(ids))
    case 4: return .comparison(.keyPath("maker"), pick([.equal, .notEqual]), .constant(.null))
    default:
      return .comparison(.keyPath("maker"), pick([.equal, .notEqual]), id(below(count)))
    }
  }

  mutating func value(ofVariable name: String, _ kind: Kind) -> FetchExpression? {
    switch (variables[name], kind) {
    case ("words", .string), ("numbers", .number): .variable(name)
    case ("reviews", .number): .step(.variable(name), keyPath: pick(["stars", "score"]))
    case ("reviews", .string): .step(.variable(name), keyPath: "text")
    case ("reviews", .date): .step(.variable(name), keyPath: "on")
    case ("peers", .number), ("maker.things", .number), ("maker.fans", .number):
      .step(.variable(name), keyPath: pick(["i", "e", "numbers.@count", "reviews.@sum.stars"]))
    case ("peers", .string), ("maker.things", .string), ("maker.fans", .string):
      .step(.variable(name), keyPath: pick(["s", "t"]))
    case ("idols", .number):
      .step(.variable(name), keyPath: pick(["rank", "score", "things.@count", "fans.@sum.i"]))
    case ("idols", .string): .step(.variable(name), keyPath: "name")
    case ("idols", .date): .step(.variable(name), keyPath: "born")
    default: nil
    }
  }

  /// The values of a to-many, of all or of some of its elements.
  mutating func toMany(of kind: Kind) -> FetchExpression? {
    switch kind {
    case .number:
      let path = pick([
        "numbers", "reviews.stars", "reviews.score", "words.length", "reviews.text.length",
        "peers.i", "peers.maker.rank", "maker.things.d", "maker.fans.e", "idols.rank",
        "idols.name.length",
      ])
      return .keyPath(path)
    case .string:
      return .keyPath(
        pick(["words", "reviews.text", "peers.s", "peers.maker.name", "idols.name", "maker.fans.t"])
      )
    case .date: return .keyPath(pick(["reviews.on", "idols.born", "maker.things.at"]))
    case .data: return nil
    }
  }
}
