import FetchKit
import Foundation

/// A results controller after the changes of a case.
@MainActor
struct ListRun {
  private(set) var before = SectionedList([])
  private(set) var after = SectionedList([])
  private(set) var events: [ListEvent] = []
  private(set) var indexTitles: [String] = []
  /// The error of the fetch; nil for none.
  private(set) var failure: String?

  private let store: FetchStore
  private let file: TemporaryFile
  private let plan: ListPlan
  private let old: SectionedList
  private let new: SectionedList

  init(
    _ old: SectionedList, _ new: SectionedList, _ changes: [ListChange], hasSections: Bool,
    sortsBySection: Bool
  ) async throws {
    self.old = old
    self.new = new
    let touched = changes.filter { $0.operation != .delete }.map(\.id)
    plan = ListPlan(from: old, to: new, changed: Set(touched))
    let isShared = changes.contains(where: \.isForeign)
    file = TemporaryFile()
    store = try FetchStore(path: isShared ? file.path : ":memory:", model: ListRecord.model)
    let recorder = EventRecorder()
    recorder.ids = try insertOld(changes)
    let controller = try controller(hasSections, sortsBySection)
    controller.delegate = recorder
    do {
      try await controller.performFetch()
    } catch {
      failure = "\(error)"
      return
    }
    before = try list(of: controller, recorder)
    try apply(changes.filter { !$0.isForeign }, in: store, recorder)
    if isShared {
      let other = try FetchStore(path: file.path, model: ListRecord.model)
      try apply(changes.filter(\.isForeign), in: other, recorder)
      try await waitForChanges(of: controller)
    }
    events = recorder.events
    after = try list(of: controller, recorder)
    indexTitles = controller.sectionIndexTitles
  }

  /// Waits until the list shows what another store wrote.
  private func waitForChanges(of controller: FetchedResultsController<ListRecord>) async throws {
    let deadline = ContinuousClock.now + .seconds(5)
    while ContinuousClock.now < deadline {
      try await Task.sleep(for: .milliseconds(200))
      let stored = try await store.objectIDs(controller.fetchRequest)
      if Array(controller.objectIDs) == stored { return }
    }
    throw CaseError("the list did not show what another store wrote")
  }

  private func controller(_ hasSections: Bool, _ sortsBySection: Bool) throws
    -> FetchedResultsController<ListRecord>
  {
    var request = FetchRequest<ListRecord>()
    request.predicate = try FetchPredicate(format: "isShown == YES")
    let order = [FetchSortDescriptor(\ListRecord.place)]
    let ranked = hasSections && sortsBySection
    request.sortDescriptors = (ranked ? [FetchSortDescriptor(\ListRecord.rank)] : []) + order
    let controller = FetchedResultsController(
      request, store: store, sectionNameKeyPath: hasSections ? "section" : nil)
    controller.eventStyle = .raw
    return controller
  }

  private func list(
    of controller: FetchedResultsController<ListRecord>, _ recorder: EventRecorder
  ) throws -> SectionedList {
    SectionedList(
      try controller.sections.map { section in
        SectionedList.Section(name: section.name, ids: try section.objects.map(\.id))
      })
  }
}

// MARK: - The rows

extension ListRun {
  /// Inserts the rows of the old list, and hidden ones for other changed ids.
  private func insertOld(_ changes: [ListChange]) throws -> [ObjectID: String] {
    let names = old.sectionNames
    let inserted = Set(changes.filter { $0.operation == .insert }.map(\.id))
    let hidden = Set(changes.map(\.id)).subtracting(old.ids).subtracting(inserted).subtracting(["*"]
    )
    return try store.write("Insert the list") { transaction in
      var ids: [ObjectID: String] = [:]
      for id in old.ids + hidden.sorted() {
        var record = ListRecord()
        record.id = id
        record.isShown = !hidden.contains(id)
        record.section = names[id].flatMap { $0.isEmpty ? nil : $0 }
        record.rank = names[id].flatMap { plan.ranksBefore[$0] } ?? 0
        record.place = plan.before[id] ?? 0
        ids[transaction.insert(record)] = id
      }
      return ids
    }
  }

  /// Makes the changes in one write; the recorder knows the new identifiers before the delegate is called.
  private func apply(_ changes: [ListChange], in store: FetchStore, _ recorder: EventRecorder)
    throws
  {
    guard !changes.isEmpty else { return }
    let rows = try store.fetch(FetchRequest<ListRecord>())
    var records = Dictionary(rows.map { ($0.id, $0) }) { first, _ in first }
    try store.write("Change the list") { transaction in
      var known = recorder.ids
      for change in changes {
        for id in change.id == "*" ? old.ids : [change.id] {
          switch change.operation {
          case .delete:
            if let object = records.removeValue(forKey: id)?.objectID { transaction.delete(object) }
          case .insert:
            var record = moved(ListRecord(), id)
            record.objectID = transaction.insert(record)
            if let object = record.objectID { known[object] = id }
            records[id] = record
          case .update:
            guard let record = records[id] else { continue }
            records[id] = moved(record, id)
            transaction.update(moved(record, id))
          }
        }
      }
      recorder.ids = known
    }
  }

