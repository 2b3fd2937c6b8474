import TerminalKit

/// One layer of the finder: it has a state, keys, and draws itself.
protocol Screen: AnyObject {
  /// What it is called in the help.
  var name: String { get }
  /// What can be done right now, in the order of the help.
  var bindings: [KeyBinding] { get }
  /// What the palette offers beside the bindings.
  var commands: [PaletteCommand] { get }
  /// What a text typed in the palette asks for by itself, such as the number of a row; nil for nothing.
  func command(for text: String) -> PaletteCommand?
  /// Where it stands.
  var placement: Placement { get }
  /// What stands in a pane at its right as long as nothing else does, and hears no keys there; nil for
  /// nothing.
  var companion: (any Screen)? { get }
  /// Takes an event before the bindings see it; true when that was all.
  func handle(_ event: TerminalEvent) -> Bool
  /// Fits the state to the cells it will be drawn in, and starts loading what they need.
  func layout(in area: Rect)
  /// Draws the state; gives the place of the terminal's cursor, nil for none.
  func draw(on canvas: inout Canvas, in area: Rect) -> Point?
}

extension Screen {
  var commands: [PaletteCommand] { [] }

  func command(for text: String) -> PaletteCommand? { nil }

  var placement: Placement { .full }

  var companion: (any Screen)? { nil }

  func handle(_ event: TerminalEvent) -> Bool { false }
}

/// Where a screen stands among those below it.
enum Placement: Hashable {
  /// It covers everything.
  case full
  /// It stands at the right of the screen below when there are as many columns, else it covers it;
  /// it gets more than its columns where there are plenty, and in wide terminals all get as many.
  case pane(columns: Int, from: Int)
  /// It covers a part in the middle of the screen below.
  case box(Size)

  /// From so many columns on a terminal is wide.
  static let wide = 120
  /// The columns of a pane in a terminal that is just wide.
  static let widePane = 56
}

/// A screen that text can be typed into.
protocol TypingScreen: Screen {
  /// Edits the text that is being typed; false when there is none, or the edit is none of it.
  func edit(_ change: (inout TextField) -> Bool) -> Bool
  /// Takes what the mouse did; none of it is left to others.
  func handle(_ mouse: MouseEvent)
}

extension TypingScreen {
  func handle(_ event: TerminalEvent) -> Bool {
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
