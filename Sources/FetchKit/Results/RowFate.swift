/// What became of a row between two lists.
struct RowFate: Hashable, Sendable {
  let id: Int64
  /// The place in the old list; nil for a new row.
  let oldIndex: Int?
  /// The place in the new list; nil for a row that went.
  let newIndex: Int?
  /// Whether a row of both lists left its order.
  var isMove = false
}

/// Tells the fates of rows as changes with index paths.
struct ChangeList {
  let old: ListSections
  let new: ListSections
  let entityName: String
  let style: ResultsEventStyle

  /// New sections, then rows (deletes, inserts, moves and updates), then dead sections.
  func changes(_ fates: [RowFate]) -> [ResultsChange] {
    let oldNames = Set(old.all.map(\.name))
    let newNames = Set(new.all.map(\.name))
    let inserted = new.all.enumerated().compactMap { index, section in
      oldNames.contains(section.name)
        ? nil : ResultsChange.insertSection(name: section.name, index: index)
    }
    let deleted = old.all.enumerated().compactMap { index, section in
      newNames.contains(section.name)
        ? nil : ResultsChange.deleteSection(name: section.name, index: index)
    }
    return inserted + rows(fates, oldNames, newNames) + deleted
  }

  private func rows(_ fates: [RowFate], _ oldNames: Set<String>, _ newNames: Set<String>)
    -> [ResultsChange]
  {
    var deletes: [ResultsChange] = []
    var inserts: [ResultsChange] = []
    var others: [ResultsChange] = []
    for fate in fates {
      let id = ObjectID(entityName: entityName, rowID: fate.id)
      switch (fate.oldIndex.map(old.indexPath), fate.newIndex.map(new.indexPath)) {
      case (let from?, nil): deletes.append(.delete(id, at: from))
      case (nil, let to?): inserts.append(.insert(id, at: to))
      case (let from?, let to?) where !fate.isMove:
        others.append(.update(id, at: from, now: to))
      case (let from?, let to?):
        let isConflict =
          !newNames.contains(old.all[from.section].name)
          || !oldNames.contains(new.all[to.section].name)
        others +=
          style == .resolved && isConflict
          ? [.delete(id, at: from), .insert(id, at: to)] : [.move(id, from: from, to: to)]
      case (nil, nil): break
      }
    }
    return deletes + inserts + others
  }
}
