import FetchKit
import TestSupport

/// A worker with a team, for random scenarios.
struct Member: FetchableEntity {
  var objectID: ObjectID?
  var name = ""
  var age = 0
  var sex: String?
  var team: ObjectReference<Team>?

  static let entity = EntityDescription(
    Member.self, name: "Member",
    properties: [
      .attribute("name", \.name, hasNaturalOrder: true), .attribute("age", \.age),
      .attribute("sex", \.sex), .toOne("team", \.team, inverse: "members"),
    ])
}

struct Team: FetchableEntity {
  var objectID: ObjectID?
  var name: String?
  var members: [ObjectReference<Member>] = []

  static let entity = EntityDescription(
    Team.self, name: "Team",
    properties: [
      .attribute("name", \.name), .toMany("members", \.members, inverse: "team"),
    ])

  static let names: [String?] = ["a", "b", "", "c", nil]

  /// Renames, fills, deletes or inserts a team.
  static func change(in store: FetchStore, _ random: inout SeededRandom) throws {
    let teams = try store.fetch(FetchRequest<Team>()).shuffled(using: &random)
    let members = try store.fetch(FetchRequest<Member>()).shuffled(using: &random)
    let chosen = members.prefix(Int.random(in: 0..<8, using: &random)).compactMap(\.reference)
    let name = names.randomElement(using: &random) ?? nil
    let kind = Int.random(in: 0..<6, using: &random)
    try store.write("Change a team") { transaction in
      guard var team = teams.first, kind > 0 else {
        transaction.insert(Team(name: name, members: chosen))
        return
      }
      switch kind {
      case 1: if teams.count > 1, let id = team.objectID { transaction.delete(id) }
      case 2: team.members = chosen
      default: team.name = name
      }
      if kind > 1 { transaction.update(team) }
    }
  }
}
