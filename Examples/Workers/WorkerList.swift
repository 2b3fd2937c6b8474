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

  init(_ store: Store, say: @escaping (String) -> Void) throws {
    self.say = say
    results = FetchedResultsController(Self.request, store: store, sectionNameKeyPath: \.sex)
    results.delegate = self
    try results.performFetch()
    sections = results.sections.enumerated().map { index, section in
      let places = (0..<section.numberOfObjects).map { IndexPath(row: $0, section: index) }
      return (section.name, places.map(line))
    }
  }

  static var request: FetchRequest<Worker> {
    var request = FetchRequest<Worker>()
    request.sortDescriptors = [FetchSortDescriptor(\Worker.sex), FetchSortDescriptor(\Worker.name)]
    return request
  }

  private func line(at place: IndexPath) -> String {
    let worker = results.object(at: place)
    return "  \(worker.name), \(worker.age)"
  }
}

// MARK: - Changes of the controller

extension WorkerList {
  func controllerWillChangeContent<Element>(_ controller: FetchedResultsController<Element>) {
    (leaving, arriving, dead, new) = ([], [], [], [])
  }

  func controller<Element>(
    _ controller: FetchedResultsController<Element>, didChange section: FetchedResultsSection,
    atSectionIndex index: Int, for type: FetchedResultsChangeType
  ) {
    say("    \(type) section \(index), \(section.name)")
    if type == .insert { new.append((index, section.name)) } else { dead.append(index) }
  }

  func controller<Element>(
    _ controller: FetchedResultsController<Element>, didChange object: ObjectID,
    at indexPath: IndexPath?, for type: FetchedResultsChangeType, newIndexPath: IndexPath?
  ) {
    say(
      "    \(type) " + [indexPath, newIndexPath].compactMap { $0?.text }.joined(separator: " to "))
    if let indexPath { leaving.append(indexPath) }
    if let place = newIndexPath ?? (type == .update ? indexPath : nil) { arriving.append(place) }
  }

  /// What leaves is counted in the old list, what arrives in the new one.
  func controllerDidChangeContent<Element>(_ controller: FetchedResultsController<Element>) {
    for place in leaving.sorted(by: >) { sections[place.section].lines.remove(at: place.row) }
    for index in dead.sorted(by: >) { sections.remove(at: index) }
    for section in new { sections.insert((section.name, []), at: section.index) }
    for place in arriving.sorted() {
      sections[place.section].lines.insert(line(at: place), at: place.row)
    }
  }
}

extension IndexPath {
  /// `[section, row]`
  fileprivate var text: String { "[\(section), \(row)]" }
}
