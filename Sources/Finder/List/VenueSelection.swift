import FetchKit

/// The selected venues.
struct VenueSelection: Hashable {
  private(set) var ids: Set<ObjectID> = []
  /// The venue that was selected last, where a range starts.
  private var anchor: ObjectID?

  init(_ ids: Set<ObjectID> = []) { self.ids = ids }

  var isEmpty: Bool { ids.isEmpty }
  var count: Int { ids.count }

  func contains(_ id: ObjectID) -> Bool { ids.contains(id) }

  /// Whether all venues of a list are selected.
  func isAll(of list: FetchedIDs) -> Bool { count == list.count }

  mutating func toggle(_ id: ObjectID) {
    ids.formSymmetricDifference([id])
    anchor = id
  }

  /// Selects the venues of a list from the one that was selected last to a row.
  mutating func extend(to row: Int, in list: FetchedIDs) {
    let start = anchor.flatMap { list.firstIndex(of: $0) } ?? row
    ids.formUnion(
      (min(start, row)...max(start, row)).filter(list.indices.contains).map { list[$0] })
    anchor = list.indices.contains(row) ? list[row] : nil
  }

  /// Selects all venues of a list, or none when all are selected.
  mutating func toggleAll(of list: FetchedIDs) { ids = isAll(of: list) ? [] : Set(list) }

  mutating func add(_ other: VenueSelection) { ids.formUnion(other.ids) }

  mutating func remove(where isRemoved: (ObjectID) -> Bool) { ids = ids.filter { !isRemoved($0) } }

  static func == (one: VenueSelection, other: VenueSelection) -> Bool { one.ids == other.ids }

  func hash(into hasher: inout Hasher) { hasher.combine(ids) }
}
