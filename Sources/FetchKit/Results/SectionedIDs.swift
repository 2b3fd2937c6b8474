import Foundation

/// The identities of a list, cut into named sections.
struct SectionedIDs: Sendable {
  /// All primary keys in order.
  private(set) var ids: OrderedIDs
  private(set) var layout: ListSections

  var sections: [ListSections.Section] { layout.all }

  /// One section without a name, there even when it is empty.
  init(ids: OrderedIDs) {
    self.ids = ids
    layout = ListSections(count: ids.count)
  }

  /// Sections by name and size; empty ones are left out.
  init(ids: OrderedIDs, sections parts: [(name: String, count: Int)]) {
    self.ids = ids
    layout = ListSections(parts)
  }

  /// Takes rows out and puts rows in, in place unless somebody else holds the list.
  mutating func apply(_ edit: ListEdit) {
    layout = edit.layout
    ids.apply(edit.rows)
    for (rank, leaves) in edit.leaves.sorted(by: { $0.rank > $1.rank }) {
      ids.replaceLeaf(rank, by: leaves)
    }
  }

  /// The section and row of a place in `ids`.
  func indexPath(at index: Int) -> IndexPath { layout.indexPath(at: index) }

  /// The place in `ids` of a section and row; nil when there is none.
  func index(of indexPath: IndexPath) -> Int? { layout.place(of: indexPath) }
}
