import Foundation

/// A results controller's list as a value: sections with the IDs of their objects.
///
/// ```swift
/// results.snapshot.sections.map { ($0.name, $0.objectIDs.count) }
/// ```
public struct FetchedResultsSnapshot: Hashable, Sendable {
  /// A named section.
  public struct Section: Hashable, Sendable {
    /// The value of the section's key path as text.
    public var name: String
    /// The objects of the section in order.
    public var objectIDs: [ObjectID]

    /// A section with some objects.
    public init(name: String, objectIDs: [ObjectID]) {
      self.name = name
      self.objectIDs = objectIDs
    }
  }

  /// The sections in order.
  public var sections: [Section]

  /// A list of sections.
  public init(sections: [Section] = []) { self.sections = sections }

  init(_ list: SectionedIDs, entityName: String) {
    sections = list.sections.map { section in
      Section(
        name: section.title,
        objectIDs: list.ids.ids(at: section.start..<section.end)
          .map { ObjectID(entityName: entityName, rowID: $0) })
    }
  }
}

// MARK: - Replay

extension FetchedResultsSnapshot {
  /// Why changes cannot be applied to a list.
  public struct ReplayError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The reason, in one sentence.
    public let description: String
  }

  /// The list after some changes, as a table view that follows a controller shows it.
  ///
  /// Rows are removed from their index paths in this list, then inserted at their index paths in the new
  /// list. Throws for an index path that does not exist or has another object.
  public func applying(_ changes: [ResultsChange]) throws(ReplayError) -> FetchedResultsSnapshot {
    var replay = Replay(self)
    for change in changes { try replay.take(change) }
    return try replay.finish()
  }

  private func has(_ id: ObjectID, _ section: Int, _ row: Int) -> Bool {
    sections.indices.contains(section) && sections[section].objectIDs.indices.contains(row)
      && sections[section].objectIDs[row] == id
  }

  private struct Replay {
    private let old: FetchedResultsSnapshot
    private var removed: [Int: Set<Int>] = [:]
    private var deletedSections: Set<Int> = []
    private var newSections: [(index: Int, name: String)] = []
    private var insertions: [(section: Int, row: Int, id: ObjectID)] = []
    private var updates: [(section: Int, row: Int, id: ObjectID)] = []

    init(_ old: FetchedResultsSnapshot) { self.old = old }

    mutating func take(_ change: ResultsChange) throws(ReplayError) {
      switch change {
      case .insertSection(let name, let index): newSections.append((index, name))
      case .deleteSection(let name, let index):
        guard old.sections.indices.contains(index), old.sections[index].name == name else {
          throw ReplayError(description: "there is no section '\(name)' at \(index)")
        }
        deletedSections.insert(index)
      case .insert(let id, let place): try insert(id, place)
      case .delete(let id, let place): try remove(id, place)
      case .move(let id, let from, let to):
        try remove(id, from)
        try insert(id, to)
      case .update(let id, let place, let now):
        try check(id, Self.place(place))
        let now = try Self.place(now)
        updates.append((now.section, now.row, id))
      }
    }

    /// The section and the row of an index path that has these two.
    private static func place(
      _ path: IndexPath
    ) throws(ReplayError) -> (section: Int, row: Int) {
      guard path.count == 2, path[0] >= 0, path[1] >= 0 else {
        throw ReplayError(description: "\(Array(path)) is not a section and a row")
      }
      return (path[0], path[1])
    }

    private func check(
      _ id: ObjectID, _ place: (section: Int, row: Int)
    ) throws(ReplayError) {
      guard old.has(id, place.section, place.row) else {
        throw ReplayError(description: "\(id) is not at [\(place.section), \(place.row)]")
      }
    }

    private mutating func insert(_ id: ObjectID, _ path: IndexPath) throws(ReplayError) {
      let place = try Self.place(path)
      insertions.append((place.section, place.row, id))
    }

    private mutating func remove(_ id: ObjectID, _ path: IndexPath) throws(ReplayError) {
      let place = try Self.place(path)
      try check(id, place)
      guard removed[place.section, default: []].insert(place.row).inserted else {
        throw ReplayError(description: "[\(place.section), \(place.row)] is removed twice")
      }
    }

    /// The new list; throws for changes that cannot be applied.
    func finish() throws(ReplayError) -> FetchedResultsSnapshot {
      var sections = try survivors()
      for new in newSections.sorted(by: { $0.index < $1.index }) {
        guard (0...sections.count).contains(new.index) else {
          throw ReplayError(
            description: "there is no place \(new.index) for the section '\(new.name)'")
        }
        sections.insert(Section(name: new.name, objectIDs: []), at: new.index)
      }
      for new in insertions.sorted(by: { ($0.section, $0.row) < ($1.section, $1.row) }) {
        guard sections.indices.contains(new.section),
          new.row <= sections[new.section].objectIDs.count
        else {
          throw ReplayError(
            description: "there is no place [\(new.section), \(new.row)] for \(new.id)")
        }
        sections[new.section].objectIDs.insert(new.id, at: new.row)
      }
      let result = FetchedResultsSnapshot(sections: sections)
      for update in updates {
        guard result.has(update.id, update.section, update.row) else {
          throw ReplayError(
            description: "\(update.id) is not at [\(update.section), \(update.row)] now")
        }
      }
      return result
    }

    private func survivors() throws(ReplayError) -> [Section] {
      var sections: [Section] = []
      for (index, section) in old.sections.enumerated() {
        let gone = removed[index] ?? []
        let left = section.objectIDs.enumerated().filter { !gone.contains($0.offset) }
        guard !deletedSections.contains(index) else {
          guard left.isEmpty else {
            throw ReplayError(
              description: "the deleted section '\(section.name)' still has objects")
          }
          continue
        }
        sections.append(Section(name: section.name, objectIDs: left.map(\.element)))
      }
      return sections
    }
  }
}
