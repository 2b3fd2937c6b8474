/// The ids in a list by section.
struct SectionedList: Hashable {
  struct Section: Hashable {
    var name: String
    var ids: [String]
  }

  var sections: [Section]

  init(_ sections: [Section]) { self.sections = sections }

  /// Creates a list from `[[name, [ids]], …]`.
  init(_ json: JSON) throws(CaseError) {
    sections = []
    for part in json.elements ?? [] {
      guard let parts = part.elements, parts.count == 2, let ids = parts[1].elements else {
        throw CaseError("a section is [name, [ids]]")
      }
      let name = parts[0] == .null ? "" : parts[0].idText
      sections.append(Section(name: name, ids: ids.map(\.idText)))
    }
  }

  var ids: [String] { sections.flatMap(\.ids) }
  var names: [String] { sections.map(\.name) }

  /// The name of the section of each id.
  var sectionNames: [String: String] {
    Dictionary(sections.flatMap { section in section.ids.map { ($0, section.name) } }) { first, _ in
      first
    }
  }
}

extension SectionedList: CustomStringConvertible {
  var description: String {
    sections.map { "\($0.name)[\($0.ids.joined(separator: " "))]" }.joined(separator: " ")
  }
}

extension JSON {
  /// The id as text; it may be a number.
  var idText: String { text ?? description }
}

/// A change of an object.
struct ListChange: Hashable {
  enum Operation: Hashable {
    case insert, update, delete

    init?(named name: String) {
      switch name {
      case "insert", "inserts", "inserted", "create", "add": self = .insert
      case "update", "updates", "updated", "change", "set", "touch", "move", "refresh":
        self = .update
      case "delete", "deletes", "deleted", "remove": self = .delete
      default: return nil
      }
    }
  }

  let operation: Operation
  let id: String
  /// Whether another store makes the change.
  var isForeign = false

  /// Returns the changes of a case, or the difference between `records` and `new_records` or `initial`
  /// and `final`.
  static func all(of json: JSON) throws(CaseError) -> [ListChange] {
    if let new = json["new_records"]?.elements {
      return differences(json["records"]?.elements ?? [], new)
    }
    if json["changes"] == nil, let initial = json["initial"], let final = json["final"] {
      return differences(try SectionedList(initial), try SectionedList(final))
    }
    return try changes(json["changes"], isForeign: false)
  }

  /// Changes in a list, in an object with a list for each operation, or in groups.
  private static func changes(_ json: JSON?, isForeign: Bool) throws(CaseError) -> [ListChange] {
    var changes: [ListChange] = []
    switch json {
    case nil, .null?: break
    case .list(let elements)?:
      for element in elements { changes += try self.changes(element, isForeign: isForeign) }
    case .object?:
      changes = try group(json ?? .null, isForeign: isForeign)
    case .bool?, .integer?, .double?, .string?:
      throw CaseError("there is no such change: \(json ?? .null)")
    }
    return changes
  }

  private static let keys: Set<String> = ["op", "id", "ids", "values", "key", "note", "record"]
  /// The keys that say who makes a change.
  private static let origins: Set<String> = ["store", "from", "by", "context", "source"]
  private static let groups: Set<String> = [
    "another_store", "other_store", "another store", "other store", "external", "remote", "merge",
  ]

