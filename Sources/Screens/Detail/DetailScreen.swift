import Terminal
import Venues

/// Acts for a detail screen on the list that it was opened from.
protocol DetailScreenDelegate: AnyObject {
  /// The user wants to see the venue some rows further; the delegate calls `show` with it.
  func detailScreen(_ screen: DetailScreen, didMoveBy rows: Int)
  /// The user wants something done with the venue that the list can do too.
  func detailScreen(_ screen: DetailScreen, wants action: Action)
}

/// All that is known of one venue.
final class DetailScreen: Screen {
  weak var delegate: (any DetailScreenDelegate)?
  let context: FinderContext
  private(set) var state = DetailState()

  init(_ context: FinderContext) {
    self.context = context
    state.origin = context.origin
  }

  /// Shows a venue at its place in the list.
  func show(_ venue: Venue?, position: ListWindow) {
    if venue?.objectID != state.venue?.objectID { state.scrolled.reset() }
    state.origin = context.origin
    state.venue = venue
    state.position = position.cursor
    state.count = position.count
  }

  var name: String { state.venue?.name ?? "" }
  var placement: Placement { .pane(columns: 56, from: 120) }

  var bindings: [KeyBinding] {
    let gone: Hindrance? = state.venue == nil ? .venueIsGone : nil
    return [
      KeyBinding(.back, rank: 1) { self.context.pop(self) },
      KeyBinding(.next, unless: state.position + 1 < state.count ? nil : .isLast, rank: 4) {
        self.delegate?.detailScreen(self, didMoveBy: 1)
      },
      KeyBinding(.previous, unless: state.position > 0 ? nil : .isFirst, rank: 5) {
        self.delegate?.detailScreen(self, didMoveBy: -1)
      },
      KeyBinding(.favorite, unless: gone, rank: 6) {
        self.delegate?.detailScreen(self, wants: .favorite)
      },
      KeyBinding(.note, unless: gone) { self.delegate?.detailScreen(self, wants: .note) },
      KeyBinding(.copy, unless: gone) { self.delegate?.detailScreen(self, wants: .copy) },
      KeyBinding(.copyJSON, unless: gone) {
        self.delegate?.detailScreen(self, wants: .copyJSON)
      },
      KeyBinding(.link, unless: gone, rank: 7) {
        self.delegate?.detailScreen(self, wants: .link)
      },
      KeyBinding(.delete, unless: gone) {
        self.delegate?.detailScreen(self, wants: .delete)
      },
      KeyBinding(.undo) { self.delegate?.detailScreen(self, wants: .undo) },
      KeyBinding(.redo) { self.delegate?.detailScreen(self, wants: .redo) },
    ] + ScrolledLines.bindings { $0(&self.state.scrolled) }
  }

  func handle(_ event: TerminalEvent) -> Bool { state.scrolled.handle(event) }

  func layout(in area: Rect) {
    let view = DetailView(state: state, look: context.look)
    state.scrolled.fit(
      count: view.lines(in: area).count, height: view.frame(area).text.rows)
  }

  func draw(on canvas: inout Canvas, in area: Rect) -> Point? {
    DetailView(state: state, look: context.look).draw(on: &canvas, in: area)
    return nil
  }
}
