import Venues

/// What the detail screen shows.
struct DetailState: Hashable {
  /// nil when the venue is no longer there.
  var venue: Venue?
  var origin = Origin.asImported(nil)
  /// The place in the list, from 0, and how many there are.
  var position = 0
  var count = 0
  var scrolled = ScrolledLines()
}
