/// One thing that a case's client does.
struct ListChange: Hashable {
  enum Operation: String, Hashable {
    case insert, update, delete
  }

  let operation: Operation
  let id: String

  /// The changes of a case: as they are written, or what turns `records` into `new_records` or `initial`
  /// into `final`.
  static func all(of json: JSON) throws(CaseError) -> [ListChange] {
    if let new = json["new_records"]?.elements {
      return differences(json["records"]?.elements ?? [], new)
    }
    if json["changes"] == nil, let initial = json["initial"], let final = json["final"] {
      return differences(try SectionedList(initial), try SectionedList(final))
    }
    var changes: [ListChange] = []
    for change in json["changes"]?.elements ?? [] {
      guard let name = change["op"]?.text, let id = change["id"] else {
        throw CaseError("there is no such change: \(change)")
      }
      let operation = Operation(rawValue: name) ?? .update
      changes.append(ListChange(operation: operation, id: id.idText))
    }
    return changes
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

  /// All rows that stay count as changed when their order is another one.
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
