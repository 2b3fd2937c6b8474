/// A callback of a results controller's delegate, as the cases write it.
enum ListEvent: Hashable {
  case willChange
  case didChange
  case section(String, index: Int)
  case object(String, id: String, from: [Int]?, to: [Int]?)

  init(_ json: JSON) throws(CaseError) {
    switch json["e"]?.text {
    case "willChange": self = .willChange
    case "didChange": self = .didChange
    case "section":
      self = .section(json["change"]?.text ?? "", index: json["index"]?.integer ?? -1)
    case "object":
      self = .object(
        json["change"]?.text ?? "", id: (json["id"] ?? .null).idText,
        from: Self.path(json["indexPath"]), to: Self.path(json["newIndexPath"]))
    default: throw CaseError("there is no such event: \(json)")
    }
  }

  private static func path(_ json: JSON?) -> [Int]? {
    json?.elements?.compactMap(\.integer)
  }

  /// `insert`, `delete`, `update` or `move` of an object; nil for other events.
  var objectChange: String? {
    guard case .object(let change, _, _, _) = self else { return nil }
    return change
  }
}

extension ListEvent: CustomStringConvertible {
  var description: String {
    switch self {
    case .willChange: "will"
    case .didChange: "did"
    case .section(let change, let index): "\(change) section \(index)"
    case .object(let change, let id, let from, let to):
      "\(change) \(id) \(from.map { "\($0)" } ?? "-")>\(to.map { "\($0)" } ?? "-")"
    }
  }
}

extension SectionedList {
  /// The list after events: what they remove goes in old coordinates, what they place comes in new ones.
  func applying(_ events: [ListEvent], naming names: [Int: String]) -> SectionedList {
    var cells: [(name: String, ids: [String?])] = sections.map {
      ($0.name, $0.ids.map(Optional.some))
    }
    for case .object(_, _, let from?, _) in events.filter(\.isRemoval) {
      cells[from[0]].ids[from[1]] = nil
    }
    for case .section("delete", let index) in events { cells[index].ids = [] }
    let dead = Set(
      events.compactMap { if case .section("delete", let index) = $0 { index } else { nil } })
    var result = cells.indices.filter { !dead.contains($0) }
      .map { Section(name: cells[$0].name, ids: cells[$0].ids.compactMap(\.self)) }
    let born = events.compactMap {
      if case .section("insert", let index) = $0 { index } else { nil }
    }
    for index in born.sorted() where index <= result.count {
      result.insert(Section(name: names[index] ?? "", ids: []), at: index)
    }
    return SectionedList(result).placing(events)
  }

  private func placing(_ events: [ListEvent]) -> SectionedList {
    var copy = self
    let placed = events.filter(\.isPlacement).compactMap { event -> (id: String, to: [Int])? in
      if case .object(_, let id, _, let to?) = event { (id, to) } else { nil }
    }
    for (id, to) in placed.sorted(by: { $0.to.lexicographicallyPrecedes($1.to) }) {
      guard copy.sections.indices.contains(to[0]), to[1] <= copy.sections[to[0]].ids.count else {
        continue
      }
      copy.sections[to[0]].ids.insert(id, at: to[1])
    }
    return copy
  }
}

extension ListEvent {
  fileprivate var isRemoval: Bool { objectChange == "delete" || objectChange == "move" }
  fileprivate var isPlacement: Bool { objectChange == "insert" || objectChange == "move" }
}
