import FetchKit
import Foundation
import TerminalKit
import Venues

/// The delegate of a detail screen: the list that it was opened from.
protocol DetailScreenDelegate: AnyObject {
  /// The user moved by some rows; the delegate calls `show` with that venue.
  func detailScreen(_ screen: DetailScreen, didMoveBy rows: Int)
  /// The user performed an action of the list on the venue.
  func detailScreen(_ screen: DetailScreen, didRequest action: Action)
  /// The venues around the shown one, and the radius.
  func surroundings(for screen: DetailScreen) -> DetailState.Surroundings
  /// The user clicked to the left of the pane.
  func detailScreen(_ screen: DetailScreen, didLeaveFor mouse: MouseEvent)
}

/// The screen with all values of a venue.
final class DetailScreen: CommandScreen {
  weak var delegate: (any DetailScreenDelegate)?
  let context: FinderContext
  private(set) var state = DetailState()
  /// The venue under the list's cursor, which the state follows.
  private var selected: (venue: Venue?, position: ListViewport) = (nil, ListViewport())
  /// When the cursor moved there.
  private var since = Duration.zero
  private var isWaiting = false
  private var area = Rect(.zero)
  /// The lines of the text and their source.
  private var wrapped: (source: Source?, lines: [SpanLine]) = (nil, [])

  private struct Source: Hashable {
    let venue: Venue?
    let columns: Int
    let theme: Theme
    let language: Language
    /// The hours change with the time.
    let minute: Int
  }

  /// How long the cursor must rest on a venue before the pane shows it, so that scrolling stays fast.
  static let pause = Duration.milliseconds(150)

  init(_ context: FinderContext) {
    self.context = context
    state.origin = context.origin
  }

  /// Follows the cursor of the list to a venue.
  func follow(_ venue: Venue?, position: ListViewport) {
    if venue?.objectID != selected.venue?.objectID { since = context.clock() }
    selected = (venue, position)
    if venue == nil, !hasKeys { state.venue = nil }
  }

  /// Focuses the screen and shows a venue at once, from its first line unless it was shown already.
  func open(_ venue: Venue, position: ListViewport) {
    if !context.stack.isShown(self) { state.scrolled.reset() }
    state.isOutsideList = false
    follow(venue, position: position)
    show(venue, position: position)
    context.push(self)
  }

  private func show(_ venue: Venue?, position: ListViewport) {
    if venue?.objectID != state.venue?.objectID { state.scrolled.reset() }
    state.origin = context.origin
    state.surroundings = delegate?.surroundings(for: self) ?? DetailState.Surroundings()
    state.venue = venue
    state.position = position.cursor
    state.count = position.count
  }

  /// Keeps showing the venue, which has left the list.
  func keepVenue() { state.isOutsideList = true }

  /// Follows the cursor of the list again.
  func followAgain() { state.isOutsideList = false }

  /// Shows the new values of the venue that it keeps, or the list's venue if it was deleted.
  func update(_ venue: Venue?) {
    if let venue { return state.venue = venue }
    followAgain()
    show(selected.venue, position: selected.position)
  }

  /// Whether to show the venue now: changes of the same venue and a focused screen do not wait.
  private var isSettled: Bool {
    guard !hasKeys, let old = state.venue, old.objectID != selected.venue?.objectID else {
      return true
    }
    let rest = Self.pause - (context.clock() - since)
    wait(rest)
    return rest <= .zero
  }

  /// Checks again after the pause, once for all moves until then.
  private func wait(_ duration: Duration) {
    guard duration > .zero, !isWaiting else { return }
    isWaiting = true
    context.later(duration) { [weak self] in self?.isWaiting = false }
  }

  private var hasKeys: Bool { context.stack.isOpen(self) }

  private func move(by rows: Int?) {
    guard let rows else { return }
    followAgain()
    delegate?.detailScreen(self, didMoveBy: rows)
  }

  /// The number of rows from the list's cursor to the next venue; nil after the last one.
  private var rowsToNext: Int? {
    // The cursor moved to the next venue, or from the last row to the previous one.
    if state.isOutsideList { return state.position < selected.position.count ? 0 : nil }
    return state.position + 1 < state.count ? 1 : nil
  }

  /// The number of rows from the list's cursor to the previous venue; nil before the first one.
  private var rowsToPrevious: Int? {
    guard state.isOutsideList else { return state.position > 0 ? -1 : nil }
    let list = selected.position
    if list.count > 0, state.position >= list.count { return 0 }
    return list.cursor > 0 ? -1 : nil
  }

