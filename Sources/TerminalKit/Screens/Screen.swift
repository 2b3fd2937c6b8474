/// Shows screens, and gives widgets their keys and their style.
@MainActor
package protocol ScreenHost<Action>: AnyObject {
  associatedtype Action: KeyAction

  var style: RenderStyle { get }
  /// The keys of an action, the one to show first.
  func keys(for action: Action) -> [KeyPress]
  func push(_ screen: any Screen<Action>)
  func pop(_ screen: any Screen<Action>)
  /// A text without the differences that a search ignores.
  func folded(_ text: String) -> String
}

/// One layer of the finder: it has a state, keys, and draws itself.
@MainActor
package protocol Screen<Action>: AnyObject {
  associatedtype Action: KeyAction

  /// What it is called in the help.
  var name: String { get }
  /// What can be done right now, in the order of the help.
  var bindings: [KeyBinding<Action>] { get }
  /// What the palette offers besides the bindings.
  var paletteCommands: [PaletteCommand] { get }
  /// What a text typed in the palette asks for by itself, such as the number of a row; nil for nothing.
  func paletteCommand(for text: String) -> PaletteCommand?
  /// Where it stands.
  var placement: Placement { get }
  /// What stands in a pane at its right as long as nothing else does, and hears no keys there; nil for
  /// nothing.
  var companion: (any Screen<Action>)? { get }
  /// Takes an event before the bindings see it; true when that was all.
  func handle(_ event: TerminalEvent) -> Bool
  /// Starts loading what the screen needs to fill an area; called before each layout.
  func prepare(in area: Rect)
  /// Fits the state to the area it will be drawn in, without starting anything.
  func layout(in area: Rect)
  /// Draws the state; gives the place of the terminal's cursor, nil for none.
  func draw(on canvas: inout Canvas, in area: Rect) -> Point?
}

extension Screen {
  package var paletteCommands: [PaletteCommand] { [] }

  package func paletteCommand(for text: String) -> PaletteCommand? { nil }

  package var placement: Placement { .full }

  package var companion: (any Screen<Action>)? { nil }

  package func handle(_ event: TerminalEvent) -> Bool { false }

  package func prepare(in area: Rect) {}

  package func layout(in area: Rect) {}
}

/// Where a screen stands among those below it.
package enum Placement: Hashable {
  /// It covers everything.
  case full
  /// It stands at the right of the screen below when there are as many columns, else it covers it;
  /// it gets more than its columns where there are plenty, and in wide terminals all get as many.
  case pane(columns: Int, from: Int)
  /// It covers a part in the middle of the screen below.
  case box(Size)

  /// From so many columns on a terminal is wide.
  package static let wide = 120
  /// The columns of a pane in a terminal that is just wide.
  package static let widePane = 56
}

/// A screen that text can be typed into.
@MainActor
package protocol TypingScreen<Action>: Screen {
  /// Edits the text that is being typed; false when there is none, or the edit is none of it.
  func edit(_ change: (inout TextField) -> Bool) -> Bool
  /// Takes what the mouse did; none of it is left to others.
  func handle(_ mouse: MouseEvent)
}

extension TypingScreen {
  package func handle(_ event: TerminalEvent) -> Bool {
    switch event {
    case .key(let key): return edit { $0.handle(key) }
    case .paste(let text):
      return edit {
        $0.insert(text)
        return true
      }
    case .mouse(let mouse):
      handle(mouse)
      return true
    case .resize, .focus, .interrupt, .terminate, .suspend, .resumed, .backgroundColor, .hangup:
      return false
    }
  }
}
