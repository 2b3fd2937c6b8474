import FetchKit
import TerminalKit
import Venues

/// The undo and redo history of view changes.
struct ViewHistory: Hashable {
  /// A view change.
  struct Step: Hashable {
    let before: ListView
    let after: ListView

    var part: ViewPart { after.change(from: before) }
  }

  private(set) var current: ListView
  private var done: [Step] = []
  private var undone: [Step] = []

  private static let limit = 200
  /// The limit of selected rows in all changes together: with large selections fewer changes are kept.
  private static let selectionLimit = 1_000_000

  init(_ view: ListView) { current = view }

  /// The change to undo; nil if there is none.
  var last: Step? { done.last }

  /// Records the current view if it has changed.
  mutating func record(_ view: ListView) {
    guard view != current else { return }
    done = (done + [Step(before: current, after: view)]).suffix(Self.limit)
    while done.count > 1, done.reduce(0, { $0 + $1.after.selection.count }) > Self.selectionLimit {
      done.removeFirst()
    }
    undone = []
    current = view
  }

  /// Offers a view that was discarded as the change to redo.
  mutating func offer(_ view: ListView) {
    if view != current { undone.append(Step(before: current, after: view)) }
  }

  /// Deselecting deleted venues is not a view change.
  mutating func forget(_ isGone: (ObjectID) -> Bool) {
    current.selection.remove(where: isGone)
  }

  /// Undoes a view change; returns nil if there is none.
  mutating func undo() -> Step? {
    guard let step = done.popLast() else { return nil }
    undone.append(step)
    current = step.before
    return step
  }

  /// Redoes a view change; returns nil if there is none.
  mutating func redo() -> Step? {
    guard let step = undone.popLast() else { return nil }
    done.append(step)
    current = step.after
    return step
  }
}

/// The undoable part of the list's view.
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

  /// The most important part that has changed.
  func change(from old: ListView) -> ViewPart {
    if origin != old.origin || placeName != old.placeName { return .place }
    if choices.search != old.choices.search { return .search }
    if choices != old.choices { return .filter }
    if sorts != old.sorts { return .order }
    if sectioning != old.sectioning { return .sections }
    return columns != old.columns ? .columns : .selection
  }
}

/// A part of the view, which names its changes.
enum ViewPart: Hashable, CaseIterable {
  case place
  case search
  case filter
  case order
  case sections
  case columns
  case selection
}

extension ViewHistory.Step {
  /// The part of the view that changed, and its new value.
  func name(_ render: RenderContext) -> String {
    let strings = render.strings
    let view = after
    let summary = FilterSummary(render: render)
    let value: String? =
      switch part {
      case .place: strings.origin(view.origin, named: view.placeName)
      case .search, .filter: summary.filter(view.choices) ?? strings.allVenues
      case .order: summary.order(view.sorts).first
      case .sections: view.sectioning.map(strings.title) ?? strings.noSections
      case .columns: nil
      case .selection: strings.selected(view.selection.count)
      }
    return [strings.name(of: part), value].compactMap(\.self)
      .joined(separator: render.symbols.separator)
  }
}
