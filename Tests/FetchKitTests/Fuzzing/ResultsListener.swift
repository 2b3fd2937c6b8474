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

  func controllerWillChangeContent<Element>(_ controller: FetchedResultsController<Element>) {
    steps.append(0)
  }

  func controller<Element>(
    _ controller: FetchedResultsController<Element>, didChange object: ObjectID,
    at indexPath: IndexPath?, for type: FetchedResultsChangeType, newIndexPath: IndexPath?
  ) {
    steps.append(2)
  }

  func controller<Element>(
    _ controller: FetchedResultsController<Element>, didChange section: FetchedResultsSection,
    atSectionIndex index: Int, for type: FetchedResultsChangeType
  ) {
    let isWhole = type == .insert ? section.numberOfObjects > 0 : section.numberOfObjects == 0
    steps.append(isWhole ? (type == .insert ? 1 : 3) : -1)
  }

  func controllerDidChangeContent<Element>(_ controller: FetchedResultsController<Element>) {
    steps.append(4)
  }

  func controller<Element>(
    _ controller: FetchedResultsController<Element>, didFailWith error: any Error
  ) {
    failure = error
  }
}
