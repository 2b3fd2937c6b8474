import FetchKit
import Venues

/// What a user chose to see of the list, as far as it can be taken back.
struct ListView: Hashable {
  var origin: Origin
  var placeName: String?
  var choices: FilterChoices
  var sorts: [SortChoice]
  var sectioning: VenueSectioning?
  var columns: ColumnSettings
  var marks: Set<ObjectID>

  init(_ state: VenueListState) {
    origin = state.origin
    placeName = state.placeName
    choices = state.choices
    sorts = state.sorts
    sectioning = state.sectioning
    columns = state.columns
    marks = state.marks
  }

  /// The most telling of the parts that are not as they were.
  func change(from old: ListView) -> ViewPart {
    if origin != old.origin || placeName != old.placeName { return .place }
    if choices.search != old.choices.search { return .search }
    if choices != old.choices { return .filter }
    if sorts != old.sorts { return .order }
    if sectioning != old.sectioning { return .sections }
    return columns != old.columns ? .columns : .marks
  }
}
