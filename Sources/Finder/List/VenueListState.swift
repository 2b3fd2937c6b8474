import FetchKit
import TerminalKit
import Venues

/// What the list screen shows.
struct VenueListState: Hashable {
  /// The rows to be seen, and the viewport they are seen in.
  struct Page: Hashable {
    var viewport = ListViewport()
    /// One for each visible row; nil for one that could not be read.
    var rows: [VenueRow?] = []
    /// All sections; empty without any.
    var sections: [ListSection] = []
    /// How the sections were made; nil without any.
    var sectioning: VenueSectioning?
    /// Whether a list has arrived at all.
    var isLoaded = false
    /// Whether all of the list has arrived, and not only its first rows.
    var isComplete = true
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
  /// Whether choices and order are those of the last run.
  var isRestored = false
  /// The actions that a new user has not used yet.
  var hints: Set<Action> = []
  /// The search that is being typed; nil when none is.
  var search: TextField?
}

/// The choices and the cursor of the list at a moment, to go back to.
struct ListSnapshot: Hashable {
  var choices: FilterChoices
  var sorts: [SortChoice]
  /// nil for a list without sections.
  var sectioning: VenueSectioning?
  var selection: VenueSelection
  /// nil in an empty list.
  var position: ListPosition?
}

/// A venue and its line in the viewport.
struct ListPosition: Hashable {
  var id: ObjectID
  var line: Int
}

/// A section of the list.
struct ListSection: Hashable {
  /// The row it begins with.
  let start: Int
  let count: Int
  /// The name that the results controller gives it.
  let name: String
}

extension [ListSection] {
  /// The sections of a results controller, one behind the other.
  init(_ sections: [FetchedResultsSection<Venue>]) {
    var start = 0
    self = sections.map { section in
      defer { start += section.numberOfObjects }
      return ListSection(start: start, count: section.numberOfObjects, name: section.name)
    }
  }
}
