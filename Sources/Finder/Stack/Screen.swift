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
