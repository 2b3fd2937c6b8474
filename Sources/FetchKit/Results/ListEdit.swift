/// What turns a list into the next one.
struct ListEdit: Sendable {
  /// Rows that go and come, at places as they were before.
  let rows: [OrderedIDs.Edit]
  /// Leaves that have grown too large, with what takes their place.
  let leaves: [(rank: Int, leaves: [OrderedIDs.Leaf])]
  let layout: ListSections
}
