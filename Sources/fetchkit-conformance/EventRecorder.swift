import FetchKit
import Foundation

/// Writes down what a results controller tells its delegate.
@MainActor
final class EventRecorder: FetchedResultsControllerDelegate {
  private(set) var events: [ListEvent] = []
  /// The ids of the rows, by their identity.
  var ids: [ObjectID: String] = [:]

  func controllerWillChangeContent<Element>(_ controller: FetchedResultsController<Element>) {
    events.append(.willChange)
  }

  func controller<Element>(
    _ controller: FetchedResultsController<Element>, didChange object: ObjectID,
    at indexPath: IndexPath?, for type: FetchedResultsChangeType, newIndexPath: IndexPath?
  ) {
    events.append(
      .object(
        name(of: type), id: ids[object] ?? "?", from: indexPath.map { [$0.section, $0.row] },
        to: newIndexPath.map { [$0.section, $0.row] }))
  }

  func controller<Element>(
    _ controller: FetchedResultsController<Element>, didChange section: FetchedResultsSection,
    atSectionIndex index: Int, for type: FetchedResultsChangeType
  ) {
    events.append(.section(name(of: type), index: index))
  }

  func controllerDidChangeContent<Element>(_ controller: FetchedResultsController<Element>) {
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