  private static func group(_ json: JSON, isForeign: Bool) throws(CaseError) -> [ListChange] {
    let name = json["op"]?.text
    let isForeign =
      isForeign || !origins.isDisjoint(with: json.keys) || name.map(groups.contains) ?? false
    var changes: [ListChange] = []
    for key in json.keys.subtracting(keys).subtracting(origins).sorted() {
      if key == "changes" || groups.contains(key) {
        changes += try self.changes(json[key], isForeign: isForeign || key != "changes")
      } else if let operation = Operation(named: key), let list = json[key]?.elements {
        changes += list.map {
          ListChange(operation: operation, id: ($0["id"] ?? $0).idText, isForeign: isForeign)
        }
      } else {
        throw CaseError("there is no such change: \(json)")
      }
    }
    let ids = json["ids"]?.elements ?? json["id"].map { [$0] } ?? []
    guard !ids.isEmpty else {
      if changes.isEmpty { throw CaseError("there is no such change: \(json)") }
      return changes
    }
    guard let operation = name.flatMap(Operation.init(named:)) else {
      throw CaseError("there is no such change: \(json)")
    }
    return changes
      + ids.map { ListChange(operation: operation, id: $0.idText, isForeign: isForeign) }
  }

  private static func differences(_ old: [JSON], _ new: [JSON]) -> [ListChange] {
    let before = byID(old)
    let after = byID(new)
    let gone = before.keys.filter { after[$0] == nil }.sorted()
    let changes = after.sorted { $0.key < $1.key }.compactMap { id, record -> ListChange? in
      guard let known = before[id] else { return ListChange(operation: .insert, id: id) }
      return known == record ? nil : ListChange(operation: .update, id: id)
    }
    return gone.map { ListChange(operation: .delete, id: $0) } + changes
  }

  /// Returns the difference; if the order changes, all remaining rows count as changed.
  private static func differences(_ old: SectionedList, _ new: SectionedList) -> [ListChange] {
    let (before, after) = (old.sectionNames, new.sectionNames)
    let kept = new.ids.filter { before[$0] != nil }
    let isSorted = kept == old.ids.filter { after[$0] != nil }
    return old.ids.filter { after[$0] == nil }.map { ListChange(operation: .delete, id: $0) }
      + new.ids.filter { before[$0] == nil }.map { ListChange(operation: .insert, id: $0) }
      + kept.filter { !isSorted || before[$0] != after[$0] }
      .map { ListChange(operation: .update, id: $0) }
  }

  private static func byID(_ records: [JSON]) -> [String: JSON] {
    Dictionary(records.map { (($0["id"] ?? .null).idText, $0) }) { _, last in last }
  }
}

/// A call of a delegate method.
enum ListEvent: Hashable {
  case willChange
  case didChange
  case section(String, index: Int)
  case object(String, id: String, from: [Int]?, to: [Int]?)

  init(_ json: JSON) throws(CaseError) {
    let known: Set<String> = ["e", "change", "id", "indexPath", "newIndexPath", "index", "name"]
    guard json.keys.isSubset(of: known) else { throw CaseError("there is no such event: \(json)") }
    switch json["e"]?.text {
    case "willChange": self = .willChange
    case "didChange": self = .didChange
    case "section":
      self = .section(json["change"]?.text ?? "", index: json["index"]?.integer ?? -1)
    case "object":
      self = .object(
        json["change"]?.text ?? "", id: (json["id"] ?? .null).idText,
        from: try json.member("indexPath", Self.path),
        to: try json.member("newIndexPath", Self.path))
    default: throw CaseError("there is no such event: \(json)")
    }
  }

  private static func path(_ json: JSON) -> [Int]? {
    let numbers = json.elements?.compactMap(\.integer).filter { $0 >= 0 }
    return numbers?.count == 2 && json.elements?.count == 2 ? numbers : nil
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
  /// Returns the list after events; removals use old index paths, insertions new ones.
  func applying(_ events: [ListEvent], naming names: [Int: String]) -> SectionedList {
    var cells: [(name: String, ids: [String?])] = sections.map {
      ($0.name, $0.ids.map(Optional.some))
    }
    for case .object(_, _, let from?, _) in events.filter(\.isRemoval)
    where cells.indices.contains(from[0]) && cells[from[0]].ids.indices.contains(from[1]) {
      cells[from[0]].ids[from[1]] = nil
    }
    for case .section("delete", let index) in events where cells.indices.contains(index) {
      cells[index].ids = []
    }
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
