import FetchKit
import Foundation

/// Hears a controller's events and holds them to the order that is promised.
@MainActor
final class ResultsListener: FetchedResultsControllerDelegate {
  /// The reported changes of the last commit.
  var changes: [ResultsChange] = []
  private var steps: [Int] = []
  private var failure: (any Error)?

  func clear() {
    (changes, steps, failure) = ([], [], nil)
  }

  /// The error of the events since `clear`; nil for none.
  var complaint: String? {
    if let failure { return "the controller fails: \(failure)" }
    if changes.isEmpty { return steps.isEmpty ? nil : "events without changes" }
    guard steps == steps.sorted(), steps.first == 0, steps.last == 4,
      steps.count == changes.count + 2
    else { return "events in the order \(steps)" }
    return nil
  }

  func controllerWillChangeContent(_ controller: FetchedResultsController<Member>) {
    steps.append(0)
  }

  func controller(
    _ controller: FetchedResultsController<Member>, didChange object: ObjectID,
    at indexPath: IndexPath?, for type: FetchedResultsChangeType, newIndexPath: IndexPath?
  ) {
    steps.append(2)
  }

  func controller(
    _ controller: FetchedResultsController<Member>,
    didChange section: FetchedResultsSection<Member>,
    atSectionIndex index: Int, for type: FetchedResultsChangeType
  ) {
    let isWhole = type == .insert ? section.numberOfObjects > 0 : section.numberOfObjects == 0
    steps.append(isWhole ? (type == .insert ? 1 : 3) : -1)
  }

  func controllerDidChangeContent(_ controller: FetchedResultsController<Member>) {
    steps.append(4)
  }

  func controller(
    _ controller: FetchedResultsController<Member>, didFailWith error: any Error
  ) {
    failure = error
  }
}
