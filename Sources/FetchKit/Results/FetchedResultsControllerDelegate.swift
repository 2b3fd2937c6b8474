public import Foundation

/// Receives the changes of a results controller's list, one batch for each commit.
///
/// A batch has the new sections first, then the rows, then the removed sections. Batches never overlap: what a method
/// writes to the store is in a later batch, which begins after this one.
///
/// The store does not list the objects of a commit that changes 20,000 or more. All objects that the controller has ever
/// read since `performFetch` and that are still in the list then count as changed, and others do not.
///
/// ```swift
/// final class BookList: FetchedResultsControllerDelegate {
///   func controllerDidChangeContent(_ controller: FetchedResultsController<Book>) { reload() }
/// }
/// ```
@MainActor
public protocol FetchedResultsControllerDelegate<Element>: AnyObject {
  /// The type of the objects in the list, which the methods of a delegate determine.
  associatedtype Element: FetchableEntity
  /// The type of a changed object in `controller(_:didChange:at:for:newIndexPath:)`, which is `ObjectID`: a method that
  /// takes another type does not compile.
  associatedtype ChangedObject

  /// The list is about to change.
  func controllerWillChangeContent(_ controller: FetchedResultsController<Element>)

  /// An object changed. `indexPath` is in the old list, nil for an insert; `newIndexPath` is in the new list, nil
  /// for a delete and for an update that keeps its place.
  func controller(
    _ controller: FetchedResultsController<Element>, didChange object: ChangedObject,
    at indexPath: IndexPath?, for type: FetchedResultsChangeType, newIndexPath: IndexPath?)

  /// Calls `controller(_:didChange:at:for:newIndexPath:)`; a delegate does not implement it.
  func receiveChange(
    of object: ObjectID, at indexPath: IndexPath?, for type: FetchedResultsChangeType,
    newIndexPath: IndexPath?, from controller: FetchedResultsController<Element>)

  /// A section was inserted, by its index in the new list, or deleted, by its index in the old list.
  func controller(
    _ controller: FetchedResultsController<Element>,
    didChange section: FetchedResultsSection<Element>,
    atSectionIndex index: Int, for type: FetchedResultsChangeType)

  /// The list has changed.
  func controllerDidChangeContent(_ controller: FetchedResultsController<Element>)

  /// The list could not be refreshed and stays as it was. The error is a `StoreError`, such as for a section that
  /// the order splits.
  func controller(_ controller: FetchedResultsController<Element>, didFailWith error: any Error)

  /// The title of a section in the index; nil for the capitalized first letter of its name.
  func controller(
    _ controller: FetchedResultsController<Element>, sectionIndexTitleForSectionName name: String
  ) -> String?
}

extension FetchedResultsControllerDelegate {
  /// Does nothing.
  public func controllerWillChangeContent(_ controller: FetchedResultsController<Element>) {}

  /// Does nothing.
  public func controller(
    _ controller: FetchedResultsController<Element>,
    didChange section: FetchedResultsSection<Element>,
    atSectionIndex index: Int, for type: FetchedResultsChangeType
  ) {}

  /// Does nothing.
  public func controllerDidChangeContent(_ controller: FetchedResultsController<Element>) {}

  /// Does nothing.
  public func controller(
    _ controller: FetchedResultsController<Element>, didFailWith error: any Error
  ) {}

  /// nil, for the first letter.
  public func controller(
    _ controller: FetchedResultsController<Element>, sectionIndexTitleForSectionName name: String
  ) -> String? { nil }
}

// Only here, so that the compiler finds a method for changed objects that takes another type.
extension FetchedResultsControllerDelegate where ChangedObject == ObjectID {
  /// Does nothing.
  public func controller(
    _ controller: FetchedResultsController<Element>, didChange object: ObjectID,
    at indexPath: IndexPath?, for type: FetchedResultsChangeType, newIndexPath: IndexPath?
  ) {}

  /// Calls the method of the delegate.
  public func receiveChange(
    of object: ObjectID, at indexPath: IndexPath?, for type: FetchedResultsChangeType,
    newIndexPath: IndexPath?, from controller: FetchedResultsController<Element>
  ) {
    self.controller(
      controller, didChange: object, at: indexPath, for: type, newIndexPath: newIndexPath)
  }
}

/// Receives the changes of a results controller's list as a new list for each commit.
@MainActor
public protocol FetchedResultsSnapshotDelegate<Element>: AnyObject {
  /// The type of the objects in the list.
  associatedtype Element: FetchableEntity

  /// The list has changed to `snapshot`.
  func controller(
    _ controller: FetchedResultsController<Element>,
    didChangeContentWith snapshot: FetchedResultsSnapshot)

  /// The list could not be refreshed and stays as it was. The error is a `StoreError`, such as for a section that
  /// the order splits.
  func controller(_ controller: FetchedResultsController<Element>, didFailWith error: any Error)
}

extension FetchedResultsSnapshotDelegate {
  /// Does nothing.
  public func controller(
    _ controller: FetchedResultsController<Element>, didFailWith error: any Error
  ) {}
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
public struct FetchedResultsSection<Element: FetchableEntity>: Sendable {
  /// The value of the section's key path as text; empty for a missing value and for a list without sections.
  public let name: String
  /// The capitalized first letter of the name; nil when the name is empty.
  public let indexTitle: String?
  /// The number of objects in the section.
  public let numberOfObjects: Int
  private let controller: FetchedResultsController<Element>
  private let list: OrderedIDs
  private let range: Range<Int>

  init(
    _ section: ListSections.Section, indexTitle: String?, in list: OrderedIDs,
    of controller: FetchedResultsController<Element>
  ) {
    name = section.title
    self.indexTitle = indexTitle
    numberOfObjects = section.count
    range = section.start..<section.end
    self.controller = controller
    self.list = list
  }

  /// The objects of the section in order, read from the store in batches; empty for a deleted section.
  ///
  /// Throws a `StoreError` if one has been deleted meanwhile or cannot be read.
  @MainActor public var objects: [Element] {
    get throws { try range.isEmpty ? [] : controller.objects(list.ids(at: range)) }
  }
}

extension FetchedResultsSection: Hashable {
  /// Whether names, index titles and numbers of objects are equal.
  public static func == (left: FetchedResultsSection, right: FetchedResultsSection) -> Bool {
    left.name == right.name && left.indexTitle == right.indexTitle
      && left.numberOfObjects == right.numberOfObjects
  }

  /// Hashes the name and the number of objects.
  public func hash(into hasher: inout Hasher) {
    hasher.combine(name)
    hasher.combine(numberOfObjects)
  }
}

extension FetchedResultsSection: CustomStringConvertible {
  /// The name and the number of objects, such as `Japan (3)`.
  public var description: String { "\(name) (\(numberOfObjects))" }
}
