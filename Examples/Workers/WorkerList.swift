import FetchKit
import Foundation

/// The sections of a list on a screen, which follow a results controller by its events alone.
@MainActor
final class WorkerList: FetchedResultsControllerDelegate {
  private(set) var sections: [(name: String, lines: [String])] = []
  private let results: FetchedResultsController<Worker>
  private let say: (String) -> Void
  private var leaving: [IndexPath] = []
  private var arriving: [IndexPath] = []
  private var dead: [Int] = []
  private var new: [(index: Int, name: String)] = []

  init(_ store: FetchStore, say: @escaping (String) -> Void) throws {
    self.say = say
    results = FetchedResultsController(Self.request, store: store, sectionNameKeyPath: \.sex)
    results.delegate = self
    try results.performFetch()
    sections = try results.sections.map { ($0.name, try $0.objects.map(Self.line)) }
  }

  static var request: FetchRequest<Worker> {
    var request = FetchRequest<Worker>()
    request.sortDescriptors = [FetchSortDescriptor(\Worker.sex), FetchSortDescriptor(\Worker.name)]
    return request
  }

  private static func line(_ worker: Worker) -> String { "  \(worker.name), \(worker.age)" }
}

// MARK: - Changes of the controller

extension WorkerList {
  func controllerWillChangeContent(_ controller: FetchedResultsController<Worker>) {
    (leaving, arriving, dead, new) = ([], [], [], [])
  }

  func controller(
    _ controller: FetchedResultsController<Worker>,
    didChange section: FetchedResultsSection<Worker>,
    atSectionIndex index: Int, for type: FetchedResultsChangeType
  ) {
    say("    \(type) section \(index), \(section.name)")
    if type == .insert { new.append((index, section.name)) } else { dead.append(index) }
  }

  func controller(
    _ controller: FetchedResultsController<Worker>, didChange object: ObjectID,
    at indexPath: IndexPath?, for type: FetchedResultsChangeType, newIndexPath: IndexPath?
  ) {
    say(
      "    \(type) " + [indexPath, newIndexPath].compactMap { $0?.text }.joined(separator: " to "))
    if let indexPath { leaving.append(indexPath) }
    if let place = newIndexPath ?? (type == .update ? indexPath : nil) { arriving.append(place) }
  }

  /// What leaves is counted in the old list, what arrives in the new one.
  func controllerDidChangeContent(_ controller: FetchedResultsController<Worker>) {
    for place in leaving.sorted(by: >) { sections[place.section].lines.remove(at: place.row) }
    for index in dead.sorted(by: >) { sections.remove(at: index) }
    for section in new { sections.insert((section.name, []), at: section.index) }
    for place in arriving.sorted() {
      guard let worker = try? results.object(at: place) else { continue }
      sections[place.section].lines.insert(Self.line(worker), at: place.row)
    }
  }
}

extension IndexPath {
  /// `[section, row]`
  fileprivate var text: String { "[\(section), \(row)]" }
}
