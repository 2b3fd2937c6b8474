import FetchKit
import Testing

/// A team whose members have scores.
private struct Squad: FetchableEntity {
  var objectID: ObjectID?
  var name = ""
  var scores: [Double] = []

  static let entity = EntityDescription(
    Squad.self, name: "Squad",
    properties: [
      .attribute("name", \.name), .toMany("scores", values: \.scores, table: "squad_score"),
    ])
}

@Suite struct SumTests {
  @Test(arguments: ["scores.@sum.self", "sum(scores)", "@sum.scores.self"])
  func `a sum that is undefined is nil, and that of no numbers 0, in both engines`(sum: String)
    throws
  {
    let store = try FetchStore(
      path: ":memory:", model: ManagedObjectModel(entities: [Squad.entity]))
    let teams = [
      Squad(name: "none"), Squad(name: "undefined", scores: [.infinity, -.infinity, 1]),
      Squad(name: "infinite", scores: [.infinity, 1]), Squad(name: "three", scores: [1, 2]),
    ]
    try store.write("Add") { transaction in
      for team in teams { _ = transaction.insert(team) as ObjectID }
    }
    for (condition, expected) in [
      ("== nil", ["undefined"]), ("== 0", ["none"]), ("!= 3", ["none", "undefined", "infinite"]),
      ("> 2", ["infinite", "three"]),
    ] {
      var request = FetchRequest<Squad>()
      request.predicate = try FetchPredicate(format: "\(sum) \(condition)")
      #expect(try store.fetch(request).map(\.name) == expected, "\(condition)")
      #expect(
        try teams.filter { try request.predicate?.evaluate(with: $0) == true }.map(\.name)
          == expected, "\(condition)")
    }
  }
}
