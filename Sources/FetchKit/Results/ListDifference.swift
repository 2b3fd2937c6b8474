/// The changes that turn one sectioned list into another, found by going through both.
///
/// A row whose section changed moves. Of the others the longest chain in the same order in both lists,
/// with every unchanged row in it, stays: changed rows in it are updates, those outside are moves.
struct ListDifference {
  private let old: SectionedIDs
  private let new: SectionedIDs
  private let oldRows: [Int64]
  private let newRows: [Int64]
  /// Rows whose content changed.
  private let changed: Set<Int64>

  init(from old: SectionedIDs, to new: SectionedIDs, changed: Set<Int64>) {
    self.old = old
    self.new = new
    self.changed = changed
    oldRows = old.ids.all
    newRows = new.ids.all
  }

  /// What became of each row that went, came, moved or changed.
  var fates: [RowFate] {
    var fates: [RowFate] = []
    for (index, row) in oldRows.enumerated() where !new.ids.contains(row) {
      fates.append(RowFate(id: row, oldIndex: index, newIndex: nil))
    }
    let places = Dictionary(oldRows.enumerated().map { ($1, $0) }) { first, _ in first }
    let staying = stayingRows(places)
    for (index, row) in newRows.enumerated() {
      guard let oldIndex = places[row] else {
        fates.append(RowFate(id: row, oldIndex: nil, newIndex: index))
        continue
      }
      let isMove = !staying.contains(row)
      guard isMove || changed.contains(row) else { continue }
      fates.append(RowFate(id: row, oldIndex: oldIndex, newIndex: index, isMove: isMove))
    }
    return fates
  }

  /// The rows that are in both lists and need no move.
  private func stayingRows(_ places: [Int64: Int]) -> Set<Int64> {
    var staying: Set<Int64> = []
    let oldSections = Dictionary(old.sections.map { ($0.name, $0) }) { first, _ in first }
    for section in new.sections {
      guard let before = oldSections[section.name] else { continue }
      let common = newRows[section.start..<section.end].compactMap { row -> ChainRow? in
        guard let index = places[row], (before.start..<before.end).contains(index) else {
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
