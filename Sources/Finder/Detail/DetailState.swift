import Venues

/// What the detail screen shows.
struct DetailState: Hashable {
  /// nil when the venue is no longer there, or when there is none yet.
  var venue: Venue?
  var origin = Origin.asImported(nil)
  /// The place in the list, from 0, and how many there are.
  var position = 0
  var count = 0
  /// Whether it stands beside the list without having the keys.
  var isStanding = false
  var scrolled = ScrolledLines()
}
