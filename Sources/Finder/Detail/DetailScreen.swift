import FetchKit
import TerminalKit
import Venues

/// Acts for a detail screen on the list that it was opened from.
protocol DetailScreenDelegate: AnyObject {
  /// The user wants to see the venue some rows further; the delegate calls `show` with it.
  func detailScreen(_ screen: DetailScreen, didMoveBy rows: Int)
  /// The user wants something done with the venue that the list can do too.
  func detailScreen(_ screen: DetailScreen, didRequest action: Action)
  /// The user clicked at something at the left of it.
  func detailScreen(_ screen: DetailScreen, didLeaveFor mouse: MouseEvent)
}

/// All that is known of one venue.
final class DetailScreen: Screen {
  weak var delegate: (any DetailScreenDelegate)?
  let context: FinderContext
  private(set) var state = DetailState()
  /// What the list has under its cursor, which the state follows.
  private var selected: (venue: Venue?, position: ListViewport) = (nil, ListViewport())
  /// Since when the cursor is there.
  private var since = Duration.zero
  private var isWaiting = false
  private var area = Rect(.zero)
  /// The lines of the text, and what they were made from.
  private var told: (source: Source?, lines: [SpanLine]) = (nil, [])

  private struct Source: Hashable {
    let venue: Venue?
    let columns: Int
    let theme: Theme
  }

  /// How long the cursor stays on a venue before that is told beside the list: passing by costs nothing.
  static let pause = Duration.milliseconds(150)

  init(_ context: FinderContext) {
    self.context = context
    state.origin = context.origin
  }

  /// Follows the cursor of the list to a venue at its place there.
  func follow(_ venue: Venue?, position: ListViewport) {
    if venue?.objectID != selected.venue?.objectID { since = context.clock() }
    selected = (venue, position)
    if venue == nil, !hasKeys { state.venue = nil }
  }

  /// Gets the keys, and shows a venue at once; from its first line, unless it stood there already.
  func open(_ venue: Venue, position: ListViewport) {
    if !context.isShown(self) { state.scrolled.reset() }
    follow(venue, position: position)
    show(venue, position: position)
    context.push(self)
  }

  private func show(_ venue: Venue?, position: ListViewport) {
    if venue?.objectID != state.venue?.objectID { state.scrolled.reset() }
    state.origin = context.origin
    state.venue = venue
    state.position = position.cursor
    state.count = position.count
  }

  /// Whether the cursor has come to stay: changes of the same venue, and whoever has the keys, do not wait.
  private var isSettled: Bool {
    guard !hasKeys, let old = state.venue, old.objectID != selected.venue?.objectID else {
      return true
    }
    let rest = Self.pause - (context.clock() - since)
    wait(rest)
    return rest <= .zero
  }

  /// Looks again after a while, once for all moves until then.
  private func wait(_ duration: Duration) {
    guard duration > .zero, !isWaiting else { return }
    isWaiting = true
    context.later(duration) { [weak self] in self?.isWaiting = false }
  }

  private var hasKeys: Bool { context.isOpen(self) }

  var name: String { state.venue?.name ?? "" }
  var placement: Placement { .pane(columns: Placement.widePane, from: Placement.wide) }

  private typealias Command = KeyCommand<DetailScreen>

  var bindings: [KeyBinding] {
    Self.commands.bound(to: self) + ScrolledLines.bindings { $0(&self.state.scrolled) }
  }

  private static let commands: [Command] =
    [
      Command(.back, rank: 1) { $0.context.pop($0) },
      Command(.next, rank: 4, unless: { $0.state.position + 1 < $0.state.count ? nil : .isLast }) {
        $0.delegate?.detailScreen($0, didMoveBy: 1)
      },
      Command(.previous, rank: 5, unless: { $0.state.position > 0 ? nil : .isFirst }) {
        $0.delegate?.detailScreen($0, didMoveBy: -1)
      },
      onVenue(.favorite, rank: 6), onVenue(.note), onVenue(.copy), onVenue(.copyJSON),
      onVenue(.link, rank: 7), onVenue(.delete),
      Command(.map, rank: 10) { $0.openMap() },
      Command(.filter, rank: 11) { $0.leaveForFilter() },
    ]
    + [.undo, .redo].map { action in
      Command(action) { $0.delegate?.detailScreen($0, didRequest: action) }
    }

  /// An action that the list performs with the venue.
  private static func onVenue(_ action: Action, rank: Int? = nil) -> Command {
    Command(action, rank: rank, unless: { $0.state.venue == nil ? .venueIsGone : nil }) {
      $0.delegate?.detailScreen($0, didRequest: action)
    }
  }

  /// Goes back to the map that it was opened from, if there is one.
  private func openMap() {
    if context.screen(below: self) is MapScreen { return context.pop(self) }
    delegate?.detailScreen(self, didRequest: .map)
  }

  /// What a filter changes is seen in the list.
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
    state.isStanding = !hasKeys
    if isSettled { show(selected.venue, position: selected.position) }
  }

  func layout(in area: Rect) {
    let text = DetailFrame(area, state).text
    tell(columns: text.columns)
    state.scrolled.fit(count: told.lines.count, height: text.rows)
  }

  func draw(on canvas: inout Canvas, in area: Rect) -> Point? {
    DetailView(state: state, lines: told.lines, render: context.render).draw(on: &canvas, in: area)
    return nil
  }

  /// Breaks the text into lines, unless they would be the same: beside the list most frames show the same
  /// venue.
  private func tell(columns: Int) {
    let render = context.render
    let source = Source(venue: state.venue, columns: columns, theme: render.theme)
    guard source != told.source else { return }
    let lines = state.venue.map { DetailText(venue: $0, render: render).lines(columns: columns) }
    told = (source, lines ?? [SpanLine(render.strings.isGone)])
  }
}

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
