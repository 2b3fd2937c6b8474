/// The environment of screens: shows them and provides keys and style.
@MainActor
package protocol ScreenHost<Action>: AnyObject {
  associatedtype Action: KeyAction

  var style: RenderStyle { get }
  /// The keys of an action; the first one is shown in hints.
  func keys(for action: Action) -> [KeyPress]
  func push(_ screen: any Screen<Action>)
  func pop(_ screen: any Screen<Action>)
  /// A text folded as searches do.
  func folded(_ text: String) -> String
  /// The text that was typed into a field and discarded; nil for none.
  func draft(of field: String) -> String?
  /// Keeps the text of a field that is left without saving it, unless that is blank, and says so.
  func keepDraft(_ text: String, of field: String)
}

extension ScreenHost {
  /// Closes a screen without saving, and keeps the text that was typed there.
  package func dismiss(_ screen: any TypingScreen<Action>) {
    pop(screen)
    if let text = screen.unsavedText { keepDraft(text, of: screen.draftName) }
  }
}

/// A screen: a layer of the user interface with a state and key bindings that draws itself.
@MainActor
package protocol Screen<Action>: AnyObject {
  associatedtype Action: KeyAction

  /// Its name in the help.
  var name: String { get }
  /// The actions that satisfy a condition, in the current state and in the order of the help.
  func bindings(where isIncluded: (Action) -> Bool) -> [KeyBinding<Action>]
  /// Commands of the palette besides the bindings.
  var paletteCommands: [PaletteCommand] { get }
  /// The command for a text typed in the palette, such as a row number; nil for none.
  func paletteCommand(for text: String) -> PaletteCommand?
  /// Its placement.
  var placement: Placement { get }
  /// The unfocused screen in a pane at its right, unless another pane is there; nil for none.
  var companion: (any Screen<Action>)? { get }
  /// Whether a key without an action here closes the screen and is handled by the one below.
  var passesKeys: Bool { get }
  /// Handles an event before the bindings; returns whether it was consumed.
  func handle(_ event: TerminalEvent) -> Bool
  /// Starts loading the contents for an area; called before each layout.
  func prepare(in area: Rect)
  /// Adapts the state to the area; must not start I/O.
  func layout(in area: Rect)
  /// Draws the state; returns the position of the terminal's cursor, nil for none.
  func draw(on canvas: inout Canvas, in area: Rect) -> Point?
}

extension Screen {
  /// All actions in the current state.
  package var bindings: [KeyBinding<Action>] { bindings { _ in true } }

  package var paletteCommands: [PaletteCommand] { [] }

  package func paletteCommand(for text: String) -> PaletteCommand? { nil }

  package var placement: Placement { .full }

  package var companion: (any Screen<Action>)? { nil }

  package var passesKeys: Bool { false }

  package func handle(_ event: TerminalEvent) -> Bool { false }

  package func prepare(in area: Rect) {}

  package func layout(in area: Rect) {}
}

/// The placement of a screen over those below it.
package enum Placement: Hashable {
  /// The whole terminal.
  case full
  /// To the right of the screen below if there are enough columns, else over it. In wide terminals all panes have
  /// the same width, which may be more than they ask for.
  case pane(columns: Int, from: Int)
  /// A centered box over the screen below, of which only the first rows are visible.
  case box(Size, rows: Int = .max)

  /// The minimum width of a wide terminal in columns.
  package static let wide = 120
  /// The minimum width of a pane in a wide terminal.
  package static let widePane = 48
}

/// A screen with a text field.
@MainActor
package protocol TypingScreen<Action>: Screen {
  /// Edits the text; returns false if there is no text field or the edit was not handled.
  func edit(_ change: (inout TextField) -> Bool) -> Bool
  /// Handles a mouse event, which is always consumed.
  func handle(_ mouse: MouseEvent)
  /// The typed text that would be lost if the screen were closed; nil for none.
  var unsavedText: String? { get }
  /// The name under which the text is kept when the screen is closed without saving.
  var draftName: String { get }
}

extension TypingScreen {
  package var unsavedText: String? { nil }
  package var draftName: String { name }

  /// Whether a discarded text can come back without replacing one that was typed.
  package var canRecallText: Bool { unsavedText?.allSatisfy(\.isWhitespace) ?? true }

  package func handle(_ event: TerminalEvent) -> Bool { handleTyping(event) }

  /// Replaces the text as if it had been typed.
  package func replaceText(by field: TextField) {
    _ = edit {
      $0 = field
      return true
    }
  }

  /// Edits the text by a key or a paste; the mouse has its own function.
  package func handleTyping(_ event: TerminalEvent) -> Bool {
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
