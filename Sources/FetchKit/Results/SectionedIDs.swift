import Foundation

/// The identities of a list, cut into named sections.
struct SectionedIDs: Sendable {
  struct Section: Hashable, Sendable {
    let name: String
    /// Where the section begins in `ids`.
    let start: Int
    let count: Int

    var end: Int { start + count }
  }

  let sections: [Section]
  /// All primary keys in order.
  let ids: OrderedIDs

  /// One section without a name, there even when it is empty.
  init(ids: OrderedIDs) {
    self.ids = ids
    sections = [Section(name: "", start: 0, count: ids.count)]
  }

  /// Sections by name and size; empty ones are left out.
  init(ids: OrderedIDs, sections parts: [(name: String, count: Int)]) {
    self.ids = ids
    var sections: [Section] = []
    var start = 0
    for part in parts where part.count > 0 {
      sections.append(Section(name: part.name, start: start, count: part.count))
      start += part.count
    }
    self.sections = sections
  }

  /// The section and row of a place in `ids`.
  func indexPath(at index: Int) -> IndexPath {
    let section = sectionIndex(at: index)
    return IndexPath(row: index - sections[section].start, section: section)
  }

  /// The section that holds a place in `ids`.
  func sectionIndex(at index: Int) -> Int {
    var low = 0
    var high = sections.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if sections[middle].start <= index { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// The place in `ids` of a section and row; nil when there is none.
  func index(of indexPath: IndexPath) -> Int? {
    guard sections.indices.contains(indexPath.section),
      (0..<sections[indexPath.section].count).contains(indexPath.row)
    else { return nil }
    return sections[indexPath.section].start + indexPath.row
  }
}
