import FetchKit

/// A batch of changes under a results controller and the expected events.
@MainActor
struct ResultsCase {
  private let json: JSON
  private let old: SectionedList
  private let new: SectionedList
  private let changes: [ListChange]
  private let hasSections: Bool

  init(_ json: JSON) throws {
    self.json = json
    hasSections = json["section_key"]?.text != nil
    changes = try ListChange.all(of: json)
    let initial = try Self.list(json["initial"], hasSections)
    let final = try Self.list(json["final"], hasSections)
    let isUnchanged = changes.isEmpty && json["records"] == nil
    guard let old = try initial ?? Self.list(of: json) ?? (isUnchanged ? final : nil) else {
      throw CaseError("there is no initial list")
    }
    self.old = old
    new = try final ?? Self.list(after: json["events"]?.elements ?? [], old)
  }

  private static let dialects: Set<String> = [
    "NSFRC", "NSFRC-doc", "MRT", "GRDB", "KSP", "BB", "FetchRequests", "Realm", "DifferenceKit",
  ]

  /// Throws for a case that checks nothing, or in a way that is not known.
  private func check() throws(CaseError) {
    guard let dialect = json["dialect"]?.text, Self.dialects.contains(dialect) else {
      throw CaseError("there is no such dialect: \(json["dialect"] ?? .null)")
    }
    guard ["final", "events", "counts", "expect"].contains(where: { json[$0] != nil }) else {
      throw CaseError("there is nothing to check")
    }
    let order = json["order"] ?? "set"
    guard ["exact", "objects-any-order", "set"].contains(order) else {
      throw CaseError("there is no such order: \(order)")
    }
  }

  /// A list of a case. Without a section key it is one section, also when it is empty; with one, sections without
  /// objects do not exist.
  private static func list(_ json: JSON?, _ hasSections: Bool) throws(CaseError) -> SectionedList? {
    guard let json, json != .null else { return nil }
    let list = try SectionedList(json)
    if hasSections { return SectionedList(list.sections.filter { !$0.ids.isEmpty }) }
    return list.sections.isEmpty ? SectionedList([.init(name: "", ids: [])]) : list
  }

  /// The list after the expected events, for cases without a final list.
  private static func list(after events: [JSON], _ old: SectionedList) throws(CaseError)
    -> SectionedList
  {
    var expected: [ListEvent] = []
    var names: [Int: String] = [:]
    for event in events {
      expected.append(try ListEvent(event))
      if let index = event["index"]?.integer { names[index] = event["name"]?.text }
    }
    return old.applying(expected, naming: names)
  }

  /// The list of the records with the sort order and predicate of a case; nil without records.
  private static func list(of json: JSON) throws -> SectionedList? {
    guard let records = json["records"]?.elements else { return nil }
    let named = records.enumerated().map { index, record -> JSON in
      guard case .object(var members) = record else { return record }
      members["id"] = members["id"] ?? members["name"] ?? .string("\(index)")
      return .object(members)
    }
    let section = json["section_key"]?.text
    guard !named.isEmpty else {
      return SectionedList(section == nil ? [.init(name: "", ids: [])] : [])
    }
    let predicate =
      json["predicate"] == nil ? nil : try CasePredicate(json, key: "predicate").bound()
    let sorting = json["sort"]?.elements ?? []
    let keys = sorting.compactMap { $0.elements?.first?.text }
    let stored = try StoredRows(named, for: [predicate].compactMap(\.self), keys: keys)
    var request = FetchRequest<FetchValue>(entityName: StoredRows.entityName)
    request.predicate = predicate
    request.sortDescriptors = try sorting.map(FetchCase.sortDescriptor)
    var sections: [SectionedList.Section] = section == nil ? [.init(name: "", ids: [])] : []
    for row in try stored.store.fetch(request) {
      let name = section.map { (row.value(forKeyPath: $0) ?? .null).plainText } ?? ""
      if sections.last?.name != name { sections.append(.init(name: name, ids: [])) }
      sections[sections.count - 1].ids.append((row.value(forKeyPath: "id") ?? .null).plainText)
    }
    return SectionedList(sections)
  }

