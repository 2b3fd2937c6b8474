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

  init(_ store: FetchStore, say: @escaping (String) -> Void) throws {
    self.say = say
    results = FetchedResultsController(Self.request, store: store)
    results.delegate = self
    try results.performFetch()
    lines = try results.fetchedObjects.map(Self.line)
  }

  static var request: FetchRequest<Book> {
    var request = FetchRequest<Book>()
    request.sortDescriptors = [
      FetchSortDescriptor(\Book.price), FetchSortDescriptor(\Book.title, comparison: .natural),
    ]
    return request
  }

  private static func line(_ book: Book) -> String {
    String(format: "%6.2f  ", book.price) + book.title
  }

  func controllerWillChangeContent(_ controller: FetchedResultsController<Book>) {
    (leaving, arriving) = ([], [])
  }

  func controller(
    _ controller: FetchedResultsController<Book>, didChange object: ObjectID,
    at indexPath: IndexPath?, for type: FetchedResultsChangeType, newIndexPath: IndexPath?
  ) {
    say("  \(type) " + [indexPath, newIndexPath].compactMap { $0?.text }.joined(separator: " to "))
    if let indexPath { leaving.append(indexPath) }
    if let place = newIndexPath ?? (type == .update ? indexPath : nil) { arriving.append(place) }
  }

  func controllerDidChangeContent(_ controller: FetchedResultsController<Book>) {
    for place in leaving.sorted(by: >) { lines.remove(at: place.row) }
    for place in arriving.sorted() {
      guard let book = try? results.object(at: place) else { continue }
      lines.insert(Self.line(book), at: place.row)
    }
  }
}

extension IndexPath {
  /// `[section, row]`
  fileprivate var text: String { "[\(section), \(row)]" }
}
