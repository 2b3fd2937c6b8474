import FetchKit
import TerminalKit
import Venues

/// The state of the list screen.
struct VenueListState: Hashable {
  /// The visible rows and their viewport.
  struct Page: Hashable {
    var viewport = ListViewport()
    /// One for each visible row; nil for one that could not be read.
    var rows: [Venue?] = []
    /// All sections; empty without any.
    var sections: [ListSection] = []
    /// The grouping; nil without sections.
    var sectioning: VenueSectioning?
    /// Whether a list has arrived at all.
    var isLoaded = false
    /// Whether all of the list has arrived, and not only its first rows.
    var isComplete = true

    var noRows: DisabledReason? {
      viewport.count > 0 ? nil : isLoaded ? .listIsEmpty : .listIsLoading
    }
    var notAllRows: DisabledReason? { noRows ?? (isComplete ? nil : .listIsLoading) }
    var noSections: DisabledReason? { sections.isEmpty ? .noSections : nil }
  }

  var origin = Origin.asImported(nil)
  /// The user's name for the origin; nil without one.
  var placeName: String?
  var choices = FilterChoices()
  /// Never empty.
  var sorts = [SortChoice].standard
  /// nil for a list without sections.
  var sectioning: VenueSectioning?
  var columns = ColumnSettings()
  /// The selected venues.
  var selection = VenueSelection()
  /// The venues that have just changed.
  var flashing: Set<ObjectID> = []
  /// Whether filter and sort order were restored from the last session.
  var isRestored = false
  /// Whether a new user has not used any of the first actions yet.
  var isWelcome = false
  /// Whether searches match similar words, too.
  var findsSimilar = false
  /// The filter whose variables were filled last; nil for none.
  var filled: FilledFilter?
  /// The search field; nil without a search.
  var search: TextField?
}

/// A snapshot of view and cursor.
struct ListSnapshot: Hashable {
  let view: ListView
  /// nil in an empty list.
  let position: ListPosition?
}

/// A venue and its line in the viewport.
struct ListPosition: Hashable {
  var id: ObjectID
  var line: Int
}

/// A section of the list.
struct ListSection: Hashable {
  /// Its first row.
  let start: Int
  let count: Int
  /// The name that the results controller gives it.
  let name: String
}

extension [ListSection] {
  /// The sections of a results controller.
  init(_ sections: [FetchedResultsSection<Venue>]) {
    var start = 0
    self = sections.map { section in
      defer { start += section.numberOfObjects }
      return ListSection(start: start, count: section.numberOfObjects, name: section.name)
    }
  }
}

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