  var name: String { state.venue?.name ?? "" }
  var placement: Placement { .pane(columns: Placement.widePane, from: Placement.wide) }

  typealias Command = KeyCommand<DetailScreen>

  nonisolated static let commands: [Command] =
    [
      Command(.back, rank: 1) { $0.context.pop($0) },
      Command(.next, rank: 4, unless: { $0.rowsToNext == nil ? .isLast : nil }) {
        $0.move(by: $0.rowsToNext)
      },
      Command(.previous, rank: 5, unless: { $0.rowsToPrevious == nil ? .isFirst : nil }) {
        $0.move(by: $0.rowsToPrevious)
      },
      onVenue(.favorite, rank: 6), onVenue(.edit), onVenue(.note), onVenue(.noteInEditor),
      onVenue(.copy), onVenue(.copyJSON), onVenue(.link, rank: 7),
      onVenue(.links, rank: 8).hinted { $0.hasWebsite ? nil : $0.context.strings.directionsHint },
      onVenue(.delete),
      Command(.map, rank: 10) { $0.openMap() },
      Command(.filter, rank: 11) { $0.leaveForFilter() },
    ]
    + [.undo, .redo].map { action in
      Command(action) { $0.delegate?.detailScreen($0, didRequest: action) }
    } + ScrolledLines.commands { screen, scroll in scroll(&screen.state.scrolled) }

  private var hasWebsite: Bool {
    state.venue.flatMap { VenueLink.website.address(of: $0, from: nil) } != nil
  }

  /// An action that the list performs on the venue.
  private nonisolated static func onVenue(_ action: Action, rank: Int? = nil) -> Command {
    Command(action, rank: rank, unless: { $0.state.venue == nil ? .venueIsGone : nil }) {
      $0.delegate?.detailScreen($0, didRequest: action)
    }
  }

  /// Returns to the map that it was opened from, if any.
  private func openMap() {
    if context.stack.screen(below: self) is MapScreen { return context.pop(self) }
    delegate?.detailScreen(self, didRequest: .map)
  }

  /// Filtering shows the list.
  private func leaveForFilter() {
    context.pop(self)
    delegate?.detailScreen(self, didRequest: .filter)
  }

  func handle(_ event: TerminalEvent) -> Bool {
    if case .mouse(let mouse) = event, mouse.kind == .press, mouse.point.column < area.left {
      delegate?.detailScreen(self, didLeaveFor: mouse)
      return true
    }
    return state.scrolled.handle(event)
  }

  func prepare(in area: Rect) {
    self.area = area
    state.isUnfocused = !hasKeys
    if !hasKeys { followAgain() }
    if !state.isOutsideList, isSettled { show(selected.venue, position: selected.position) }
  }

  func layout(in area: Rect) {
    let text = DetailFrame(area, state).text
    wrap(columns: text.columns)
    state.scrolled.fit(count: wrapped.lines.count, height: text.rows)
  }

  func draw(on canvas: inout Canvas, in area: Rect) -> Point? {
    DetailView(state: state, lines: wrapped.lines, render: context.render).draw(
      on: &canvas, in: area)
    return nil
  }

  /// Wraps the text into lines, unless nothing has changed: in the pane most frames show the same venue.
  private func wrap(columns: Int) {
    let render = context.render
    let minute = Int(Date().timeIntervalSinceReferenceDate / 60)
    let source = Source(
      venue: state.venue, columns: columns, theme: render.theme,
      language: render.strings.language, minute: minute)
    guard source != wrapped.source else { return }
    let lines = state.venue.map { DetailText(venue: $0, render: render).lines(columns: columns) }
    wrapped = (source, lines ?? [SpanLine(render.strings.isGone)])
  }
}

/// The state of the detail screen.
struct DetailState: Hashable {
  /// The neighbors and the radius on the map of a venue.
  struct Surroundings: Hashable {
    /// The venues that the list shows around it, those with a location.
    var neighbors: [MapPoint] = []
    /// Their names.
    var names: [ObjectID: String] = [:]
    /// The radius in meters within which venues are listed; nil for any distance.
    var radius: Double?
  }

  /// nil if the venue was deleted or is not loaded yet.
  var venue: Venue?
  var origin = Origin.asImported(nil)
  var surroundings = Surroundings()
  /// Whether the venue has left the list, which a filter or a search can cause.
  var isOutsideList = false
  /// The 0-based row in the list, and the number of rows.
  var position = 0
  var count = 0
  /// Whether it is an unfocused pane beside the list.
  var isUnfocused = false
  var scrolled = ScrolledLines()
}
