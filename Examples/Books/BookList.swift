import FetchKit
import Foundation

/// The lines of a list on a screen, which follow a results controller by its events alone.
@MainActor
final class BookList: FetchedResultsControllerDelegate {
  private(set) var lines: [String] = []
  private let results: FetchedResultsController<Book>
  private let say: (String) -> Void
  private var leaving: [IndexPath] = []
  private var arriving: [IndexPath] = []

  init(_ store: Store, say: @escaping (String) -> Void) throws {
    self.say = say
    results = FetchedResultsController(Self.request, store: store)
    results.delegate = self
    try results.performFetch()
    lines = (0..<results.numberOfObjects).map { line(at: IndexPath(row: $0, section: 0)) }
  }

  static var request: FetchRequest<Book> {
    var request = FetchRequest<Book>()
    request.sortDescriptors = [
      FetchSortDescriptor(\Book.price), FetchSortDescriptor(\Book.title, comparison: .natural),
    ]
    return request
  }

  private func line(at place: IndexPath) -> String {
    let book = results.object(at: place)
    return String(format: "%6.2f  ", book.price) + book.title
  }

  func controllerWillChangeContent<Element>(_ controller: FetchedResultsController<Element>) {
    (leaving, arriving) = ([], [])
  }

  func controller<Element>(
    _ controller: FetchedResultsController<Element>, didChange object: ObjectID,
    at indexPath: IndexPath?, for type: FetchedResultsChangeType, newIndexPath: IndexPath?
  ) {
    say("  \(type) " + [indexPath, newIndexPath].compactMap { $0?.text }.joined(separator: " to "))
    if let indexPath { leaving.append(indexPath) }
    if let place = newIndexPath ?? (type == .update ? indexPath : nil) { arriving.append(place) }
  }

  func controllerDidChangeContent<Element>(_ controller: FetchedResultsController<Element>) {
    for place in leaving.sorted(by: >) { lines.remove(at: place.row) }
    for place in arriving.sorted() { lines.insert(line(at: place), at: place.row) }
  }
}

extension IndexPath {
  /// `[section, row]`
  fileprivate var text: String { "[\(section), \(row)]" }
}
