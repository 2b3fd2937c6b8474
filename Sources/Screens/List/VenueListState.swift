import Terminal
import Venues

/// What the list screen shows.
struct VenueListState: Hashable {
  /// The rows to be seen, and the window they are seen in.
  struct Page: Hashable {
    var window = ListWindow()
    /// One for each visible row; nil for one that could not be read.
    var rows: [VenueRow?] = []
    /// Whether a list has arrived at all.
    var isLoaded = false
  }

  var origin = Origin.asImported(nil)
  var choices = FilterChoices()
  /// Never empty.
  var sorts = [SortChoice].standard
  var page = Page()
  /// nil until they have been counted for the first time.
  var figures: ListFigures?
  /// Whether the figures belong to the choices.
  var areFiguresCurrent = false
  /// What is being typed; nil when nobody searches.
  var search: TextField?
}
