import FetchKit
import Venues

/// What a list showed at a moment, to come back to.
struct ListSnapshot: Hashable {
  var choices: FilterChoices
  var sorts: [SortChoice]
  /// nil for a list without sections.
  var sectioning: VenueSectioning?
  var marks: Set<ObjectID>
  /// nil in an empty list.
  var place: ListPlace?
}

/// A venue, and the line of the window it stood on.
struct ListPlace: Hashable {
  var id: ObjectID
  var line: Int
}
