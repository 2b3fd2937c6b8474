public import Foundation

/// Receives the changes of a results controller's list, one batch for each commit.
///
/// A batch has the new sections first, then the rows, then the removed sections.
@MainActor
public protocol FetchedResultsControllerDelegate: AnyObject {
  /// The list is about to change.
  func controllerWillChangeContent<Element>(_ controller: FetchedResultsController<Element>)

  /// An object changed. `indexPath` is in the old list, nil for an insert; `newIndexPath` is in the new list, nil
  /// for a delete.
  func controller<Element>(
    _ controller: FetchedResultsController<Element>, didChange object: ObjectID,
    at indexPath: IndexPath?, for type: FetchedResultsChangeType, newIndexPath: IndexPath?)

  /// A section was inserted, by its index in the new list, or deleted, by its index in the old list.
  func controller<Element>(
    _ controller: FetchedResultsController<Element>, didChange section: FetchedResultsSection,
    atSectionIndex index: Int, for type: FetchedResultsChangeType)

  /// The list has changed.
  func controllerDidChangeContent<Element>(_ controller: FetchedResultsController<Element>)

  /// The list could not be refreshed and stays as it was. The error is a `StoreError`, such as for a section that
  /// the order splits.
  func controller<Element>(
    _ controller: FetchedResultsController<Element>, didFailWith error: any Error)

  /// The title of a section in the index; nil for the capitalized first letter of its name.
  func controller<Element>(
    _ controller: FetchedResultsController<Element>, sectionIndexTitleForSectionName name: String
  ) -> String?
}

extension FetchedResultsControllerDelegate {
  /// Does nothing.
  public func controllerWillChangeContent<Element>(
    _ controller: FetchedResultsController<Element>
  ) {}

  /// Does nothing.
  public func controller<Element>(
    _ controller: FetchedResultsController<Element>, didChange object: ObjectID,
    at indexPath: IndexPath?, for type: FetchedResultsChangeType, newIndexPath: IndexPath?
  ) {}

  /// Does nothing.
  public func controller<Element>(
    _ controller: FetchedResultsController<Element>, didChange section: FetchedResultsSection,
    atSectionIndex index: Int, for type: FetchedResultsChangeType
  ) {}

  /// Does nothing.
  public func controllerDidChangeContent<Element>(
    _ controller: FetchedResultsController<Element>
  ) {}

  /// Does nothing.
  public func controller<Element>(
    _ controller: FetchedResultsController<Element>, didFailWith error: any Error
  ) {}

  /// nil, for the first letter.
  public func controller<Element>(
    _ controller: FetchedResultsController<Element>, sectionIndexTitleForSectionName name: String
  ) -> String? { nil }
}

/// Receives the changes of a results controller's list as a new list for each commit.
@MainActor
public protocol FetchedResultsSnapshotDelegate: AnyObject {
  /// The list has changed to `snapshot`.
  func controller<Element>(
    _ controller: FetchedResultsController<Element>,
    didChangeContentWith snapshot: FetchedResultsSnapshot)
}

/// What happened to an object or a section.
public enum FetchedResultsChangeType: Int, Hashable, Sendable {
  /// It was inserted.
  case insert = 1
  /// It was deleted.
  case delete = 2
  /// It changed and moved.
  case move = 3
  /// It changed in place.
  case update = 4
}

/// A section of a results controller's list.
public struct FetchedResultsSection: Hashable, Sendable {
  /// The value of the section's key path as text; empty for a missing value and for a list without sections.
  public let name: String
  /// The capitalized first letter of the name; nil when the name is empty.
  public let indexTitle: String?
  /// The number of objects in the section.
  public let numberOfObjects: Int
}
