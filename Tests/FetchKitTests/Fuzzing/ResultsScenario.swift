import Foundation
import TestSupport

@testable import FetchKit

/// A store, a results controller on it, and random commits: what the events lead to is what a new fetch gives.
@MainActor
struct ResultsScenario {
  /// The kind of list of the controller.
  enum Layout: CaseIterable {
    case plain, sections, sectionsDescending, filtered, limited, window, limitedSections, natural
    case related, relatedSections
  }

  private let layout: Layout
  private let style: ResultsEventStyle
  private let store: FetchStore
  private var random: SeededRandom

  init(seed: UInt64, layout: Layout? = nil) throws {
    random = SeededRandom(seed: seed &* 7919 &+ 1)
    self.layout =
      layout ?? Layout.allCases[Int.random(in: 0..<Layout.allCases.count, using: &random)]
    style = Bool.random(using: &random) ? .raw : .resolved
    store = try FetchStore(
      path: ":memory:", model: ManagedObjectModel(entities: [Member.entity, Team.entity]))
    try store.write("Hire") { [count = Int.random(in: 0..<30, using: &random)] work in
      let teams: [ObjectReference<Team>] = Team.names.prefix(3).map { work.insert(Team(name: $0)) }
      for _ in 0..<count { work.insert(Self.worker(teams, &random)) }
    }
  }

  /// The first error in a number of commits; nil for none.
  mutating func firstComplaint(commits: Int) throws -> String? {
    let results = controller()
    results.eventStyle = style
    let listener = ResultsListener()
    results.delegate = listener
    results.changeObserver = { listener.changes = $0 }
    try results.performFetch()
    for _ in 0..<commits {
      let before = results.snapshot
      let oldList = results.list
      listener.clear()
      try change()
      let fresh = controller()
      try fresh.performFetch()
      if let complaint = try stale(results, fresh) ?? complaint(
        before, listener, results.snapshot, fresh.snapshot)
        ?? (style == .raw ? moveRule(oldList, fresh.list, listener.changes) : nil)
      {
        return "\(layout), \(style): \(complaint)\n  from \(before)\n  by \(listener.changes)"
      }
    }
    return nil
  }
}

// MARK: - What has to hold

extension ResultsScenario {
  /// The first object that the list holds otherwise than the store; nil for none.
  private func stale(
    _ results: FetchedResultsController<Member>, _ fresh: FetchedResultsController<Member>
  ) throws -> String? {
    func text(_ member: Member) -> String {
      let names = member.team?.object?.members.map { $0.object?.name ?? "–" } ?? []
      return "\(member.name) \(member.age) \(member.team?.object?.name ?? "–") \(names)"
    }
    let now = try results.fetchedObjects.map(text)
    let stored = try fresh.fetchedObjects.map(text)
    return now == stored ? nil : "the objects are \(now), in the store they are \(stored)"
  }

  private func complaint(
    _ before: FetchedResultsSnapshot, _ listener: ResultsListener,
    _ now: FetchedResultsSnapshot, _ fresh: FetchedResultsSnapshot
  ) -> String? {
    guard now == fresh else { return "the list is \(now), a new fetch gives \(fresh)" }
    if let complaint = listener.complaint { return complaint }
    do {
      let replayed = try before.applying(listener.changes)
      guard replayed == fresh else { return "the events lead to \(replayed)" }
    } catch {
      return "the events cannot be followed: \(error)"
    }
    return style == .resolved ? conflict(listener.changes) : nil
  }

  /// A move that leaves a dying section or enters a new one.
  private func conflict(_ changes: [ResultsChange]) -> String? {
    var dead: Set<Int> = []
    var new: Set<Int> = []
    for case .deleteSection(_, let index) in changes { dead.insert(index) }
    for case .insertSection(_, let index) in changes { new.insert(index) }
    for case .move(let id, let from, let to) in changes
    where dead.contains(from.section) || new.contains(to.section) {
      return "\(id) moves between sections of which one comes or goes"
    }
    return nil
  }

  /// As few moves as the rule asks for: a row whose section changed moves, and of the others those outside the
  /// longest chain in the same order with every unchanged row in it.
  private func moveRule(
    _ before: SectionedIDs, _ now: SectionedIDs, _ changes: [ResultsChange]
  ) -> String? {
    var changed: Set<Int64> = []
    var moves = 0
    for change in changes {
      switch change {
      case .move(let id, _, _):
        moves += 1
        changed.insert(id.rowID)
      case .update(let id, _, _): changed.insert(id.rowID)
      case .insert, .delete, .insertSection, .deleteSection: break
      }
    }
    let difference = ListDifference(from: before, to: now, changed: changed)
    let expected = difference.changes.count(where: \.isMove)
    return moves == expected ? nil : "\(moves) moves, the rule asks for \(expected)"
  }
}

// MARK: - The list

extension ResultsScenario {
  private func controller() -> FetchedResultsController<Member> {
    FetchedResultsController(
      request, store: store, sectionNameKeyPath: sectionNameKeyPath)
  }

  private var sectionNameKeyPath: String? {
    switch layout {
    case .sections, .sectionsDescending, .filtered, .limitedSections: "sex"
    case .relatedSections: "team.name"
    case .plain, .limited, .window, .natural, .related: nil
    }
  }

