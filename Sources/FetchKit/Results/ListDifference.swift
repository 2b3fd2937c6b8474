import Foundation

/// The changes that turn one sectioned list into another.
///
/// A row whose section changed moves. Of the others the longest chain in the same order in both lists,
/// with every unchanged row in it, stays: changed rows in it are updates, those outside are moves.
struct ListDifference {
  private let old: SectionedIDs
  private let new: SectionedIDs
  /// Rows whose content changed.
  private let changed: Set<Int64>
  private let entityName: String
  private let oldIndexes: [Int64: Int]
  private let newIndexes: [Int64: Int]

  init(from old: SectionedIDs, to new: SectionedIDs, changed: Set<Int64>, entityName: String) {
    self.old = old
    self.new = new
    self.changed = changed
    self.entityName = entityName
    oldIndexes = Dictionary(old.ids.enumerated().map { ($1, $0) }) { first, _ in first }
    newIndexes = Dictionary(new.ids.enumerated().map { ($1, $0) }) { first, _ in first }
  }

  /// The changes, found on another thread than the caller's actor.
  @concurrent
  static func changes(
    from old: SectionedIDs, to new: SectionedIDs, changed: Set<Int64>, entityName: String,
    style: ResultsEventStyle
  ) async -> [ResultsChange] {
    ListDifference(from: old, to: new, changed: changed, entityName: entityName).changes(style)
  }

  /// New sections, then rows (deletes, inserts, moves, updates), then dead sections.
  func changes(_ style: ResultsEventStyle) -> [ResultsChange] {
    insertedSections + rowChanges(style) + deletedSections
  }

  private var insertedSections: [ResultsChange] {
    let known = Set(old.sections.map(\.name))
    return new.sections.enumerated().compactMap { index, section in
      known.contains(section.name) ? nil : .insertSection(name: section.name, index: index)
    }
  }

  private var deletedSections: [ResultsChange] {
    let known = Set(new.sections.map(\.name))
    return old.sections.enumerated().compactMap { index, section in
      known.contains(section.name) ? nil : .deleteSection(name: section.name, index: index)
    }
  }

  private func id(_ rowID: Int64) -> ObjectID { ObjectID(entityName: entityName, rowID: rowID) }
}

// MARK: - Rows

extension ListDifference {
  private func rowChanges(_ style: ResultsEventStyle) -> [ResultsChange] {
    var deletes: [ResultsChange] = []
    for (index, row) in old.ids.enumerated() where newIndexes[row] == nil {
      deletes.append(.delete(id(row), at: old.indexPath(at: index)))
    }
    let staying = stayingRows()
    var inserts: [ResultsChange] = []
    var others: [ResultsChange] = []
    for (index, row) in new.ids.enumerated() {
      let place = new.indexPath(at: index)
      guard let oldIndex = oldIndexes[row] else {
        inserts.append(.insert(id(row), at: place))
        continue
      }
      let oldPlace = old.indexPath(at: oldIndex)
      if !staying.contains(row) {
        others += move(row, oldPlace, place, style)
      } else if changed.contains(row) {
        others.append(.update(id(row), at: oldPlace, now: place))
      }
    }
    return deletes + inserts + others
  }

  private func move(
    _ row: Int64, _ from: IndexPath, _ to: IndexPath, _ style: ResultsEventStyle
  ) -> [ResultsChange] {
    guard style == .resolved, leavesDyingSection(from) || entersNewSection(to) else {
      return [.move(id(row), from: from, to: to)]
    }
    return [.delete(id(row), at: from), .insert(id(row), at: to)]
  }

  private func leavesDyingSection(_ place: IndexPath) -> Bool {
    let name = old.sections[place.section].name
    return !new.sections.contains { $0.name == name }
  }

  private func entersNewSection(_ place: IndexPath) -> Bool {
    let name = new.sections[place.section].name
    return !old.sections.contains { $0.name == name }
  }

  /// The rows that are in both lists and need no move.
  private func stayingRows() -> Set<Int64> {
    var staying: Set<Int64> = []
    let oldSections = Dictionary(old.sections.map { ($0.name, $0) }) { first, _ in first }
    for section in new.sections {
      guard let before = oldSections[section.name] else { continue }
      let common = new.ids[section.start..<section.end].compactMap { row -> ChainRow? in
        guard let index = oldIndexes[row], (before.start..<before.end).contains(index) else {
          return nil
        }
        return ChainRow(id: row, oldIndex: index, isFixed: !changed.contains(row))
      }
      staying.formUnion(LongestChain.rows(common))
    }
    return staying
  }
}

/// A row of both lists, in the new order.
struct ChainRow {
  let id: Int64
  let oldIndex: Int
  /// Whether the row did not change and so has to stay.
  let isFixed: Bool
}

/// Finds the longest chain of rows that is in the same order in both lists.
enum LongestChain {
  /// With every fixed row in it, or the longest of all when these contradict each other.
  static func rows(_ rows: [ChainRow]) -> Set<Int64> {
    let fixed = rows.filter(\.isFixed)
    let isInOrder = zip(fixed, fixed.dropFirst()).allSatisfy { $0.oldIndex < $1.oldIndex }
    return Set(longest(isInOrder ? candidates(rows) : rows).map(\.id))
  }

  /// The fixed rows and the changed ones that lie between their fixed neighbours in both lists.
  private static func candidates(_ rows: [ChainRow]) -> [ChainRow] {
    var next = [Int](repeating: .max, count: rows.count)
    var upper = Int.max
    for index in rows.indices.reversed() {
      next[index] = upper
      if rows[index].isFixed { upper = rows[index].oldIndex }
    }
    var lower = -1
    return rows.indices.compactMap { index in
      let row = rows[index]
      defer { if row.isFixed { lower = row.oldIndex } }
      return row.isFixed || (row.oldIndex > lower && row.oldIndex < next[index]) ? row : nil
    }
  }

  /// The longest increasing run of old places, by patience sorting.
  private static func longest(_ rows: [ChainRow]) -> [ChainRow] {
    var tails: [Int] = []
    var previous = [Int](repeating: -1, count: rows.count)
    for index in rows.indices {
      let place = firstTail(in: tails, rows, notBelow: rows[index].oldIndex)
      previous[index] = place > 0 ? tails[place - 1] : -1
      if place == tails.count { tails.append(index) } else { tails[place] = index }
    }
    var chain: [ChainRow] = []
    var index = tails.last ?? -1
    while index >= 0 {
      chain.append(rows[index])
      index = previous[index]
    }
    return chain.reversed()
  }

  private static func firstTail(in tails: [Int], _ rows: [ChainRow], notBelow value: Int) -> Int {
    var low = 0
    var high = tails.count
    while low < high {
      let middle = (low + high) / 2
      if rows[tails[middle]].oldIndex < value { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