  func outcome() async throws -> Outcome {
    try check()
    let run = try await ListRun(
      old, new, changes, hasSections: hasSections, sortsBySection: !expectsDisorder)
    if expectsDisorder { return .comparing("\(run.failure != nil)", "true") }
    if let failure = run.failure { return .failed(got: "error: \(failure)", expected: "a list") }
    for check in [lists, replay, events, counts, expectations] {
      let outcome = try check(run)
      if outcome != .passed { return outcome }
    }
    return .passed
  }

  private var expectsDisorder: Bool {
    json["expect"]?["performFetch"]?.text?.hasPrefix("error") ?? false
  }

  /// Whether the events are Core Data's own; otherwise replaying them must only give the right list.
  private var isExact: Bool { ["NSFRC", "NSFRC-doc", "MRT"].contains(json["dialect"]?.text ?? "") }
}

// MARK: - Checks

extension ResultsCase {
  private func lists(_ run: ListRun) -> Outcome {
    let first = Outcome.comparing("\(run.before)", "\(old)")
    return first == .passed ? .comparing("\(run.after)", "\(new)") : first
  }

  private func replay(_ run: ListRun) -> Outcome {
    let names = Dictionary(new.names.enumerated().map { ($0, $1) }) { first, _ in first }
    return .comparing("\(old.applying(run.events, naming: names))", "\(new)")
  }

  private func events(_ run: ListRun) throws(CaseError) -> Outcome {
    guard isExact, let list = json["events"]?.elements else { return .passed }
    var expected: [ListEvent] = []
    for event in list { expected.append(try ListEvent(event)) }
    switch json["order"]?.text ?? "set" {
    case "exact": return .comparing(shown(run.events), shown(expected))
    case "objects-any-order":
      return .comparing(shown(ordered(run.events)), shown(ordered(expected)))
    default: return .comparing(shown(sorted(run.events)), shown(sorted(expected)))
    }
  }

  private func shown(_ events: [ListEvent]) -> String {
    events.map(\.description).joined(separator: "; ")
  }

  private func sorted(_ events: [ListEvent]) -> [ListEvent] {
    events.sorted { $0.description < $1.description }
  }

  /// The events with consecutive object events sorted.
  private func ordered(_ events: [ListEvent]) -> [ListEvent] {
    var result: [ListEvent] = []
    for run in events.split(whereSeparator: { $0.objectChange == nil }) {
      result += sorted(Array(run))
    }
    var objects = result[...]
    return events.map { $0.objectChange == nil ? $0 : objects.removeFirst() }
  }

  private func counts(_ run: ListRun) throws(CaseError) -> Outcome {
    guard case .object(let expected) = json["counts"], isExact else { return .passed }
    let names: Set<String> = ["willChange", "didChange", "insert", "delete", "update", "move"]
    if let unknown = Set(expected.keys).subtracting(names).min() {
      throw CaseError("there is no such event: \(unknown)")
    }
    for (name, count) in expected.sorted(by: { $0.key < $1.key }) {
      let found = run.events.count { event in
        switch name {
        case "willChange": event == .willChange
        case "didChange": event == .didChange
        default: event.objectChange == name
        }
      }
      if found != count.integer {
        return .failed(got: "\(found) \(name) in \(shown(run.events))", expected: "\(count)")
      }
    }
    return .passed
  }

  private func expectations(_ run: ListRun) throws(CaseError) -> Outcome {
    guard let json = json["expect"] else { return .passed }
    guard case .object(let expected) = json else {
      throw CaseError("there is no such expectation: \(json)")
    }
    for (name, value) in expected.sorted(by: { $0.key < $1.key }) {
      let got: JSON
      switch name {
      case "sections", "numberOfSections": got = .integer(Int64(run.after.sections.count))
      case "numberOfObjects": got = .integer(Int64(run.after.ids.count))
      case "sectionIndexTitles": got = .list(run.indexTitles.map(JSON.string))
      case "sectionNames": got = .list(run.after.names.map(JSON.string))
      default: throw CaseError("there is no such expectation: \(name)")
      }
      if got != value { return .failed(got: "\(name) \(got)", expected: "\(value)") }
    }
    return .passed
  }
}

extension FetchValue {
  /// The string, or the value in the format language.
  fileprivate var plainText: String {
    switch self {
    case .null: ""
    case .string(let text): text
    case .bool, .integer, .double, .date, .data, .list, .object: shown
    }
  }
}
