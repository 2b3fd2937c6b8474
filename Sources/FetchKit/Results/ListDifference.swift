/// The changes that turn one sectioned list into another, found by going through both.
///
/// A row whose section changed moves. Of the others the longest chain in the same order in both lists,
/// with every unchanged row in it, stays: changed rows in it are updates, those outside are moves.
struct ListDifference {
  private let old: SectionedIDs
  private let new: SectionedIDs
  private let oldIDs: [Int64]
  private let newIDs: [Int64]
  private let changed: Set<Int64>

  init(from old: SectionedIDs, to new: SectionedIDs, changed: Set<Int64>) {
    self.old = old
    self.new = new
    self.changed = changed
    oldIDs = old.ids.all
    newIDs = new.ids.all
  }

  var changes: [RowChange] {
    var changes: [RowChange] = []
    for (index, id) in oldIDs.enumerated() where !new.ids.contains(id) {
      changes.append(RowChange(id: id, oldIndex: index, newIndex: nil))
    }
    let positions = Dictionary(oldIDs.enumerated().map { ($1, $0) }) { first, _ in first }
    let staying = stayingRows(positions)
    for (index, id) in newIDs.enumerated() {
      let oldIndex = positions[id]
      let isMove = oldIndex != nil && !staying.contains(id)
      guard oldIndex == nil || isMove || changed.contains(id) else { continue }
      changes.append(RowChange(id: id, oldIndex: oldIndex, newIndex: index, isMove: isMove))
    }
    return changes
  }

  /// The rows that are in both lists and need no move.
  private func stayingRows(_ positions: [Int64: Int]) -> Set<Int64> {
    var staying: Set<Int64> = []
    let oldSections = Dictionary(old.sections.map { ($0.name, $0) }) { first, _ in first }
    for section in new.sections {
      guard let before = oldSections[section.name] else { continue }
      let common = newIDs[section.start..<section.end].compactMap { id -> ChainRow? in
        guard let index = positions[id], (before.start..<before.end).contains(index) else {
          return nil
        }
        return ChainRow(id: id, oldIndex: index, isFixed: !changed.contains(id))
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
  /// Whether the row did not change and has to stay.
  let isFixed: Bool
}

enum LongestChain {
  /// The longest chain with every fixed row in it, or of all rows when fixed rows contradict each other.
  static func rows(_ rows: [ChainRow]) -> Set<Int64> {
    let fixed = rows.filter(\.isFixed)
    let isInOrder = zip(fixed, fixed.dropFirst()).allSatisfy { $0.oldIndex < $1.oldIndex }
    return Set(longest(isInOrder ? candidates(rows) : rows).map(\.id))
  }

  /// The fixed rows and the changed ones that lie between their fixed neighbors in both lists.
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

  /// The longest increasing run of old positions, by patience sorting.
  private static func longest(_ rows: [ChainRow]) -> [ChainRow] {
    var tails: [Int] = []
    var previous = [Int](repeating: -1, count: rows.count)
    for index in rows.indices {
      let tail = tails.partitioningIndex { rows[$0].oldIndex >= rows[index].oldIndex }
      previous[index] = tail > 0 ? tails[tail - 1] : -1
      if tail == tails.count { tails.append(index) } else { tails[tail] = index }
    }
    var chain: [ChainRow] = []
    var index = tails.last ?? -1
    while index >= 0 {
      chain.append(rows[index])
      index = previous[index]
    }
    return chain.reversed()
  }
}
