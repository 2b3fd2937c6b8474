public import Foundation

/// One change of a results controller's list.
public enum ResultsChange: Hashable, Sendable {
  /// A section that is new, by its place in the new list.
  case insertSection(name: String, index: Int)
  /// A section that died, by its place in the old list.
  case deleteSection(name: String, index: Int)
  /// The object came; its place in the new list.
  case insert(ObjectID, at: IndexPath)
  /// The object went; its place in the old list.
  case delete(ObjectID, at: IndexPath)
  /// The object changed and is elsewhere now.
  case move(ObjectID, from: IndexPath, to: IndexPath)
  /// The object changed and kept its order; `now` differs where neighbors came or went before it.
  case update(ObjectID, at: IndexPath, now: IndexPath)
}

/// How conflicts between moves and sections are reported.
public enum ResultsEventStyle: Hashable, Sendable {
  /// A move out of a dying or into a new section is a delete and an insert, so that every client can follow.
  case resolved
  /// As Core Data reports it.
  case raw
}
