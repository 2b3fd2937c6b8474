public import Foundation

/// Hears how the list of a results controller changes, one batch for each commit.
///
/// Of a batch come first the new sections, then the rows, then the dead sections.
@MainActor
public protocol FetchedResultsControllerDelegate: AnyObject {
  /// The list is about to change.
  func controllerWillChangeContent<Element>(_ controller: FetchedResultsController<Element>)

  /// An object changed: `indexPath` is its place in the old list, nil for an insert; `newIndexPath` its place in the new one, nil for a delete.
  func controller<Element>(
    _ controller: FetchedResultsController<Element>, didChange object: ObjectID,
    at indexPath: IndexPath?, for type: FetchedResultsChangeType, newIndexPath: IndexPath?)

  /// A section came, by its place in the new list, or died, by its place in the old one.
  func controller<Element>(
    _ controller: FetchedResultsController<Element>, didChange section: FetchedResultsSection,
    atSectionIndex index: Int, for type: FetchedResultsChangeType)

  /// The list has changed.
  func controllerDidChangeContent<Element>(_ controller: FetchedResultsController<Element>)

  /// The list could not be brought up to the store and stays as it was: a `StoreError`, such as one about
  /// a section that the order puts in two places.
  func controller<Element>(
    _ controller: FetchedResultsController<Element>, didFailWith error: any Error)

  /// The title of a section in the index; nil for the capitalised first letter of its name.
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

/// Hears how the list of a results controller changes, as a whole new list for each commit.
@MainActor
public protocol FetchedResultsSnapshotDelegate: AnyObject {
  /// The list has changed and is `snapshot` now.
  func controller<Element>(
    _ controller: FetchedResultsController<Element>,
    didChangeContentWith snapshot: FetchedResultsSnapshot)
}

/// What happened to an object or a section.
public enum FetchedResultsChangeType: Int, Hashable, Sendable {
  /// It came.
  case insert = 1
  /// It went.
  case delete = 2
  /// It changed and is elsewhere now.
  case move = 3
  /// It changed and kept its order.
  case update = 4
}

/// A section of a results controller's list.
public struct FetchedResultsSection: Hashable, Sendable {
  /// The value of the section's key path as text; empty for a missing value and for a list without sections.
  public let name: String
  /// The capitalised first letter of the name; nil when the name is empty.
  public let indexTitle: String?
  /// How many objects the section holds.
  public let numberOfObjects: Int
}
