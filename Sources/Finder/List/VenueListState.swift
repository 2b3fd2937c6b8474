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
  /// What the user calls the place that distances are measured from; nil without a name.
  var placeName: String?
  var choices = FilterChoices()
  /// Never empty.
  var sorts = [SortChoice].standard
  /// nil for a list without sections.
  var sectioning: VenueSectioning?
  var columns = ColumnSettings()
  var page = Page()
  /// The last choices that found something; nil before there were any.
  var lastMatching: FilterChoices?
  /// The venues that were marked to be changed together.
  var selection: Set<ObjectID> = []
  /// The venues that have just changed.
  var flashing: Set<ObjectID> = []
  /// nil until they have been counted for the first time.
  var figures: ListFigures?
  /// Whether the figures belong to the choices.
  var areFiguresCurrent = false
  /// Whether choices and order are those of the last time.
  var isRecalled = false
  /// The actions that a newcomer has not used yet.
  var hints: Set<Action> = []
  /// How many venues there are in each band of distances; nil until they have been counted.
  var bands: [Int]?
  /// What is being typed; nil when nobody searches.
  var search: TextField?

  /// Whether nothing is found, and something else was before.
  var offersLastFilter: Bool {
    page.isLoaded && page.viewport.count == 0 && lastMatching != nil && lastMatching != choices
  }
}

/// What a list showed at a moment, to come back to.
struct ListSnapshot: Hashable {
  var choices: FilterChoices
  var sorts: [SortChoice]
  /// nil for a list without sections.
  var sectioning: VenueSectioning?
  var selection: Set<ObjectID>
  /// nil in an empty list.
  var place: ListPlace?
}

/// A venue, and the line of the viewport it stood on.
struct ListPlace: Hashable {
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
  init(_ sections: [FetchedResultsSection]) {
    var start = 0
    self = sections.map { section in
      defer { start += section.numberOfObjects }
      return ListSection(start: start, count: section.numberOfObjects, name: section.name)
    }
  }
}