  private func moved(_ record: ListRecord, _ id: String) -> ListRecord {
    var record = record
    let name = new.sectionNames[id]
    record.id = id
    record.revision += 1
    record.isShown = name != nil
    guard let name else { return record }
    record.section = name.isEmpty ? nil : name
    record.rank = plan.ranksAfter[name] ?? record.rank
    record.place = plan.after[id] ?? record.place
    return record
  }
}

/// A row of a list with explicit sort keys.
struct ListRecord: FetchableEntity {
  var objectID: ObjectID?
  var id = ""
  var section: String?
  /// The order of the sections.
  var rank = 0.0
  /// The order of the rows.
  var place = 0.0
  /// Whether the row matches the predicate.
  var isShown = true
  /// The number of changes.
  var revision = 0

  static var model: ManagedObjectModel { ManagedObjectModel(entities: [entity]) }

  static let entity = EntityDescription(
    ListRecord.self, name: "Record",
    properties: [
      .attribute("id", \.id), .attribute("section", \.section), .attribute("rank", \.rank),
      .attribute("place", \.place), .attribute("isShown", \.isShown),
      .attribute("revision", \.revision),
    ])
}

/// Sort keys of the rows before and after the changes.
///
/// The cases contain the lists, but not always the values that order them. So unchanged rows keep their sort
/// keys, and changed rows get keys between their neighbors.
struct ListPlan {
  let before: [String: Double]
  let after: [String: Double]
  let ranksBefore: [String: Double]
  let ranksAfter: [String: Double]

  init(from old: SectionedList, to new: SectionedList, changed: Set<String>) {
    before = Self.numbers(old.ids, known: [:])
    let kept = before.filter { !changed.contains($0.key) }
    var after: [String: Double] = [:]
    for section in new.sections {
      after.merge(Self.numbers(section.ids, known: kept)) { first, _ in first }
    }
    self.after = after
    ranksBefore = Self.numbers(old.names, known: [:])
    ranksAfter = Self.numbers(new.names, known: ranksBefore)
  }

  /// Returns ascending numbers for names; known ones are kept.
  private static func numbers(_ names: [String], known: [String: Double]) -> [String: Double] {
    var result: [String: Double] = [:]
    var index = 0
    while index < names.count {
      if let number = known[names[index]] {
        result[names[index]] = number
        index += 1
        continue
      }
      let run = names[index...].prefix { known[$0] == nil }
      let low = index > 0 ? result[names[index - 1]] : nil
      let high = run.endIndex < names.count ? known[names[run.endIndex]] : nil
      let start = low ?? (high ?? Double(run.count + 1)) - Double(run.count + 1)
      let end = high ?? start + Double(run.count + 1)
      for (offset, name) in run.enumerated() {
        result[name] = start + (end - start) * Double(offset + 1) / Double(run.count + 1)
      }
      index = run.endIndex
    }
    return result
  }
}

/// A delegate that records the events of a results controller.
@MainActor
final class EventRecorder: FetchedResultsControllerDelegate {
  private(set) var events: [ListEvent] = []
  /// The ids of the rows by object identifier.
  var ids: [ObjectID: String] = [:]

  func controllerWillChangeContent(_ controller: FetchedResultsController<ListRecord>) {
    events.append(.willChange)
  }

  func controller(
    _ controller: FetchedResultsController<ListRecord>, didChange object: ObjectID,
    at indexPath: IndexPath?, for type: FetchedResultsChangeType, newIndexPath: IndexPath?
  ) {
    events.append(
      .object(
        name(of: type), id: ids[object] ?? "?", from: indexPath.map { [$0.section, $0.row] },
        to: newIndexPath.map { [$0.section, $0.row] }))
  }

  func controller(
    _ controller: FetchedResultsController<ListRecord>,
    didChange section: FetchedResultsSection<ListRecord>,
    atSectionIndex index: Int, for type: FetchedResultsChangeType
  ) {
    events.append(.section(name(of: type), index: index))
  }

  func controllerDidChangeContent(_ controller: FetchedResultsController<ListRecord>) {
    events.append(.didChange)
  }

  private func name(of type: FetchedResultsChangeType) -> String {
    switch type {
    case .insert: "insert"
    case .delete: "delete"
    case .move: "move"
    case .update: "update"
    }
  }
}

/// The path of a store that is removed with its files when it is released.
final class TemporaryFile {
  let path = NSTemporaryDirectory() + "conformance-\(UUID().uuidString).sqlite"

  deinit {
    for suffix in ["", "-wal", "-shm"] {
      try? FileManager.default.removeItem(atPath: path + suffix)
    }
  }
}