  private var request: FetchRequest<Member> {
    var request = FetchRequest<Member>()
    request.sortDescriptors = sortDescriptors
    switch layout {
    case .filtered, .limitedSections:
      request.predicate = .comparison(.keyPath("age"), .greaterThan, .constant(30))
    case .related:
      request.predicate = .comparison(
        .keyPath("team.members.age"), .greaterThan, .constant(45), modifier: .any)
      request.relationshipKeyPathsForPrefetching = ["team.members"]
    case .relatedSections: request.relationshipKeyPathsForPrefetching = ["team"]
    case .plain, .sections, .sectionsDescending, .limited, .window, .natural: break
    }
    switch layout {
    case .limited, .limitedSections: request.fetchLimit = 7
    case .window: (request.fetchOffset, request.fetchLimit) = (3, 5)
    case .plain, .sections, .sectionsDescending, .filtered, .natural, .related, .relatedSections:
      break
    }
    return request
  }

  private var sortDescriptors: [FetchSortDescriptor] {
    switch layout {
    case .plain: [FetchSortDescriptor("age")]
    case .sections: [FetchSortDescriptor("sex"), FetchSortDescriptor("age")]
    case .sectionsDescending:
      [
        FetchSortDescriptor("sex", ascending: false, nils: .first),
        FetchSortDescriptor("name", ascending: false, comparison: .caseInsensitive),
      ]
    case .filtered, .limitedSections:
      [FetchSortDescriptor("sex", nils: .last), FetchSortDescriptor("name")]
    case .limited, .window: [FetchSortDescriptor("age", ascending: false)]
    case .related: [FetchSortDescriptor("team.members.@count"), FetchSortDescriptor("age")]
    case .relatedSections: [FetchSortDescriptor("team.name"), FetchSortDescriptor("age")]
    case .natural:
      [FetchSortDescriptor("name", comparison: .natural), FetchSortDescriptor("age")]
    }
  }
}

// MARK: - Commits

extension ResultsScenario {
  private mutating func change() throws {
    switch Int.random(in: 0..<12, using: &random) {
    case 0: try store.perform(batchUpdate())
    case 1:
      let limit = FetchExpression.constant(.integer(Int64.random(in: 20..<60, using: &random)))
      try store.perform(
        BatchDeleteRequest(
          entity: Member.entity, where: .comparison(.keyPath("age"), .equal, limit)))
    case 2: try store.undo()
    case 3: try store.redo()
    case 4, 5: try Team.change(in: store, &random)
    default: try edit()
    }
  }

  /// Moves everybody of an age or a sex elsewhere at once.
  private mutating func batchUpdate() -> BatchUpdateRequest {
    if Bool.random(using: &random) {
      let older = FetchExpression.function(.add, [.keyPath("age"), .constant(7)])
      return BatchUpdateRequest(
        entity: Member.entity, set: ["age": older],
        where: .comparison(.keyPath("age"), .lessThan, .constant(35)))
    }
    let sexes = Self.sexes.shuffled(using: &random).map {
      FetchExpression.constant($0.attributeValue)
    }
    return BatchUpdateRequest(
      entity: Member.entity, set: ["sex": sexes[0]],
      where: .comparison(.keyPath("sex"), .equal, sexes[1]))
  }

  private mutating func edit() throws {
    let all = try store.fetch(FetchRequest<Member>()).shuffled(using: &random)
    let deleted = Int.random(in: 0..<4, using: &random)
    let updated = Int.random(in: 0..<6, using: &random)
    let teams = try store.fetch(FetchRequest<Team>()).compactMap(\.reference)
    try store.write("Change") { work in
      for _ in 0..<Int.random(in: 0..<4, using: &random) {
        work.insert(Self.worker(teams, &random))
      }
      if Bool.random(using: &random) { work.delete(work.insert(Self.worker(teams, &random))) }
      for id in all.prefix(deleted).compactMap(\.objectID) { work.delete(id) }
      for old in all.dropFirst(deleted).prefix(updated) {
        work.update(Self.changed(old, teams, &random))
      }
    }
  }

  private static let sexes: [String?] = ["female", "male", "", nil]

  private static func worker(_ teams: [ObjectReference<Team>], _ random: inout SeededRandom)
    -> Member
  {
    let names = ["Boba 2", "Boba 10", "boba 3", "Ada", "ada", "Émile", "Zoë"]
    return Member(
      name: names.randomElement(using: &random) ?? "", age: Int.random(in: 20..<60, using: &random),
      sex: sexes.randomElement(using: &random) ?? nil,
      team: ([nil] + teams).randomElement(using: &random) ?? nil)
  }

  /// The worker with some attributes of another one, or with none changed.
  private static func changed(
    _ old: Member, _ teams: [ObjectReference<Team>], _ random: inout SeededRandom
  ) -> Member {
    var new = worker(teams, &random)
    if Bool.random(using: &random) { new.team = old.team }
    if Bool.random(using: &random) { (new.sex, new.age) = (old.sex, old.age) }
    if Bool.random(using: &random) { (new.sex, new.name) = (old.sex, old.name) }
    new.objectID = old.objectID
    return new
  }
}
