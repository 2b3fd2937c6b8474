public import Foundation

/// One change of a results controller's list.
public enum ResultsChange: Hashable, Sendable {
  /// A new section, by its index in the new list.
  case insertSection(name: String, index: Int)
  /// A removed section, by its index in the old list.
  case deleteSection(name: String, index: Int)
  /// A new object, by its index path in the new list.
  case insert(ObjectID, at: IndexPath)
  /// A removed object, by its index path in the old list.
  case delete(ObjectID, at: IndexPath)
  /// An object that changed and moved.
  case move(ObjectID, from: IndexPath, to: IndexPath)
  /// An object that changed in place; `now` differs when rows before it were inserted or deleted.
  case update(ObjectID, at: IndexPath, now: IndexPath)
}

/// How moves into new or out of removed sections are reported.
public enum ResultsEventStyle: Hashable, Sendable {
  /// As a delete and an insert, which every client can apply.
  case resolved
  /// As Core Data reports them: as moves.
  case raw
}

struct RowChange: Hashable, Sendable {
  let id: Int64
  /// The position in the old list; nil for an inserted row.
  let oldIndex: Int?
  /// The position in the new list; nil for a removed row.
  let newIndex: Int?
  /// Whether the row left its order.
  var isMove = false
}

/// Makes the changes of a controller from changed rows and the sections of both lists.
struct ChangeList {
  let old: ListSections
  let new: ListSections
  let entityName: String
  let style: ResultsEventStyle

  /// New sections, then rows (deletes, inserts, moves and updates), then removed sections.
  func changes(_ rows: [RowChange]) -> [ResultsChange] {
    let oldNames = Set(old.all.map(\.name))
    let newNames = Set(new.all.map(\.name))
    let inserted = new.all.enumerated().filter { !oldNames.contains($1.name) }
      .map { ResultsChange.insertSection(name: $1.title, index: $0) }
    let deleted = old.all.enumerated().filter { !newNames.contains($1.name) }
      .map { ResultsChange.deleteSection(name: $1.title, index: $0) }
    return inserted + changes(rows, oldNames, newNames) + deleted
  }

  private func changes(
    _ rows: [RowChange], _ oldNames: Set<FetchValue>, _ newNames: Set<FetchValue>
  ) -> [ResultsChange] {
    var deletes: [ResultsChange] = []
    var inserts: [ResultsChange] = []
    var others: [ResultsChange] = []
    for row in rows {
      let id = ObjectID(entityName: entityName, rowID: row.id)
      switch (row.oldIndex.map(old.indexPath), row.newIndex.map(new.indexPath)) {
      case (let from?, nil): deletes.append(.delete(id, at: from))
      case (nil, let to?): inserts.append(.insert(id, at: to))
      case (let from?, let to?) where !row.isMove: others.append(.update(id, at: from, now: to))
      case (let from?, let to?):
        let crossesSections =
          !newNames.contains(old.all[from.section].name)
          || !oldNames.contains(new.all[to.section].name)
        others +=
          style == .resolved && crossesSections
          ? [.delete(id, at: from), .insert(id, at: to)] : [.move(id, from: from, to: to)]
      case (nil, nil): break
      }
    }
    return deletes + inserts + others
  }
}

extension IndexPath {
  /// The index path of a row in a section, both 0-based.
  public init(row: Int, section: Int) { self.init(indexes: [section, row]) }

  /// The 0-based section.
  public var section: Int { self[startIndex] }

  /// The 0-based row in its section.
  public var row: Int { self[index(after: startIndex)] }
}
