import FetchKit
import Venues

/// What the list showed before, and before it was taken back.
struct ViewHistory: Hashable {
  /// A change of what is shown.
  struct Step: Hashable {
    let before: ListView
    let after: ListView

    var part: ViewPart { after.change(from: before) }
  }

  private(set) var current: ListView
  private var done: [Step] = []
  private var undone: [Step] = []

  private static let limit = 200
  /// How many marks all steps may hold together: of very long lists fewer steps are kept.
  private static let selectionLimit = 1_000_000

  init(_ view: ListView) { current = view }

  /// The change that would be taken back; nil when there is none.
  var last: Step? { done.last }

  /// Keeps what is shown now, when it is something else than before.
  mutating func record(_ view: ListView) {
    guard view != current else { return }
    done = (done + [Step(before: current, after: view)]).suffix(Self.limit)
    while done.count > 1, done.reduce(0, { $0 + $1.after.selection.count }) > Self.selectionLimit {
      done.removeFirst()
    }
    undone = []
    current = view
  }

  /// Marks that are gone with their venues are no change of anybody's.
  mutating func forget(_ isGone: (ObjectID) -> Bool) {
    current.selection.remove(where: isGone)
  }

  /// Takes the last change back; nil when there is none.
  mutating func undo() -> Step? {
    guard let step = done.popLast() else { return nil }
    undone.append(step)
    current = step.before
    return step
  }

  /// Makes the change again that was taken back last; nil when there is none.
  mutating func redo() -> Step? {
    guard let step = undone.popLast() else { return nil }
    done.append(step)
    current = step.after
    return step
  }
}

/// What a user chose to see of the list, as far as it can be taken back.
struct ListView: Hashable {
  var origin: Origin
  var placeName: String?
  var choices: FilterChoices
  var sorts: [SortChoice]
  var sectioning: VenueSectioning?
  var columns: ColumnSettings
  var selection: VenueSelection

  init(_ state: VenueListState) {
    origin = state.origin
    placeName = state.placeName
    choices = state.choices
    sorts = state.sorts
    sectioning = state.sectioning
    columns = state.columns
    selection = state.selection
  }

  /// The most telling of the parts that are not as they were.
  func change(from old: ListView) -> ViewPart {
    if origin != old.origin || placeName != old.placeName { return .place }
    if choices.search != old.choices.search { return .search }
    if choices != old.choices { return .filter }
    if sorts != old.sorts { return .order }
    if sectioning != old.sectioning { return .sections }
    return columns != old.columns ? .columns : .selection
  }
}

/// A part of what the list shows, which a change of it is named by.
enum ViewPart: Hashable, CaseIterable {
  case place
  case search
  case filter
  case order
  case sections
  case columns
  case selection
}
