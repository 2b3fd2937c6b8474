import Foundation

/// How a list is cut into named sections.
struct ListSections: Sendable {
  struct Section: Hashable, Sendable {
    let name: String
    /// The place in the list where the section begins.
    let start: Int
    let count: Int

    var end: Int { start + count }
  }

  let all: [Section]

  /// One section without a name, there even when it is empty.
  init(count: Int) { all = [Section(name: "", start: 0, count: count)] }

  /// Sections by name and size; empty ones are left out.
  init(_ parts: [(name: String, count: Int)]) {
    var sections: [Section] = []
    var start = 0
    for part in parts where part.count > 0 {
      sections.append(Section(name: part.name, start: start, count: part.count))
      start += part.count
    }
    all = sections
  }

  /// The section and row of a place in the list.
  func indexPath(at index: Int) -> IndexPath {
    let section = self.index(at: index)
    return IndexPath(row: index - all[section].start, section: section)
  }

  /// The section that holds a place in the list.
  func index(at place: Int) -> Int {
    var low = 0
    var high = all.count - 1
    while low < high {
      let middle = (low + high + 1) / 2
      if all[middle].start <= place { low = middle } else { high = middle - 1 }
    }
    return low
  }

  /// The name of the section that holds a place in the list.
  func name(at place: Int) -> String { all[index(at: place)].name }

  /// The place in the list of a section and row; nil when there is none.
  func place(of indexPath: IndexPath) -> Int? {
    guard all.indices.contains(indexPath.section),
      (0..<all[indexPath.section].count).contains(indexPath.row)
    else { return nil }
    return all[indexPath.section].start + indexPath.row
  }
}
