import Foundation

/// The ids of a list, grouped into named sections.
struct SectionedIDs: Sendable {
  private(set) var ids: OrderedIDs
  private(set) var layout: ListSections

  var sections: [ListSections.Section] { layout.all }

  /// A list with one section without a name, which is there even when it is empty.
  init(ids: OrderedIDs) {
    self.ids = ids
    layout = ListSections(count: ids.count)
  }

  /// A list with sections by name and count; empty ones are left out.
  init(ids: OrderedIDs, sections parts: [(name: FetchValue, count: Int)]) {
    self.ids = ids
    layout = ListSections(parts)
  }

  /// Applies an edit, in place unless the list is shared.
  mutating func apply(_ edit: ListEdit) {
    layout = edit.layout
    ids.apply(edit.rows)
    for (rank, content) in edit.leaves.sorted(by: { $0.rank > $1.rank }) {
      ids.replaceLeaf(rank, by: content)
    }
  }
}

struct ListEdit: Sendable {
  /// Ids that are removed and inserted, at places as they were before.
  let rows: [OrderedIDs.Edit]
  /// Leaves that have grown too large, and their replacements.
  let leaves: [(rank: Int, content: OrderedIDsBuilder.Content)]
  let layout: ListSections
}

struct ListSections: Sendable {
  struct Section: Hashable, Sendable {
    /// The name; null for the section of missing values where the order keeps it apart from that of "".
    let name: FetchValue
    let start: Int
    let count: Int

    var end: Int { start + count }

    /// The name as clients see it.
    var title: String { name.stringValue ?? "" }
  }

  let all: [Section]

  /// One section without a name, which is there even when it is empty.
  init(count: Int) { all = [Section(name: "", start: 0, count: count)] }

  /// Sections by name and count; empty ones are left out.
  init(_ parts: [(name: FetchValue, count: Int)]) {
    var sections: [Section] = []
    var start = 0
    for part in parts where part.count > 0 {
      sections.append(Section(name: part.name, start: start, count: part.count))
      start += part.count
    }
    all = sections
  }

  func indexPath(at index: Int) -> IndexPath {
    let section = self.index(at: index)
    return IndexPath(row: index - all[section].start, section: section)
  }

  func index(at place: Int) -> Int { max(0, all.partitioningIndex { $0.start > place } - 1) }

  func name(at place: Int) -> FetchValue { all[index(at: place)].name }

  func place(of indexPath: IndexPath) -> Int? {
    guard indexPath.count == 2, all.indices.contains(indexPath.section),
      (0..<all[indexPath.section].count).contains(indexPath.row)
    else { return nil }
    return all[indexPath.section].start + indexPath.row
  }
}
